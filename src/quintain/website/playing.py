"""The match at a table: the driver, the journal, and the history that everybody is shown."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import msgspec

from quintain.arbiter.actors import Actor, bot_rng
from quintain.arbiter.live import Live, NotWritten, Person
from quintain.arbiter.players import named_bot
from quintain.arbiter.workers.actor import InWorker
from quintain.arbiter.workers.pool import Pool
from quintain.core.dice import SEED_BITS
from quintain.core.errors import BadNotation, Duplicate, StoreUnavailable
from quintain.core.game import MOST_TOGETHER, Game
from quintain.core.match import Match
from quintain.core.outcome import Ending
from quintain.core.record import Acted, Entry, Player, Replaced, Resumed, Stopped
from quintain.core.replay import repeat, typed
from quintain.datastore import Store
from quintain.website.history import History, encode
from quintain.website.refusals import BadRequest, NotNow, Stale

CREDIT = 10.0  # seconds that everybody is given after a restart
RETRY = 2.0  # seconds after which something that could not be stored is tried again

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
        workers: Pool,
        owner: str,
        program: Callable[[int, Player], Actor],
        entries: list[Entry] | None = None,
        several: Iterable[tuple[int, ...]] = (),
        history: History | None = None,
    ) -> None:
        self.id = id
        self.match = match
        self.history = history or History(match, several)
        self._store, self._announce = store, announce
        self._workers, self._client, self._program = workers, workers.client(owner), program
        self._bots: dict[int, InWorker] = {}
        retell(self.history, entries or ())
        at = match.record[-1].at if match.record else 0.0
        self.live = Live(match, self._write, self._entered, self._cast, at=at, pace=pace)

    def _cast(self, seat: int, player: Player) -> Actor:
        """A person acts of their own accord, and a program in a process of its own; everybody else is a house bot."""
        if before := self._bots.pop(seat, None):
            before.leave()
        if player.kind == "person":
            return Person()
        if player.kind == "program":
            return self._program(seat, player)
        rng, named = bot_rng(secrets.randbits(SEED_BITS), seat), named_bot(self.match.game, player.name)
        bot = self._bots[seat] = InWorker(self._workers, self._client, self.id, named, rng, player.timed)
        return bot

    # --- what befalls the match

    async def resume(self) -> None:
        """After a restart: nobody is charged for what they did not see."""
        await until_written(lambda: self.live.enter(lambda: Resumed(self.live.now, CREDIT)))

    async def replace(
        self, seat: int, player: Player, ending: Ending | None = None, why: str = "", bank: float = 0.0
    ) -> None:
        """From now on this player answers for the seat."""

        def decide() -> Entry | None:
            if self.match.outcome or self.match.players[seat] == player:
                return None
            return Replaced(seat, player, self.live.now, ending, why, bank)

        await self.live.enter(decide)

    # --- what people do

    async def act(self, seat: int, seq: int, actions: Sequence[Any], took: float | None = None) -> None:
        """A person takes a turn on what they saw as step number `seq`; raises Stale if the table has moved on."""
        turn = turn_of(self.match.game, actions)
        entry = await self.live.enter(lambda: self._decided(seat, seq, turn, took))
        if isinstance(entry, Acted) and entry.seat == seat and entry.actions != turn:
            raise Stale("somebody was quicker; look again")

    def _decided(self, seat: int, seq: int, turn: tuple[Any, ...], took: float | None) -> Entry:
        self._check_person(seat)
        newest, due = self.history.newest(seat), not self.match.outcome and seat in self.match.position.acting
        if seq < (self.history.asked[seat] if due else newest) or (due and seq > newest):
            raise Stale(f"that answers step {seq}, and the table is at step {newest}")
        return self.match.acted(seat, turn, self.live.now, spent=self.live.spent(seat, took))

    async def say(self, seat: int, words: Any) -> None:
        """In plain words, or with one of the game's messages."""

        def decide() -> Entry:
            self._check_person(seat)
            return self.match.said(seat, words, self.live.now)

        await self.live.enter(decide)

    async def resign(self, seat: int) -> None:
        def decide() -> Entry:
            self._check_person(seat)
            return Stopped(Ending.RESIGNED, seat, "", self.live.now)

        await self.live.enter(decide)

    def _check_person(self, seat: int) -> None:
        """The seat may have been handed to a bot while the message was on its way."""
        if self.match.players[seat].kind != "person":
            raise NotNow("a bot plays for you; take your seat back first")

    # --- the journal

    async def _write(self, n: int, entry: Entry) -> Entry:
        """Put the entry into the journal; returns what stands there now, for that is what happened."""
        encoded = encode(entry)
        try:
            await self._store.append(self.id, n, encoded)
        except StoreUnavailable as error:
            raise NotWritten(str(error)) from error
        except Duplicate:
            # An attempt that seemed to fail had been written after all.
            stored = (await self._store.entries(self.id))[n]
            return entry if stored == encoded else typed(decode_entry(stored), self.match.game)
        return entry

    def _entered(self, entry: Entry) -> None:
        self.history.add(entry, self.live.now)
        self._announce(entry)


def retell(history: History, entries: Iterable[Entry]) -> None:
    """Let these happen again in the match, and show them as they were shown."""
    for entry in entries:
        repeat(history.match, entry)
        history.add(entry, entry.at)


async def until_written(enter: Callable[[], Awaitable[object]]) -> None:
    """Try as often as it takes until the journal has it."""
    while True:
        try:
            await enter()
            return
        except NotWritten:
            await asyncio.sleep(RETRY)


def turn_of(game: Game, actions: Sequence[Any]) -> tuple[Any, ...]:
    """The actions of one message, as the game's own types; raises what names the one that is wrong."""
    if not 0 < len(actions) <= MOST_TOGETHER:
        raise BadRequest(f"a turn has between 1 and {MOST_TOGETHER} actions; this one has {len(actions)}")
    return tuple(action_of(game, action, number, len(actions)) for number, action in enumerate(actions, 1))


def action_of(game: Game, action: Any, number: int, count: int) -> Any:
    try:
        return msgspec.convert(action, game.action_type)
    except msgspec.ValidationError as error:
        which = f"action {number} of {count} is" if count > 1 else "this is"
        raise BadNotation(f"{which} not an action of {game.title}: {error}") from None
