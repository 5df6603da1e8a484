"""`quintain match`: bots play bots."""

from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.arguments import (
    Clock,
    GameName,
    Json,
    PlotFile,
    ReplayFile,
    Settings,
    StandIn,
    Strikes,
    control_of,
    fault_rule,
    options_of,
)
from quintain.cli.programs import Logs, Trust
from quintain.core.errors import BadSetting

Players = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PLAYER",
        help="bots: [bold]chance[/bold], with settings [bold]search:iterations=500[/bold], a file "
        "[bold]./my_bot.py[/bold] ([bold]python:./my_bot.py[/bold] confines it), a bot's folder [bold]./my_bot[/bold], "
        "or any program [bold]'exec:./a.out --fast'[/bold]. "
        "One name plays every seat; one a team, or names that go around the table; "
        "or one for every seat",
    ),
]


def match(
    game: GameName,
    players: Players = None,
    seed: Annotated[int, typer.Option(metavar="N", help="of the first match; match k of many has the seed N + k")] = 0,
    matches: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="how many matches in all", show_default="1")
    ] = None,
    option: Settings = None,
    as_json: Json = False,
    watch: Annotated[bool, typer.Option("--watch", metavar="", help="show every action with its reason")] = False,
    replay: ReplayFile = None,
    paired: Annotated[
        bool,
        typer.Option(
            "--paired",
            metavar="",
            help="play each seed with the teams (or seats) in every order; the number of matches is rounded up to fit",
        ),
    ] = False,
    bot_seed: Annotated[
        int, typer.Option(metavar="N", help="of the bots' own dice, which have nothing to do with the deal")
    ] = 0,
    strikes: Strikes = 0,
    stand_in: StandIn = None,
    clock: Clock = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, metavar="N", help="processes that play; each match is the same with any")
    ] = 1,
    plot: PlotFile = None,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="a match as the game's own contest describes it: its players are seated and its log is written",
        ),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=60,
            metavar="SECONDS",
            help="pause after each action that is watched",
            show_default="0.15 on a terminal",
        ),
    ] = None,
    trust: Trust = False,
    logs: Logs = None,
) -> None:
    """Play matches between bots, and say who is better.

    Many matches end in a table of results with 95 % intervals.
    """
    from quintain import games as library
    from quintain.arbiter.players import named_player
    from quintain.cli.programs import handling_of
    from quintain.cli.results import play_all
    from quintain.ranker.series import Series

    if watch and as_json:
        raise BadSetting("--watch is for people and --json for programs; take one of them")
    if watch and workers > 1:
        raise BadSetting("who watches sees one match at a time; leave out --watch or --workers")
    if logs and workers > 1:
        raise BadSetting("--logs keeps what programs of one process write; leave out --logs or --workers")
    rules = library.load(game)
    if config:
        from quintain.cli.contest import play_described

        play_described(rules, config, players, trust=trust, logs=logs)
        return
    if not players:
        raise BadSetting("who plays? Name at least one bot, or describe the match with --config")
    chosen, handling = options_of(rules, option), handling_of(players, trust=trust, logs=logs)
    series = Series(
        game=rules,
        options=chosen,
        named=tuple(named_player(rules, name, handling) for name in players),
        seed=seed,
        bot_seed=bot_seed,
        wanted=matches or 1,
        paired=paired,
        control=control_of(clock),
        faults=fault_rule(rules, strikes, stand_in),
        trusted=handling.trusted,
    )
    play_all(series, as_json=as_json, watch=watch, replay=replay, pace=pace, workers=workers, plot=plot)
