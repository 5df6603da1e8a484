"""Ladders, and the pages of those who are on them. All of it only reads."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

from litestar import get
from litestar.params import Parameter
from msgspec.structs import replace

from quintain import games
from quintain.core.record import Acted, Entry
from quintain.datastore import MatchRow
from quintain.website.answers import AnyRequest, address
from quintain.website.arena import Arena
from quintain.website.changes import changes_in
from quintain.website.identity import Visitor
from quintain.website.profiles import bot_page, player_page
from quintain.website.refusals import NotThere
from quintain.website.replays import replay_of
from quintain.website.routes.matches import summaries
from quintain.website.wire.ladder import Among, LadderPage, LadderTop, PlayerPage, RatedMatch
from quintain.website.wire.matches import Decision

LATEST = 6  # matches beside a ladder
MATCHES = 12  # on the page of a player
Name = Annotated[str, Parameter(max_length=60)]
Place = Annotated[int, Parameter(ge=0, le=1_000_000)]


@get("/api/ladder")
async def ladders(arena: Arena) -> list[LadderTop]:
    """The best of every game."""
    return await arena.ladders.tops(games.names())


@get("/api/ladder/{game:str}")
async def ladder(
    arena: Arena, game: str, among: Among = "all", name: Name = "", season: int | None = None, first: Place = 0
) -> LadderPage:
    """Fifty rows of a ladder; `season` is the number of an older one, whose final standings are shown."""
    page = await arena.ladders.page(game, among, name, season, first)
    if page.over:
        return page
    latest = await arena.ladders.kept.get(("latest", game), lambda: latest_of_game(arena, game))
    return replace(page, latest=latest)


async def latest_of_game(arena: Arena, game: str) -> tuple[RatedMatch, ...]:
    rows = await arena.store.latest(2 * LATEST, game=game, public=True)
    return rated_matches(arena, [row for row in rows if row.rated][:LATEST])


def rated_matches(arena: Arena, rows: Iterable[MatchRow]) -> tuple[RatedMatch, ...]:
    """With what they did to ratings; one that cannot be read is left out."""
    return tuple(RatedMatch(match=found, changes=changes_in(row)) for row in rows for found in summaries(arena, [row]))


@get("/api/players/{id:path}")
async def player(arena: Arena, visitor: Visitor, id: str, game: Name | None = None) -> PlayerPage:
    """A person, a house bot or a version of an uploaded bot, by the id that ladders and matches have."""
    page = await player_page(arena.ladders, id.removeprefix("/"), game, visitor.person.id if visitor.person else None)
    return await with_matches(arena, page)


@get("/api/bots/{id:str}")
async def bot(arena: Arena, visitor: Visitor, id: str) -> PlayerPage:
    """An uploaded bot with all its versions."""
    page = await bot_page(arena.ladders, id, visitor.person.id if visitor.person else None)
    return await with_matches(arena, page)


async def with_matches(arena: Arena, page: PlayerPage) -> PlayerPage:
    ids = {page.player.id, *(f"program:{version.id}" for version in page.versions)}
    rows = await arena.store.latest_of(ids, MATCHES, game=page.game, public=True)
    return replace(page, latest=rated_matches(arena, rows))


@get("/api/matches/{id:str}/slowest")
async def slowest(request: AnyRequest, arena: Arena, id: str, seat: Annotated[int, Parameter(ge=0, le=63)]) -> Decision:
    """The decision about which this seat thought longest."""
    await arena.limits.replays.keep(address(request))
    replay, _ = await replay_of(arena, id)
    turns = [turn for turn in decisions(replay.entries) if turn.seat == seat]
    if not turns:
        raise NotThere(f"seat {seat} took no decision in this match")
    longest = max(turns, key=lambda turn: (turn.charged, turn.passed))
    return Decision(step=longest.step, seconds=longest.charged or longest.passed)


class Taken(NamedTuple):
    """A decision: what its clock was charged, and the time that passed before it."""

    step: int
    seat: int
    charged: float
    passed: float


def decisions(entries: Sequence[Entry]) -> Iterator[Taken]:
    before = 0.0
    for step, entry in enumerate(entries, 1):
        if isinstance(entry, Acted):
            yield Taken(step, entry.seat, entry.spent, entry.at - before)
        before = entry.at


ROUTES = [ladders, ladder, player, bot, slowest]
