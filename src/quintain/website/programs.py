"""Programs at tables: each in a confined process of its own, from its first turn until it leaves.

Whatever takes time (unpacking, building, starting, ending) is done in threads. A program is ended for certain when its
match ends, when somebody stands in for it, and when the server stops; if the server is killed, its guard ends it.
"""

import asyncio
import os
import shutil
import tempfile
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from quintain.arbiter import kits
from quintain.arbiter.actors import Answer, Failure, Terms
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.actor import ProgramActor
from quintain.arbiter.programs.class_player import NamedClass
from quintain.arbiter.programs.folder_player import named_folder
from quintain.arbiter.programs.interpreters import Interpreters
from quintain.arbiter.programs.player import Handling, NamedProgram
from quintain.arbiter.programs.process import Process
from quintain.core import cache
from quintain.core.bot import Turn
from quintain.core.errors import QuintainError, StoreDamaged, StoreUnavailable
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.outcome import Ending
from quintain.sandbox import Limits, isolated
from quintain.website.data import Draft

LONGEST_TURN = 5.0  # seconds of thinking about a turn, whatever time people have at the table
HANDLING = Handling(pause=True, limits=Limits(cpu=900.0))
GONE = "nobody waits for it any more"
THREADS = 4
SPARE = 1  # warm interpreters for each game that was asked for
RETRY = 2.0  # seconds until a source that could not be read is asked for again

Result = TypeVar("Result")
Named = NamedProgram | NamedClass


class Loaded(NamedTuple):
    """A program that can be started, and what goes with it when it leaves."""

    named: Named
    folder: Path | None = None


Load = Callable[[], Awaitable[Loaded]]


class TableProgram(ProgramActor):
    """A program in one seat of one match. It is loaded when it is asked first."""

    def __init__(self, name: str, load: Load, rng: Cells, ending: Callable[[Callable[[], None]], None]) -> None:
        super().__init__(self._take, self._end, Account(name))
        self._load, self._dice, self._ending = load, rng, ending
        self._loaded: Loaded | None = None
        self._made: Process | None = None  # known before anybody talks with it, so that it can always be ended
        self._left = False
        self._lock = threading.Lock()

    async def start(self, terms: Terms) -> None:
        self._begun = True
        try:
            self._loaded = await self._load()
        except QuintainError as error:
            raise self._lost(Failure(Ending.CRASHED, str(error), hopeless=True)) from None
        if self._left:
            self._tidy_up()
            raise Failure(Ending.ABANDONED, GONE, hopeless=True)
        await super().start(terms)

    async def answer(self, turn: Turn) -> Answer:
        turn.clock = LONGEST_TURN if turn.clock is None else min(turn.clock, LONGEST_TURN)
        return await super().answer(turn)

    def leave(self) -> None:
        with self._lock:
            self._left = True
            made, self._made, self._process = self._made, None, None
        if made:
            made.streams.detach()
            self._ending(lambda: self._end(made))
        else:
            self._tidy_up()

    def _take(self, terms: Terms) -> Process:
        """In a thread: start it, unless nobody waits for it any more."""
        assert self._loaded is not None, "it is loaded before it is started"
        named = self._loaded.named
        named.check(terms.options)
        process = named.process(self._dice, terms) if isinstance(named, NamedClass) else named.process(terms)
        with self._lock:
            if not self._left:
                self._made = process
                return process
        self._end(process)
        raise Failure(Ending.ABANDONED, GONE, hopeless=True)

    def _keeps(self, process: Process) -> bool:
        return False  # each match has a program of its own

    def _end(self, process: Process) -> None:
        """In a thread: end all of it, and take its files away."""
        with suppress(QuintainError):  # it may never have begun
            self.account.cpu, self.account.memory = process.running.cpu(), process.running.memory()
        process.running.end()
        self._tidy_up()

    def _tidy_up(self) -> None:
        if self._loaded and self._loaded.folder:
            shutil.rmtree(self._loaded.folder, ignore_errors=True)


