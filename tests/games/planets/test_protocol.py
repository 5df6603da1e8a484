"""The text protocols of both contests: what programs are shown, letter by letter, and what they may answer."""

import pytest

from quintain.core.dice import keyed
from quintain.core.errors import BadNotation, IllegalAction
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.options import Options
from quintain.games.planets.protocol import PROTOCOLS
from tests.games.planets.skies import GAME, VECTOR_19, sky

WARS, TEAMS = PROTOCOLS["planetwars"], PROTOCOLS["teamplanets"]

# Decimals as contest maps have them, more of them than we count with; remarks and blank lines are not planets.
MAP = """# a contest map
P 11.8039955755 11.2157212798 0 37 3

P 9.31956732508 21.8088737532 1 100 5  # home
P 14.2884238258 0.622568806433 2 100 5
P 1.50 -2 0 5 1
"""


def contest() -> Position:
    return Position.start(GAME, Options(file=MAP, profile="google"))


def after(position: Position, *turns: tuple[Action, ...]) -> Position:
    """The orders of seat 0 and seat 1 in turn."""
    rng = keyed("match", 1)
    for number, actions in enumerate(turns):
        for action in (*actions, Done()):
            position = position.play(number % 2, action, rng)
    return position


def read(text: str, end: str = "go") -> str:
    """An answer as it is put together line by line."""
    reading = (WARS if end == "go" else TEAMS).reading()
    next(reading)
    for line in text.split("\n"):
        try:
            reading.send(line)
        except StopIteration as whole:
            return str(whole.value)
    raise AssertionError("the answer has no end")


# --- planetwars


def test_coordinates_are_those_of_the_map_file() -> None:
    assert WARS.question(contest().seen_by(0), 0) == (
        "P 11.8039955755 11.2157212798 0 37 3\n"
        "P 9.31956732508 21.8088737532 1 100 5\n"
        "P 14.2884238258 0.622568806433 2 100 5\n"
        "P 1.50 -2 0 5 1\n"
        "go\n"
    )


def test_everybody_is_player_1_to_itself() -> None:
    position = after(contest(), (Launch(1, 0, 10),), (Launch(2, 0, 20),))
    mine, theirs = WARS.question(position.seen_by(0), 0), WARS.question(position.seen_by(1), 1)
    assert "F 1 10 1 0 11 10\nF 2 20 2 0 11 10\ngo\n" in mine
    assert "F 2 10 1 0 11 10\nF 1 20 2 0 11 10\ngo\n" in theirs
    assert "P 9.31956732508 21.8088737532 2 95 5\nP 14.2884238258 0.622568806433 1 85 5\n" in theirs


def test_fleets_come_in_the_order_of_their_launch_and_then_of_their_planets() -> None:
    """Whenever they land, and whoever sent them: the far one was first."""
    position = after(contest(), (Launch(1, 3, 1),), (), (Launch(1, 0, 4), Launch(1, 2, 3)), (Launch(2, 0, 2),), (), ())
    fleets = [line for line in WARS.question(position.seen_by(0), 0).splitlines() if line.startswith("F")]
    assert [line.split()[1:5] for line in fleets] == [
        ["1", "1", "1", "3"],
        ["1", "4", "1", "0"],
        ["1", "3", "1", "2"],
        ["2", "2", "2", "0"],
    ]


def test_orders_are_read_whatever_their_letters_and_spaces() -> None:
    text = read("1 0 10\n\n  1   3  5 \r\nGO\r\n9 9 9\n")
    assert WARS.orders(text, contest().seen_by(0), 0).actions == (Launch(1, 0, 10), Launch(1, 3, 5), Done())


def test_no_orders_are_an_answer() -> None:
    assert WARS.orders(read("go\n"), contest().seen_by(0), 0).actions == (Done(),)


@pytest.mark.parametrize("line", ["attack!", "1 2", "1 2 3 4", "1 2 3.5", "1 two 3", "1 2 99999999999999999999"])
def test_any_other_line_is_a_fault(line: str) -> None:
    with pytest.raises(BadNotation, match="is not an order"):
        WARS.orders(read(f"1 0 1\n{line}\ngo\n"), contest().seen_by(0), 0)


