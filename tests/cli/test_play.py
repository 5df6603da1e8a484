"""`quintain play`: a person who types, also nonsense."""

import re
from pathlib import Path

from quintain import games
from quintain.cli.narrator import Narrator
from quintain.core.outcome import Ending
from quintain.core.record import Player, Said
from quintain.core.replay import Replay
from tests.cli.conftest import Run

TYPED = """

help
99
foo
{"x": 1}
{"type": "play", "card": {"color": "red", "value": 9}}
play R7
why
hint
look
{"type": "bet", "amount": 12, "without_trump": true}
quit
why
nonsense

"""


def test_a_person_is_asked_until_the_answer_is_an_action(quintain: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.replay"
    done = quintain(f"play jaffre beginner --seed 3 --seat 1 --replay {path}", stdin=TYPED[1:])
    assert done.returncode == 0, done.stderr
    for words in (
        "Your hand:",
        "1 skip",
        "there is no action 99; they are numbered 1 to 13",
        "'foo' is not an action",
        "missing required field",
        "<= 7",
        "seat 1 may not play R7 now",
        "when the match is over",
        "would",
        "The match is over because seat 1 gave up: team 0 (beginner) wins.",
        "Type why for the bots' reasons",
    ):
        assert words in done.stdout, words
    # The bots' reasons come only after the match.
    before, after = done.stdout.split("The match is over because")
    assert "seat 2 beginner" not in before.partition("Type help")[2]
    assert "seat 2 beginner" in after
    match = Replay.from_bytes(path.read_bytes()).match(games.load("jaffre"))
    assert match.outcome is not None
    assert match.outcome.ending == Ending.RESIGNED


def test_the_end_of_input_ends_the_match(quintain: Run) -> None:
    done = quintain("play jaffre beginner")
    assert done.returncode == 0
    assert "The match is over because seat 0 left: team 1 (beginner) wins." in done.stdout
    assert "Seat 0 (you): abandoned (the person has left)." in done.stdout
    assert done.stderr == ""


def test_a_whole_match_by_numbers(quintain: Run) -> None:
    done = quintain("play jaffre beginner beginner beginner -o target=1", stdin="1\n" * 400)
    assert done.returncode == 0
    assert re.search(r"The match is over: team [01] \([a-z +]*\) wins, -?\d+ to -?\d+\.", done.stdout)


REPORTS = """\
help
hint
look
why
{"no": "message"}
They are in the north
{"type": "request", "what": "report"}

quit

"""


def test_a_radio_operator_is_asked_for_reports(quintain: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.replay"
    done = quintain(f"play admiral classic --seat 3 --seed 3 --replay {path}", stdin=REPORTS)
    assert done.returncode == 0, done.stderr
    for words in ("told to your team", "veteran would say: ", "when the match is over", "not a message of", "gave up"):
        assert words in done.stdout, words
    assert done.stdout.count("your report, or enter for none > ") == 9
    match = Replay.from_bytes(path.read_bytes()).match(games.load("admiral"))
    said = [entry.words for entry in match.record if isinstance(entry, Said) and entry.seat == 3]
    assert said == ["They are in the north", "Radio, where are they?"]
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.stopped_by) == (Ending.RESIGNED, 3)


def test_the_end_of_input_ends_the_match_of_somebody_who_only_reports(quintain: Run) -> None:
    done = quintain("play admiral classic --seat 3")
    assert "The match is over because seat 3 left: red (classic) wins." in done.stdout


def test_a_team_that_is_named_after_a_color_wears_it() -> None:
    admiral, jaffre = games.load("admiral"), games.load("jaffre")
    names = ["x"] * 8
    sailors = Narrator(admiral, [Player(name) for name in names], admiral.seating(admiral.options()))
    assert [str(sailors.who(seat).style) for seat in (0, 3, 4, 7)] == ["blue", "blue", "red", "red"]
    players = Narrator(jaffre, [Player(name) for name in names[:4]], jaffre.seating(jaffre.options()))
    assert [str(players.who(seat).style) for seat in range(4)] == ["cyan", "magenta"] * 2
