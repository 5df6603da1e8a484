"""Matches: what is known of one, its replay, and forks."""

import msgspec
from litestar import Response, get, post

from quintain.core.outcome import Outcome
from quintain.datastore import MatchRow
from quintain.website.arena import Arena
from quintain.website.catalogue import game_named
from quintain.website.identity import Visitor
from quintain.website.replays import fork, match_row, steps_of, wanted_eyes
from quintain.website.wire.matches import Forked, ForkRequest, MatchInfo, MatchPlayer, MatchSummary, Steps


def players(row: MatchRow) -> tuple[MatchPlayer, ...]:
    game = game_named(row.game)
    places = game.seating(game.options_from(msgspec.json.decode(row.header)["options"]))
    return tuple(
        MatchPlayer(
            seat=s.seat,
            team=places[s.seat].team,
            name=s.name,
            kind="person" if s.player.kind == "person" else "bot",
            player=None if s.player.kind == "person" else s.player.name,
            stand_in=s.stand_in.name if s.stand_in else None,
        )
        for s in row.seats
    )


def outcome(row: MatchRow) -> Outcome | None:
    return msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None


def summary(row: MatchRow) -> MatchSummary:
    return MatchSummary(
        id=row.id,
        game=row.game,
        players=players(row),
        outcome=outcome(row),
        began=row.began.timestamp(),
        ended=row.ended.timestamp() if row.ended else None,
    )


@get("/api/matches/{id:str}")
async def one_match(arena: Arena, id: str) -> MatchInfo:
    row = await match_row(arena, id)
    head = msgspec.json.decode(row.header)
    return MatchInfo(
        id=row.id,
        table=row.table_id,
        game=row.game,
        rules_version=row.rules_version,
        options=head["options"],
        players=players(row),
        outcome=outcome(row),
        began=row.began.timestamp(),
        ended=row.ended.timestamp() if row.ended else None,
        # The seed tells the whole deal.
        seed=str(head["seed"]) if row.ended else None,
        steps=len(await arena.store.entries(id)) if row.ended else None,
        forked_from=row.forked_from,
        forked_step=row.forked_step,
    )


@get("/api/matches/{id:str}/steps")
async def steps(arena: Arena, id: str, seat: str = "all") -> Response[bytes]:
    return Response(await steps_of(arena, id, wanted_eyes(seat)), media_type="application/json")


@get("/api/matches/{id:str}/file")
async def file(arena: Arena, id: str) -> Response[bytes]:
    row = await match_row(arena, id, over=True)
    name = f"{row.game}-{row.id}.replay"
    return Response(
        await arena.store.replay(id) or b"",
        media_type="application/octet-stream",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@post("/api/matches/{id:str}/fork", status_code=200)
async def fork_match(arena: Arena, visitor: Visitor, id: str, data: ForkRequest) -> Forked:
    arena.limits.tables.take(visitor.known.id)
    table = await fork(arena, id, data, visitor.known)
    return Forked(table=table.data.id)


ROUTES = [one_match, steps, file, fork_match]
__all__ = ["ROUTES", "Steps", "summary"]
