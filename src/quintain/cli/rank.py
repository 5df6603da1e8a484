"""`quintain rank`: the ladder's matches, played without a website."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import Json
from quintain.cli.ladder import Database

if TYPE_CHECKING:
    from quintain.core.game import Game
    from quintain.datastore import MatchRow, Store
    from quintain.ranker.contest.ranker import Ranker

MOST = 64.0
DEFAULT = 0.4


def rank(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="games", show_default="all")] = None,
    database: Database = None,
    cores: Annotated[
        float, typer.Option(metavar="N", min=0.05, max=MOST, help="processors that it may take, on average")
    ] = DEFAULT,
    matches: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="end after so many", show_default="go on and on")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play the ladder's matches day and night: house bots and uploaded bots, in all games.

    A website does the same by itself; several of these may help it, on one PostgreSQL.
    Ctrl-C ends it: what is stored is rated, and what was being played is played again by whoever comes next.
    """
    import asyncio

    from quintain import games as library
    from quintain.cli.serve import default_database
    from quintain.datastore import Store

    chosen = [library.load(name) for name in games] if games else None

    async def work() -> None:
        async with await Store.open(database or default_database()) as store:
            await play(store, chosen, cores, matches, as_json)

    asyncio.run(work())


async def play(store: "Store", games: "list[Game] | None", cores: float, matches: int | None, as_json: bool) -> None:
    """Until there are enough matches, or somebody stops it."""
    import asyncio

    from quintain.ranker.contest.compiling import compile_missing
    from quintain.ranker.contest.ranker import Ranker

    enough = asyncio.Event()

    def told(match: "MatchRow") -> None:
        show(match, as_json)
        if matches is not None and sum(ranker.finished.values()) >= matches:
            enough.set()

    ranker = Ranker(store, cores=cores, games=games, told=told)
    tasks = [
        asyncio.create_task(ranker.run()),
        asyncio.create_task(compile_missing(ranker.games)),
        asyncio.create_task(tell_pauses(ranker)),
    ]
    ended = asyncio.create_task(enough.wait())
    try:
        done, _ = await asyncio.wait([tasks[0], ended], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in [*tasks, ended]:
            task.cancel()
        await asyncio.gather(*tasks, ended, return_exceptions=True)


async def tell_pauses(ranker: "Ranker") -> None:
    """Say that the ladder is paused, and that it goes on."""
    import asyncio

    before = False
    while True:
        if ranker.paused != before:
            before = ranker.paused
            typer.echo("the ladder is paused" if before else "the ladder goes on", err=True)
        await asyncio.sleep(0.5)


def show(match: "MatchRow", as_json: bool) -> None:
    """One line a match."""
    from quintain.cli.console import emit

    seats = {seat.name: seat for seat in match.seats}
    if as_json:
        ranks = {seat.name: seat.rank for seat in match.seats}
        emit({"id": match.id, "game": match.game, "ended": match.ended, "ranks": ranks})
        return
    order = sorted(seats.values(), key=lambda seat: (seat.rank or 0, seat.seat))
    words = ", ".join(f"{seat.rank}. {seat.name}{f' ({seat.fault})' if seat.fault else ''}" for seat in order)
    assert match.ended
    typer.echo(f"{match.ended.astimezone():%H:%M:%S}  {match.game:<11} {words}")
    sys.stdout.flush()
