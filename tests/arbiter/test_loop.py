"""The plain loop: whom it asks, about what, and what actors are told."""

import asyncio
import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from quintain import games
from quintain.arbiter.actors import NO_DICE, Actor, Answer, Failure, InProcess, Terms, bot_rng
from quintain.arbiter.loop import Loop, Reply, play, without_waiting
from quintain.arbiter.turns import Turns
from quintain.bots.chance import Chance
from quintain.core.bot import Bot, Turn
from quintain.core.dice import COUNTER, KEY, random_below
from quintain.core.doors import Doors
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.outcome import Ending, Outcome
from quintain.core.position import Position
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre import events as told
from tests.game_of_fingers import FINGERS, Counted, Noted, Show
from tests.processes import PATIENCE


class Diary(Bot):
    """Writes down everything that happens to it."""

    def __init__(self) -> None:
        self.started: list[tuple[str, int]] = []
        self.turns: list[list[Any]] = []
        self.views: list[Any] = []
        self.outcomes: list[Outcome] = []

    def start(self, game: Game, seat: int) -> None:
        self.started.append((game.name, seat))

    def act(self, turn: Turn) -> Any:
        self.turns.append(turn.events)
        self.views.append(turn.view)
        return turn.seen.game.default(turn.seen, turn.seat)

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


def test_who_does_not_listen_is_told_nothing() -> None:
    class Deaf(Diary):
        listens = False

    bot = Deaf()
    play(Match(FINGERS), [InProcess(bot if seat == 0 else Diary(), bot_rng(2, seat)) for seat in range(4)])
    assert bot.turns == [[], [], []]


def test_who_takes_a_seat_over_is_told_all_that_the_seat_was() -> None:
    match = Match(JAFFRE, seed=1)
    for notation in ("skip", "bet 8", "skip", "skip"):
        match.act(match.position.acting[0], JAFFRE.parse(notation))
    turns, actor = Turns(match), InProcess(Diary(), bot_rng(1, 2))
    first = turns.turn(2, actor, 0.0)
    assert (first.number, turns.turn(2, actor, 0.0).number) == (0, 1)
    turns.begin_again(2)
    again = turns.turn(2, actor, 0.0)
    assert first.events == again.events == match.events(2)
    assert again.number == 0
    assert sum(isinstance(event, told.Dealt) for event in again.events) == 1


class Remote:
    """Answers after a while, as something outside this process would."""

    rng = NO_DICE
    timed = True
    punctual = False
    immediate = False
    volunteers = False
    listens = False
    speaks = False

    def __init__(self, together: asyncio.Barrier) -> None:
        self.together = together

    async def start(self, terms: Terms) -> None: ...

    async def answer(self, turn: Turn) -> Answer:
        async with asyncio.timeout(PATIENCE):
            await self.together.wait()
        return Answer([turn.legal[0]])

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        return ()

    async def finish(self, outcome: Outcome) -> None: ...

    def leave(self) -> None: ...


def test_seats_that_act_together_are_asked_at_the_same_time() -> None:
    """Nobody answers before all are asked: one after the other they would wait for ever."""
    match, barrier = Match(FINGERS), asyncio.Barrier(3)
    actors: list[Actor] = [Remote(barrier), Remote(barrier), Remote(barrier), InProcess(Chance(), bot_rng(1, 3))]
    assert play(match, actors).ending == Ending.NORMAL


def test_whoever_calls_itself_immediate_must_not_wait() -> None:
    async def waits() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="has waited"):
        without_waiting(waits())


def reachable(thing: Any) -> Iterator[Any]:
    """Everything that can be reached from a thing by looking into it: fields, closures, defaults; but not rules."""
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        found = waiting.pop()
        yield found
        function = isinstance(found, FunctionType)
        inside = [found.__closure__, found.__defaults__, found.__dict__] if function else gc.get_referents(found)
        for inner in inside:
            if id(inner) not in seen and not issubclass(type(inner), ModuleType | type | Game | Doors):
                seen.add(id(inner))
                waiting.append(inner)


@pytest.mark.parametrize("game", [FINGERS, *map(games.load, games.names())], ids=lambda game: game.name)
def test_nothing_that_an_actor_holds_leads_to_the_match(game: Game) -> None:
    """Neither the match nor its dice nor any position but the seen one, however one looks at a turn."""
    match = Match(game, seed=987_654_321_987)
    loop = Loop(match, [InProcess(Chance(), bot_rng(1, seat)) for seat in range(len(match.seats))])
    for seat in match.position.acting:
        held = list(reachable((loop.actors[seat], loop.turns.turn(seat, loop.actors[seat], 0.0))))
        assert not any(isinstance(thing, Match | Loop | Turns) for thing in held)
        assert not any(thing is match.rng or (type(thing) is int and thing == match.seed) for thing in held)
        positions = [thing for thing in held if isinstance(thing, Position)]
        assert positions
        assert all(position == position.seen_by(seat) for position in positions)


def test_a_fault_of_a_seat_that_no_longer_acts_is_forgotten() -> None:
    match = Match(FINGERS)
    match.act(0, Show(1))
    loop = Loop(match, [InProcess(Chance(), bot_rng(1, seat)) for seat in range(4)])
    for answer in (Failure(Ending.CRASHED, "too late to matter"), Answer([Show(2)])):
        without_waiting(loop.follow(Reply(0, answer, 0.0, 0.0)))
    assert match.outcome is None
    assert match.actions == 1


def test_a_bots_dice_have_nothing_to_do_with_the_match() -> None:
    """A bot that knew its dice could otherwise work out the deal."""
    for seed in range(20):
        keys = {tuple(bot_rng(seed, seat)[KEY:COUNTER]) for seat in range(4)}
        assert len(keys) == 4
        assert tuple(Match(JAFFRE, seed=seed).rng[KEY:COUNTER]) not in keys


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
