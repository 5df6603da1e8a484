"""Seats that report before anybody acts: both drivers ask them once for each position, and before the one who acts."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from quintain.arbiter.actors import Actor, InProcess, bot_rng
from quintain.arbiter.live import Live, Person
from quintain.arbiter.loop import play
from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.match import FaultRule, Match
from quintain.core.record import Acted, Entry, Said
from quintain.games.admiral.messages import GaugeStatus
from tests.games.admiral.boats import GAME
from tests.processes import PATIENCE

STATUS = GaugeStatus(gauges={"torpedo": (1, 6)})


class Crew(Bot):
    """Reports in one word and one message, and plays as an absent seat would."""

    def __init__(self) -> None:
        self.heard: list[list[Any]] = []  # what it knew of when it had to act

    def speak(self, turn: Turn) -> None:
        turn.say(f"turn {turn.view.turns}")
        turn.say(STATUS)

    def act(self, turn: Turn) -> Any:
        self.heard.append([event for event in turn.events if isinstance(event, Said)])
        return GAME.default(turn.seen, turn.seat)


class Mumbler(Crew):
    """Fails at reporting."""

    def speak(self, turn: Turn) -> None:
        turn.say("before I fail")
        raise RuntimeError("lost for words")


class Shy(Crew):
    """Knows when it sits down whether it will report."""

    def start(self, game: Game, seat: int) -> None:
        self.silent = seat % 4 != 3


class Silent(Bot):
    """Never reports."""

    def act(self, turn: Turn) -> Any:
        return GAME.default(turn.seen, turn.seat)


def new_match(longest: int = 40) -> Match:
    return Match(GAME, GAME.options_from({"first_team": "blue"}), 3, faults=FaultRule(1000), longest=longest)


def turns(record: list[Entry]) -> list[list[Entry]]:
    """The entries of each turn that was ended, without the placement."""
    found: list[list[Entry]] = [[]]
    for entry in record[2:]:
        found[-1].append(entry)
        if isinstance(entry, Acted) and str(entry.actions[-1]) == "end":
            found.append([])
    return found[:-1]


def check_reports(match: Match) -> None:
    """Each turn begins with two messages of each of the three who report, and has no others."""
    ended = turns(match.record)
    assert len(ended) > 4
    for number, entries in enumerate(ended, 1):
        crew = entries[-1].seat
        assert crew is not None
        reporters = [crew + 1, crew + 1, crew + 2, crew + 2, crew + 3, crew + 3]
        assert [entry.seat for entry in entries[:6]] == reporters
        assert all(isinstance(entry, Said) for entry in entries[:6])
        assert [entry.words for entry in entries[:6:2] if isinstance(entry, Said)] == [f"turn {number}"] * 3
        assert [entry.message for entry in entries[1:6:2] if isinstance(entry, Said)] == [STATUS] * 3
        assert not any(isinstance(entry, Said) for entry in entries[6:])


def test_the_plain_loop_hears_the_crew_first() -> None:
    match, bots = new_match(), [Crew() for _ in range(8)]
    play(match, [InProcess(bot, bot_rng(1, seat)) for seat, bot in enumerate(bots)])
    check_reports(match)
    assert len(bots[0].heard[1]) == 6, "the captain knows what was reported when it is asked"
    assert bots[0].heard[0] == [], "nobody reports before the boats are at sea"


def test_who_fails_at_reporting_has_said_nothing_and_is_not_at_fault() -> None:
    match = new_match()
    play(match, [InProcess(Mumbler(), bot_rng(1, seat)) for seat in range(8)])
    assert not any(isinstance(entry, Said) for entry in match.record)
    assert match.strikes == [0] * 8


def test_who_does_not_report_is_not_asked() -> None:
    match = new_match()
    play(match, [InProcess(Silent(), bot_rng(1, seat)) for seat in range(8)])
    assert all(isinstance(entry, Acted) for entry in match.record)


def test_who_says_that_it_is_silent_is_not_asked() -> None:
    match = new_match()
    play(match, [InProcess(Shy(), bot_rng(1, seat)) for seat in range(8)])
    assert {entry.seat for entry in match.record if isinstance(entry, Said)} == {3, 7}


# --- with people


class Played:
    """A live match with a journal in memory."""

    def __init__(self, bots: dict[int, Bot], longest: int = 40) -> None:
        self.match = new_match(longest)
        actors: dict[int, Actor] = {seat: InProcess(bot, bot_rng(1, seat), timed=False) for seat, bot in bots.items()}
        self.live = Live(
            self.match, self.write, lambda entry: None, lambda seat, _: actors.get(seat, Person()), pace=0.0
        )

    async def write(self, n: int, entry: Entry) -> Entry:
        await asyncio.sleep(0)
        return entry

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.005)

    async def act(self, seat: int, notation: str) -> None:
        await self.live.enter(lambda: self.match.acted(seat, GAME.parse(notation), self.live.now))

    def said(self) -> list[int]:
        return [entry.seat for entry in self.match.record if isinstance(entry, Said)]


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_a_live_match_hears_the_crew_first() -> None:
    async def play() -> None:
        played = Played({seat: Crew() for seat in range(8)})
        played.live.wake()
        await played.until(lambda: played.match.outcome is not None)
        check_reports(played.match)

    run(play)


def test_a_person_gets_the_reports_at_once_and_only_once() -> None:
    """The captain is a person and takes time; whatever else happens meanwhile, nobody repeats a report."""

    async def play() -> None:
        played = Played({seat: Crew() for seat in range(1, 8)}, longest=400)
        played.live.wake()
        await played.act(0, "place H8")
        await played.until(lambda: len(played.said()) == 6)
        assert played.said() == [1, 1, 2, 2, 3, 3]
        await played.live.enter(lambda: played.match.said(0, "thank you"))
        for _ in range(3):
            played.live.wake()
            await asyncio.sleep(0.05)
        assert played.said() == [1, 1, 2, 2, 3, 3, 0]
        await played.act(0, "move north")
        await played.until(lambda: played.match.position.acting == (0,))
        await played.act(0, "end")
        await played.until(lambda: played.match.position.state.turns == 3)
        await played.until(lambda: len(played.said()) == 7 + 6 + 6)
        assert played.said()[7:] == [5, 5, 6, 6, 7, 7, 1, 1, 2, 2, 3, 3]
        await played.live.close()

    run(play)
