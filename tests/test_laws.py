"""Laws that every game must keep, found by its folder alone."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain import games
from quintain.core.cache import MODES
from quintain.core.clock import TimeControl
from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction, MatchOver, OutOfTurn
from quintain.core.game import EVERYTHING, Game
from quintain.core.kernel import PUBLIC
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.core.record import Player, Replaced, Resumed
from quintain.core.replay import Replay
from tests.game_of_fingers import FINGERS
from tests.random_play import Walk, choice, examples, few_examples, many_examples, options, random_match, seeds, walks

GAMES = [games.load(name) for name in games.names()]
# The laws hold for the tests' own game too, in which seats act together.
everywhere = pytest.mark.parametrize("game", [*GAMES, FINGERS], ids=[*games.names(), FINGERS.name])
ROOT = Path(__file__).parents[1]


def onlookers(position: Position) -> list[int]:
    """Everybody who may be shown something: the seats, and PUBLIC."""
    return [*range(len(position.seats)), PUBLIC]


# --- actions and positions


@everywhere
@examples
@given(data=st.data())
def test_actions_survive_rows_words_and_json(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in position.acting:
        for action in position.legal(seat):
            assert game.decode(list(game.encode(action))) == action
            assert game.decode(game.row(action).tolist()) == action
            assert game.parse(str(action)) == action
            assert game.action_from_json(msgspec.json.encode(action)) == action


@everywhere
@examples
@given(data=st.data())
def test_legal_actions_are_allowed_and_different(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in range(len(position.seats)):
        legal = position.legal(seat)
        assert legal or seat not in position.acting
        assert position.may_act(seat) or not legal
        assert len(set(legal)) == len(legal)
        assert all(position.allows(seat, action) for action in legal)


@everywhere
@examples
@given(data=st.data())
def test_legal_actions_are_written_whole(game: Game, data: st.DataObject) -> None:
    """Whoever compares rows, as a search does, must not find what was there before."""
    position = data.draw(walks(game)).position
    for seat in position.acting:
        rows = [np.full((game.most_actions, game.action_width), rubbish) for rubbish in (-7, 9)]
        counts = [position._doors.legal(position._cells, seat, out) for out in rows]
        assert counts[0] == counts[1]
        assert (rows[0][: counts[0]] == rows[1][: counts[0]]).all()


@everywhere
@few_examples
@given(seed=seeds, dice=seeds, data=st.data())
def test_the_same_seed_gives_the_same_match(game: Game, seed: int, dice: int, data: st.DataObject) -> None:
    chosen = data.draw(options(game))
    one, other = (random_match(game, chosen, seed, dice) for _ in range(2))
    assert one.position == other.position
    assert one.record == other.record
    assert one.events(EVERYTHING) == other.events(EVERYTHING)


@everywhere
@examples
@given(data=st.data())
def test_playing_leaves_the_old_position_alone(game: Game, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    before = walk.position.record.tobytes()
    for seat in walk.position.acting:
        for action in walk.position.legal(seat):
            walk.position.play(seat, action, seeded(1))
    for seat in onlookers(walk.position):
        walk.position.seen_by(seat).imagined(seat, seeded(1))
    assert walk.position.record.tobytes() == before


@everywhere
@examples
@given(data=st.data())
def test_nobody_acts_out_of_turn(game: Game, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    position, actions = walk.position, [action for _, action in walk.actions] or Walk(game).position.legal(0)
    for seat in {*range(len(position.seats)), PUBLIC, len(position.seats), 64}:
        for action in [] if position.may_act(seat) else actions[-3:]:
            assert not position.allows(seat, action)
            with pytest.raises(OutOfTurn if position.acting else MatchOver):
                position.play(seat, action, seeded(1))


# --- secrets


@everywhere
@examples
@given(data=st.data())
def test_concealing_twice_is_concealing_once(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in onlookers(position):
        assert position.seen_by(seat).seen_by(seat) == position.seen_by(seat)


@everywhere
@examples
@given(data=st.data())
def test_what_the_public_may_know_every_seat_knows(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in onlookers(position):
        assert position.seen_by(seat).seen_by(PUBLIC) == position.seen_by(PUBLIC)


@everywhere
@examples
@given(data=st.data())
def test_a_seat_knows_what_it_may_do(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in range(len(position.seats)):
        seen = position.seen_by(seat)
        assert seen.legal(seat) == position.legal(seat)
        assert (seat in seen.acting) == (seat in position.acting)


@everywhere
@examples
@given(dice=seeds, data=st.data())
def test_an_imagined_world_looks_the_same(game: Game, dice: int, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in onlookers(position):
        seen = position.seen_by(seat)
        assert seen.imagined(seat, seeded(dice)).seen_by(seat) == seen


@everywhere
def test_imagination_does_not_know_the_truth(game: Game) -> None:
    positions = [Walk(game, seed=seed, dice=seed).steps(seed).position for seed in range(20)]
    for seat in onlookers(positions[0]):
        worlds = [position.seen_by(seat).imagined(seat, seeded(9)) for position in positions]
        assert any(world != position for world, position in zip(worlds, positions, strict=True))


@everywhere
@examples
@given(dice=seeds, data=st.data())
def test_an_imagined_world_can_be_played_on(game: Game, dice: int, data: st.DataObject) -> None:
    position, rng = data.draw(walks(game)).position, seeded(dice)
    for seat in onlookers(position):
        seen = position.seen_by(seat)
        world = seen.imagined(seat, rng)
        assert bool(world.acting) == bool(position.acting)
        assert (seat in world.acting) == (seat in position.acting)
        # Where seats end long turns in secret, who else is done cannot be known.
        assert world.acting == position.acting or seen.acting != position.acting
        for _ in range(20):
            if world.acting:
                world = world.play(*choice(world, rng), rng)


def shown(position: Position, seat: int, tries: list[Any]) -> list[Any]:
    """All that a position lets out to a seat, in bytes and words."""
    seen = position.seen_by(seat)
    refusals = [refusal(position, seat, [action]) for action in [None, *tries]]
    default = game_default(seen, seat) if seat in seen.acting else None
    return [
        msgspec.json.encode(position.view(seat)),
        position.text(seat),
        position.legal(seat),
        [position.allows(seat, action) for action in tries],
        refusals,
        default,
    ]


def game_default(seen: Position, seat: int) -> Any:
    return seen.game.default(seen, seat)


def refusal(position: Position, seat: int, actions: list[Any]) -> str:
    try:
        position.played(seat, position.game.turn(actions), seeded(1))
    except IllegalAction as error:
        return f"{type(error).__name__}: {error}"
    return ""


def heard(before: Position, after: Position, seat: int, action: Any) -> bytes:
    told = before.game.events(before, after, seat, action)
    return msgspec.json.encode([one.event for one in told if one.reaches(seat)])


@everywhere
@many_examples
@given(dice=seeds, data=st.data())
def test_nothing_hidden_gets_through(game: Game, dice: int, data: st.DataObject) -> None:
    """Two worlds that a seat cannot tell apart by its cells give it the same bytes through every other channel."""
    walk, rng = data.draw(walks(game)), seeded(dice)
    truth = walk.position
    for seat in onlookers(truth):
        world = truth.seen_by(seat).imagined(seat, rng)
        tries = [action for _, action in walk.actions[-8:]] + [choice(world, rng)[1] for _ in world.acting]
        assert shown(world, seat, tries) == shown(truth, seat, tries)
        for action in truth.legal(seat):
            after, otherwise = (position.play(seat, action, seeded(2)) for position in (truth, world))
            if after.seen_by(seat) == otherwise.seen_by(seat):
                assert heard(truth, after, seat, action) == heard(world, otherwise, seat, action)


@cache
def without_reasons(game: Game) -> Game:
    """The same game, if it had no words of its own for why not."""
    return replace(game, refusal=None)


@cache
def sample(game: Game) -> list[Any]:
    """Actions of all kinds, few of which are legal at any one moment."""
    walks = [Walk(game, seed=seed, dice=seed) for seed in range(6)]
    found: dict[Any, None] = {}
    for walk in walks:
        for _ in range(40):
            if walk.position.acting:
                found |= dict.fromkeys(action for seat in walk.position.acting for action in walk.position.legal(seat))
                walk.step()
    return list(found)


@pytest.mark.parametrize("silent", [False, True], ids=["with reasons", "without reasons"])
@everywhere
@examples
@given(dice=seeds, data=st.data())
def test_refusals_tell_nothing_hidden(game: Game, silent: bool, dice: int, data: st.DataObject) -> None:
    """Whatever a seat tries, alone or as a turn of several, it is refused in the same words in either world."""
    chosen = without_reasons(game) if silent else game
    truth = data.draw(walks(chosen)).position
    tries = data.draw(st.lists(st.sampled_from(sample(game)), min_size=1, max_size=4))
    for seat in (*onlookers(truth), len(truth.seats)):
        eyes = seat if seat < len(truth.seats) else PUBLIC
        world = truth.seen_by(eyes).imagined(eyes, seeded(dice))
        for turn in ([tries[0]], tries, [*tries, None]):
            assert refusal(world, seat, turn) == refusal(truth, seat, turn)


@everywhere
@examples
@given(dice=seeds, data=st.data())
def test_what_others_may_follow_shows_its_seat_nothing_new(game: Game, dice: int, data: st.DataObject) -> None:
    """Or a turn that is refused as a whole would tell what its first action brings."""
    position = data.draw(walks(game)).position
    for seat in position.acting if game.together else ():
        world = position.seen_by(seat).imagined(seat, seeded(dice))
        for action in position.legal(seat):
            if isinstance(action, game.together):
                after, otherwise = (each.play(seat, action, seeded(2)).seen_by(seat) for each in (position, world))
                assert after == otherwise


@everywhere
@examples
@given(data=st.data())
def test_a_position_survives_being_written_down(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seen in (position, *(position.seen_by(seat) for seat in onlookers(position))):
        again = Position.parse(game, repr(seen))
        assert again == seen
        assert (again.acting, again.options) == (seen.acting, seen.options)


@everywhere
@examples
@given(data=st.data())
def test_seats_that_act_together_do_not_disturb_each_other(game: Game, data: st.DataObject) -> None:
    """Another seat may see that a seat has acted, but not what it did, and may do the same as before.

    One crew is an exception: teammates who have roles work at one machine, and see there what the other has done.
    """
    position = data.draw(walks(game)).position
    for seat in position.acting if len(position.acting) > 1 else ():
        worlds = [position.play(seat, action, seeded(3)) for action in position.legal(seat)]
        for other in {other for other in position.acting if other != seat and not one_crew(position, seat, other)}:
            assert len({after.seen_by(other) for after in worlds}) == 1
            for after in worlds:
                assert after.legal(other) == position.legal(other) != []
                assert after.view(other) == worlds[0].view(other)


@everywhere
@examples
@given(data=st.data())
def test_it_does_not_matter_who_of_them_answers_first(game: Game, data: st.DataObject) -> None:
    """Unless the first ends the match, so that the second is not asked any more."""
    position = data.draw(walks(game)).position
    for one, other in combinations(position.acting, 2):
        first, second = (one, position.legal(one)[-1]), (other, position.legal(other)[0])
        rng, otherwise = seeded(4), seeded(4)
        after, instead = position.play(*first, rng), position.play(*second, otherwise)
        if after.acting and instead.acting:
            assert after.play(*second, rng) == instead.play(*first, otherwise)


def one_crew(position: Position, seat: int, other: int) -> bool:
    one, two = position.seats[seat], position.seats[other]
    return bool(one.team == two.team and one.role and two.role)


# --- matches


def default_match(game: Game, seed: int, **settings: Any) -> Match:
    """A match in which nobody is there."""
    match = Match(game, seed=seed, **settings)
    while not match.outcome:
        seat = match.position.acting[0]
        match.act(seat, game_default(match.position.seen_by(seat), seat))
    return match


@everywhere
def test_every_match_of_absent_players_ends(game: Game) -> None:
    for seed in range(5):
        outcome = default_match(game, seed).outcome
        assert outcome is not None
        assert outcome.ending == Ending.NORMAL


@everywhere
def test_a_match_that_goes_on_for_too_long_is_stalled(game: Game) -> None:
    match = default_match(game, 1, longest=3)
    assert match.outcome is not None
    assert match.outcome.ending == Ending.STALLED
    assert match.actions == 3


@everywhere
def test_after_the_end_nobody_acts(game: Game) -> None:
    match = default_match(game, 1)
    action = Position.start(game).legal(Position.start(game).acting[0])[0]
    for seat in range(len(match.seats)):
        assert match.position.legal(seat) == []
        with pytest.raises(MatchOver):
            match.position.play(seat, action, seeded(1))
        with pytest.raises(MatchOver):
            match.act(seat, action)
    with pytest.raises(MatchOver):
        match.resign(0)


@everywhere
@examples
@given(data=st.data())
def test_a_default_action_is_legal(game: Game, data: st.DataObject) -> None:
    position = data.draw(walks(game)).position
    for seat in position.acting:
        assert position.allows(seat, game_default(position.seen_by(seat), seat))


@everywhere
@few_examples
@given(seed=seeds, dice=seeds, data=st.data())
def test_views_events_and_outcomes_survive_json(game: Game, seed: int, dice: int, data: st.DataObject) -> None:
    match = random_match(game, data.draw(options(game)), seed, dice, longest=data.draw(st.integers(1, 100)))
    things: list[Any] = [match.outcome, *match.events(EVERYTHING)]
    things += [match.position.view(seat) for seat in (*onlookers(match.position), EVERYTHING)]
    for thing in things:
        assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(thing)), type(thing)) == thing


@everywhere
def test_every_event_is_a_line_of_words(game: Game) -> None:
    for event in random_match(game, seed=1, dice=1).events(EVERYTHING):
        assert "__str__" in vars(type(event)), f"{type(event).__name__} has no words"
        assert str(event)
        assert "\n" not in str(event)


@everywhere
@few_examples
@given(seed=seeds, dice=seeds, data=st.data())
def test_a_replay_tells_every_seat_the_same_again(game: Game, seed: int, dice: int, data: st.DataObject) -> None:
    live = random_match(game, data.draw(options(game)), seed, dice, longest=data.draw(st.integers(1, 100)))
    again = Replay.from_bytes(Replay.of(live).to_bytes())
    *_, (_, match) = again.steps(game)
    assert match.position == live.position
    assert match.outcome == live.outcome
    for seat in (*onlookers(live.position), EVERYTHING):
        assert msgspec.json.encode(match.events(seat)) == msgspec.json.encode(live.events(seat))


def befall(match: Match, deed: str, at: float, seat: int, bank: float) -> None:
    """Something that moves a clock, or may move one."""
    acting = match.position.acting[seat % len(match.position.acting)]
    match deed:
        case "act":
            match.act(acting, match.position.legal(acting)[0], at)
        case "act quickly":
            match.act(acting, match.position.legal(acting)[-1], at, spent=bank / 7)
        case "fault":
            match.fault(acting, Ending.CRASHED, "oops", at)
        case "replace":
            match.enter(Replaced(acting, Player(f"{bank}", timed=seat % 3 > 0), at, bank=bank))
        case "resume":
            match.enter(Resumed(at, bank / 3))


@everywhere
@examples
@given(seed=seeds, data=st.data())
def test_clocks_follow_from_the_record(game: Game, seed: int, data: st.DataObject) -> None:
    """After strikes, credits, take-overs and pauses, played again they are the same to the last digit."""
    seconds = st.floats(0, 50, allow_subnormal=False)
    control = TimeControl(data.draw(seconds), data.draw(st.floats(0, 3)), data.draw(st.none() | st.floats(20, 60)))
    match = Match(
        game, seed=seed, time_control=control, faults=FaultRule(2, data.draw(st.sampled_from(["", "chance"])))
    )
    deeds = st.sampled_from(["act", "act", "act", "act quickly", "fault", "replace", "resume"])
    at = 0.0
    for deed in data.draw(st.lists(deeds, max_size=30)):
        at += data.draw(seconds) / 9
        if not match.outcome:
            befall(match, deed, at, data.draw(st.integers(0, 9)), data.draw(seconds))
    lines = [msgspec.json.encode(entry) for entry in match.record]
    replay = Replay.of(match)
    for again in (Replay.from_bytes(replay.to_bytes()), Replay.from_journal(replay.header(), lines)):
        rebuilt = again.match(game)
        assert [(clock.bank, clock.since) for clock in rebuilt.clocks] == [
            (clock.bank, clock.since) for clock in match.clocks
        ]
        assert (rebuilt.players, rebuilt.seatings, rebuilt.strikes) == (match.players, match.seatings, match.strikes)
        assert rebuilt.outcome == match.outcome


@everywhere
@few_examples
@given(seed=seeds, dice=seeds, data=st.data())
def test_more_is_better(game: Game, seed: int, dice: int, data: st.DataObject) -> None:
    """Whoever has the highest placing comes first, and where a game has none, whoever has the highest score."""
    match = random_match(game, data.draw(options(game)), seed, dice)
    assert match.outcome is not None
    placings, ranks = match.position.placings(), match.outcome.ranks
    assert game.placing or placings == match.outcome.scores
    for one, other in combinations(range(len(ranks)), 2):
        if match.seats[one].team != match.seats[other].team and placings[one] > placings[other]:
            best = [
                max(p for p, s in zip(placings, match.seats, strict=True) if s.team == team)
                for team in (match.seats[one].team, match.seats[other].team)
            ]
            assert (best[0] > best[1]) == (ranks[one] < ranks[other])


@pytest.mark.parametrize("game", GAMES, ids=games.names())
def test_every_kind_of_kernel_gives_the_same_bytes(game: Game) -> None:
    def digest(mode: str) -> str:
        command = [sys.executable, "-m", "tests.digest", game.name]
        environment = {**os.environ, "QUINTAIN_KERNELS": mode}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stderr
        return done.stdout

    digests = {mode: digest(mode) for mode in MODES}
    assert len(digests["fast"]) > 64
    assert len(set(digests.values())) == 1, digests
