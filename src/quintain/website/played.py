"""Finished matches to look at: each replay is played once, and any range of its steps is made from what that left."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
import zstandard

from quintain.core.errors import QuintainError
from quintain.core.game import EVERYTHING, Game, Told
from quintain.core.match import Match, sentence
from quintain.core.position import Position
from quintain.core.record import Acted, Entry
from quintain.core.replay import Replay
from quintain.website.history import encode, reasons
from quintain.website.wire.matches import KeyMoment, ReplayIndex, Step, Steps

MOST_BYTES = 64 * 1024 * 1024  # of all played replays that are kept
OVERHEAD = 400  # bytes of a step beside what is counted
SLICE = 50  # steps that are played in one go: others wait so long at most

# For the one thread in which replays are played and shown.
PACKER, UNPACKER = zstandard.ZstdCompressor(level=1), zstandard.ZstdDecompressor()

Result = TypeVar("Result")


class Notice(NamedTuple):
    """An event as it goes over the wire, the same in words, and whether it is a moment to mark."""

    telling: Told  # with the event already encoded
    sentence: str
    moment: str | None


class PlayedStep(NamedTuple):
    """A step, packed: the parts that do not depend on who is looking are encoded already."""

    at: float
    seat: int | None
    player: str | None
    entry: msgspec.Raw
    reasons: msgspec.Raw
    notices: tuple[Notice, ...]
    cells: bytes
    acting: int
    over: bool

    @property
    def size(self) -> int:
        notices = sum(len(bytes(notice.telling.event)) + len(notice.sentence) for notice in self.notices)
        return OVERHEAD + len(self.cells) + len(bytes(self.entry)) + len(bytes(self.reasons)) + notices


class Played:
    """A replay that is played from its beginning to its end, a slice at a time: the first steps can be seen soon."""

    def __init__(self, replay: Replay, game: Game) -> None:
        self.game = game
        self.steps: list[PlayedStep] = []
        self.last = len(replay.entries)
        self.seats = len(replay.players)
        self.size = 0
        self._settings = replay.options
        self._rest = played(replay, game)
        self._trouble: QuintainError | None = None

    @property
    def done(self) -> bool:
        return len(self.steps) > self.last and not self._trouble

    def play_on(self, count: int | None = None) -> None:
        """So many steps more, or all the rest. What went wrong once goes wrong again."""
        if self._trouble:
            raise self._trouble
        try:
            for step in islice(self._rest, count):
                self.steps.append(step)
                self.size += step.size
            if self.done:
                next(self._rest, None)  # it compares how the match ended
        except QuintainError as error:
            self._trouble = error
            raise

    def index(self, eyes: int) -> ReplayIndex:
        """What a scrubber needs of all the steps."""
        seen = [[notice for notice in step.notices if notice.telling.reaches(eyes)] for step in self.steps]
        return ReplayIndex(
            at=tuple(step.at for step in self.steps),
            seats=tuple(step.seat for step in self.steps),
            keys=tuple(key_moment(n, notices) for n, notices in enumerate(seen) if moment_of(notices)),
        )

    def page(self, eyes: int, first: int, count: int, views: bool = True, texts: bool = False) -> Steps:
        """So many steps from the first on, through these eyes; drawings only if they are wanted."""
        wanted = enumerate(self.steps[first : first + count], first)
        return Steps(first=first, last=self.last, steps=tuple(self._step(n, eyes, views, texts) for n, _ in wanted))

    def _step(self, n: int, eyes: int, views: bool, texts: bool) -> Step:
        step = self.steps[n]
        notices = [notice for notice in step.notices if notice.telling.reaches(eyes)]
        seen = self._position(step).seen_by(eyes) if views or texts else None
        view = self.game.view(seen, eyes) if seen else None
        return Step(
            n=n,
            entry=step.entry,  # type: ignore[arg-type]  # encoded already, like the events and the reasons
            player=step.player,
            at=step.at,
            events=tuple(notice.telling.event for notice in notices),
            lines=tuple(notice.sentence for notice in notices),
            view=view if views else None,
            text=self.game.text(view) if texts else None,
            acting=seen.acting if seen and not step.over else (),
            reasons=step.reasons if eyes in (EVERYTHING, step.seat) else (),  # type: ignore[arg-type]
            key=moment_of(notices),
        )

    def _position(self, step: PlayedStep) -> Position:
        cells = np.frombuffer(UNPACKER.decompress(step.cells), np.int64)
        return Position(self.game, self.options, cells, step.acting)

    @cached_property
    def options(self) -> Any:
        return self.game.options_from(self._settings)


def played(replay: Replay, game: Game) -> Iterator[PlayedStep]:
    known = 0
    for entry, match in replay.steps(game):
        yield packed(entry, match, match.tellings(known))
        known = match.event_count


def packed(entry: Entry | None, match: Match, tellings: list[Told]) -> PlayedStep:
    position, seat = match.position, entry.seat if entry else None
    bare = msgspec.structs.replace(entry, reason=None) if isinstance(entry, Acted) else entry
    return PlayedStep(
        at=entry.at if entry else 0.0,
        seat=seat,
        player=None if seat is None else match.players[seat].name,
        entry=msgspec.Raw(encode(bare)),
        # Over is over: everybody may read every reason, but through a seat's eyes one reads that seat's.
        reasons=msgspec.Raw(encode(reasons([entry] if entry else [], EVERYTHING))),
        notices=tuple(notice(telling, position) for telling in tellings),
        cells=PACKER.compress(position.record.tobytes()),
        acting=sum(1 << seat for seat in position.acting),
        over=match.outcome is not None,
    )


def notice(telling: Told, position: Position) -> Notice:
    event: Any = telling.event
    encoded = Told(msgspec.Raw(encode(event)), telling.audience)
    return Notice(encoded, sentence(event, position), getattr(event, "moment", None))


def moment_of(notices: list[Notice]) -> str | None:
    moments = [notice.moment for notice in notices if notice.moment]
    return moments[-1] if moments else None


def key_moment(n: int, notices: list[Notice]) -> KeyMoment:
    return KeyMoment(n=n, key=moment_of(notices) or "", text=", ".join(notice.sentence for notice in notices))


def finished(task: asyncio.Task[Played]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


class PlayedReplays:
    """The replays that were looked at last, as many as fit into the memory that they are given.

    Playing and drawing them is done in one thread of their own, so that people at tables do not wait for it.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._known: OrderedDict[str, asyncio.Task[Played]] = OrderedDict()

    async def get(self, id: str, load: Callable[[], Awaitable[tuple[Replay, Game]]]) -> Played:
        """This match, with its first steps; those who ask for it at the same time share one playing of it."""
        if id not in self._known:
            self._known[id] = asyncio.get_running_loop().create_task(self._begin(load))
        self._known.move_to_end(id)
        task = self._known[id]
        try:
            played = await asyncio.shield(task)
        except BaseException:
            if task.done() and self._known.get(id) is task:
                del self._known[id]
            raise
        self._forget_oldest()
        return played

    async def do(self, work: Callable[[], Result]) -> Result:
        """In the thread of the replays."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def play_to(self, played: Played, steps: int | None = None) -> None:
        """Until so many steps are there, or all of them; whoever needs them drives it, slice by slice."""
        while not played.done and (steps is None or len(played.steps) < steps):
            await self.do(lambda: played.play_on(SLICE))

    async def _begin(self, load: Callable[[], Awaitable[tuple[Replay, Game]]]) -> Played:
        played = Played(*await load())
        await self.play_to(played, 1)
        return played

    def _forget_oldest(self) -> None:
        """Forget the ones that nobody has looked at for longest; the last one may be as large as it is."""
        sizes = {id: task.result().size for id, task in self._known.items() if finished(task)}
        for id in list(sizes)[:-1]:
            if sum(sizes.values()) <= self.most_bytes:
                break
            del self._known[id], sizes[id]
