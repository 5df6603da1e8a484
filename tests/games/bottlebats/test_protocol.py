"""The first contest's text: what programs are shown, what they answer, logs and match descriptions."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.arbiter.players import named_bot
from quintain.cli.contest import play_described, write_log
from quintain.cli.verbs import app
from quintain.core.errors import BadReplay, BadSetting
from quintain.core.game import EVERYTHING
from quintain.core.replay import Replay
from quintain.games.bottlebats import protocol
from quintain.games.bottlebats.actions import Done, March
from quintain.games.bottlebats.maps.files import read
from quintain.ranker.series import Series
from tests.games.bottlebats.test_vectors import SQUARE
from tests.games.bottlebats.wars import GAME, map_text, turn, war

DUEL = ("alpha 0 0 me 10, beta 3 0 you 10", "alpha beta")


def test_the_game_has_it_by_name() -> None:
    assert GAME.protocol is protocol


def test_a_state_is_three_sections() -> None:
    position = turn(war(*DUEL), "me: alpha beta 4")
    shown = "2 forts:\nalpha 0 0 me 7\nbeta 3 0 you 11\n1 roads:\nalpha beta\n1 marches:\nalpha beta me 4 2\n"
    assert protocol.state_text(position, EVERYTHING) == shown


def test_in_the_fog_a_program_sees_what_its_seat_sees() -> None:
    position = turn(war(*SQUARE, fog="original"), "q: c b 3")
    assert protocol.state_text(position, 0) == (
        "3 forts:\na 0 0 p 11\nb 3 0 neutral 2\nd 0 3 neutral 0\n2 roads:\na b\nd a\n0 marches:\n"
    )


def test_who_has_no_fort_is_shown_nothing() -> None:
    position = war("a 0 0 neutral 5, b 9 0 q 10", "a b", "a b p 3 4", fog="original", names="p,q")
    assert protocol.state_text(position, 0) == "0 forts:\n0 roads:\n0 marches:\n"


@pytest.mark.parametrize(
    "text",
    [
        "2 commands:\nalpha beta 4\nalpha beta 1\nstale line\n",
        "? marches:\nalpha beta 4\n\n# a remark\nalpha beta 1\nend\n",
        "  2   anything:\n alpha  beta 4\nalpha beta   1\n",
    ],
)
def test_answers_are_read(text: str) -> None:
    answer = protocol.answer_from(text, war(*DUEL), 0)
    assert answer.actions == (March(0, 1, 4), March(0, 1, 1), Done())
    assert answer.warnings == ()


def test_13_bad_commands_are_six_warnings_and_no_fault() -> None:
    lines = ["alpha beta -1", "beta alpha 1", "alpha x 1", "alpha beta", "alpha beta 1.5", "alpha alpha 1"]
    answer = protocol.answer_from("\n".join(["7 commands:", *lines, "alpha beta 3"]), war(*DUEL), 0)
    assert len(set(answer.warnings)) == 6
    assert answer.actions == (March(0, 1, 3), Done())


def test_the_same_warning_is_given_once() -> None:
    answer = protocol.answer_from("2 commands:\nalpha x 1\nalpha x 1\n", war(*DUEL), 0)
    assert len(answer.warnings) == 1


@pytest.mark.parametrize(
    "text", ["", "commands:", "two commands:", "-1 commands:", "1 2 3:", "2 c:\na b 1", "? c:\na b 1"]
)
def test_a_header_that_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(protocol.BadAnswer):
        protocol.answer_from(text, war(*DUEL), 0)


def test_a_log_has_every_step_and_is_read_again() -> None:
    positions = [war(*DUEL)]
    positions.append(turn(positions[0], "me: alpha beta 4"))
    positions.append(turn(positions[1]))
    text = protocol.log(positions)
    assert [line for line in text.splitlines() if line.startswith("#")] == [f"# STEP: {n}" for n in range(3)]
    assert [len(state.marches) for state in protocol.states_of(text)] == [0, 1, 1]


def test_a_logged_state_can_be_played_on() -> None:
    position = turn(war(*DUEL), "me: alpha beta 4", "you: beta alpha 2")
    again = read(protocol.state_text(position, EVERYTHING))
    assert {(m.owner, m.soldiers, m.steps) for m in again.marches} == {("me", 4, 2), ("you", 2, 2)}
    assert [fort.soldiers for fort in again.forts] == [7, 9]


def test_a_match_description() -> None:
    text = '{"players": {"you": "cat", "me": "true"}, "mapfile": "m", "logfile": "l", "max_steps": 7}'
    config = protocol.config_from(text)
    options = protocol.options_from(config, map_text(*DUEL))
    assert (options.names, options.max_steps) == ("you,me", 7)


@pytest.mark.parametrize("text", ["", "[]", '{"players": {"neutral": ""}, "mapfile": ""}', '{"mapfile": "m"}'])
def test_a_bad_description_is_refused(text: str) -> None:
    with pytest.raises(BadSetting):
        protocol.config_from(text)


def test_a_saved_match_is_written_as_a_log(tmp_path: Path) -> None:
    saved, log = tmp_path / "war.replay", tmp_path / "war.log"
    series = Series(game=GAME, options=GAME.options_from({"max_steps": 3}), named=(named_bot(GAME, "idle"),) * 2)
    match = series.play(next(series.fixtures())).match
    saved.write_bytes(Replay.of(match).to_bytes())
    assert CliRunner().invoke(app, ["replay", str(saved), "--log", str(log)]).exit_code == 0
    states = protocol.states_of(log.read_text())
    assert [sum(fort.soldiers for fort in state.forts) for state in states] == [200, 202, 204, 206]


def test_what_is_no_replay_has_no_log(tmp_path: Path) -> None:
    (tmp_path / "none").write_text("nothing")
    with pytest.raises(BadReplay, match="none"):
        write_log(tmp_path / "none", tmp_path / "log")


def test_a_described_match_is_played_and_logged(tmp_path: Path) -> None:
    (tmp_path / "map").write_text(map_text(*DUEL))
    described = {"players": {"you": "idle", "me": "idle"}, "mapfile": "map", "logfile": "log", "max_steps": 3}
    (tmp_path / "match.json").write_text(json.dumps(described))
    play_described(GAME, tmp_path / "match.json", None)
    assert len(protocol.states_of((tmp_path / "log").read_text())) == 4
