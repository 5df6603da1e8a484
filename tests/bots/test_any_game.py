"""The bots that can play any game: chance, rollout and search."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.bots.chance import Chance
from quintain.bots.playouts import random_decisions
from quintain.bots.rollout import Rollout
from quintain.bots.search import Search
from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.errors import BadSetting
from quintain.core.game import Game, Rules, Seat
from quintain.core.kernel import HIDDEN, Cells, Record, cells, compiled
from quintain.core.match import Match, outcome_of
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.core.record import Candidates
from quintain.games.jaffre import GAME as JAFFRE
from tests.game_of_fingers import FINGERS
from tests.games.jaffre.tables import played, table

FORCED = ["skip", "skip", "skip", "bet 7"]


def choice(bot: Bot, position: Position, seed: int = 1) -> tuple[str, Turn]:
    seat = position.acting[0]
    turn = Turn(seat, position.seen_by(seat), seeded("test", seed))
    bot.start(position.game, seat)
    return str(bot.act(turn)), turn


def planners() -> list[Bot]:
    return [Rollout(worlds=200), Search(iterations=1000)]


# --- chance


def test_chance_takes_every_legal_action_equally_often() -> None:
    position, rng = Position.start(JAFFRE), seeded("chance")
    taken = Counter(Chance().act(Turn(1, position.seen_by(1), rng)) for _ in range(1300 * 2))
    assert set(taken) == set(position.legal(1))
    assert all(130 < times < 270 for times in taken.values())


def test_chance_does_what_it_must() -> None:
    position = table({0: "R1", 1: "R2", 2: "R3", 3: "R4"}, bets=FORCED, trump="red")
    assert choice(Chance(), position)[0] == "play R1"


# --- planning


@pytest.mark.parametrize("bot", planners(), ids=["rollout", "search"])
def test_it_takes_the_red_zero_with_the_last_card_of_the_trick(bot: Bot) -> None:
    """Seat 3 plays last: the red seven wins six points, the red one gives them away."""
    position = table(
        {0: "R3 N1", 1: "R0 N2", 2: "R4 N3", 3: "R7 R1"}, bets=FORCED, trump="blue", points=(3, 0, 0, 0), scores=(0, 0)
    )
    position = played(position, ["R3", "R0", "R4"])
    assert choice(bot, position)[0] == "play R7"


@pytest.mark.parametrize("bot", planners(), ids=["rollout", "search"])
def test_it_leaves_the_brown_zero_to_the_others(bot: Bot) -> None:
    """Seat 3 plays last and cannot lose a point by ducking."""
    position = table({0: "N3 G1", 1: "N0 G2", 2: "N4 G3", 3: "N7 N1"}, bets=FORCED, trump="blue", points=(5, 2, 0, 0))
    position = played(position, ["N3", "N0", "N4"])
    assert choice(bot, position)[0] == "play N1"


@pytest.mark.parametrize("bot", planners(), ids=["rollout", "search"])
def test_it_explains_itself_with_numbers(bot: Bot) -> None:
    _, turn = choice(bot, Position.start(JAFFRE))
    assert turn.reason is not None
    assert turn.reason.text
    assert "advantage" in turn.reason.numbers


@pytest.mark.parametrize("bot", planners(), ids=["rollout", "search"])
def test_it_shows_what_it_has_considered_the_best_first(bot: Bot) -> None:
    position = Position.start(JAFFRE)
    chosen, turn = choice(bot, position)
    assert turn.reason is not None
    (candidates,) = turn.reason.notes
    assert isinstance(candidates, Candidates)
    actions, values = zip(*candidates.choices, strict=True)
    assert actions[0] == chosen
    assert list(values) == sorted(values, reverse=True)
    assert set(actions) == set(map(str, position.legal(turn.seat)))


@pytest.mark.parametrize("bot", planners(), ids=["rollout", "search"])
def test_without_a_choice_it_does_not_think(bot: Bot) -> None:
    position = table({0: "R1", 1: "R2", 2: "R3", 3: "R4"}, bets=FORCED, trump="red")
    answer, turn = choice(bot, position)
    assert answer == "play R1"
    assert turn.reason is not None
    assert turn.reason.text == "there is no choice"


@pytest.mark.parametrize("kind", [lambda: Rollout(worlds=20), lambda: Search(iterations=50)], ids=["rollout", "search"])
def test_it_answers_the_same_with_the_same_dice(kind: Any) -> None:
    position = Position.start(JAFFRE, seed=3)
    assert choice(kind(), position, 5)[0] == choice(kind(), position, 5)[0]


@pytest.mark.parametrize("kind", [lambda: Rollout(worlds=20), lambda: Search(iterations=50)], ids=["rollout", "search"])
def test_it_does_not_depend_on_what_it_cannot_see(kind: Any) -> None:
    """Two deals that look the same to the seat get the same answer."""
    for seed in range(5):
        truth = Position.start(JAFFRE, seed=seed)
        world = truth.seen_by(1).imagined(1, seeded(seed))
        assert choice(kind(), truth, seed)[0] == choice(kind(), world, seed)[0]


@pytest.mark.parametrize("kind", [lambda: Rollout(worlds=5), lambda: Search(iterations=20)], ids=["rollout", "search"])
@pytest.mark.parametrize("game", [JAFFRE, FINGERS], ids=lambda game: game.name)
def test_it_plays_any_game_by_the_rules(kind: Any, game: Any) -> None:
    match = Match(game, seed=1, longest=80)
    play(match, [InProcess(kind(), bot_rng(2, seat)) for seat in range(4)])
    assert match.outcome is not None
    assert match.outcome.ending in (Ending.NORMAL, Ending.STALLED)


def test_one_iteration_is_enough_for_an_answer() -> None:
    position = Position.start(JAFFRE)
    for bot in (Rollout(worlds=1), Search(iterations=1)):
        assert JAFFRE.parse(choice(bot, position)[0]) in position.legal(1)


def test_a_planner_leaves_what_it_was_shown_as_it_was() -> None:
    position = Position.start(JAFFRE)
    for bot in planners():
        before = position.seen_by(1)
        turn = Turn(1, position.seen_by(1), seeded(1))
        bot.act(turn)
        assert turn.seen == before


@pytest.mark.parametrize(("kind", "words"), [(Rollout, "at least one world"), (Search, "at least one iteration")])
@pytest.mark.parametrize("number", [0, -5])
def test_settings_that_make_no_sense_are_refused(kind: Any, words: str, number: int) -> None:
    with pytest.raises(BadSetting, match=words):
        kind(number)


# --- random play in kernels


def test_as_many_decisions_are_made_as_were_asked_for() -> None:
    assert random_decisions(JAFFRE, 5000) == 5000
    assert random_decisions(FINGERS, 100) == 100


# --- what they play for


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    number: int

    def __str__(self) -> str:
        return f"pick {self.number}"


class Picks(Record):
    picked: Cells = cells(2)


@compiled
def setup(state: Picks, rng: Cells) -> None:
    state.picked[0] = state.picked[1] = HIDDEN


@compiled
def acting(state: Picks) -> int:
    return 1 if state.picked[0] == HIDDEN else 2 if state.picked[1] == HIDDEN else 0


@compiled
def legal(state: Picks, seat: int, out: Cells) -> int:
    for number in range(6):
        out[number, 0] = number
    return 6


@compiled
def allows(state: Picks, seat: int, action: Cells) -> bool:
    return bool(0 <= action[0] < 6)


@compiled
def apply(state: Picks, seat: int, action: Cells, rng: Cells) -> None:
    state.picked[seat] = action[0]


@compiled
def most(state: Picks, seat: int) -> int:
    return int(state.picked[seat])


@compiled
def fewest(state: Picks, seat: int) -> int:
    return -int(state.picked[seat])


@compiled
def conceal(state: Picks, seat: int) -> None: ...


@compiled
def imagine(state: Picks, seat: int, rng: Cells) -> None: ...


class NoOptions(msgspec.Struct, frozen=True): ...


def picking(name: str, score: Any, placing: Any) -> Game:
    """Two seats pick a number each, and see what the other has picked."""
    return Game(
        name=name,
        title=name,
        summary="pick a number",
        rules_version=1,
        rules=Rules(setup, acting, legal, allows, apply, score, conceal, imagine),
        state=Picks,
        options=NoOptions,
        seating=lambda options: (Seat(team=0), Seat(team=1)),
        action_type=Pick,
        action_width=1,
        most_actions=6,
        encode=lambda action: [action.number],
        decode=lambda row: Pick(row[0]),
        parse=lambda text: Pick(int(text.split()[1])),
        view=lambda seen, seat: tuple(seen.state.picked),
        text=str,
        opening=lambda position: [],
        events=lambda before, after, seat, action: [],
        default=lambda seen, seat: Pick(0),
        placing=placing,
    )


FEWEST_WIN = picking("fewest", most, placing=fewest)  # whatever the score says


@pytest.mark.parametrize("bot", planners(), ids=["rollout", "search"])
def test_it_plays_for_the_first_place(bot: Bot) -> None:
    position = Position.start(FEWEST_WIN).play(0, Pick(3), seeded(1))
    assert choice(bot, position)[0] == "pick 0"
    outcome = outcome_of(position.play(1, Pick(0), seeded(1)), Ending.NORMAL)
    assert (outcome.scores, outcome.ranks) == ((3, 0), (2, 1))
