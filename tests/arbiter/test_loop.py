"""The plain loop: whom it asks, about what, and what actors are told."""

from typing import Any

from quintain.arbiter.actors import Answer, Fault, InProcess, bot_rng
from quintain.arbiter.loop import follow, play
from quintain.bots.chance import Chance
from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import random_below, seeded
from quintain.core.match import Match
from quintain.core.outcome import Ending, Outcome
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre import events as told
from tests.fingers import FINGERS, Counted, Noted, Show


class Diary(Bot):
    """Writes down everything that happens to it."""

    def __init__(self, asks_for_events: bool = True) -> None:
        self.asks_for_events = asks_for_events
        self.started: list[tuple[str, int]] = []
        self.turns: list[list[Any]] = []
        self.views: list[Any] = []
        self.outcomes: list[Outcome] = []

    def start(self, game: Game, seat: int) -> None:
        self.started.append((game.name, seat))

    def act(self, turn: Turn) -> Any:
        self.turns.append(turn.events if self.asks_for_events else [])
        self.views.append(turn.view)
        return turn.seen.game.default(turn.seen.state, turn.seat)

    def finish(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


def diaries(game: Game, **settings: Any) -> tuple[Match, list[Diary]]:
    match, bots = Match(game, seed=1, **settings), [Diary() for _ in range(4)]
    play(match, [InProcess(bot, bot_rng(2, seat)) for seat, bot in enumerate(bots)])
    return match, bots


def test_each_bot_is_started_and_finished_once() -> None:
    match, bots = diaries(FINGERS)
    assert [bot.started for bot in bots] == [[("fingers", seat)] for seat in range(4)]
    assert [bot.outcomes for bot in bots] == [[match.outcome]] * 4


def test_seats_that_act_together_are_asked_about_the_same_position() -> None:
    """Nobody sees what an earlier seat has just answered."""
    _, bots = diaries(FINGERS)
    for views in zip(*(bot.views for bot in bots), strict=True):
        assert all(view == views[0] for view in views)
        assert not any(views[0].ready)


def test_the_watcher_sees_the_start_and_every_action() -> None:
    seen: list[int] = []
    match = Match(FINGERS, seed=1)
    play(match, [InProcess(Diary(), bot_rng(2, seat)) for seat in range(4)], watch=lambda m: seen.append(m.actions))
    assert seen == list(range(13))


def test_a_turn_brings_the_events_since_the_last_one() -> None:
    match, bots = diaries(JAFFRE, options=Options(target=1))
    for seat, bot in enumerate(bots):
        heard = [event for events in bot.turns for event in events]
        everything = match.events(seat)
        assert heard == everything[: len(heard)]
        assert isinstance(heard[0], told.RoundBegan)
        assert len(heard) > len(everything) - 10


def test_a_turn_brings_a_seat_only_what_it_may_know() -> None:
    _, bots = diaries(FINGERS)
    assert bots[0].turns == [[], [Noted(0), Counted((0, 0, 0, 0))], [Noted(0), Counted((0, 0, 0, 0))]]


def test_events_that_a_bot_does_not_ask_for_are_kept_for_later() -> None:
    match, bot = Match(FINGERS), Diary(asks_for_events=False)
    actor = InProcess(bot, bot_rng(1, 0))
    for _ in range(2):
        follow(match, 0, actor.answer(match, 0, 0.0), 0.0)
        for seat in (1, 2, 3):
            match.act(seat, Show(2))
    bot.asks_for_events = True
    actor.answer(match, 0, 0.0)
    assert bot.turns[-1] == match.events(0)


def test_who_takes_a_seat_over_is_told_all_that_the_seat_was() -> None:
    match = Match(JAFFRE, seed=1)
    for notation in ("skip", "bet 8", "skip", "skip"):
        match.act(match.position.acting[0], JAFFRE.parse(notation))
    bot = Diary()
    InProcess(bot, bot_rng(1, 2)).answer(match, 2, 0.0)
    assert bot.turns == [match.events(2)]
    assert sum(isinstance(event, told.Dealt) for event in bot.turns[0]) == 1


def test_a_fault_of_a_seat_that_no_longer_acts_is_forgotten() -> None:
    match = Match(FINGERS)
    match.act(0, Show(1))
    follow(match, 0, Fault(Ending.CRASHED, "too late to matter"), 0.0)
    follow(match, 0, Answer([Show(2)]), 0.0)
    assert match.outcome is None
    assert match.actions == 1


def test_a_bots_dice_have_nothing_to_do_with_the_match() -> None:
    """A bot that knew its dice could otherwise work out the deal."""
    for seed in range(20):
        assert not any(bot_rng(seed, seat)[0] == Match(JAFFRE, seed=seed).rng[0] for seat in range(4))
        assert bot_rng(seed, 0)[0] != seeded("match", seed)[0]


def test_every_seat_has_dice_of_its_own() -> None:
    rolls = {tuple(random_below(rng, 6) for _ in range(30)) for seat in range(4) for rng in [bot_rng(1, seat)]}
    assert len(rolls) == 4


def test_the_same_seeds_give_the_same_match() -> None:
    def played() -> Match:
        match = Match(JAFFRE, seed=3, longest=200)
        play(match, [InProcess(Chance(), bot_rng(9, seat)) for seat in range(4)])
        return match

    one, other = played(), played()
    assert one.position == other.position
    assert one.outcome == other.outcome