class Programs:
    """All programs that play at the tables of this server."""

    def __init__(
        self, source: Callable[[str], Awaitable[bytes | None]], folder_of: Callable[[str, bytes], Path]
    ) -> None:
        """`source` has a version's archive, and `folder_of` unpacks and builds it."""
        self._source, self._folder_of = source, folder_of
        self._interpreters = Interpreters(SPARE, limits=HANDLING.limits)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="program")
        self._seated: dict[str, dict[int, TableProgram]] = {}  # by match and seat

    async def check(self) -> None:
        """Raise NotIsolated where programs of strangers cannot be confined."""
        await self._aside(isolated)

    async def prepare(self, game: Game) -> None:
        """Somebody writes a bot for this game: have an interpreter warm."""
        await self._aside(lambda: self._interpreters.prepare(game.name))

    def seat(self, match: str, seat: int, program: TableProgram) -> TableProgram:
        """From now on this one answers for the seat."""
        self._seated.setdefault(match, {})[seat] = program
        return program

    def version(self, game: Game, name: str, version_id: str, rng: Cells) -> TableProgram:
        return TableProgram(name, lambda: self._load_version(game, version_id), rng, self._submit)

    def draft(self, game: Game, draft: Draft, rng: Cells) -> TableProgram:
        return TableProgram("your draft", lambda: self._aside(lambda: self._load_draft(game, draft)), rng, self._submit)

    async def load(self, game: Game, version_id: str) -> None:
        """Have it unpacked and built, before somebody waits for it in a match."""
        await self._load_version(game, version_id)

    def accounts(self, match: str) -> dict[int, Account]:
        """What is known of the programs of a match, by seat."""
        return {seat: program.account for seat, program in self._seated.get(match, {}).items()}

    def forget(self, match: str | None) -> None:
        for program in self._seated.pop(match or "", {}).values():
            program.leave()

    def close(self) -> None:
        """End all of them, and wait until they are gone."""
        for match in list(self._seated):
            self.forget(match)
        self._interpreters.close()
        self._threads.shutdown(wait=True, cancel_futures=False)

    # --- loading

    async def _load_version(self, game: Game, version_id: str) -> Loaded:
        source = await self._stored(version_id)
        return await self._aside(
            lambda: Loaded(self._warm(named_folder(game, self._place(version_id, source), HANDLING)))
        )

    def _place(self, version_id: str, source: bytes) -> str:
        return str(self._folder_of(version_id, source))

    async def _stored(self, version_id: str) -> bytes:
        """A store that is away is nobody's fault: it is asked again."""
        while True:
            try:
                source = await self._source(version_id)
            except StoreUnavailable as error:
                if isinstance(error, StoreDamaged):
                    raise
                await asyncio.sleep(RETRY)
                continue
            if source is None:
                raise QuintainError("this version of the bot is gone")
            return source

    def _load_draft(self, game: Game, draft: Draft) -> Loaded:
        isolated()
        folder = Path(tempfile.mkdtemp(dir=drafts_home(), prefix=f"{os.getpid()}-"))
        try:
            folder.chmod(0o755)
            for name, content in kits.files_of(game.name, draft.language, draft.source).items():
                (folder / name).write_bytes(content)
            return Loaded(self._warm(named_folder(game, str(folder), HANDLING)), folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _warm(self, named: Named) -> Named:
        return replace(named, interpreters=self._interpreters) if isinstance(named, NamedClass) else named

    # --- threads

    async def _aside(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _submit(self, work: Callable[[], None]) -> None:
        try:
            self._threads.submit(work)
        except RuntimeError:  # the server is closing
            work()


def drafts_home() -> Path:
    """Where drafts are unpacked while they play; what a killed server has left there goes."""
    home = cache.built_home() / "drafts"
    home.mkdir(parents=True, exist_ok=True)
    for place in home.iterdir():
        owner = place.name.partition("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(place, ignore_errors=True)
    return home
