"""The bots: the documented habits of the contest's own, and what ours are meant to do."""

from typing import Any

import pytest

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.position import Position
from quintain.games.bottlebats.actions import Done, March
from quintain.games.bottlebats.bots.destroy import Destroy
from quintain.games.bottlebats.bots.general import DOUBT, STILL, General
from quintain.games.bottlebats.bots.greedy import Greedy
from quintain.games.bottlebats.bots.idle import Idle
from quintain.games.bottlebats.bots.marshal import Marshal
from quintain.games.bottlebats.bots.memory import Memory
from quintain.games.bottlebats.bots.onebyone import OneByOne
from quintain.games.bottlebats.bots.test import Test as Robot
from quintain.games.bottlebats.options import fort_names
from tests.games.bottlebats.wars import GAME, turn, war

BOTS: list[type[Bot]] = [Idle, OneByOne, Robot, Destroy, Greedy, Marshal, General]
MIDDLE = ("a 0 0 p 26, b 3 0 neutral 0, c 0 3 p 8, d 0 9 q 4", "a b, a c, c d")


def answer(bot: Bot, position: Position, seat: int = 0) -> list[str]:
    """The bot's marches as 'a b 4'."""
    bot.start(GAME, seat)
    shown = Turn(seat, position.seen_by(seat), seeded("dice of the tests"))
    actions: Any = bot.act(shown)
    assert shown.reason
    names = fort_names(position.options)
    marches = [action for action in actions if isinstance(action, March)] if isinstance(actions, list) else []
    assert actions == Done() or actions[-1] == Done()
    return [f"{names[march.origin]} {names[march.destination]} {march.soldiers}" for march in marches]


def test_idle_does_nothing() -> None:
    assert answer(Idle(), war(*MIDDLE)) == []


def test_one_by_one_sends_one_over_every_road() -> None:
    assert answer(OneByOne(), war(*MIDDLE)) == ["a b 1", "a c 1", "c a 1", "c d 1"]


def test_destroy_keeps_five_and_splits_the_rest() -> None:
    assert answer(Destroy(), war(*MIDDLE)) == ["a b 10", "a c 10", "c a 1", "c d 1"]


def test_destroy_stays_where_it_has_five() -> None:
    assert answer(Destroy(), war(MIDDLE[0].replace("p 26", "p 5").replace("p 8", "p 2"), MIDDLE[1])) == []


def test_test_splits_over_neutral_neighbours_and_feeds_its_border() -> None:
    assert answer(Robot(), war(*MIDDLE)) == ["a b 26", "c a 4"]


def test_test_repeats_its_old_commands() -> None:
    bot, position = Robot(), war(*MIDDLE)
    answer(bot, position)
    assert answer(bot, turn(position)) == ["a b 26", "c a 4", "a b 1", "c a 4"]


def test_greedy_takes_the_nearest_it_can_with_a_margin() -> None:
    assert answer(Greedy(), war(*MIDDLE)) == ["a b 2", "c a 8"]
    assert answer(Greedy(), war(MIDDLE[0].replace("q 4", "q 0"), MIDDLE[1]))[1:] == ["c d 8"]


def test_marshal_keeps_what_an_incoming_march_needs() -> None:
    position = turn(war("a 0 0 p 10, b 4 0 q 30, c 0 4 neutral 0", "a b, a c"), "q: b a 12")
    assert answer(Marshal(), position) == ["a c 2"]


def test_marshal_sends_help_in_time() -> None:
    position = turn(war("a 0 0 p 10, b 6 0 q 30, c 0 2 p 20", "a b, a c"), "q: b a 20")
    help = [order.split() for order in answer(Marshal(), position)]
    assert [order[:2] for order in help] == [["c", "a"]]
    assert int(help[0][2]) >= 5


def test_marshal_times_its_marches_to_land_together() -> None:
    forts = "a 0 0 p 30, b 6 0 q 40, c 6 3 p 30"
    first = answer(Marshal(), war(forts, "a b, c b", fog="off"))
    assert [order.split()[:2] for order in first] == [["a", "b"]], "who is near waits"
    sent = int(first[0].split()[2])
    position = war(forts, "a b, c b")
    for _ in range(3):
        position = turn(position, f"p: a b {sent}") if not position.state.turn else turn(position)
    ((origin, goal, more),) = (order.split() for order in answer(Marshal(), position))
    assert (origin, goal) == ("c", "b")
    assert sent + int(more) > 40 + 5, "together they are enough for those who are there and those who grow"
    assert int(more) < 33, "who is not needed stays"


