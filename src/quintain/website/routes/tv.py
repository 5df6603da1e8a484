"""The television: what is on, for everybody who looks."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from quintain import games
from quintain.website.arena import Arena
from quintain.website.routes.matches import summaries
from quintain.website.television import Television
from quintain.website.wire.ladder import Channel


@get("/api/tv")
async def channels(
    arena: Arena, television: Television, game: Annotated[str, Parameter(max_length=60)] | None = None
) -> list[Channel]:
    """The best running match of each game. Whoever names a game looks at it: bots play there if nobody else does."""
    if game is not None:
        television.look(game)
    return [await channel(arena, television, name) for name in games.names()]


async def channel(arena: Arena, television: Television, game: str) -> Channel:
    best = await television.best(game)
    if best is None:
        latest = await arena.ladders.kept.get(("replay", game), lambda: arena.store.latest(1, game=game, public=True))
        return Channel(game=game, table=None, latest=next(iter(summaries(arena, latest)), None))
    table, rating = best
    return Channel(game=game, table=table.summary(), ranked=table.data.counts, rating=rating)


ROUTES = [channels]
