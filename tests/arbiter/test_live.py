"""The async driver: what is not in the journal has not happened, and every seat acts in its own time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from quintain import games
from quintain.arbiter import live as driver
from quintain.arbiter.actors import Actor, InProcess, bot_rng
from quintain.arbiter.live import Live, NotWritten, Person
from quintain.core.bot import Bot, Turn
from quintain.core.clock import TimeControl
from quintain.core.errors import IllegalAction, OutOfTurn
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending
from quintain.core.record import Acted, Entry, Player, Replaced, Struck
from tests.processes import PATIENCE

JAFFRE = games.load("jaffre")


class First(Bot):
    """Plays the first legal action, and keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[list[Any]] = []

    def act(self, turn: Turn) -> Any:
        self.told.append(turn.events)
        return turn.legal[0]


class Broken(Bot):
    """Fails whenever it is asked."""

    def act(self, turn: Turn) -> Any:
        raise RuntimeError("no idea")


class Wrong(Bot):
    """Answers with what is no action."""

    def act(self, turn: Turn) -> Any:
        return "resign"


class Journal:
    """A journal in memory that can be made to fail."""

    def __init__(self) -> None:
        self.lines: list[Entry] = []
        self.failures = 0
        self.delay = 0.0

    async def write(self, n: int, entry: Entry) -> Entry:
        await asyncio.sleep(self.delay)
        if self.failures:
            self.failures -= 1
            raise NotWritten("the disk is full")
        assert n == len(self.lines)
        self.lines.append(entry)
        return entry


class Played:
    """A live match with its journal and what was announced."""

    def __init__(self, bots: dict[int, Bot], **settings: Any) -> None:
        players = [
            Player(f"bot {seat}" if seat in bots else f"person {seat}", timed=seat not in bots) for seat in range(4)
        ]
        settings = {"faults": FaultRule(1000), "players": players, **settings}
        self.match = Match(JAFFRE, JAFFRE.options(target=8, first_dealer=3), 5, **settings)
        self.bots = {f"bot {seat}": bot for seat, bot in bots.items()}
        self.journal, self.announced = Journal(), list[Entry]()
        self.live = Live(self.match, self.journal.write, self.heard, self.cast, pace=0.0)

    def cast(self, seat: int, player: Player) -> Actor:
        bot = self.bots.get(player.name)
        return InProcess(bot, bot_rng(1, seat), timed=False) if bot else Person()

    async def replace(self, seat: int, player: Player) -> None:
        await self.live.enter(lambda: Replaced(seat, player, self.live.now))

    def heard(self, entry: Entry) -> None:
        assert self.journal.lines[-1] == entry, "announced before it was written"
        assert self.match.record[-1] == entry, "announced before it happened"
        self.announced.append(entry)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.005)

    async def act(self, seat: int) -> Entry | None:
        action = self.match.position.legal(seat)[0]
        return await self.live.enter(lambda: self.match.acted(seat, action, self.live.now, spent=self.live.spent(seat)))


def run(play: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await play()

    asyncio.run(limited())


def test_bots_play_to_the_end_and_everything_is_journalled_first() -> None:
    async def play() -> None:
        played = Played({seat: First() for seat in range(4)}, longest=200)
        played.live.wake()
        await played.until(lambda: played.match.outcome is not None)
        assert played.announced == played.journal.lines == played.match.record

    run(play)


def test_a_bot_that_takes_over_is_told_what_its_seat_was_told_and_nothing_else() -> None:
    async def play() -> None:
        played = Played({1: First(), 2: First(), 3: First()})
        played.live.wake()
        await played.act(0)
        await played.until(lambda: 0 in played.match.position.acting)
        heir = played.bots["heir"] = First()
        await played.replace(0, Player("heir", timed=False))
        shown = played.match.events(0)
        await played.until(lambda: len(heir.told) > 1)
        assert heir.told[0] == shown
        assert sum(type(event).__name__ == "Dealt" for event in heir.told[0]) == 1
        await played.live.close()

    run(play)


def test_a_person_takes_the_seat_back_while_the_bot_waits() -> None:
    async def play() -> None:
        played = Played({0: First(), 1: First(), 2: First(), 3: First()})
        played.live.pace = 60.0
        played.live.wake()
        await asyncio.sleep(0.01)
        await played.replace(0, Player("Anna", "person"))
        await played.act(0)
        assert [type(entry) for entry in played.announced] == [Replaced, Acted]
        await played.live.close()

    run(play)


def test_what_cannot_be_written_does_not_happen() -> None:
    async def play() -> None:
        played = Played({})
        played.journal.failures = 1
        with pytest.raises(NotWritten):
            await played.act(0)
        assert (played.match.record, played.announced) == ([], [])
        await played.act(0)
        assert len(played.match.record) == 1

    run(play)


def test_a_bot_tries_again_until_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "RETRY", 0.01)

    async def play() -> None:
        played = Played({0: First()})
        played.journal.failures = 3
        played.live.wake()
        await played.until(lambda: len(played.match.record) == 1)
        assert played.journal.lines == played.match.record
        await played.live.close()

    run(play)


