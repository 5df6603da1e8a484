"""`quintain check`: does a bot's folder hold what a contest can take?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import Json, Settings
from quintain.cli.programs import Trust

if TYPE_CHECKING:
    from quintain.arbiter.manifest import Manifest
    from quintain.arbiter.programs.checking import Plan
    from quintain.core.game import Game

FAILED = 1
USUAL_CLOCK = "/2"


def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="the bot's folder, with its quintain.toml")],
    opponent: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="a house bot to play against; may be repeated", show_default="two easy ones"),
    ] = None,
    option: Settings = None,
    clock: Annotated[
        str, typer.Option(metavar="TIME", help="the bot's time: /2 is two seconds for any answer")
    ] = USUAL_CLOCK,
    seed: Annotated[int, typer.Option(metavar="N", help="of the first match; the next has N + 1")] = 0,
    as_json: Json = False,
    trust: Trust = False,
) -> None:
    """Build a bot and try it out in the sandbox, exactly as a contest would, and say what to mend.

    It plays a match or two against house bots. The exit code is 0 if it made no mistake, and 1 if it did.
    """
    from quintain.arbiter import manifest
    from quintain.arbiter.preparing import prepare_rules
    from quintain.arbiter.programs import checking
    from quintain.cli.checkup import show, show_failed_build
    from quintain.cli.console import busy, emit
    from quintain.core.errors import BadBuild

    found = manifest.read(folder)
    plan = plan_of(found, opponent, option, clock, seed, trust)
    with busy(f"getting the rules of {found.rules().title} ready"):
        prepare_rules(found.rules())
    try:
        with busy(f"trying {folder} out"):
            checkup = checking.check(folder, found, plan)
    except BadBuild as error:
        show_failed_build(folder, found, error, as_json=as_json)
        raise typer.Exit(FAILED) from None
    emit(checkup) if as_json else show(checkup)
    if not checkup.passed:
        raise typer.Exit(FAILED)


def plan_of(
    found: "Manifest", opponents: list[str] | None, option: list[str] | None, clock: str, seed: int, trust: bool
) -> "Plan":
    from quintain.arbiter.players import named_bot
    from quintain.arbiter.programs.checking import Plan
    from quintain.cli import complain
    from quintain.cli.arguments import settings_from
    from quintain.cli.programs import unconfined
    from quintain.core.clock import TimeControl

    game = found.rules()
    names = opponents or easy_opponents(game)
    for name in names:
        named_bot(game, name)  # a wrong name is an error now
    warning = unconfined(trust)
    if warning:
        complain(f"warning: the bot can do all that you may do: {warning}")
    return Plan(
        opponents=tuple(names),
        options=game.options_from({**found.options, **settings_from(option)}),
        control=TimeControl.parse(clock),
        trusted=bool(warning),
        seed=seed,
    )


def easy_opponents(game: "Game") -> list[str]:
    """One match in each of two places at the table."""
    easy = game.page.levels.easy or "chance"
    return [easy, easy]
