"""`quintain tune`: find better settings for a bot."""

from typing import Annotated

import typer

from quintain.cli.arguments import ClusterAddress, GameName, Json, PlotFile, Seed, Settings, Workers


def tune(
    game: GameName,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="the bot, with settings that stay as they are")],
    setting: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=LOW:HIGH",
            help="a setting and where to look; may be repeated; NAME=LOW:HIGH:START begins elsewhere than the bot does",
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="how often neighbours are tried")] = 100,
    matches: Annotated[
        int, typer.Option(min=2, metavar="N", help="of each round, rounded up to whole sets of seatings")
    ] = 16,
    elo0: Annotated[float, typer.Option(metavar="ELO", help="no more than so much better is not better")] = 0.0,
    elo1: Annotated[float, typer.Option(metavar="ELO", help="so much better is better")] = 20.0,
    alpha: Annotated[float, typer.Option(metavar="P", help="how often 'better' may be wrong")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="how often 'not better' may be wrong")] = 0.05,
    most: Annotated[
        int, typer.Option("--max", min=2, metavar="N", help="matches after which the test at the end is left open")
    ] = 20_000,
    seed: Seed = 0,
    option: Settings = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    plot: PlotFile = None,
    as_json: Json = False,
) -> None:
    """Look for settings with which a bot wins more, and believe them only if a test confirms it.

    In each round two neighbours play each other, and the winner pulls the settings
    to its side (SPSA). At the end the best that was found plays the bot as it was.
    """
    from quintain import games as library
    from quintain.cli.arguments import options_of, settings_from
    from quintain.cli.search import Search, ranges_of
    from quintain.cli.workforces import workforce
    from quintain.ranker.duel import terms_of
    from quintain.ranker.sequential import Sequential
    from quintain.ranker.spsa import Spsa

    rules = library.load(game)
    options_of(rules, option)
    search = Search(
        game=rules,
        bot=bot,
        plan=Spsa(ranges=ranges_of(rules, bot, setting or []), rounds=rounds),
        terms=terms_of(rules, settings_from(option)),
        test=Sequential(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta),
        seed=str(seed),
        matches=matches,
        most=most,
        plot=plot,
        as_json=as_json,
    )
    with workforce(workers, cluster) as force:
        search.run(force)
