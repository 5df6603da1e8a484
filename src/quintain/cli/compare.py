"""`quintain compare`: is the new version better?"""

from typing import Annotated

import typer

from quintain.cli.arguments import (
    Clock,
    ClusterAddress,
    GameName,
    Json,
    Seed,
    Settings,
    StandIn,
    Strikes,
    Workers,
)
from quintain.cli.programs import Trust


def compare(
    game: GameName,
    new: Annotated[str, typer.Argument(metavar="NEW", help="the bot that may be better")],
    old: Annotated[str, typer.Argument(metavar="OLD", help="the bot that it is compared with")],
    elo0: Annotated[float, typer.Option(metavar="ELO", help="no more than so much better is not better")] = 0.0,
    elo1: Annotated[float, typer.Option(metavar="ELO", help="so much better is better")] = 20.0,
    alpha: Annotated[float, typer.Option(metavar="P", help="how often 'better' may be wrong")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="how often 'not better' may be wrong")] = 0.05,
    most: Annotated[
        int, typer.Option("--max", min=2, metavar="N", help="matches after which it is left open")
    ] = 100_000,
    seed: Seed = 0,
    option: Settings = None,
    strikes: Strikes = 0,
    stand_in: StandIn = None,
    clock: Clock = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Find out whether a new version is better than the old one, with as few matches as possible.

    Every seed is played in every seating. A sequential test stops as soon as it
    knows; what it says is the same with any number of workers.
    """
    from quintain import games as library
    from quintain.arbiter.players import named_player
    from quintain.cli.arguments import control_of, fault_rule, options_of, settings_from
    from quintain.cli.comparison import play, show
    from quintain.cli.console import emit
    from quintain.cli.programs import handling_of
    from quintain.cli.workforces import workforce
    from quintain.ranker.duel import Duel, terms_of
    from quintain.ranker.sequential import Sequential

    rules = library.load(game)
    options, handling = options_of(rules, option), handling_of((new, old), trust=trust, logs=None)
    test = Sequential(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)
    named = named_player(rules, new, handling), named_player(rules, old, handling)
    for player in named:
        player.check(options)
    faults = fault_rule(rules, strikes, stand_in)
    terms = terms_of(rules, settings_from(option), control_of(clock), faults, handling.trusted)
    duel = Duel(terms=terms, players=(named[0].name, named[1].name), seed=str(seed))
    with workforce(workers, cluster) as force:
        result = play(rules, named, duel, test, force, most, shown=not as_json)
    if as_json:
        emit(result.as_data())
    else:
        show(result)
