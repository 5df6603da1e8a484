"""Matches: what is known of one, its replay, and forks."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from litestar import Response, get, post

from quintain.core.outcome import Outcome
from quintain.datastore import MatchRow
from quintain.website.answers import AnyRequest, address
from quintain.website.arena import Arena
from quintain.website.changes import changes_in
from quintain.website.credits import match_players
from quintain.website.documented import file_of, struct_of
from quintain.website.identity import Visitor
from quintain.website.intake import LARGEST_BODY
from quintain.website.played import Played
from quintain.website.refusals import damaged
from quintain.website.replays import account_of, check_range, fork, match_row, outdated, replay_file, shown, wanted_eyes
from quintain.website.scopes import OF_PLAY
from quintain.website.wire.matches import Account, Forked, ForkRequest, MatchInfo, MatchSummary, ReplayIndex, Steps

PACKED = {"packed": True}  # compressed already, where that does not hold up others
REPLAY_FILE = "application/octet-stream"
MISREAD = (msgspec.MsgspecError, ValueError, TypeError, LookupError, AttributeError)
PAGE = 20  # steps, unless more are asked for


def outcome(row: MatchRow) -> Outcome | None:
    return msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None


def summary(row: MatchRow) -> MatchSummary:
    return MatchSummary(
        id=row.id,
        game=row.game,
        players=match_players(row),
        outcome=outcome(row),
        began=row.began.timestamp(),
        ended=row.ended.timestamp() if row.ended else None,
        rated=row.rated,
    )


def summaries(arena: Arena, rows: Iterable[MatchRow]) -> tuple[MatchSummary, ...]:
    """Of all that can be read: one that cannot is no reason to show none."""
    return tuple(found for row in rows if (found := readable_summary(arena, row)))


def readable_summary(arena: Arena, row: MatchRow) -> MatchSummary | None:
    try:
        return summary(row)
    except MISREAD as error:
        arena.store.note_damage(f"match {row.id}", error)
        return None


@get("/api/matches/{id:str}")
async def one_match(arena: Arena, id: str) -> MatchInfo:
    row = await match_row(arena, id)
    try:
        return await match_info(arena, row)
    except MISREAD as error:
        arena.store.note_damage(f"match {id}", error)
        raise damaged("this match", error) from None


async def match_info(arena: Arena, row: MatchRow) -> MatchInfo:
    head = msgspec.json.decode(row.header)
    # While it is played, the number of entries tells who has ended a secret turn.
    entries = await arena.store.entries(row.id) if row.ended else None
    return MatchInfo(
        id=row.id,
        table=row.table_id,
        game=row.game,
        rules_version=row.rules_version,
        options=head["options"],
        players=match_players(row, entries),
        outcome=outcome(row),
        began=row.began.timestamp(),
        ended=row.ended.timestamp() if row.ended else None,
        # The seed gives the whole deal away.
        seed=str(head["seed"]) if row.ended else None,
        # A match that was not played here came with its replay alone.
        steps=len(entries) if entries else None,
        outdated=outdated(row),
        forked_from=row.forked_from,
        forked_step=row.forked_step,
        rated=row.rated,
        changes=changes_in(row),
    )


@get("/api/matches/{id:str}/index", opt=PACKED, responses=struct_of(ReplayIndex, "the steps in brief"))
async def index(request: AnyRequest, arena: Arena, id: str, seat: str = "all") -> Response[bytes]:
    """The steps in brief: when, whose, and the moments to mark."""
    eyes = wanted_eyes(seat)
    return await replay_answer(request, arena, id, eyes, lambda played: played.index(eyes))


@get("/api/matches/{id:str}/steps", opt=PACKED, responses=struct_of(Steps, "the steps"))
async def steps(
    request: AnyRequest,
    arena: Arena,
    id: str,
    seat: str = "all",
    first: int = 0,
    count: int = PAGE,
    views: bool = True,
    texts: bool = False,
) -> Response[bytes]:
    """A range of steps through a seat's eyes, `public` or `all`."""
    eyes = wanted_eyes(seat)
    check_range(first, count, views or texts)

    def page(played: Played) -> Steps:
        return played.page(eyes, first, count, views, texts)

    return await replay_answer(request, arena, id, eyes, page, first + count)


async def replay_answer(
    request: AnyRequest, arena: Arena, id: str, eyes: int, show: Callable[[Played], Any], steps: int | None = None
) -> Response[bytes]:
    await arena.limits.replays.keep(address(request))
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"content-encoding": "gzip"} if packed else {}
    data = await shown(arena, id, eyes, show, steps=steps, packed=packed)
    return Response(data, media_type="application/json", headers={"vary": "accept-encoding", **headers})


@get("/api/matches/{id:str}/account")
async def account(request: AnyRequest, arena: Arena, id: str) -> Account:
    """What was done and said, without playing it again: for matches whose rules are not ours any more."""
    await arena.limits.replays.keep(address(request))
    return await account_of(arena, id)


@get("/api/matches/{id:str}/file", responses=file_of(REPLAY_FILE, "the replay"))
async def file(request: AnyRequest, arena: Arena, id: str) -> Response[bytes]:
    await arena.limits.replays.keep(address(request))
    row = await match_row(arena, id, over=True)
    name = f"{row.game}-{row.id}.replay"
    return Response(
        await replay_file(arena, row),
        media_type=REPLAY_FILE,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@post("/api/matches/{id:str}/fork", status_code=200, request_max_body_size=LARGEST_BODY, opt=OF_PLAY)
async def fork_match(arena: Arena, visitor: Visitor, id: str, data: ForkRequest) -> Forked:
    arena.limits.tables.take(visitor.known.id)
    table = await fork(arena, id, data, visitor.known)
    return Forked(table=table.data.id)


ROUTES = [one_match, index, steps, account, file, fork_match]
