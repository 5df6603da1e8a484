"""A ranker for tests: a small ladder, and matches that are played in this process where processes do not matter."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from quintain import games
from quintain.core.game import Contest, League, Page
from quintain.datastore import Store
from quintain.ranker.contest.budget import Budget
from quintain.ranker.contest.crew import Crew, Lost
from quintain.ranker.contest.errands import Errand, Finished, Reply
from quintain.ranker.contest.ranker import Ranker
from quintain.ranker.contest.worker import answer
from tests.processes import PATIENCE

HOUSE = ("intermediate", "advanced", "shark")
CONTEST = Contest(
    house=HOUSE,
    light=HOUSE,
    leagues=(League("Novice"), League("Champion", "advanced")),
    options={"target": 3},
    decision=60.0,
    bank=600.0,
)
GAME = replace(games.load("jaffre"), page=Page(contest=CONTEST))


class WorkerHere:
    """Plays in this process, in a thread; what comes of it may be forged."""

    def __init__(self, forge: "Forge") -> None:
        self.forge = forge

    async def ask(self, errand: Errand, beat: Callable[[int], None] = lambda actions: None) -> Reply:
        reply = await asyncio.to_thread(answer, errand, lambda reply: None)
        return self.forge(reply) if isinstance(reply, Finished) else reply


Forge = Callable[[Finished], Reply]


def honest(finished: Finished) -> Reply:
    return finished


class CrewHere(Crew):
    """One worker without a budget."""

    def __init__(self, forge: Forge = honest) -> None:
        super().__init__(1.0)
        self.budget = Budget(1000.0, lambda: 0.0)
        self.share, self.forge = 1000.0, forge
        self.deaths = 0  # workers that will die

    async def load(self, game: str) -> None: ...

    def light_only(self, game: str) -> bool:
        return False

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Any]:
        yield WorkerHere(self.lose if self.deaths else self.forge)

    def lose(self, finished: Finished) -> Reply:
        self.deaths -= 1
        raise Lost("a worker was killed")


def ranker(store: Store, **settings: Any) -> Ranker:
    given: dict[str, Any] = {"games": [GAME], "crew": CrewHere()}
    return Ranker(store, **given | settings)


@asynccontextmanager
async def working(ranker: Ranker) -> AsyncIterator[Ranker]:
    """While it works; whatever becomes of the test, it stops."""
    task = asyncio.create_task(ranker.run())
    try:
        yield ranker
    finally:
        task.cancel()
        await asyncio.wait([task])


def all_counted(stored: int, *rankers: Ranker) -> bool:
    """Is what is stored what they have finished? Each may have been ended right after it had stored one more."""
    return 0 <= stored - sum(ranker.finished["jaffre"] for ranker in rankers) <= len(rankers)


async def until(condition: Callable[[], Any], pause: float = 0.02) -> None:
    """Wait for it, for as long as a busy machine may need."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = condition()
            if await answer if asyncio.iscoroutine(answer) else answer:
                return
            await asyncio.sleep(pause)
