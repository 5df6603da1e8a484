"""Programs on the command line: how they are named, confined, trusted and logged; and the schema of what they say."""

import json
from pathlib import Path

import msgspec
import pytest

from quintain import games
from quintain.arbiter.programs.messages import messages_of
from quintain.core.errors import NotIsolated
from quintain.sandbox import isolated
from tests.cli.conftest import Run

# Bottle Bats without looking: whatever it is shown, it stays at home.
HOMEBODY = """#!/bin/sh
echo "I am $1" >&2
while read -r count title; do
    while [ "$count" -gt 0 ]; do read -r line; count=$((count - 1)); done
    [ "$title" = marches: ] && echo "0 commands:"
done
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    file = tmp_path / "homebody.sh"
    file.write_text(HOMEBODY)
    file.chmod(0o755)
    tmp_path.chmod(0o755)
    return tmp_path


MATCH = "match bottlebats exec+bottlebats:./homebody.sh idle -o max_steps=3"


def test_a_program_plays_and_its_log_is_kept(quintain: Run, folder: Path) -> None:
    done = quintain(f"{MATCH} --json --trust --logs logs", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"]["ending"] == "normal"
    assert (folder / "logs" / "0001-seat0.log").read_text() == "I am player1\n"
    assert "warning: exec+bottlebats:./homebody.sh can do all that you may do" in done.stderr


def test_it_is_confined_without_a_word_where_that_is_possible(quintain: Run, folder: Path) -> None:
    try:
        isolated()
    except NotIsolated as reason:
        pytest.skip(str(reason))
    done = quintain(f"{MATCH} --json", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_where_it_is_not_possible_one_is_warned(quintain: Run, folder: Path) -> None:
    done = quintain(f"{MATCH} --json", cwd=folder, PATH="/nowhere")
    assert json.loads(done.stdout)["outcome"]["ending"] == "normal", done.stderr
    assert "warning" in done.stderr
    assert "bubblewrap" in done.stderr


def test_a_failure_shows_the_last_lines_of_standard_error(quintain: Run, folder: Path) -> None:
    (folder / "homebody.sh").write_text("#!/bin/sh\necho help, I am lost >&2\nexit 7\n")
    done = quintain(f"{MATCH} --trust", cwd=folder)
    assert done.returncode == 0
    assert "crashed (it ended with the exit status 7)" in " ".join(done.stdout.split())
    assert "help, I am lost" in done.stderr


def test_a_bad_command_is_told_before_the_match(quintain: Run, folder: Path) -> None:
    (folder / "homebody.sh").chmod(0o644)
    done = quintain(MATCH, cwd=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "not executable" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_contests_description_runs_its_commands(quintain: Run, folder: Path) -> None:
    """With their own names as arguments, a shell where one is needed, and files as seen from the description."""
    (folder / "map.txt").write_text("2 forts:\na 0 0 ann 100\nb 3 0 bob 90\n1 roads:\na b\n0 marches:\n")
    players = {"ann": "./homebody.sh", "bob": "cat /dev/null; exit 9"}
    description = {"players": players, "mapfile": "map.txt", "logfile": "log.txt", "max_steps": 4}
    (folder / "match.json").write_text(json.dumps(description))
    done = quintain(f"match bottlebats --config {folder / 'match.json'} --trust --logs logs", cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Winner: ann\n"
    assert (folder / "log.txt").read_text().startswith("# STEP: 0\n2 forts:\na 0 0 ann 100\n")
    assert "exit status 9" in done.stderr


# --- the schema


@pytest.mark.parametrize("name", games.names())
def test_the_schema_tells_every_message_of_a_game(name: str, quintain: Run) -> None:
    done = quintain("schema", name, "--json")
    (schema,) = json.loads(done.stdout).values()
    assert (schema["protocol"], schema["version"]) == ("quintain-json", 1)
    assert set(messages_of(games.load(name))._fields) <= set(schema)
    assert schema["$defs"]["Act"]["properties"]["number"] == {"type": "integer"}
    assert schema["$defs"]["Turn"]["properties"]["view"] == {"$ref": "#/$defs/View"}


def test_without_a_name_there_are_all_games_to_be_read_by_people(quintain: Run) -> None:
    done = quintain("schema")
    assert list(msgspec.json.decode(done.stdout)) == games.names()
    assert done.stdout.startswith("{\n  ")
