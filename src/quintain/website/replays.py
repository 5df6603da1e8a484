"""Replays: a finished match step by step through any eyes, and a new match from any step of it."""

import asyncio
from collections.abc import Iterator

from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.core.record import Entry
from quintain.core.replay import Replay, typed
from quintain.datastore import MatchRow
from quintain.website.arena import Arena
from quintain.website.catalogue import game_named, strongest_of
from quintain.website.data import Chair
from quintain.website.history import encode, lines, reasons
from quintain.website.refusals import BadWords, NotNow, NotThere
from quintain.website.seating import bot_chair, check_together
from quintain.website.table import Table
from quintain.website.wire.matches import ForkRequest, Step, Steps
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest


async def match_row(arena: Arena, id: str, over: bool = False) -> MatchRow:
    row = await arena.store.match(id)
    if row is None:
        raise NotThere("there is no such match")
    if over and row.ended is None:
        raise NotNow("the match is still being played; its replay comes when it is over")
    return row


async def replay_of(arena: Arena, id: str) -> Replay:
    await match_row(arena, id, over=True)
    data = await arena.store.replay(id)
    if data is None:
        raise NotThere("this match has no replay")
    return Replay.from_bytes(data)


def wanted_eyes(seat: str) -> int:
    names = {"all": EVERYTHING, "public": PUBLIC}
    if seat in names:
        return names[seat]
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 3:
        raise BadWords("seat is all, public or a number")
    return int(seat)


async def steps_of(arena: Arena, id: str, eyes: int) -> bytes:
    replay = await replay_of(arena, id)
    return await asyncio.to_thread(encoded_steps, replay, eyes)


def encoded_steps(replay: Replay, eyes: int) -> bytes:
    return encode(Steps(steps=tuple(steps(replay, eyes))))


def steps(replay: Replay, eyes: int) -> Iterator[Step]:
    game, told = game_named(replay.game), 0
    for n, (entry, match) in enumerate(replay.steps(game)):
        if eyes >= len(match.seats):
            raise NotThere(f"there is no seat {eyes}; the last one is {len(match.seats) - 1}")
        yield step(n, entry, match, eyes, told)
        told = match.event_count


def step(n: int, entry: Entry | None, match: Match, eyes: int, told: int) -> Step:
    seen = match.position.seen_by(eyes)
    view, events = seen.game.view(seen, eyes), tuple(match.events(eyes, told))
    moments = [event.moment for event in events if hasattr(event, "moment")]
    return Step(
        n=n,
        entry=entry,
        at=entry.at if entry else 0.0,
        events=events,
        lines=lines(events, match.position),
        view=view,
        text=seen.game.text(view),
        acting=() if match.outcome else seen.acting,
        # Over is over: every reason may be read.
        reasons=reasons([entry] if entry else [], EVERYTHING),
        key=moments[-1] if moments else None,
    )


async def fork(arena: Arena, id: str, wishes: ForkRequest, person: Person) -> Table:
    """A new table at which the match goes on from this step, with other people or bots."""
    replay = await replay_of(arena, id)
    game = game_named(replay.game)
    match = await asyncio.to_thread(replay.match, game, wishes.step)
    if wishes.step > len(replay.entries) or match.outcome:
        raise NotNow("nothing can be played after that step; choose an earlier one")
    if len(wishes.seats) != len(match.seats):
        raise BadWords(f"name a player for each of the {len(match.seats)} seats")
    check_together(match.seats, (seat for seat, name in enumerate(wishes.seats) if name == "me"))
    request = TableRequest(game=game.name, options=replay.options, public=False)
    table = arena.new_table(request, person, forked_from=id)
    try:
        for seat, name in enumerate(wishes.seats):
            me = Chair("person", person.name, person=person.id)
            table.data.chairs[seat] = me if name == "me" else bot_chair(table, seat, name or strongest_of(game))
        prefix = [typed(entry, game) for entry in replay.entries[: wishes.step]]
        await arena.start(table, prefix, replay.seed)
    except BaseException:
        arena.tables.pop(table.data.id, None)
        raise
    return table
