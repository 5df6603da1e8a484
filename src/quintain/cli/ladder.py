"""`quintain ladder`: players who are rated by matches that go on and on, in a database of your own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import GameName, Json, Settings, options_of
from quintain.cli.serve import default_database

if TYPE_CHECKING:
    from quintain.core.game import Game
    from quintain.ranker.ladder import Ladder

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="an SQLite file, or postgresql://…", show_default="quintain.db in the user's data folder"
    ),
]
Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="PLAYER",
        help="bots: [bold]chance[/bold], with settings [bold]search:iterations=500[/bold], or a file "
        "[bold]./my_bot.py[/bold], of which every version is a player of its own",
    ),
]

ladder = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")


@ladder.callback(
    epilog="Examples:  quintain ladder add jaffre beginner advanced ./my_bot.py\n\n"
    "quintain ladder run jaffre --matches 200\n\nquintain ladder show jaffre"
)
def about() -> None:
    """Rate bots by matches that go on and on, in a database of your own; no website is needed."""


@ladder.command(epilog="Example:  quintain ladder add jaffre beginner advanced ./my_bot.py")
def add(game: GameName, players: Bots, database: Database = None) -> None:
    """Put players on the ladder of a game; those who are there already stay as they are."""
    from quintain.cli.console import plain
    from quintain.ranker.ladder import shown_name

    with opened(game, None, database) as (_, own):
        added = own.add(players)
        plain(f"on the ladder: {', '.join(shown_name(player) for player in added)}")


@ladder.command(epilog="Example:  quintain ladder run jaffre --matches 200 --workers 2")
def run(
    game: GameName,
    matches: Annotated[int, typer.Option(min=1, metavar="N", help="rounded up to whole sets of seatings")] = 100,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="processes", show_default="one for each processor")
    ] = None,
    option: Settings = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Play rated matches between players who fit, and show the ladder.

    Ctrl-C ends it at any time: every match that was stored is rated, and nothing else is.
    """
    from quintain.cli.ladder_table import show_ladder
    from quintain.cli.rating_progress import counting
    from quintain.ranker.executors import Pool

    with opened(game, option, database) as (rules, own):
        pool = Pool(workers)
        try:
            with counting(rules.title, matches, not as_json) as advance:
                for stored in own.play(matches, pool):
                    advance(len(stored))
        finally:
            pool.stop()
        show_ladder(own.places(), as_json)


@ladder.command(epilog="Example:  quintain ladder show jaffre --json")
def show(game: GameName, database: Database = None, as_json: Json = False) -> None:
    """Show who is where, and how sure that is."""
    from quintain.cli.ladder_table import show_ladder

    with opened(game, None, database) as (_, own):
        show_ladder(own.places(), as_json)


@contextmanager
def opened(game: str, option: list[str] | None, database: str | None) -> "Iterator[tuple[Game, Ladder]]":
    """The rules of a game, and its ladder in this database."""
    import asyncio

    from quintain import games as library
    from quintain.datastore import Store
    from quintain.ranker.ladder import Ladder

    rules = library.load(game)
    options = options_of(rules, option)
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(database or default_database()))
        try:
            yield rules, Ladder(rules, options, store, runner)
        finally:
            runner.run(store.close())
