"""Games, and the lobby."""

import msgspec
from litestar import get

from quintain import games
from quintain.website.arena import Arena
from quintain.website.catalogue import game_info, game_named, game_page
from quintain.website.routes.matches import summaries
from quintain.website.wire.games import GameInfo, GamePage
from quintain.website.wire.tables import Lobby

LATEST = 20
MOST_TABLES = 100


@get("/api/games")
async def all_games(arena: Arena) -> list[GameInfo]:
    known = [game_info(games.load(name)) for name in games.names()]
    return [msgspec.structs.replace(game, ready=arena.preparation.ready(game.name)) for game in known]


@get("/api/games/{name:str}")
async def one_game(arena: Arena, name: str) -> GamePage:
    return msgspec.structs.replace(game_page(game_named(name)), ready=arena.preparation.ready(name))


@get("/api/lobby")
async def lobby(arena: Arena) -> Lobby:
    public = [table for table in arena.tables.values() if table.data.public]
    waiting = [table.summary() for table in public if table.data.state == "waiting"]
    running = [table.summary() for table in public if table.data.state == "playing" and table.data.watching != "nobody"]
    replays = await arena.store.latest(LATEST, public=True)
    return Lobby(
        tables=tuple(waiting[-MOST_TABLES:]),
        running=tuple(running[-MOST_TABLES:]),
        replays=summaries(arena, replays),
    )


ROUTES = [all_games, one_game, lobby]
