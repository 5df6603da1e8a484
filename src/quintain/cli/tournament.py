"""`quintain tournament`: many players, one order."""

from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.arguments import (
    Clock,
    ClusterAddress,
    Json,
    PlotFile,
    Seed,
    Settings,
    StandIn,
    Strikes,
    Workers,
)
from quintain.cli.programs import Trust
from quintain.core.errors import BadSetting

FORMATS = "round-robin, swiss, knockout, gauntlet (the first against all others) or ladder (neighbours change places)"


def tournament(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="a game, by its name in `quintain games`", show_default=False)
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="bots: [bold]chance[/bold], with settings [bold]search:iterations=500[/bold], a file "
            "[bold]./my_bot.py[/bold], a bot's folder [bold]./my_bot[/bold], or any program "
            "[bold]'exec:./a.out --fast'[/bold]. One name fills a whole team",
            show_default=False,
        ),
    ] = None,
    format: Annotated[str, typer.Option(metavar="FORMAT", help=FORMATS)] = "round-robin",
    matches: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="of each pairing, rounded up so that every seed is played in every seating",
            show_default="one seed",
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="how many", show_default="as the format needs")
    ] = None,
    seed: Seed = 0,
    option: Settings = None,
    strikes: Strikes = 0,
    stand_in: StandIn = None,
    clock: Clock = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    trust: Trust = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="a new folder for the results", show_default="named after the tournament"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="DIR", help="go on with the tournament of this folder")] = None,
    replays: Annotated[bool, typer.Option(help="keep a replay of every match")] = True,
    plot: PlotFile = None,
    as_json: Json = False,
) -> None:
    """Play a tournament between bots, and say who is best and how sure that is.

    Results are kept match by match: stop it at any time, even by kill -9, and go
    on with --resume. The folder gets matches.jsonl, standings.json, replays and
    report.html with plots.
    """
    from quintain.cli.holding import Holding, begun, gone_on_with
    from quintain.cli.pictures import check_plot
    from quintain.cli.workforces import check_workforce

    if resume and out:
        raise BadSetting("--resume goes on in its own folder; leave out --out")
    if not resume and not (game and players):
        raise BadSetting("name a game and at least two players, or a folder with --resume")
    check_plot(plot)
    check_workforce(workers, cluster)
    words = {"game": game, "players": players, "format": format, "matches": matches, "rounds": rounds, "seed": seed}
    asked = words | {"option": option, "strikes": strikes, "stand_in": stand_in, "clock": clock, "trust": trust}
    ledger = gone_on_with(resume, asked) if resume else begun(out, asked)
    Holding(ledger, plot=plot, as_json=as_json, replays=replays).play(workers, cluster)