def test_marshal_supplies_its_front() -> None:
    position = war("a 0 0 p 20, b 3 0 p 1, c 6 0 q 50", "a b, b c")
    assert answer(Marshal(), position) == ["a b 20"]


def test_memory_keeps_forts_out_of_sight() -> None:
    position = war("a 0 0 p 20, b 1 0 p 1, c 2 0 q 9, d 1 1 q 9", "a b, b c, b d", fog="original")
    memory = Memory()
    memory.recalled(position.seen_by(0), 0)
    position = turn(position, "q: c b 9")
    assert position.view(0).forts[-1].name == "b"
    recalled = memory.recalled(position.seen_by(0), 0)
    assert recalled.view(GAME.state.layout)["roads"][0] == 3
    assert recalled.view(GAME.state.layout)["owners"][0][2] == 2


def test_general_explains_itself_with_candidates() -> None:
    position = war(*MIDDLE, fog="original")
    bot = General(budget=0.0)
    bot.start(GAME, 0)
    shown = Turn(0, position.seen_by(0), seeded(1))
    bot.act(shown)
    assert shown.reason
    assert shown.reason.notes
    assert {"value", "plans", "rehearsals"} <= set(shown.reason.numbers)


def test_a_general_with_time_enough_does_the_same_again() -> None:
    """It counts what it tries: with the same dice it comes to the same orders, however fast the machine is."""
    position = Position.start(GAME, GAME.options_from({}), 3)
    turns = [Turn(0, position.seen_by(0), seeded("dice")) for _ in range(2)]
    first, second = (General(budget=600.0, rehearsals=30).act(turn) for turn in turns)
    assert first == second
    assert [turn.reason.numbers["rehearsals"] for turn in turns if turn.reason] == [30, 30]


def general_against_nobody(bot: General, turns: int) -> Turn:
    """Its turn after so many in which q did nothing, as no marshal would."""
    position = war("a 0 0 p 40, b 3 0 q 50, c 6 0 q 30", "a b, b c", fog="original")
    bot.start(GAME, 0)
    for _ in range(turns):
        shown = Turn(0, position.seen_by(0), seeded(1))
        bot.act(shown)
        position = turn(position)
    return shown


def test_a_general_in_doubt_acts_as_a_marshal() -> None:
    """Rehearsals against rivals who do something else are worth nothing."""
    bot = General(budget=0.0)
    shown = general_against_nobody(bot, 6)
    assert bot.belief.surprise > DOUBT
    assert shown.reason
    assert shown.reason.text.startswith("as a marshal")
    assert shown.reason.numbers == {"surprise": bot.belief.surprise}


def test_a_general_tries_something_where_nothing_changes() -> None:
    shown = general_against_nobody(General(budget=0.0), STILL + 3)
    assert shown.reason
    assert "rehearsals" in shown.reason.numbers


def test_greedy_joins_forces_when_nobody_can_be_taken() -> None:
    position = war("a 0 0 p 9, b 3 0 p 9, c 0 5 q 50, d 3 5 q 50", "a b, a c, b d", fog="off")
    shown = [Turn(0, position.seen_by(0), seeded(dice)) for dice in range(40)]
    marches = [march for turn in shown for march in Greedy().act(turn) if isinstance(march, March)]
    assert 0 < len(marches) < 40, "now and then"
    assert {frozenset((march.origin, march.destination)) for march in marches} == {frozenset((0, 1))}


@pytest.mark.parametrize("fog", ["original", "sight", "off"])
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.__name__)
def test_every_bot_plays_legally_in_every_fog(bot: type[Bot], fog: str) -> None:
    made = [General(budget=0.0) if bot is General else bot() for _ in range(2)]
    position = Position.start(GAME, GAME.options_from({"fog": fog}), 7)
    for seat, each in enumerate(made):
        each.start(GAME, seat)
    for _ in range(40 if bot is not General else 6):
        if not position.acting:
            break
        seen = position
        for seat in seen.acting:
            actions = made[seat].act(Turn(seat, seen.seen_by(seat), seeded(seat)))
            for action in actions if isinstance(actions, list) else [actions]:
                position = position.play(seat, action, seeded(3))
