"""A bot in a worker, as the arbiter sees it."""

import asyncio
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from quintain.arbiter.actors import Answer, Failure, Terms, TurnDice
from quintain.arbiter.players import NamedBot
from quintain.arbiter.workers.line import Reply, Shown, Start, Verb, errand
from quintain.arbiter.workers.pool import Pool
from quintain.arbiter.workers.process import Client, Died, Errand, Gone, Hung, WorkerProcess
from quintain.core.bot import Bot, Turn
from quintain.core.cache import MODE
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.outcome import Ending, Outcome

PATIENCE = 10.0  # seconds for a turn, beyond the budget that a bot has by its settings
STARTING = 60.0  # seconds for getting ready
INTERPRETED = 30  # how many times as long a bot may take until its game is compiled
MOST_HANGS = 2  # in a row, after which a bot is not asked any more
MOST_DEATHS = 2  # of its process; once may be somebody else's doing


class InWorker:
    """A bot that thinks in a worker process. If that ends, it is made anew in another one, and told again in its next
    turn all that its seat has been told so far."""

    punctual = False
    immediate = False
    volunteers = False

    def __init__(self, pool: Pool, client: Client, table: str, named: NamedBot, rng: Cells, timed: bool = True) -> None:
        bot = named.bot()
        self._dice = TurnDice(rng)
        self.rng, self.timed, self.listens = self._dice.rng, timed, bot.listens
        self._pool, self._client, self._table, self._name = pool, client, table, named.name
        self._patience = PATIENCE + float(getattr(bot, "budget", 0.0))
        self._reports, self._silent = type(bot).speak is not Bot.speak, bot.silent
        self._told: list[Any] = []  # all events that the seat has been told
        self._home: WorkerProcess | None = None
        self._number = 0  # of the bot in its worker
        self._heard = self._turns = 0  # events and turns that this bot has seen
        self._hangs = 0
        self._asking = asyncio.Lock()
        self._game: Game | None = None
        self._seat = 0

    @property
    def speaks(self) -> bool:
        return self._reports and not self._silent

    async def start(self, terms: Terms) -> None:
        self._game, self._seat = terms.game, terms.seat
        async with self._asking:
            await self._tried("start")

    async def answer(self, turn: Turn) -> Answer:
        reply = await self._shown("act", turn)
        actions, words = read(turn.seen.game, reply)
        return Answer(actions, reply.reason, words)

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        return read(turn.seen.game, await self._shown("speak", turn))[1]

    async def finish(self, outcome: Outcome) -> None:
        async with self._asking:
            if self._home and self._housed:
                with suppress(Gone, Died, Hung):
                    await self._run(self._home, "finish", outcome, self._longest)
        self.leave()

    def leave(self) -> None:
        """Nobody will ask this bot any more."""
        if self._home:
            self._home.forget(self._number)

    # --- errands

    async def _shown(self, verb: Verb, turn: Turn) -> Reply:
        async with self._asking:
            self._told += turn.events
            self._dice.roll()
            reply = await self._tried(verb, turn)
            self._heard = len(self._told)
            self._turns += 1
            return reply

    async def _tried(self, verb: Verb, content: Any = None) -> Reply:
        """Send the bot on an errand, and again if something befell it that was not its fault."""
        if self._hangs >= MOST_HANGS:
            raise Failure(Ending.OUT_OF_TIME, "it is not asked any more, for it has not answered before", hopeless=True)
        deaths = 0
        while True:
            try:
                reply = await self._sent(verb, content)
                break
            except Gone:
                await asyncio.sleep(0)
            except Died:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise Failure(Ending.CRASHED, "its process died", hopeless=True) from None
            except Hung:
                self._hangs += 1
                why = f"it did not answer within {self._longest:g} seconds"
                raise Failure(Ending.OUT_OF_TIME, why, hopeless=True) from None
        self._hangs = 0
        return reply

    async def _sent(self, verb: Verb, content: Any) -> Reply:
        if not self._housed:
            await self._settle()
        if verb == "start":
            return Reply(0.0)
        if isinstance(content, Turn):
            content = self._plain(content)
        assert self._home is not None
        return await self._run(self._home, verb, content, self._longest)

    async def _settle(self) -> None:
        """Have the bot made in a worker."""
        assert self._game is not None, "a bot is started before it is asked"
        home = await self._pool.home(self._client, self._game)
        self._home, self._number, self._heard, self._turns = home, self._pool.number(), 0, 0
        home.bots[self._number] = self._client
        start = Start(self._game.name, self._name, self._seat)
        reply = await self._run(home, "start", start, STARTING * self._slowness)
        self._silent = reply.silent

    async def _run(self, home: WorkerProcess, verb: Verb, content: Any, patience: float) -> Reply:
        task = Errand(self._client, self._table, errand(verb, self._number, content), patience)
        home.add(task)
        try:
            reply = await task.reply
        except asyncio.CancelledError:
            # Nobody knows now what it has been told: if it is asked again, it is told everything.
            home.forget(self._number)
            raise
        if reply.ending:
            home.forget(self._number)  # there is no telling what state it is in
            raise Failure(reply.ending, reply.why)
        return reply

    @property
    def _longest(self) -> float:
        """Seconds that it may think."""
        return self._patience * self._slowness

    @property
    def _slowness(self) -> int:
        """How many times as long everything may take now; a bot that searches waits for the compiler when it starts."""
        compiled = self._game is not None and self._game.name in self._pool.loaded and MODE != "interpreted"
        return 1 if compiled else INTERPRETED

    @property
    def _housed(self) -> bool:
        return self._home is not None and self._home.hosts(self._number)

    def _plain(self, turn: Turn) -> Shown:
        return Shown(
            record=turn.seen.record.tobytes(),
            acting=sum(1 << seat for seat in turn.seen.acting),
            options=None if self._turns else turn.seen.options,
            rng=self.rng,
            events=self._told[self._heard :],
            clock=turn.clock,
            number=self._turns,
        )


@cache
def decoders(game: Game) -> tuple[msgspec.msgpack.Decoder[Any], msgspec.msgpack.Decoder[Any]]:
    """For the actions and the words of a game's bots."""
    words = str if game.message_type is None else str | game.message_type
    return msgspec.msgpack.Decoder(list[game.action_type]), msgspec.msgpack.Decoder(tuple[words, ...])  # type: ignore[name-defined,valid-type]


def read(game: Game, reply: Reply) -> tuple[list[Any], tuple[Any, ...]]:
    actions, words = decoders(game)
    try:
        return actions.decode(reply.actions), words.decode(reply.words)
    except msgspec.DecodeError as error:
        raise Failure(Ending.CRASHED, f"its answer cannot be read: {error}") from None
