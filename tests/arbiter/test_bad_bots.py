"""Whatever a bot does wrong becomes an ending with its seat, or a strike; nobody else suffers."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.bots.chance import Chance
from quintain.core.bot import Bot, Turn
from quintain.core.clock import TimeControl
from quintain.core.game import EVERYTHING, Game
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending, Outcome
from quintain.core.record import Acted, Candidates, Heat, Replaced, Said, Struck
from quintain.core.replay import Replay
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import Card, Play, Skip
from tests.core.test_game import RUBBISH
from tests.game_of_fingers import FINGERS

BAD_SEAT = 2


class Absent(Bot):
    """Does what an absent seat does."""

    def act(self, turn: Turn) -> Any:
        return turn.seen.game.default(turn.seen, turn.seat)


class Bad(Absent):
    """Does what it is told to, badly."""

    def __init__(self, answer: Callable[[Turn], Any]) -> None:
        self.answer = answer

    def act(self, turn: Turn) -> Any:
        return self.answer(turn)


class Doing(Absent):
    """Does something, and then takes its first legal action."""

    def __init__(self, deed: Callable[[Turn], Any]) -> None:
        self.deed = deed

    def act(self, turn: Turn) -> Any:
        first = turn.legal[0]
        self.deed(turn)
        return first


class Shy(BaseException):
    """An error that is no Exception."""


class Mute(Exception):
    """An error that does not tell what it is."""

    def __str__(self) -> str:
        raise RuntimeError


class Trap(list[Any]):
    """A list that breaks when it is read."""

    def __iter__(self) -> Any:
        raise RuntimeError("a trap")


def seated(bot: Bot, game: Game = JAFFRE, **settings: Any) -> tuple[Match, list[InProcess]]:
    match = Match(game, seed=1, **settings)
    bots = [bot if seat == BAD_SEAT else Absent() for seat in range(4)]
    return match, [InProcess(bot, bot_rng(7, seat)) for seat, bot in enumerate(bots)]


def ending(bot: Bot, game: Game = JAFFRE, **settings: Any) -> Outcome:
    """How the match ends; its replay must be readable, whatever happened."""
    match, actors = seated(bot, game, **settings)
    outcome = play(match, actors)
    replay = Replay.of(match)
    assert Replay.from_bytes(replay.to_bytes()).match(game).outcome == outcome
    assert replay.to_json()
    return outcome


def raising(error: BaseException) -> Callable[[Turn], Any]:
    def answer(turn: Turn) -> Any:
        raise error

    return answer


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError("bad\nluck"), "ValueError: bad luck"),
        (ValueError(), "ValueError"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (MemoryError(), "MemoryError"),
        (Shy("hello"), "Shy: hello"),
        (Mute(), "Mute"),
        (ValueError("\ud800"), "ValueError: ?"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_is_the_bots_crash(error: BaseException, why: str) -> None:
    outcome = ending(Bad(raising(error)))
    assert (outcome.ending, outcome.stopped_by, outcome.why) == (Ending.CRASHED, BAD_SEAT, why)
    assert outcome.ranks == (2, 1, 3, 1)


def test_a_long_error_is_cut() -> None:
    assert len(ending(Bad(raising(ValueError("x" * 10**6)))).why) <= 500


def test_leaving_the_program_is_a_crash() -> None:
    assert ending(Bad(lambda turn: sys.exit(0))).ending == Ending.CRASHED


def test_only_a_person_stops_the_arena() -> None:
    match, actors = seated(Bad(raising(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        play(match, actors)


def test_a_bot_without_act_crashes_with_a_hint() -> None:
    outcome = ending(Bot())
    assert outcome.why == "NotImplementedError: Bot has no method act(self, turn)"


@pytest.mark.parametrize("thing", RUBBISH.values(), ids=RUBBISH.keys())
def test_rubbish_is_an_illegal_action(thing: Any) -> None:
    outcome = ending(Bad(lambda turn: thing if not isinstance(thing, list) else [thing]))
    assert (outcome.ending, outcome.stopped_by) == (Ending.ILLEGAL, BAD_SEAT)
    assert "is not an action of Jaffre" in outcome.why


@pytest.mark.parametrize("nothing", [[], (), None])
def test_no_answer_is_an_illegal_action(nothing: Any) -> None:
    outcome = ending(Bad(lambda turn: nothing))
    assert (outcome.ending, outcome.stopped_by) == (Ending.ILLEGAL, BAD_SEAT)


def test_a_list_that_cannot_be_read_is_a_crash() -> None:
    assert ending(Bad(lambda turn: Trap())).why == "RuntimeError: a trap"


def test_an_action_that_the_rules_forbid_is_illegal() -> None:
    outcome = ending(Bad(lambda turn: Play(Card("red", 0))))
    assert outcome.ending == Ending.ILLEGAL
    assert outcome.why.startswith("seat 2 may not play R0 now; it may skip, bet 7,")


def test_a_bot_cannot_act_for_another_seat() -> None:
    """Its actions are its own, so another seat's card is just not in its hand."""

    def steal(turn: Turn) -> Any:
        if turn.view.phase == "betting":
            return Skip()
        others = {card for color in ("red", "brown", "green", "blue") for card in cards(color)} - set(turn.view.hand)
        return Play(min(others))

    assert ending(Bad(steal)).ending == Ending.ILLEGAL


