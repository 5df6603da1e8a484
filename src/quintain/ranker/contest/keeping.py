"""A result becomes a stored match, with ratings, logs and the end of its fixture in one transaction: once, or never."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import Connection

from quintain.core.errors import NotStored
from quintain.core.game import Game
from quintain.core.outcome import Outcome
from quintain.datastore import FinishedMatch, FixtureRow, LogRow, MatchRow, PlayerRow, SeatRow, Store
from quintain.datastore.contenders import faults_in_a_row, fixture_closed, rests, still_open
from quintain.datastore.database import Further
from quintain.ranker.contest.errands import Finished
from quintain.ranker.stored import rate_anew

NOBODY = ""  # in the audit log: what the arena did by itself
DROPPED, RESTS = "fixture dropped", "bot put to rest"
HOPELESS = 10  # matches in a row that a version fails before it is put to rest


class NoLongerOpen(NotStored):
    """The fixture is not waiting for a result: somebody else has played it, or it was dropped."""


def shown(player: PlayerRow) -> str:
    """The name of a player as people see it in matches."""
    return f"{player.name} v{player.version}" if player.kind == "program" else player.name


async def keep(
    store: Store, game: Game, fixture: FixtureRow, finished: Finished, players: Mapping[str, PlayerRow]
) -> MatchRow:
    """Store what came of a fixture; raises NoLongerOpen if that is not wanted any more."""
    match = match_of(game, fixture, finished, players)
    logs = [LogRow(match.id, log.seat, fixture.players[log.seat], log.text) for log in finished.logs]
    await put(store, FinishedMatch(match, finished.played.replay), logs)
    return match


async def put(store: Store, finished: FinishedMatch, logs: Sequence[LogRow] = ()) -> None:
    """All that follows from a match is stored with it, if its fixture is still open; NoLongerOpen if it is not."""
    match = finished.match
    further = [close_fixture(match.id)]
    if any(log.text for log in logs):
        further.append(store.put_logs(logs))
    await store.add_matches([finished], further, rate_anew)


def close_fixture(id: str) -> Further:
    """Undo all of the transaction if the fixture is not open: a result that comes late, or that nobody asked for."""

    def close(connection: Connection) -> None:
        if not fixture_closed(connection, id):
            raise NoLongerOpen(f"fixture {id!r} is not open any more")

    return close


def match_of(game: Game, fixture: FixtureRow, finished: Finished, players: Mapping[str, PlayerRow]) -> MatchRow:
    played, ended = finished.played, datetime.now(UTC)
    return MatchRow(
        id=fixture.id,
        game=game.name,
        rules_version=game.rules_version,
        header=finished.header,
        began=ended - timedelta(seconds=played.seconds),
        ended=ended,
        outcome=msgspec.json.encode(played.outcome),
        rated=fixture.rated,
        set_id=fixture.set_id,
        event_id=fixture.event_id,
        seats=tuple(seats_of(game, fixture, finished, players)),
    )


def seats_of(
    game: Game, fixture: FixtureRow, finished: Finished, players: Mapping[str, PlayerRow]
) -> Sequence[SeatRow]:
    outcome, places = finished.played.outcome, game.seating(game.options_from(msgspec.json.decode(fixture.options)))
    return [
        SeatRow(
            number,
            shown(players[id]),
            players[id],
            rank=outcome.ranks[number],
            score=outcome.scores[number],
            fault=fault_of(outcome, number),
            team=places[number].team,
            slowest=finished.played.paces[number].longest,
        )
        for number, id in enumerate(fixture.players)
    ]


def fault_of(outcome: Outcome, seat: int) -> str | None:
    return next((str(fault.ending) for fault in outcome.faults if fault.seat == seat and not fault.mended), None)


# --- what is not played after all ------------------------------------------------------------------------------------


async def drop(store: Store, fixtures: Sequence[FixtureRow], why: str) -> None:
    """These are not played, and the audit log says so."""
    ids = [row.id for row in fixtures]
    notes = [store.audited(NOBODY, DROPPED, row.id, f"{row.game}, set {row.set_id}: {why}") for row in fixtures]

    def gone(connection: Connection) -> None:
        open_ones = {id for id in ids if still_open(connection, id)}
        for row, note in zip(fixtures, notes, strict=True):
            if row.id in open_ones:
                note(connection)
        store.fixture_done(ids)(connection)

    await store.write("fixtures", gone)


async def put_hopeless_to_rest(store: Store, match: MatchRow) -> list[str]:
    """Versions that do nothing but fail play no more, until their owner activates one; the names of those."""
    names = []
    failed = {seat.player.id: seat.player for seat in match.seats if seat.fault and seat.player.kind == "program"}
    for player in failed.values():
        faults = await faults_in_a_row(store, player.id, HOPELESS)
        if len(faults) >= HOPELESS:
            await put_to_rest(store, player, faults[0])
            names.append(shown(player))
    return names


async def put_to_rest(store: Store, player: PlayerRow, fault: str) -> None:
    version = player.id.partition(":")[2]
    note = (
        f"This version failed {HOPELESS} rated matches in a row (the last one: {fault}) and plays no more. "
        "Its logs say what went wrong; upload a mended version, or activate this one again."
    )
    rest, audit = rests(version, note), store.audited(NOBODY, RESTS, version, f"{shown(player)}: {note}")

    def write(connection: Connection) -> None:
        rest(connection)
        audit(connection)

    await store.write(f"version {version!r}", write)
