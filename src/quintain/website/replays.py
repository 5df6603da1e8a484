"""Replays: a finished match step by step through any eyes, and a new match from any step of it."""

import gzip
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from quintain.core.dice import SEED_BITS
from quintain.core.game import EVERYTHING, Game
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.core.record import Entry, Replaced, Reseeded
from quintain.core.replay import Replay
from quintain.datastore import MatchRow
from quintain.website.arena import Arena, Past
from quintain.website.catalogue import game_named, strongest_of
from quintain.website.data import Chair
from quintain.website.history import encode
from quintain.website.played import Played
from quintain.website.refusals import BadRequest, NotKept, NotNow, NotThere
from quintain.website.seating import bot_chair, check_together, player_in
from quintain.website.table import Table
from quintain.website.wire.matches import Account, ForkRequest
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest

MOST_STEPS = 100  # in one answer
MOST_WITHOUT_VIEWS = 2000
QUICK = 3  # level of compression: the rest of the way to 9 takes four times as long and saves little


async def match_row(arena: Arena, id: str, over: bool = False) -> MatchRow:
    row = await arena.store.match(id)
    if row is None:
        raise NotThere("there is no such match")
    if over and row.ended is None:
        raise NotNow("the match is still being played; its replay comes when it is over")
    return row


async def replay_file(arena: Arena, row: MatchRow) -> bytes:
    data = await arena.store.replay(row.id)
    if data is None:
        raise NotKept(
            "the replay of this match was not kept: of old matches between bots only some are; its result stays"
        )
    return data


async def replay_of(arena: Arena, id: str) -> tuple[Replay, Game]:
    row = await match_row(arena, id, over=True)
    data = await replay_file(arena, row)
    game = game_named(row.game)
    return await arena.replays.do(lambda: Replay.from_bytes(data)), game


def outdated(row: MatchRow) -> str | None:
    """Why the steps of a match cannot be drawn by our rules, if they cannot."""
    game = game_named(row.game)
    if row.rules_version == game.rules_version:
        return None
    return (
        f"This match was played under version {row.rules_version} of the {game.title} rules, and this server has "
        f"version {game.rules_version}. The board cannot be drawn, but here is what everybody did."
    )


# --- looking at one --------------------------------------------------------------------------------------------------


def wanted_eyes(seat: str) -> int:
    names = {"all": EVERYTHING, "public": PUBLIC}
    if seat in names:
        return names[seat]
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 3:
        raise BadRequest("seat is all, public or a number")
    return int(seat)


async def shown(
    arena: Arena, id: str, eyes: int, show: Callable[[Played], Any], *, steps: int | None = None, packed: bool = False
) -> bytes:
    """What this shows of the first steps or of all, as JSON; made and compressed where nobody else waits for it."""
    played = await arena.replays.get(id, lambda: replay_of(arena, id))
    if eyes >= played.seats:
        raise NotThere(f"there is no seat {eyes}; the last one is {played.seats - 1}")
    await arena.replays.play_to(played, steps)

    def make() -> bytes:
        data = encode(show(played))
        return gzip.compress(data, QUICK) if packed else data

    return await arena.replays.do(make)


def check_range(first: int, count: int, views: bool) -> None:
    most = MOST_STEPS if views else MOST_WITHOUT_VIEWS
    if first < 0 or not 0 < count <= most:
        raise BadRequest(f"first is at least 0, and count between 1 and {most}")


async def account_of(arena: Arena, id: str) -> Account:
    why = outdated(await match_row(arena, id, over=True))
    replay, game = await replay_of(arena, id)
    lines = await arena.replays.do(lambda: tuple(replay.account(game)))
    return Account(outdated=why or "", lines=lines)


# --- playing on from one ---------------------------------------------------------------------------------------------


async def fork(arena: Arena, id: str, wishes: ForkRequest, person: Person) -> Table:
    """A new table at which the match goes on from this step, with other people or bots."""
    replay, game = await replay_of(arena, id)
    match = await arena.replays.do(lambda: replay.match(game, wishes.step))
    if wishes.step > len(replay.entries) or match.outcome:
        raise NotNow("nothing can be played after that step; choose an earlier one")
    if len(wishes.seats) != len(match.seats):
        raise BadRequest(f"name a player for each of the {len(match.seats)} seats")
    check_together(match.seats, (seat for seat, name in enumerate(wishes.seats) if name == "me"))
    request = TableRequest(game=game.name, options=replay.options, public=False)
    table = arena.new_table(request, person, forked_from=id)
    try:
        for seat, name in enumerate(wishes.seats):
            me = Chair("person", person.name, person=person.id, guest=person.guest)
            table.data.chairs[seat] = me if name == "me" else bot_chair(table, seat, name or strongest_of(game))
        entries = forked(match, table.data.chairs)
        await arena.start(table, Past(int(replay.seed), replay.players, wishes.step, entries))
    except BaseException:
        arena.tables.pop(table.data.id, None)
        raise
    return table


def forked(match: Match, chairs: Sequence[Chair]) -> list[Entry]:
    """What has happened so far, and then a change of players wherever somebody else plays on.

    Nobody in the new match is charged with what players of the old one did, and nobody knows what it will deal, though
    the seed of the old one is there for all to see.
    """
    past = [replace(entry, ending=None, why="") if isinstance(entry, Replaced) else entry for entry in match.record]
    at = past[-1].at if past else 0.0
    wanted = map(player_in, chairs)
    changes = [Replaced(seat, player, at) for seat, player in enumerate(wanted) if player != match.players[seat]]
    return [*past, *changes, Reseeded(str(secrets.randbits(SEED_BITS)), at)]
