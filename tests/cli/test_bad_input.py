"""Whatever a person can get wrong on the command line: one plain line, exit code 2, and nothing written."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.cli.verbs import app
from tests.cli.conftest import Run

BOT = "from quintain.core.bot import Bot\n"
FILES = {
    "syntax.py": "class Broken(:\n",
    "empty.py": "x = 1\n",
    "two.py": BOT + "class One(Bot): ...\nclass Two(Bot): ...\n",
    "raises.py": "raise RuntimeError('on the way in')\n",
    "stops.py": "class Stop(BaseException): ...\nraise Stop('on the way in')\n",
    "refuses.py": BOT + "class Refuses(Bot):\n    def __init__(self): raise GeneratorExit('not today')\n",
    "map.txt": "P no planet\n",
    "binary.txt": "\udcff",
    "needy.py": BOT + "class Needy(Bot):\n    def __init__(self, depth): ...\n",
    "taken.py": "# mine\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, errors="surrogateescape")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("match jafre chance", "did you mean 'jaffre'"),
        ("match jaffre chanse", "did you mean 'chance'"),
        ("match jaffre zzz", "beginner"),
        ("match jaffre chance -o targt=3", "did you mean 'target'"),
        ("match jaffre chance -o target=many", "a whole number from 1 to 1000"),
        ("match jaffre chance -o target=0", "a whole number from 1 to 1000"),
        ("match jaffre chance -o made_pays=gold", "bet or points"),
        ("match jaffre chance -o twelve_wins=maybe", "true or false"),
        ("match jaffre chance -o target", "--option target=21"),
        ("match jaffre chance chance chance", "3 players for 4 seats; name 1 or 2 or 4"),
        ("match jaffre rollout:world=3", "did you mean 'worlds'"),
        ("match jaffre rollout:worlds=x", "a whole number"),
        ("match jaffre rollout:worlds=0", "at least one world"),
        ("match jaffre rollout:worlds", "name=value"),
        ("match jaffre exec:./a.out", "./a.out does not exist"),
        ("match jaffre ./nowhere.py", "there is no file nowhere.py"),
        ("match jaffre ./syntax.py", "syntax.py line 1: "),
        ("match jaffre ./empty.py", "empty.py has no bot"),
        ("match jaffre ./two.py", "One and Two"),
        ("match jaffre ./raises.py", "on the way in"),
        ("match jaffre ./needy.py", "needy.py cannot be made"),
        ("match jaffre ./stops.py", "stops.py cannot be loaded: Stop: on the way in"),
        ("match jaffre ./refuses.py", "refuses.py cannot be made: GeneratorExit: not today"),
        ("match planets bully rage -o file=map.txt", "file=@map.txt takes it from a file"),
        ("match bottlebats destroy greedy -o file=elsewhere.map", "file=@elsewhere.map takes it from a file"),
        ("match planets bully rage -o file=@map.txt", "line 1"),
        ("match planets bully rage -o file=@nowhere.txt", "there is no file nowhere.txt"),
        ("match planets bully rage -o file=@binary.txt", "binary.txt is not text in UTF-8"),
        ("match admiral classic -o map=drawn", "map=drawn needs a drawing"),
        ("games jafre", "did you mean 'jaffre'"),
        ("new-bot jaffre /proc/mine.py", "cannot write /proc/mine.py"),
        ("match jaffre chance --clock soon", "60+0.5"),
        ("match jaffre chance --clock 0", "60+0.5"),
        ("match jaffre chance --watch --json", "take one of them"),
        ("match jaffre chance --replay nowhere/x.replay", "there is no folder nowhere"),
        ("match jaffre chance --replay .", "it is a folder"),
        ("match jaffre chance --paired --matches 4 --replay {seed}.replay", "put {match} into its name"),
        ("play jaffre --seat 4", "jaffre has seats 0 to 3"),
        ("play jaffre chance chance chance chance", "4 players for 3 seats beside yours"),
        ("play jaffre sharc", "did you mean"),
        ("replay nowhere.replay", "there is no file nowhere.replay"),
        ("replay .", "cannot read .: Is a directory"),
        ("replay taken.py", "taken.py: this is not a Quintain replay"),
        ("bench jafre", "did you mean 'jaffre'"),
        ("new-bot jafre bot.py", "did you mean 'jaffre'"),
        ("new-bot jaffre taken.py", "taken.py exists already"),
        ("new-bot jaffre bot.txt", "write bot.py"),
        ("new-bot jaffre nowhere/bot.py", "there is no folder nowhere"),
        ("new-game jaffre", "there is a game 'jaffre' already"),
        ("new-game Two-Words", "a word in small letters"),
        ("new-game class", "a word in small letters"),
    ],
)
def test_one_plain_line(command: str, words: str, folder: Path) -> None:
    done = CliRunner().invoke(app, command.split())
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("quintain: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert {path.name: path.read_text(errors="surrogateescape") for path in folder.iterdir() if path.is_file()} == FILES


def test_the_real_command_says_it_too(quintain: Run, folder: Path) -> None:
    done = quintain("match", "jaffre", "./syntax.py", cwd=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("quintain: syntax.py line 1: ")
    assert done.stderr.count("\n") == 1