@pytest.mark.parametrize("line", ["0 1 1", "1 0 101", "1 0 -3", "1 9 3", "-1 0 3"])
def test_an_order_that_the_rules_forbid_is_a_fault_and_nothing_of_the_turn_happens(line: str) -> None:
    match = Match(GAME, Options(file=MAP, profile="google"))
    orders = WARS.orders(read(f"1 0 1\n{line}\ngo\n"), match.position.seen_by(0), 0)
    with pytest.raises(IllegalAction):
        match.act(0, orders.actions)
    assert match.position.view(0).orders == ()


def test_ships_that_fly_to_where_they_are_stay_there() -> None:
    orders = WARS.orders("1 1 100", contest().seen_by(0), 0)
    assert orders.actions == (Done(),)
    assert len(orders.warnings) == 1


def test_empty_fleets_are_dropped() -> None:
    assert WARS.orders("1 0 0\n1 0 2", contest().seen_by(0), 0).actions == (Launch(1, 0, 2), Done())


def test_fleets_for_which_there_is_no_room_are_warnings() -> None:
    """The contest had no such limit, so it is no fault to go beyond ours."""
    planets = [f"P {30 + number} 0 0 1 1" for number in range(60)]
    text = "\n".join(["P 0 0 1 1000 0", "P 0 90 2 1000 0", *planets])
    match = Match(GAME, Options(file=text, profile="google"))
    launched, warnings = 0, 0
    for _ in range(6):
        answer = "\n".join(f"0 {target} 1" for target in range(2, 62))
        orders = WARS.orders(answer, match.position.seen_by(0), 0)
        match.act(0, orders.actions)
        match.act(1, Done())
        launched, warnings = launched + len(orders.actions) - 1, warnings + len(orders.warnings)
    assert launched + warnings == 6 * 60
    assert match.position.view(0).room == 0
    assert warnings > 0


# --- teamplanets


def test_a_team_program_is_shown_planets_its_message_and_its_id() -> None:
    position = sky(VECTOR_19, message=3)
    assert TEAMS.question(position.seen_by(0), 0) == (
        "P 1 0 0 1 1 25\nP 2 4 0 2 1 9\nP 3 0 3 1 0 4\nP 4 6 8 1 2 30\nP 5 5 1 1 3 3\nP 6 8 8 1 0 2\nM 3\nY 1\n.\n"
    )


def test_planets_of_a_file_in_any_order_are_shown_by_their_ids() -> None:
    position = Position.start(
        GAME, Options(file="P 2 4.25 0 1 2 2\nP 1 0 .5 1 1 2\nP 3 9 9 1 0 1\n", id_order="blocks")
    )
    shown = TEAMS.question(position.seen_by(0), 0)
    assert shown.startswith("P 1 0 .5 1 1 2\nP 2 4.25 0 1 2 2\nP 3 9 9 1 0 1\n")


def test_fleets_are_not_shown_to_teams() -> None:
    position = sky(VECTOR_19, fleets=((1, 1, 3, 5, 2),))
    assert "F" not in TEAMS.question(position.seen_by(0), 0)


@pytest.mark.parametrize(
    "text", ["F 1 6 12\nM 4294967295\n.\n", "F 1 6 12\r\nM 4294967295\r\n.\r\n", "F 1 6 12 M -1\n . \n"]
)
def test_launches_and_a_message_are_read(text: str) -> None:
    orders = TEAMS.orders(read(text, "."), sky(VECTOR_19).seen_by(0), 0)
    assert orders.actions == (Launch(0, 5, 12), Send(4294967295), Done())
    assert orders.warnings == ()


def test_other_words_are_skipped() -> None:
    orders = TEAMS.orders("hello\nF 1 6\nF 1 6 3\nM\nM 7\nM 8", sky(VECTOR_19).seen_by(0), 0)
    assert orders.actions == (Launch(0, 5, 3), Send(8), Done())
    assert any("hello" in warning for warning in orders.warnings)


# --- both


def test_each_protocol_belongs_to_its_rules() -> None:
    assert WARS.unfit(Options()) == "this protocol is that of --option profile=google"
    assert TEAMS.unfit(Options(profile="google")) == "this protocol is that of --option profile=team"
    assert WARS.unfit(Options(profile="google")) == TEAMS.unfit(Options()) == ""