def cards(color: Any) -> list[Card]:
    return [Card(color, value) for value in range(8)]


def test_a_turn_with_an_action_too_many_does_not_happen() -> None:
    match, actors = seated(Bad(lambda turn: [turn.legal[0], turn.legal[0]]))
    outcome = play(match, actors)
    assert (outcome.ending, outcome.stopped_by) == (Ending.ILLEGAL, BAD_SEAT)
    assert outcome.why.startswith("action 1 of 2: ")
    assert not any(entry.seat == BAD_SEAT for entry in match.record[:-1])


def test_a_turn_without_end_is_an_illegal_action() -> None:
    outcome = ending(Bad(lambda turn: [turn.legal[0]] * 100_000))
    assert outcome.why == "a turn has at most 1000 actions, and this one has 100000"


# --- time


class Watch:
    """Time that passes only when somebody lets it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, turn: Turn) -> None:
        self.now += 3.0


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr("quintain.arbiter.loop.time.monotonic", watch)
    return watch


def test_a_slow_bot_runs_out_of_time(watch: Watch) -> None:
    outcome = ending(Doing(watch.wait), time_control=TimeControl(limit=2))
    assert (outcome.ending, outcome.stopped_by) == (Ending.OUT_OF_TIME, BAD_SEAT)


def test_others_are_not_charged_for_a_slow_bot(watch: Watch) -> None:
    match, actors = seated(Doing(watch.wait), game=FINGERS, time_control=TimeControl(bank=50))
    play(match, actors)
    assert [clock.bank for clock in match.clocks] == [50, 50, 41, 50]


def test_a_bot_without_a_clock_is_not_charged(watch: Watch) -> None:
    match, actors = seated(Doing(watch.wait), game=FINGERS, time_control=TimeControl(bank=50, limit=1))
    actors[BAD_SEAT].timed = False
    play(match, actors)
    assert [clock.bank for clock in match.clocks] == [50, 50, 50, 50]


def test_a_bot_is_told_how_much_time_it_has() -> None:
    seen: list[float | None] = []
    ending(Doing(lambda turn: seen.append(turn.clock)), longest=8, time_control=TimeControl(bank=9))
    assert len(seen) == 2
    assert all(left is not None and 0 < left <= 9 for left in seen)
    seen.clear()
    ending(Doing(lambda turn: seen.append(turn.clock)), longest=8)
    assert seen == [None, None]


# --- strikes


def test_strikes_let_a_bad_bot_play_on() -> None:
    match, actors = seated(Bad(raising(ValueError("oops"))), faults=FaultRule(3))
    outcome = play(match, actors)
    assert (outcome.ending, outcome.stopped_by) == (Ending.CRASHED, BAD_SEAT)
    assert match.strikes == [0, 0, 3, 0]
    assert [entry.seat for entry in match.record if isinstance(entry, Struck)] == [BAD_SEAT] * 3


def test_many_strikes_last_to_the_end() -> None:
    match, actors = seated(Bad(lambda turn: None), game=FINGERS, faults=FaultRule(3))
    assert play(match, actors).ending == Ending.NORMAL
    assert match.strikes == [0, 0, 3, 0]


# --- stand-ins


def test_a_stand_in_plays_on_for_a_bot_that_fails() -> None:
    match, actors = seated(Bad(raising(ValueError("oops"))), faults=FaultRule(1, "chance"), longest=200)
    outcome = play(match, actors)
    assert outcome.stopped_by is None
    assert [(fault.seat, fault.ending, fault.why) for fault in outcome.faults] == [
        (BAD_SEAT, Ending.CRASHED, "ValueError: oops")
    ]
    assert [entry.player.name for entry in match.record if isinstance(entry, Replaced)] == ["chance"]
    replaced = next(n for n, entry in enumerate(match.record) if isinstance(entry, Replaced))
    later = [entry for entry in match.record[replaced:] if isinstance(entry, Acted) and entry.seat == BAD_SEAT]
    assert later, "it has acted since"
    assert outcome.ranks[BAD_SEAT] == 3


def test_a_bot_that_cannot_start_is_replaced_before_anything_happens() -> None:
    match, actors = seated(Unready(), faults=FaultRule(5, "chance"), longest=20)
    assert play(match, actors).stopped_by is None
    assert isinstance(match.record[0], Replaced)


# --- before and after


class Unready(Absent):
    def start(self, game: Game, seat: int) -> None:
        raise ValueError("not ready")


class Sore(Absent):
    def finish(self, outcome: Outcome) -> None:
        raise ValueError("unfair")


def test_a_bot_that_cannot_start_has_lost() -> None:
    outcome = ending(Unready())
    assert (outcome.ending, outcome.stopped_by, outcome.why) == (Ending.CRASHED, BAD_SEAT, "ValueError: not ready")


def test_a_bot_that_breaks_after_the_end_changes_nothing() -> None:
    assert ending(Sore(), options=Options(target=1)).ending == Ending.NORMAL


def test_everybody_is_told_of_the_end() -> None:
    heard: list[int] = []

    class Listener(Absent):
        def finish(self, outcome: Outcome) -> None:
            heard.append(outcome.ranks[0])
            raise ValueError

    match = Match(FINGERS)
    play(match, [InProcess(Listener(), bot_rng(1, seat)) for seat in range(4)])
    assert len(heard) == 4


# --- reasons and words


def test_reasons_go_on_record() -> None:
    match, actors = seated(Doing(lambda turn: turn.explain("because", chance=0.5)), longest=2)
    play(match, actors)
    entry = match.record[-1]
    assert isinstance(entry, Acted)
    assert entry.reason is not None
    assert (entry.reason.text, entry.reason.numbers) == ("because", {"chance": 0.5})


@pytest.mark.parametrize(
    "reason", [5, None, "\ud800", "x" * 10**6, b"bytes"], ids=["5", "None", "half", "long", "bytes"]
)
def test_a_strange_reason_can_be_stored(reason: Any) -> None:
    assert ending(Doing(lambda turn: turn.explain(reason)), longest=4).ending == Ending.STALLED


def test_a_reason_may_have_something_to_look_at() -> None:
    heat, choices = Heat({"C6": 0.5}), Candidates((("skip", 1.0), ("bet 7", 0.5)))
    match, actors = seated(Doing(lambda turn: turn.explain("because", heat, choices, odds=1)), longest=2)
    play(match, actors)
    assert isinstance(match.record[-1], Acted)
    assert match.record[-1].reason is not None
    assert match.record[-1].reason.notes == (heat, choices)


def test_notes_without_end_are_cut() -> None:
    heat = Heat({f"cell {i}": float(i) for i in range(10**5)})
    match, actors = seated(Doing(lambda turn: turn.explain("because", *[heat] * 99)), longest=2)
    play(match, actors)
    reason = match.record[-1].reason  # type: ignore[union-attr]
    assert reason is not None
    assert len(reason.notes) == 4
    assert max(reason.notes[0].cells.values()) == 99_999  # type: ignore[union-attr]
    assert len(reason.notes[0].cells) == 200  # type: ignore[union-attr]


@pytest.mark.parametrize("note", [7, "heat", None, Heat({"a": "hot"})], ids=str)  # type: ignore[dict-item]
def test_what_is_no_note_is_a_crash(note: Any) -> None:
    assert ending(Doing(lambda turn: turn.explain("x", note))).ending == Ending.CRASHED


def test_a_reason_that_is_no_number_is_a_crash() -> None:
    odds: Any = "high"
    assert ending(Doing(lambda turn: turn.explain("x", odds=odds))).ending == Ending.CRASHED


def test_a_bot_cannot_put_in_a_reason_by_itself() -> None:
    assert ending(Doing(lambda turn: setattr(turn, "reason", "because"))).ending == Ending.CRASHED


def test_a_bot_that_talks_without_end_is_heard_a_few_times() -> None:
    match, actors = seated(Doing(lambda turn: any(map(turn.say, ["x" * 10**4] * 10**4))), game=FINGERS)
    play(match, actors)
    said = [entry for entry in match.record if isinstance(entry, Said)]
    assert len(said) == 3 * 10
    assert all(len(entry.words) == 500 for entry in said)


@pytest.mark.parametrize("words", [7, None, "\ud800"], ids=["7", "None", "half"])
def test_words_of_any_kind_can_be_stored(words: Any) -> None:
    assert ending(Doing(lambda turn: turn.say(words)), game=FINGERS).ending == Ending.NORMAL


def test_talk_in_a_silent_game_is_not_heard() -> None:
    match, actors = seated(Doing(lambda turn: turn.say("psst")), longest=8)
    play(match, actors)
    assert not any(isinstance(entry, Said) for entry in match.record)


# --- meddling


def test_what_a_turn_shows_cannot_be_changed() -> None:
    assert ending(Doing(lambda turn: setattr(turn.view, "hand", ()))).ending == Ending.CRASHED


def test_a_bot_cannot_change_the_match_through_what_it_is_shown() -> None:
    def meddle(turn: Turn) -> None:
        turn.seen.record[:] = 99
        turn.seen.state.hands[turn.seat] = 0
        turn.legal.clear()
        turn.rng[0] = 1
        turn.events.clear()

    honest, meddled = (seated(Doing(deed), longest=40) for deed in (lambda turn: None, meddle))
    play(*honest)
    play(*meddled)
    assert meddled[0].position == honest[0].position
    assert meddled[0].events(EVERYTHING) == honest[0].events(EVERYTHING)


def test_house_bots_are_not_bad() -> None:
    match = Match(FINGERS, seed=3)
    outcome = play(match, [InProcess(Chance(), bot_rng(5, seat)) for seat in range(4)])
    assert outcome.ending == Ending.NORMAL
