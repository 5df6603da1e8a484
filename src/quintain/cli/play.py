"""`quintain play`: a person plays in the terminal, against bots and with them."""

from typing import Annotated

import typer

from quintain.cli.arguments import GameName, ReplayFile, Settings, options_of
from quintain.cli.programs import Logs, Trust


def play(
    game: GameName,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="who else plays: one name for all, one for each team, or one for each other seat",
            show_default="the strongest house bot",
        ),
    ] = None,
    seat: Annotated[int, typer.Option(metavar="N", help="where you sit")] = 0,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="play this deal", show_default="a new one each time")
    ] = None,
    option: Settings = None,
    replay: ReplayFile = None,
    trust: Trust = False,
    logs: Logs = None,
) -> None:
    """Play against bots in the terminal.

    Answer with the number of an action, with its notation or with JSON. `hint`
    asks the strongest house bot, `why` shows the bots' reasons after the match.
    """
    from quintain import games as library
    from quintain.arbiter.preparing import begin_interpreted
    from quintain.cli.programs import handling_of
    from quintain.cli.sitting import Sitting

    begin_interpreted()
    rules = library.load(game)
    options, handling = options_of(rules, option), handling_of(players or [], trust=trust, logs=logs)
    Sitting.at(rules, options, seat, players or [], seed, handling).play(replay)
