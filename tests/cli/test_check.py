"""`quintain check` against bots that do wrong: what it reports, and that it fails them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.cli.verbs import app

HEAD = """
import json, sys, time

def say(message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "protocol": 1})
        continue
    if message["type"] != "turn":
        continue
"""
ACT = """
    say({"type": "act", "number": message["number"], "action": message["legal"][0]})
"""
BAD = {
    "crashes": "    print('thinking hard', file=sys.stderr)\n    raise ValueError('no idea')\n",
    "rubbish": "    print('let me see ...', flush=True)\n",
    "late": "    time.sleep(600)\n",
    "cheats": "    say({'type': 'act', 'number': message['number'], 'action': {'type': 'play', 'card': "
    "{'color': 'red', 'value': 9}}})\n",
    "breaks the rules": "    say({'type': 'act', 'number': message['number'], 'action': 'bet 12 without trump'})\n",
    "leaves": "    sys.exit()\n",
}
REPORTS = {
    "crashes": ["crashed (seat", "it ended with the exit status 1", "thinking hard", "ValueError: no idea"],
    "rubbish": ["wrong answer (seat", "it sent what is not JSON", "'let me see ...'", "Standard output is for answers"],
    "late": ["too late (seat", "it did not answer within 0.3 seconds", "Does it flush"],
    "cheats": ["wrong answer (seat", "no message of quintain-json", '"value": 9'],
    "breaks the rules": ["wrong answer (seat", "may not bet 12 without trump now"],
    "leaves": ["crashed (seat", "it ended before the match did"],
}

pytestmark = pytest.mark.usefixtures("home")


def written(folder: Path, source: str, text: str = 'game = "jaffre"\nrun = "python3 bot.py"\n') -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "quintain.toml").write_text(text)
    (folder / "bot.py").write_text(source)
    return folder


def checked(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["check", str(folder), "--option", "target=5", *words], env={"COLUMNS": "300"})
    return done.exit_code, done.output


@pytest.mark.parametrize("fault", BAD)
def test_what_goes_wrong_is_said_in_plain_words(fault: str, tmp_path: Path) -> None:
    clock = "/0.3" if fault == "late" else "/60"
    status, report = checked(written(tmp_path / "bot", HEAD + BAD[fault]), "--clock", clock)
    assert status == 1
    assert "It did not pass." in report
    for words in REPORTS[fault]:
        assert words in report


def test_the_report_as_json(tmp_path: Path) -> None:
    folder = written(tmp_path / "bot", HEAD + BAD["crashes"])
    status, report = checked(folder, "--json", "--clock", "/60")
    found = json.loads(report)
    assert status == 1
    assert found["passed"] is False
    assert found["trials"][0]["mistakes"][0]["ending"] == "crashed"
    assert "ValueError: no idea" in found["trials"][0]["log"]
    status, report = checked(written(folder, HEAD + ACT), "--json", "--clock", "/60")
    found = json.loads(report)
    assert (status, found["passed"], found["confined"]) == (0, True, True)
    assert [trial["seats"] for trial in found["trials"]] == [[0, 2], [1, 3]]
    assert all(trial["turns"] > 5 and trial["memory"] > 0 and trial["cpu"] > 0 for trial in found["trials"])


def test_a_bot_that_cannot_be_built(tmp_path: Path) -> None:
    text = 'game = "jaffre"\nbuild = "sh -c \'echo bot.c line 3: no such thing >&2; exit 3\'"\nrun = "./bot"\n'
    status, report = checked(written(tmp_path / "bot", "", text))
    assert status == 1
    assert "ended with the exit status 3" in report
    assert "bot.c line 3: no such thing" in report
    status, report = checked(tmp_path / "bot", "--json")
    assert status == 1
    assert json.loads(report)["passed"] is False


def test_a_build_leaves_the_folder_as_it_was_and_sees_no_network(tmp_path: Path, home: Path) -> None:
    build = "sh -c 'cp bot.py made.py; cat /proc/net/dev > devices; echo $HOME > home'"
    text = f'game = "jaffre"\nbuild = "{build}"\nrun = "python3 made.py"\n'
    folder = written(tmp_path / "bot", HEAD + ACT, text)
    before = sorted(path.name for path in folder.iterdir())
    status, report = checked(folder, "--clock", "/60")
    assert status == 0, report
    assert sorted(path.name for path in folder.iterdir()) == before
    (place,) = home.glob("*-*")
    assert "eth" not in (place / "devices").read_text()
    assert str(Path.home()) != (place / "home").read_text().strip()
    assert not (place / "made.py").is_symlink()


def test_what_was_built_is_used_until_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quintain.arbiter import manifest
    from quintain.arbiter.programs.building import built

    monkeypatch.setattr("quintain.core.cache.built_home", lambda: tmp_path / "built")
    text = 'game = "jaffre"\nbuild = "cp bot.py made.py"\nrun = "python3 made.py"\n'
    folder = written(tmp_path / "bot", "one", text)
    first = built(folder, manifest.read(folder), trusted=False)
    assert built(folder, manifest.read(folder), trusted=False).folder == first.folder
    (folder / "bot.py").write_text("two")
    second = built(folder, manifest.read(folder), trusted=False)
    assert second.folder != first.folder
    assert (second.folder / "made.py").read_text() == "two"
    assert not first.folder.exists()


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    status, report = checked(written(tmp_path / "bot", "", 'game = "jaffre"\nrun = "./nothing"\n'))
    assert status == 2
    assert "./nothing does not exist" in report


def test_a_text_protocol_that_does_not_fit_the_options(tmp_path: Path) -> None:
    text = 'game = "planets"\nprotocol = "planetwars"\nrun = "python3 bot.py"\n'
    done = CliRunner().invoke(app, ["check", str(written(tmp_path / "bot", "", text))])
    assert done.exit_code == 2
    assert "profile=google" in done.output


def test_where_nothing_confines_it_that_is_said(tmp_path: Path) -> None:
    text = 'game = "jaffre"\nbuild = "cp bot.py made.py"\nrun = "python3 made.py"\n'
    status, report = checked(written(tmp_path / "bot", HEAD + ACT, text), "--clock", "/60", "--trust")
    assert status == 0, report
    assert "warning: the bot can do all that you may do" in report
    assert "not in the sandbox" in report


def test_a_class_is_checked_in_a_process_of_its_own(tmp_path: Path) -> None:
    source = (
        "from quintain.core.bot import Bot\n\n\nclass Mine(Bot):\n"
        "    def act(self, turn):\n        return turn.legal[0]\n"
    )
    folder = written(tmp_path / "bot", source, 'game = "jaffre"\nbot = "bot.py"\n')
    status, report = checked(folder, "--clock", "/60", "--opponent", "beginner")
    assert status == 0, report
    assert "a class in a process of its own" in report
