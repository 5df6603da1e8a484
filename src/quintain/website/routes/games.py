"""Games, and the lobby."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec
from litestar import get

from quintain import games
from quintain.datastore import MatchRow
from quintain.website.arena import Arena
from quintain.website.catalogue import game_info, game_named, game_page
from quintain.website.routes.matches import summaries
from quintain.website.wire.games import GameInfo, GamePage
from quintain.website.wire.tables import Lobby

Info = TypeVar("Info", bound=GameInfo)
LATEST = 20
LOOK_BACK = 60  # matches among which these are chosen
RANKED = 6  # of the ladder
MOST_TABLES = 100


@get("/api/games")
async def all_games(arena: Arena) -> list[GameInfo]:
    return [as_it_is(arena, game_info(games.load(name))) for name in games.names()]


@get("/api/games/{name:str}")
async def one_game(arena: Arena, name: str) -> GamePage:
    page = game_page(game_named(name))
    arena.preparation.want(name)
    return as_it_is(arena, page)


def as_it_is(arena: Arena, game: Info) -> Info:
    """The game with how far it has been compiled by now."""
    progress = arena.preparation.progress(game.name)
    ready = arena.preparation.ready(game.name)
    return msgspec.structs.replace(game, ready=ready, compiled=progress.done, to_compile=progress.total)


@get("/api/lobby")
async def lobby(arena: Arena) -> Lobby:
    public = [table for table in await arena.all_tables() if table.data.public]
    waiting = [table.summary() for table in public if table.data.state == "waiting"]
    running = [table.summary() for table in public if table.data.state == "playing" and table.data.watching != "nobody"]
    replays = shown_replays(await arena.store.latest(LOOK_BACK, public=True))
    return Lobby(
        tables=tuple(waiting[-MOST_TABLES:]),
        running=tuple(running[-MOST_TABLES:]),
        replays=summaries(arena, replays),
    )


def shown_replays(rows: Sequence[MatchRow]) -> list[MatchRow]:
    """The ladder plays day and night: its matches are not to crowd out what people played."""
    ranked = {row.id for row in rows if row.table_id is None}
    few = {*[row.id for row in rows if row.id in ranked][:RANKED]}
    return [row for row in rows if row.id not in ranked or row.id in few][:LATEST]


ROUTES = [all_games, one_game, lobby]
