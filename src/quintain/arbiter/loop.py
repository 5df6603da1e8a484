"""The plain driver: plays a match from its beginning to its end, as fast as the seats answer."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from quintain.arbiter.actors import Actor, Answer, Failure, bot_rng
from quintain.arbiter.players import house_actor
from quintain.arbiter.turns import Turns
from quintain.core.bot import Turn
from quintain.core.errors import IllegalAction
from quintain.core.match import Match
from quintain.core.outcome import Ending, Outcome
from quintain.core.record import Replaced

Result = TypeVar("Result")
Watch = Callable[[Match], None]


def play(match: Match, actors: Sequence[Actor], watch: Watch | None = None, dice: int = 0) -> Outcome:
    """Play the match to its end. What a player's fault leads to is a rule of the match; a programmer's is not caught.

    `watch` is called before the first turn and after each. `dice` is the seed of the stand-ins' own dice.
    """
    playing = Loop(match, actors, watch, dice).play()
    return without_waiting(playing) if all(actor.immediate for actor in actors) else asyncio.run(playing)


def without_waiting(work: Coroutine[Any, Any, Result]) -> Result:
    """Run what never waits, without the cost of an event loop."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    work.close()
    raise RuntimeError("an actor that calls itself immediate has waited for something")


class Reply(NamedTuple):
    """A seat's answer or fault, when it came, and how long the seat took."""

    seat: int
    answer: Answer | Failure
    at: float
    spent: float


class Loop:
    def __init__(self, match: Match, actors: Sequence[Actor], watch: Watch | None = None, dice: int = 0) -> None:
        self.match = match
        self.actors = list(actors)
        self.watch = watch or (lambda match: None)
        self.dice = dice
        self.immediate = all(actor.immediate for actor in actors)  # stand-ins are
        self.turns = Turns(match)
        self.began = time.monotonic()

    @property
    def now(self) -> float:
        """Seconds since the match began."""
        return time.monotonic() - self.began

    async def play(self) -> Outcome:
        match = self.match
        try:
            await self.start_all()
            self.watch(match)
            while not match.outcome:
                await self.hear_reports()
                for reply in await self.replies() if not match.outcome else ():
                    await self.follow(reply)
            await self.finish(match.outcome)
            return match.outcome
        finally:
            for actor in self.actors:
                actor.leave()

    async def start_all(self) -> None:
        """Those who start outside this process do so at the same time."""
        for seat, actor in enumerate(self.actors):
            if actor.immediate:
                await self.start(seat)
        if not self.immediate:
            outside = [seat for seat, actor in enumerate(self.actors) if not actor.immediate]
            failures = await asyncio.gather(*map(self.started, outside))
            for seat, failure in zip(outside, failures, strict=True):
                await self.begin(seat, failure)

    async def start(self, seat: int) -> None:
        if not self.match.outcome:
            await self.begin(seat, await self.started(seat))

    async def started(self, seat: int) -> Failure | None:
        """What went wrong when it started, if anything did."""
        try:
            await self.actors[seat].start(self.turns.terms(seat))
        except Failure as failure:
            return failure
        return None

    async def begin(self, seat: int, failure: Failure | None) -> None:
        if failure and not self.match.outcome:
            await self.fault(Reply(seat, failure, 0.0, 0.0), failure)

    # --- asking

    async def hear_reports(self) -> None:
        """Whoever may report does so before anybody is asked. One who fails at it has said nothing, but may leave."""
        for seat in self.match.position.speaking:
            if not self.match.outcome and self.actors[seat].speaks:
                await self.hear_report(seat, self.actors[seat])

    async def hear_report(self, seat: int, actor: Actor) -> None:
        try:
            for words in await actor.report(self.turns.turn(seat, actor, self.now)):
                self.match.say(seat, words, self.now)
        except Failure as failure:
            if failure.ending in (Ending.RESIGNED, Ending.ABANDONED):
                await self.fault(Reply(seat, failure, self.now, 0.0), failure)

    async def replies(self) -> list[Reply]:
        """Ask all who owe a decision about the same position, before any of them acts."""
        now = self.now
        turns = [self.turns.turn(seat, self.actors[seat], now) for seat in self.match.position.acting]
        if self.immediate or len(turns) == 1:
            return [await self.reply(turn, self.actors[turn.seat].answer) for turn in turns]
        return await asyncio.gather(*(self.reply(turn, self.in_parallel(turn.seat)) for turn in turns))

    def in_parallel(self, seat: int) -> Callable[[Turn], Coroutine[Any, Any, Answer]]:
        """How to ask an actor without keeping the others waiting."""
        actor = self.actors[seat]
        if not actor.immediate:
            return actor.answer
        return lambda turn: asyncio.to_thread(lambda: without_waiting(actor.answer(turn)))

    async def reply(self, turn: Turn, ask: Callable[[Turn], Coroutine[Any, Any, Answer]]) -> Reply:
        """Only its own thinking is on a seat's clock, not its waiting for its turn to think."""
        asked = self.now
        answer: Answer | Failure
        try:
            answer = await ask(turn)
        except Failure as failure:
            answer = failure
        at, spent = self.now, answer.spent
        if spent is None:
            spent = at - asked if self.actors[turn.seat].timed else 0.0
        return Reply(turn.seat, answer, at, spent)

    # --- following the answers

    async def follow(self, reply: Reply) -> None:
        """Let a seat's answer happen, if the rules allow it."""
        match, (seat, answer, at, spent) = self.match, reply
        if match.outcome or seat not in match.position.acting:
            return
        if isinstance(answer, Failure):
            await self.fault(reply, answer)
            return
        for words in answer.words if match.game.talk != "none" else ():
            match.say(seat, words, at)
        try:
            match.act(seat, answer.actions, at, answer.reason, spent)
        except IllegalAction as error:
            await self.fault(reply, Failure(Ending.ILLEGAL, str(error)))
            return
        if isinstance(match.record[-1], Replaced):  # it was too late
            await self.recast(match.record[-1])
        self.watch(match)

    async def fault(self, reply: Reply, failure: Failure) -> None:
        at, spent = reply.at, reply.spent
        self.match.fault(reply.seat, failure.ending, failure.why, at, spent, hopeless=failure.hopeless)
        entry = self.match.record[-1]
        if isinstance(entry, Replaced):
            await self.recast(entry)
        self.watch(self.match)

    async def recast(self, entry: Replaced) -> None:
        """From now on somebody else plays the seat."""
        seat = entry.seat
        self.actors[seat].leave()
        self.actors[seat] = house_actor(self.match.game, entry.player, bot_rng(self.dice, seat))
        self.turns.begin_again(seat)
        await self.start(seat)

    async def finish(self, outcome: Outcome) -> None:
        outside = [actor for actor in self.actors if not actor.immediate]
        for actor in self.actors:
            if actor.immediate:
                await self.part(actor, outcome)
        if outside:
            await asyncio.gather(*(self.part(actor, outcome) for actor in outside))

    async def part(self, actor: Actor, outcome: Outcome) -> None:
        with suppress(Failure):  # the match is over; a bot that fails now fails alone
            await actor.finish(outcome)
