"""A table while the server runs: its chairs, its match, and everybody who is looking at it."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from quintain.core.errors import Duplicate, StoreError
from quintain.core.game import Game
from quintain.core.outcome import Ending, Outcome
from quintain.core.record import Entry, Player, Replaced, Stopped, Struck
from quintain.core.replay import Replay
from quintain.datastore import PlayerRow, SeatRow, Store, TableRow, bot_player, person_player
from quintain.datastore.database import Further
from quintain.website.background import Background
from quintain.website.catalogue import strongest_of
from quintain.website.connection import Connection
from quintain.website.data import Chair, TableData, agreed_now
from quintain.website.eyes import own_seat, own_seats, steps_behind
from quintain.website.history import encode
from quintain.website.links import page_of
from quintain.website.playing import RETRY, Playing, until_written
from quintain.website.wire.tables import SeatInfo, TableInfo, TableSummary, You

log = logging.getLogger(__name__)

WithOutcome = Callable[["Table", datetime], Sequence[Further]]


def nothing_more(table: "Table", ended: datetime) -> Sequence[Further]:
    """Nothing is stored with the outcome."""
    return ()


class Table:
    def __init__(
        self,
        store: Store,
        background: Background,
        game: Game,
        data: TableData,
        with_outcome: WithOutcome = nothing_more,
    ) -> None:
        self._store, self._background, self._with_outcome = store, background, with_outcome
        self.game = game
        self.data = data
        self.places = game.seating(game.options_from(data.options))
        self.playing: Playing | None = None
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()  # held while seats change hands
        self.idle_since = time.monotonic()
        self._absences: dict[str, tuple[float, asyncio.TimerHandle]] = {}  # by person: until when, in Unix time

    # --- as others see it

    def info(self, person: str | None) -> TableInfo:
        data = self.data
        return TableInfo(
            id=data.id,
            game=data.game,
            options=data.options,
            time_control=data.time_control,
            public=data.public,
            watching=data.watching,
            delay=data.delay,
            pace=data.pace,
            grace=data.grace,
            host=data.host,
            state=data.state,
            match=data.match,
            invite=f"/tables/{data.id}",
            seats=self.seat_infos(person),
            you=You(person=person, seats=own_seats(data, person), host=person is not None and data.host == person),
            forked_from=data.forked_from,
            rated=data.counts if data.state != "waiting" else data.rated,
            agreed=tuple(sorted(agreed_now(data))),
            trial=data.draft is not None,
        )

    def seat_infos(self, person: str | None) -> tuple[SeatInfo, ...]:
        told = self.playing is not None and not steps_behind(self.data, person)
        strikes = self.playing.match.strikes if self.playing and told else [0 for _ in self.places]
        return tuple(
            SeatInfo(
                seat=seat,
                team=place.team,
                role=place.role,
                name=chair.name,
                kind=chair.kind,
                player=chair.player,
                person=chair.person,
                guest=chair.guest,
                connected=self.is_here(chair.person),
                away_until=self.away_until(chair),
                strikes=strikes[seat] if chair.kind == "person" else 0,
                program=chair.program,
                page=self.page_of(chair),
            )
            for seat, (place, chair) in enumerate(zip(self.places, self.data.chairs, strict=True))
        )

    def page_of(self, chair: Chair) -> str | None:
        """Where all is known of who sits there."""
        if chair.person:
            return None if chair.guest else page_of(person_player(chair.person, chair.name).id)
        if chair.program:
            return page_of(chair.program)
        return page_of(bot_player(self.game.name, self.game.rules_version, chair.player).id) if chair.player else None

    def summary(self) -> TableSummary:
        free = sum(chair.kind == "empty" for chair in self.data.chairs)
        data = self.data
        return TableSummary(
            id=data.id,
            game=data.game,
            state=data.state,
            seats=self.seat_infos(None),
            free=free,
            began=data.began,
            rated=data.counts if data.state != "waiting" else data.rated,
        )

    # --- changes

    async def changed(self) -> None:
        """Show everybody how the table is now, and keep it."""
        self.show()
        await self.save()

    def show(self) -> None:
        for connection in self.connections:
            connection.table_changed()
            # When the match is over, clients ask if they want to see more: nobody's last steps are swept away.
            if self.data.state != "over":
                connection.look_again()

    async def save(self) -> None:
        try:
            await self._store.save_table(self.row())
        except StoreError as error:
            # The match itself is in the journal; the table is written again with its next change.
            log.warning("table %s is not saved: %s", self.data.id, error)

    def row(self) -> TableRow:
        data = self.data
        return TableRow(data.id, data.game, data.public, data.state, msgspec.json.encode(data))

    # --- the match

    def play(self, playing: Playing) -> None:
        """From now on this match is played here."""
        self.show_match(playing)
        for chair in self.data.chairs:
            if chair.kind == "person" and chair.person:
                self.note_absence(chair.person)
        playing.live.wake()

    def show_match(self, playing: Playing) -> None:
        """The chairs follow from the match: its journal is what counts, whatever was saved of the table."""
        self.playing, self.data.match = playing, playing.id
        for seat, player in enumerate(playing.match.players):
            self.sit_down(seat, player)

    def sit_down(self, seat: int, player: Player) -> None:
        """The chair shows who answers for the seat now. A person keeps it while a bot stands in."""
        chair = self.data.chairs[seat]
        if player.kind == "person":
            chair.kind, chair.player, chair.person = "person", None, player.id
        else:
            chair.kind, chair.player = "bot", player.id if player.kind == "program" else player.name

    def entered(self, entry: Entry) -> None:
        """Something has happened in the match."""
        for connection in self.connections:
            connection.wake()
        playing = self.playing
        if playing is None:
            return
        if playing.match.outcome:
            self._background.spawn(self.finish())
        elif isinstance(entry, Replaced):
            self.sit_down(entry.seat, entry.player)
            self._background.spawn(self.seat_changed(entry.seat))
        elif isinstance(entry, Struck):
            self.show()

    async def finish(self) -> None:
        """Store the outcome and the replay, as often as it takes, and let everybody know that it is over."""
        playing = self.playing
        if playing is None or playing.match.outcome is None:
            return
        outcome, replay = encode(playing.match.outcome), Replay.of(playing.match).to_bytes()
        seats, ended = self.seat_rows(playing.match.outcome), datetime.now(UTC)
        further = self._with_outcome(self, ended)
        while True:
            try:
                await self._store.finish_match(playing.id, ended, outcome, replay, seats, further)
                break
            except Duplicate:
                break
            except StoreError as error:
                log.warning("match %s is not finished yet: %s", playing.id, error)
                await asyncio.sleep(RETRY)
        if self.playing is playing:
            self.data.state = "over"
            self.stop_counting()
            await self.changed()

    async def stop(self, why: str) -> None:
        """The match ends where it is, by nobody's fault."""
        playing = self.playing
        if playing is None or self.data.state != "playing":
            return

        def decide() -> Entry | None:
            return None if playing.match.outcome else Stopped(Ending.ABANDONED, None, why, playing.live.now)

        await until_written(lambda: playing.live.enter(decide))
        await self.finish()

    # --- who is here

    def is_here(self, person: str | None) -> bool:
        return person is not None and any(connection.person == person for connection in self.connections)

    def join(self, connection: Connection) -> None:
        person, newcomer = connection.person, not self.is_here(connection.person)
        self.connections.add(connection)
        if person and newcomer and self.is_missed(person):
            self.note_presence(person)
            self.data.host = self.data.host or person
            self.show()

    def part(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.idle_since = time.monotonic()
        person = connection.person
        if person and not self.is_here(person) and self.is_missed(person):
            self.note_absence(person)
            self.show()

    def is_missed(self, person: str) -> bool:
        """Do the others wait for this person?"""
        return own_seat(self.data, person) is not None or self.data.host == person

    def away_until(self, chair: Chair) -> float | None:
        absence = self._absences.get(chair.person or "")
        return absence[0] if absence and chair.kind == "person" else None

    def note_presence(self, person: str) -> None:
        if absence := self._absences.pop(person, None):
            absence[1].cancel()

    def note_absence(self, person: str) -> None:
        """Start counting, if the person is not here, and the match runs or has yet to begin."""
        self.note_presence(person)
        if self.data.state == "over" or self.is_here(person):
            return
        away = asyncio.get_running_loop().call_later(
            self.data.grace, lambda: self._background.spawn(self.stayed_away(person))
        )
        self._absences[person] = time.time() + self.data.grace, away

    async def stayed_away(self, person: str) -> None:
        """The grace time is over: bots stand in, or before the match the seat is free and the next person is host."""
        async with self.lock:
            self.note_presence(person)
            if self.is_here(person):
                return
            if self.data.state == "playing":
                await until_written(lambda: self.stand_in_for(person))
            elif self.data.state == "waiting":
                self.give_up(person)
                await self.changed()

    async def stand_in_for(self, person: str) -> None:
        """Bots play this person's seats from now on."""
        for seat, chair in enumerate(self.data.chairs):
            if chair.person == person:
                await self.stand_in(seat)

    def give_up(self, person: str) -> None:
        """The person does not sit here any more."""
        for seat, chair in enumerate(self.data.chairs):
            if chair.person == person:
                self.data.chairs[seat] = Chair()
        if self.data.host == person:
            self.data.host = None
            self.hand_over()

    async def stand_in(self, seat: int) -> None:
        """A bot answers for the person from now on; it learns what this seat has been shown and nothing else."""
        if self.data.chairs[seat].kind == "person" and self.playing:
            player = Player(strongest_of(self.game), timed=False)
            await self.playing.replace(seat, player, Ending.ABANDONED, "the person has left")

    async def seat_changed(self, seat: int) -> None:
        """Store who answers for this seat of the match now; a host whose seats bots play is host no longer."""
        host = self.data.host
        held = [self.data.chairs[seat] for seat in own_seats(self.data, host)]
        if held and all(chair.kind == "bot" for chair in held):
            self.hand_over()
        await self.changed()
        if self.playing and not self.playing.match.outcome:
            try:
                await self._store.seat_changed(self.playing.id, seat_row(self.game, seat, self.data.chairs[seat]))
            except StoreError as error:
                # It is written again with the outcome.
                log.warning("a seat of match %s is not saved: %s", self.playing.id, error)

    def seat_rows(self, outcome: Outcome | None = None) -> list[SeatRow]:
        rows = [seat_row(self.game, seat, chair, outcome) for seat, chair in enumerate(self.data.chairs)]
        return [replace(row, team=place.team) for row, place in zip(rows, self.places, strict=True)]

    def hand_over(self) -> None:
        """The host does not play here any more: the next person is host, if there is one."""
        people = [chair.person for chair in self.data.chairs if chair.kind == "person"]
        if people:
            self.data.host = min(people, key=lambda person: not self.is_here(person))

    def dismiss(self, code: int, reason: str) -> None:
        for connection in self.connections:
            connection.close(code, reason)
        self.stop_counting()

    def no_longer_guest(self, person: str) -> None:
        """They have an account now."""
        for seat in own_seats(self.data, person):
            self.data.chairs[seat].guest = False
            self.show()

    def stop_counting(self) -> None:
        for person in list(self._absences):
            self.note_presence(person)


def seat_row(game: Game, seat: int, chair: Chair, outcome: Outcome | None = None) -> SeatRow:
    """Whose seat it is and who stands in; when the match is over, also what the seat reached."""
    bot = bot_in(game, chair) if chair.kind == "bot" and chair.player else None
    player = person_player(chair.person, chair.name) if chair.person else program_in(game, chair) or bot
    assert player is not None, "every seat of a match has a person or a bot"
    row = SeatRow(seat, chair.name, player, bot if bot != player else None)
    if outcome is None:
        return row
    faults = [str(fault.ending) for fault in outcome.faults if fault.seat == seat and not fault.mended]
    return replace(row, rank=outcome.ranks[seat], score=outcome.scores[seat], fault=faults[0] if faults else None)


def bot_in(game: Game, chair: Chair) -> PlayerRow:
    """Who answers for the seat of this chair, where that is no person."""
    if chair.program and chair.player == chair.program:
        return program_row(game, chair.program, chair.name)
    return bot_player(game.name, game.rules_version, chair.player or "")


def program_in(game: Game, chair: Chair) -> PlayerRow | None:
    """The program whose seat it is, also while a bot stands in for it."""
    return program_row(game, chair.program, chair.name) if chair.program else None


def program_row(game: Game, id: str, name: str) -> PlayerRow:
    """A version is in the store already, with its number; a draft is entered by its first match."""
    return PlayerRow(id, "program", name, game=game.name)