def test_an_illegal_or_untimely_act_raises_and_is_not_journalled() -> None:
    async def play() -> None:
        played = Played({})
        match = played.match
        with pytest.raises(IllegalAction):
            await played.live.enter(lambda: match.acted(0, JAFFRE.parse("play R7")))
        with pytest.raises(OutOfTurn):
            await played.live.enter(lambda: match.acted(2, JAFFRE.parse("skip")))
        assert played.journal.lines == []

    run(play)


def test_whoever_stops_waiting_does_not_stop_the_entry() -> None:
    async def play() -> None:
        played = Played({})
        played.journal.delay = 0.1
        act = asyncio.create_task(played.act(0))
        await asyncio.sleep(0.02)
        act.cancel()
        await played.until(lambda: len(played.match.record) == 1)
        assert played.journal.lines == played.match.record

    run(play)


@pytest.mark.parametrize(("bot", "ending"), [(Broken(), Ending.CRASHED), (Wrong(), Ending.ILLEGAL)])
def test_a_bots_fault_is_a_strike(bot: Bot, ending: Ending) -> None:
    async def play() -> None:
        played = Played({0: bot})
        played.live.wake()
        await played.until(lambda: len(played.match.record) == 1)
        (entry,) = played.match.record
        assert isinstance(entry, Struck)
        assert entry.ending == ending
        await played.live.close()

    run(play)


def test_a_late_person_gets_the_default_action_and_a_bot_is_never_late() -> None:
    async def play() -> None:
        played = Played({1: First(), 2: First(), 3: First()}, time_control=TimeControl(limit=0.05))
        played.live.pace = 0.1  # longer than the limit
        played.live.wake()
        await played.until(lambda: len(played.match.record) >= 4)
        assert isinstance(played.match.record[0], Struck)
        assert all(isinstance(entry, Acted) for entry in played.match.record[1:4])
        await played.live.close()

    run(play)


def test_an_act_that_is_only_just_late_counts() -> None:
    async def play() -> None:
        played = Played({}, time_control=TimeControl(limit=5.0))
        with freeze(played.live, 5.0 + driver.LAG / 2):
            entry = await played.act(0)
        assert isinstance(entry, Acted)
        assert entry.spent == 5.0

    run(play)


def test_after_closing_nobody_acts() -> None:
    async def play() -> None:
        played = Played({0: First()})
        await played.live.close()
        played.live.wake()
        assert await played.act(0) is None
        assert played.match.record == []

    run(play)


@contextmanager
def freeze(live: Live, now: float) -> Iterator[None]:
    """The match's time stands still."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(live), "now", now)
        yield


def test_the_line_is_forgiven_as_far_as_it_can_be_and_never_pays() -> None:
    async def play() -> None:
        played = Played({}, time_control=TimeControl(bank=100))
        live = played.live
        with freeze(live, 8.0):
            assert live.spent(0, 7.75) == 7.75
            assert live.spent(0, 0.0) == 8.0 - driver.LAG
            assert live.spent(0, 99.0) == 8.0
            assert live.spent(0, None) == 8.0

    run(play)


def test_a_bot_that_fails_for_good_is_replaced_and_the_match_goes_on() -> None:
    async def play() -> None:
        bots: dict[int, Bot] = {0: Broken(), 1: First(), 2: First(), 3: First()}
        played = Played(bots, faults=FaultRule(1, "heir"), longest=60)
        played.bots["heir"] = First()
        played.live.wake()
        await played.until(lambda: played.match.outcome is not None)
        kinds = [type(entry) for entry in played.match.record if entry.seat == 0]
        assert kinds[:3] == [Struck, Replaced, Acted]
        assert played.match.outcome is not None
        assert played.match.outcome.charged == {0}

    run(play)


def test_where_nothing_is_decided_nobody_waits() -> None:
    """With a pause of an hour, the match comes as far as there is only one thing to do."""

    async def play() -> None:
        played = Played({seat: First() for seat in range(4)})
        last_cards = (entry for entry in range(1000))
        while any(len(played.match.position.legal(seat)) > 1 for seat in played.match.position.acting):
            seat = played.match.position.acting[0]
            played.match.enter(played.match.acted(seat, played.match.position.legal(seat)[-1]))
            played.journal.lines.append(played.match.record[-1])
            assert next(last_cards) < 500
        before = len(played.match.record)
        played.live.pace = 3600.0
        played.live.wake()
        await played.until(lambda: len(played.match.record) > before)
        await played.live.close()

    run(play)
