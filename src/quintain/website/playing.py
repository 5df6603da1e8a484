"""The match at a table: the driver, the journal, and the history that everybody is shown."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from typing import Any

import msgspec

from quintain.arbiter.live import Live, NotWritten
from quintain.core.errors import BadNotation, Duplicate, StoreUnavailable
from quintain.core.game import Game
from quintain.core.match import Acted, Entry, Match, Stopped
from quintain.core.outcome import Ending
from quintain.core.replay import Replay, repeat, typed
from quintain.datastore import Store
from quintain.website.history import History, encode
from quintain.website.refusals import Stale

CREDIT = 10.0  # seconds that everybody is given after a restart

decode_entry = msgspec.json.Decoder(Entry).decode


class Playing:
    def __init__(
        self,
        id: str,
        match: Match,
        store: Store,
        announce: Callable[[Entry], None],
        *,
        pace: float,
        threads: Executor,
        entries: list[Entry] | None = None,
        several: Iterable[tuple[int, ...]] = (),
    ) -> None:
        self.id = id
        self.match = match
        self.history = History(match, several)
        self._store, self._announce = store, announce
        for entry in entries or ():
            repeat(match, entry)
            self.history.add(entry, entry.at)
        # After a restart time goes on a little before the last entry: nobody is charged for what they did not see.
        at = match.record[-1].at - CREDIT if match.record else 0.0
        self.live = Live(match, self._write, self._entered, at=at, pace=pace, threads=threads)

    # --- what people do

    async def act(self, seat: int, seq: int, action: Any, took: float | None = None) -> None:
        """A person acts on what they saw as step number `seq`; raises Stale if that is not what there is to decide."""
        deed = action_of(self.match.game, action)
        entry = await self.live.enter(lambda: self._decided(seat, seq, deed, took))
        if isinstance(entry, Acted) and entry.seat == seat and entry.action != deed:
            raise Stale("somebody was quicker; look again")

    def _decided(self, seat: int, seq: int, action: Any, took: float | None) -> Entry:
        newest, due = self.history.newest(seat), not self.match.outcome and seat in self.match.position.acting
        if seq < (self.history.asked[seat] if due else newest) or (due and seq > newest):
            raise Stale(f"that answers step {seq}, and the table is at step {newest}")
        at = self.live.stamp(seat)
        return self.match.acted(seat, action, at, lag=self.live.lag(seat, at, took))

    async def say(self, seat: int, words: Any) -> None:
        """In plain words, or with one of the game's messages."""
        await self.live.enter(lambda: self.match.said(seat, words, self.live.now))

    async def resign(self, seat: int) -> None:
        await self.live.enter(lambda: Stopped(Ending.RESIGNED, seat, "it gave up", self.live.now))

    # --- the journal

    async def _write(self, n: int, entry: Entry) -> Entry:
        """Put the entry into the journal; answers what stands there now, for that is what happened."""
        line = encode(entry)
        try:
            await self._store.append(self.id, n, line)
        except StoreUnavailable as error:
            raise NotWritten(str(error)) from error
        except Duplicate:
            # An attempt that seemed to fail had been written after all.
            stored = (await self._store.entries(self.id))[n]
            return entry if stored == line else typed(decode_entry(stored), self.match.game)
        return entry

    def _entered(self, entry: Entry) -> None:
        self.history.add(entry, self.live.now)
        self._announce(entry)


def action_of(game: Game, action: Any) -> Any:
    try:
        return msgspec.convert(action, game.action_type)
    except msgspec.ValidationError as error:
        raise BadNotation(f"not an action of {game.title}: {error}") from None


def header(match: Match) -> bytes:
    """What a match needs besides its entries, to be played again."""
    return msgspec.json.encode(msgspec.structs.replace(Replay.of(match), entries=()))


def from_header(data: bytes, game: Game) -> Match:
    return msgspec.json.decode(data, type=Replay).new_match(game)


def entries_from(lines: list[bytes], game: Game) -> list[Entry]:
    return [typed(decode_entry(line), game) for line in lines]
