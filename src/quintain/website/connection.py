"""One socket at a table. It has a place in the history, not a queue: a slow reader falls behind and costs nothing."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from quintain.website.data import TableData
from quintain.website.eyes import Gaze, Wanted, eyes_for, steps_behind
from quintain.website.history import text_of
from quintain.website.limits import Speed
from quintain.website.playing import Playing
from quintain.website.refusals import Refused
from quintain.website.wire.live import ClocksMessage, EndedMessage, ErrorMessage, ServerMessage, TableMessage
from quintain.website.wire.tables import TableInfo

PATIENCE = 20.0  # seconds that one message may take to be sent
MOST_NOTES = 32  # replies that wait to be sent, before the next message is read
SPEED = 300.0  # messages a second that are read
BURST = 300
GREETING = 10  # messages that a hello counts for: all there is to see may follow


class TooSlow(Exception):
    """The other side does not read."""


class Watched(Protocol):
    """What a connection needs of the table that it looks at."""

    @property
    def data(self) -> TableData: ...

    @property
    def playing(self) -> Playing | None: ...

    def info(self, person: str | None) -> TableInfo: ...


class Connection:
    def __init__(self, table: Watched, person: str | None) -> None:
        self.table = table
        self.person = person
        self.wanted: Wanted = "auto"
        self.eyes: Gaze | None = None  # none before it has said hello, or where it may not look
        self.match: str | None = None  # what `sent` counts in
        self.sent: int | None = None  # the last step that was sent; none when it needs a sync
        self.closing: tuple[int, str] | None = None
        self._notes: deque[str] = deque()
        self._table_changed = False
        self._late = False  # is it catching up?
        self._ended: str | None = None  # the match whose end has been announced to it
        self._something = asyncio.Event()
        self._speed = Speed(SPEED, BURST)
        self._may_note = asyncio.Event()
        self._may_note.set()

    # --- how fast it is listened to

    async def listen(self) -> None:
        """Wait before the next message is read, if they come too fast or the replies to them are not read."""
        await asyncio.sleep(self._speed.take())
        await self._may_note.wait()

    # --- what it should be sent

    def greet(self, wanted: Wanted, match: str | None, since: int | None) -> None:
        self._speed.take(GREETING)
        self.wanted, self._ended = wanted, None
        self.eyes = eyes_for(self.table.data, self.person, wanted)
        self.match, self.sent, self._late = match, since, since is not None
        self.table_changed()

    def note(self, message: ServerMessage) -> None:
        """Something for this socket alone."""
        self._notes.append(text_of(message))
        if len(self._notes) >= MOST_NOTES:
            self._may_note.clear()
        self._something.set()

    def complain(self, code: str, detail: str, seq: int | None = None) -> None:
        self.note(ErrorMessage(error=code, detail=detail, seq=seq))

    def table_changed(self) -> None:
        self._table_changed = True
        self._something.set()

    def wake(self) -> None:
        self._something.set()

    def look_again(self) -> None:
        """What it may see may have changed: a match began, or the host changed the settings."""
        if self.eyes is None:
            return
        try:
            eyes = eyes_for(self.table.data, self.person, self.wanted)
        except Refused:
            try:
                eyes = eyes_for(self.table.data, self.person, "auto")
            except Refused as refusal:
                self.eyes = None
                self.close(4403, str(refusal))
                return
        if eyes != self.eyes:
            self.eyes, self.sent = eyes, None
        self.wake()

    def close(self, code: int, reason: str) -> None:
        self.closing = code, reason
        self._something.set()

    # --- sending it

    async def write(self, send: Callable[[str], Awaitable[None]]) -> tuple[int, str]:
        """Send whatever there is until it should be closed; returns the code and the reason for that."""
        while True:
            await self._something.wait()
            self._something.clear()
            while not self.closing and (message := self._next()) is not None:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await send(message)
                except TimeoutError:
                    raise TooSlow from None
            if self.closing:
                return self.closing

    def _next(self) -> str | None:
        if self._table_changed:
            self._table_changed = False
            return text_of(TableMessage(table=self.table.info(self.person)))
        if message := self._next_of_match():
            return message
        # Last, so that a client that has the answer to its ping has seen everything before it.
        return self._next_note() if self._notes else None

    def _next_note(self) -> str:
        note = self._notes.popleft()
        if len(self._notes) < MOST_NOTES:
            self._may_note.set()
        return note

    def _next_of_match(self) -> str | None:
        playing = self.table.playing
        if playing is None or self.eyes is None:
            return None
        history, eyes = playing.history, playing.history.known(self.eyes)
        behind = steps_behind(self.table.data, self.person)
        latest = history.shown(eyes, behind)
        known = self.sent if self.match == playing.id else None
        if known is None or not history.oldest(eyes) - 1 <= known <= latest:
            self.match, self.sent, self._late = playing.id, latest, False
            return history.sync(playing.id, eyes, playing.live.now, behind)
        if known < latest:
            self.sent = known + 1
            return history.message(eyes, self.sent)
        if self._late:
            self._late = False
            return text_of(ClocksMessage(clocks=history.clocks(eyes, playing.live.now, behind)))
        outcome = playing.match.outcome
        # Sent once it is stored: a client that hears of the end may ask for the replay at once.
        if outcome and self.table.data.state == "over" and self._ended != playing.id:
            self._ended = playing.id
            return text_of(EndedMessage(outcome=outcome, match=playing.id))
        return None
