"""What a single number is worth to a veteran crew of Admiral Radar: the crew as it is against itself with other values.

    PYTHONPATH=. .venv/bin/python bench/tune_admiral.py duel.kept 0.6 1.2 1.8

Numbers are named as in `traits.py` (`duel.kept`, `helm.tempo`), or as those of a level or a profile (`level.drop`,
`profile.threshold`). Each value plays pairs of matches, every seed with the sides swapped, on all maps in turn. After
seventy pairs the interval is still about eight points wide to each side, and one that holds 50 % has shown nothing.
"""

from statistics import mean
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.strength import ARENAS, Bar, Result, mapped, result
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.core.match import Match
from quintain.games.admiral import GAME
from quintain.games.admiral.bots.levels import LEVELS, PROFILES, Manner
from quintain.games.admiral.bots.veteran import Veteran
from quintain.games.admiral.rules.state import ROLES

EVEN = 0.5


class Tuned(Veteran):
    """A veteran with one number changed."""

    def __init__(self, level: Any, profile: Any, trait: str, value: float) -> None:
        super().__init__(level, profile)
        self.trait, self.value = trait, value

    def manner(self) -> Manner:
        found: Manner = altered(super().manner(), path_of(self.trait), self.value)
        return found


def path_of(trait: str) -> list[str]:
    """Where a number is in a crew's manner."""
    path = trait.split(".")
    return path if path[0] in ("level", "profile") else ["traits", *path]


def number_at(manner: Manner, path: list[str]) -> float:
    """The number as it is; raises BadParameter if there is none of this name."""
    found: Any = manner
    for name in path:
        if name not in getattr(found, "_fields", ()):
            names = ", ".join(getattr(found, "_fields", ())) or "nothing below it"
            raise typer.BadParameter(f"there is no {name!r} in {'.'.join(path)}; there is {names}")
        found = getattr(found, name)
    if not isinstance(found, int | float):
        raise typer.BadParameter(f"{'.'.join(path)} is not a number")
    return found


def altered(thing: Any, path: list[str], value: float) -> Any:
    """The same tuple, with one number in it changed."""
    old = getattr(thing, path[0])
    new = altered(old, path[1:], value) if len(path) > 1 else type(old)(value)
    return thing._replace(**{path[0]: new})


def pair_share(level: str, profile: str, trait: str, value: float, seed: int) -> float:
    """The share that the changed crew wins of the two matches of one seed."""
    return mean(share(level, profile, trait, value, seed, side) for side in (0, 1))


def share(level: str, profile: str, trait: str, value: float, seed: int, side: int) -> float:
    """1 if the changed crew wins on this side of the table, 0 if it loses, a half for neither."""
    options = ARENAS["admiral"].options
    match = Match(GAME, GAME.options_from(options[seed % len(options)]), seed)
    plain: Any = Veteran
    crews = [Tuned(level, profile, trait, value) if team == side else plain(level, profile) for team in seats()]
    outcome = play(match, [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(crews)])
    if outcome.stopped_by is not None:
        raise RuntimeError(f"{trait}={value}, seed {seed}: seat {outcome.stopped_by}: {outcome.why}")
    ours, theirs = outcome.ranks[side * ROLES], outcome.ranks[(1 - side) * ROLES]
    return EVEN if ours == theirs else float(ours < theirs)


def seats() -> list[int]:
    """The team of each seat."""
    return [team for team in (0, 1) for _ in range(ROLES)]


def table(title: str, now: float, results: dict[float, Result]) -> Table:
    drawn = Table("value", "pairs", "won", "95 % interval", "", title=title)
    for value, each in results.items():
        shown = "better" if each.low > EVEN else "worse" if each.high < EVEN else "not shown"
        verdict = "as it is" if value == now else shown
        interval = f"{100 * each.low:.1f} to {100 * each.high:.1f}"
        drawn.add_row(f"{value:g}", str(each.pairs), f"{100 * each.share:.1f} %", interval, verdict)
    return drawn


def main(
    trait: Annotated[str, typer.Argument(help="the number, such as duel.kept")],
    values: Annotated[list[float], typer.Argument(help="the values to try")],
    level: Annotated[str, typer.Option(help="of both crews")] = "expert",
    profile: Annotated[str, typer.Option(help="of both crews")] = "balanced",
    pairs: Annotated[int, typer.Option(help="pairs of matches for each value", min=1)] = 70,
    first: Annotated[int, typer.Option(help="the first seed: judge by other seeds than those that chose")] = 0,
    jobs: Annotated[int, typer.Option(help="processes to use", min=1)] = 1,
) -> None:
    """Measure whether another value of a number would make a veteran crew stronger."""
    if level not in LEVELS or profile not in PROFILES:
        raise typer.BadParameter(f"levels: {', '.join(LEVELS)}; profiles: {', '.join(PROFILES)}")
    now = number_at(Manner(LEVELS[level], PROFILES[profile]), path_of(trait))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results, seeds = {}, range(first, first + pairs)
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress, mapped(jobs) as each:
        for value in values:
            task = progress.add_task(f"{trait}={value:g}", total=pairs)
            same = ([level] * pairs, [profile] * pairs, [trait] * pairs, [value] * pairs)
            shares = []
            for won in each(pair_share, *same, seeds):
                shares.append(won)
                progress.advance(task)
            results[value] = result(Bar("admiral", f"{trait}={value:g}", f"{now:g}", 50), shares)
    Console().print(table(f"{trait}, now {now:g}, level {level}, profile {profile}", now, results))


if __name__ == "__main__":
    typer.run(main)
