"""Games: their options, and what is an action of theirs."""

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintain import games
from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction, UnknownGame, UnknownOption
from quintain.core.game import EVERYBODY, EVERYTHING, Seat, Told, only
from quintain.core.kernel import PUBLIC
from quintain.core.position import Position
from quintain.games.jaffre.actions import Bet, Card, Play, Skip
from tests.game_of_fingers import FINGERS

JAFFRE = games.load("jaffre")


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        ("admiral", {"blue", "red"}),  # by the names that the game gives them
        ("jaffre", {"team 0", "team 1"}),
    ],
)
def test_sides_have_names(game: str, sides: set[str]) -> None:
    played = games.load(game)
    assert set(played.sides(played.seating(played.options()))) == sides


def test_whoever_plays_alone_is_called_by_the_seat() -> None:
    assert JAFFRE.sides([Seat(team=1), Seat(team=0)]) == ("seat 0", "seat 1")


class Foreign(msgspec.Struct, frozen=True, tag="bet"):
    """An action of another game that looks like a bet."""

    amount: int
    without_trump: bool = False


class Rude:
    """Answers every question with an error."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError


def deep() -> list[Any]:
    nest: list[Any] = []
    for _ in range(5000):
        nest = [nest]
    return nest


RUBBISH: dict[str, Any] = {
    "None": None,
    "text": "skip",
    "a number": 7,
    "a huge number": 10**5000,
    "a dictionary": {"type": "skip"},
    "a list": [Skip()],
    "bytes": b"skip",
    "a class": Skip,
    "a function": deep,
    "a card": Card("red", 7),
    "an action of another game": Foreign(9),
    "a rude object": Rude(),
    "a bet that is too high": Bet(99),
    "a huge bet": Bet(10**5000),
    "a bet of text": Bet("9"),  # type: ignore[arg-type]
    "a bet of a fraction": Bet(9.0),  # type: ignore[arg-type]
    "a bet of truth": Bet(9, 1),  # type: ignore[arg-type]
    "a rude bet": Bet(Rude()),  # type: ignore[arg-type]
    "an endless bet": Bet(deep()),  # type: ignore[arg-type]
    "a card of no color": Play(Card("purple", 3)),  # type: ignore[arg-type]
    "a card of half a letter": Play(Card("\ud800", 3)),  # type: ignore[arg-type]
    "a card of no value": Play(Card("red", 8)),
    "a card that is none": Play(None),  # type: ignore[arg-type]
    "what cannot be a key": Play([1, 2]),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("thing", RUBBISH.values(), ids=RUBBISH.keys())
def test_rubbish_is_no_action_and_that_is_said_in_a_line(thing: Any) -> None:
    position = Position.start(JAFFRE)
    position.legal(1)  # what is remembered of proper actions must not make rubbish look like one
    assert not position.allows(1, thing)
    with pytest.raises(IllegalAction, match="is not an action of Jaffre") as refusal:
        position.play(1, thing, seeded(1))
    assert len(str(refusal.value)) < 250
    assert "\n" not in str(refusal.value)


def test_a_new_object_is_as_good_as_a_legal_one() -> None:
    position = Position.start(JAFFRE)
    for action in position.legal(1):
        again = JAFFRE.parse(str(action))
        assert JAFFRE.row(again).tolist() == JAFFRE.row(action).tolist()
        assert position.play(1, again, seeded(1)) == position.play(1, action, seeded(1))


def test_a_game_of_another_name_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'jafre'; did you mean 'jaffre'"):
        games.load("jafre")


@pytest.mark.parametrize("name", ["", ".", "..", "os", "jaffre.bots", "__pycache__"])
def test_only_folders_of_games_are_games(name: str) -> None:
    with pytest.raises(UnknownGame):
        games.load(name)


def test_an_unknown_option_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownOption, match=r"jaffre has no option 'Target'; did you mean 'target'\?"):
        JAFFRE.options_from({"Target": 5})


def test_an_option_far_from_all_names_them_all() -> None:
    with pytest.raises(UnknownOption, match="there is brown_zero_points · first_dealer"):
        JAFFRE.options_from({"xyzzy": 5})


def test_options_stand_in_the_state() -> None:
    options = JAFFRE.options_from({"target": 9, "made_pays": "points", "twelve_wins": True})
    state = Position.start(JAFFRE, options).state
    assert (state.target, state.made_pays, state.twelve_wins, state.brown_zero_points) == (9, 1, 1, -3)


def test_an_audience_is_a_set_of_seats() -> None:
    told = Told("news", only(1, 3, 3))
    assert [seat for seat in range(5) if told.reaches(seat)] == [1, 3]
    assert not told.reaches(PUBLIC)
    assert told.reaches(EVERYTHING)
    assert Told("news", EVERYBODY).reaches(PUBLIC)


# --- a protocol of its own


def test_a_native_protocol_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "skirmish"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.py").write_text("def setup(state, rng): ...\n")
    (folder / "protocol.py").write_text("def turn(view):\n    return f'turn {view}'\n")
    monkeypatch.syspath_prepend(tmp_path)
    rules = JAFFRE.rules._replace(setup=importlib.import_module("skirmish.rules").setup)
    protocol = replace(JAFFRE, rules=rules).protocol
    assert protocol is not None
    assert protocol.turn(7) == "turn 7"


def test_most_games_have_none() -> None:
    assert JAFFRE.protocol is None
    assert FINGERS.protocol is None
