"""Bots of strangers: a class in a confined process plays as it would in ours, and reaches nothing else."""

import re
import select
from pathlib import Path
from typing import Any

import pytest

from quintain import games
from quintain.arbiter.players import Named, named_bot, named_player
from quintain.arbiter.preparing import prepare_rules
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.class_player import NamedClass, bundle_of
from quintain.arbiter.programs.interpreters import Interpreters
from quintain.arbiter.programs.player import Handling
from quintain.core import cache
from quintain.core.clock import TimeControl
from quintain.core.errors import BadBot, UnknownPlayer
from quintain.core.outcome import Ending
from quintain.core.record import Acted
from quintain.ranker.series import Played, Series
from tests.processes import PATIENCE

OTHERS = ("beginner",) * 3

CURIOUS = '''
import random

from quintain.core.bot import Bot
from quintain.core.dice import random_below
from quintain.core.kernel import compilations
from quintain.core.position import Position

TOKEN = random.random()


class Curious(Bot):
    """Uses all that a turn has."""

    def __init__(self, offset: int = 0) -> None:
        self.offset = offset
        self.heard = 0

    def start(self, game, seat):
        print("starting at seat", seat, TOKEN)
        with compilations() as made:
            position = Position.start(game)
            position.seen_by(seat).imagined(seat, __import__("numpy").ones(1, "int64"))
        assert not made, f"compiled {dict(made)}, which should come from the cache"

    def act(self, turn):
        self.heard += len(turn.events)
        world = turn.seen.imagined(turn.seat, turn.rng)
        assert world.view(turn.seat) == turn.view
        choice = (random_below(turn.rng, len(turn.legal)) + self.offset) % len(turn.legal)
        turn.explain("by the dice", heard=self.heard, number=turn.number, clock=turn.clock is not None)
        return turn.legal[choice]

    def finish(self, outcome):
        print("it ended", outcome.ending.value)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "curious.py").write_text(CURIOUS)
    prepare_rules(games.load("jaffre"))
    return tmp_path


def series_of(*names: str, game: str = "jaffre", accounts: list[Account] | None = None, **settings: Any) -> Series:
    rules, told = games.load(game), (accounts if accounts is not None else [])
    handling = Handling(told=told.append)
    options = rules.options_from({"target": 3} if game == "jaffre" else settings.pop("options"))
    named = tuple(named_player(rules, name, handling) for name in names)
    return Series(game=rules, options=options, named=named, control=TimeControl(limit=float(PATIENCE)), **settings)


def played(series: Series) -> list[Played]:
    try:
        return [series.play(fixture) for fixture in series.fixtures()]
    finally:
        series.close()


def deeds(match: Played) -> list[Any]:
    return [(entry.seat, entry.actions, entry.reason) for entry in match.match.record if isinstance(entry, Acted)]


def bot(folder: Path, body: str) -> str:
    """A bot that does this in its turns."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    (folder / "mine.py").write_text(
        f"from quintain.core.bot import Bot\n\n\nclass Mine(Bot):\n    def act(self, turn):\n{lines}\n"
        "        return turn.legal[0]\n"
    )
    return "python:./mine.py"


def test_it_plays_as_it_would_in_our_own_process(folder: Path) -> None:
    accounts: list[Account] = []
    inside = played(series_of("./curious.py:offset=1", "beginner", wanted=2))
    outside = played(series_of("python:./curious.py:offset=1", "beginner", wanted=2, accounts=accounts))
    assert [deeds(match) for match in outside] == [deeds(match) for match in inside]
    assert all(match.match.outcome and match.match.outcome.ending is Ending.NORMAL for match in outside)
    assert [account.faults for account in accounts] == [[]] * 4
    # What it printed is in its log, and in nobody's way; the second match went on in the same two processes.
    tokens = [re.findall(r"starting at seat \d (\S+)", account.log.text) for account in accounts]
    assert len(set(map(tuple, tokens))) == 2
    assert sorted(tokens[:2]) == sorted(tokens[2:])
    assert [] not in tokens


def test_its_turns_are_real_ones_in_every_game(folder: Path) -> None:
    for game, options in {"planets": {"turn_limit": 3}, "rummy": {"players": 2, "rounds": 1}}.items():
        prepare_rules(games.load(game))
        names = ("python:./curious.py", "chance")
        (match,) = played(series_of(*names, game=game, options=options))
        assert match.match.outcome
        assert match.match.outcome.faults == ()


def test_reports_are_asked_for(folder: Path) -> None:
    (folder / "talker.py").write_text(
        "from quintain.core.bot import Bot\n\n\nclass Talker(Bot):\n"
        "    def act(self, turn):\n        return turn.legal[0]\n"
        "    def speak(self, turn):\n        turn.say(f'seat {turn.seat} reports')\n"
    )
    prepare_rules(games.load("admiral"))
    options = {"map": "tiny", "turn_cap": 20}
    (match,) = played(series_of("python:./talker.py", "chance", game="admiral", options=options))
    assert any(getattr(entry, "words", "") == "seat 3 reports" for entry in match.match.record)


# --- what it must not reach


def test_it_sees_neither_our_files_nor_our_processes_and_cannot_write_kernels(folder: Path) -> None:
    secret = folder / "secret.txt"
    secret.write_text("the deal")
    kernels = cache.kernels_home()
    body = f"""
import os, pathlib
def fails(call):
    try:
        call()
    except OSError:
        return True
    return False
assert fails(lambda: pathlib.Path({str(secret)!r}).read_text())
assert fails(lambda: (pathlib.Path({str(kernels)!r}) / "planted").write_text("x"))
assert fails(lambda: (pathlib.Path(__import__("quintain").__file__).parent / "planted").write_text("x"))
assert not any("pytest" in p.read_text() for p in pathlib.Path("/proc").glob("[0-9]*/cmdline"))
assert list(pathlib.Path({str(kernels)!r}).iterdir())
assert "QUINTAIN_SECRET" not in os.environ
"""
    accounts: list[Account] = []
    (match,) = played(series_of(bot(folder, body.strip()), *OTHERS, accounts=accounts))
    assert match.match.outcome
    assert match.match.outcome.ending is Ending.NORMAL, accounts[0].log.text
    assert not (kernels / "planted").exists()


def test_it_finds_neither_the_match_nor_other_hands(folder: Path) -> None:
    body = """
import gc
from quintain.core.match import Match
from quintain.core.position import Position
assert not [thing for thing in gc.get_objects() if isinstance(thing, Match)]
assert all(p.view(turn.seat).hands is None for p in gc.get_objects() if isinstance(p, Position))
"""
    accounts: list[Account] = []
    (match,) = played(series_of(bot(folder, body.strip()), *OTHERS, accounts=accounts))
    assert match.match.outcome
    assert match.match.outcome.ending is Ending.NORMAL, accounts[0].log.text


# --- what it does wrong


@pytest.mark.parametrize(
    ("body", "ending", "words"),
    [
        ("raise ValueError('no idea')", Ending.CRASHED, "ValueError: no idea"),
        ("raise SystemExit", Ending.CRASHED, "SystemExit"),
        ("import os; os._exit(3)", Ending.CRASHED, "exit status 3"),
        ("return 'nonsense'", Ending.ILLEGAL, "is not an action of Jaffre"),
        ("return None", Ending.ILLEGAL, "is not an action of Jaffre"),
        ("return []", Ending.ILLEGAL, "at least one action"),
        ("return [turn.legal[0]] * 2", Ending.ILLEGAL, "is a turn of its own"),
    ],
)
def test_its_faults_are_its_own(body: str, ending: Ending, words: str, folder: Path) -> None:
    accounts: list[Account] = []
    (match,) = played(series_of(bot(folder, body), *OTHERS, accounts=accounts))
    assert match.match.outcome
    assert match.match.outcome.ending is ending
    assert words in "".join(account.log.text for account in accounts)


def test_its_log_shows_its_own_lines_and_not_ours(folder: Path) -> None:
    accounts: list[Account] = []
    played(series_of(bot(folder, "return turn.legal[99]"), *OTHERS, accounts=accounts))
    lines = accounts[0].log.text.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert 'mine.py", line 6, in act' in lines[1]
    assert "IndexError: list index out of range" in lines


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\n", "has no bot"),
        ("raise ValueError('not today')\n", "not today"),
        (CURIOUS.replace("offset: int", "depth: int"), "has no setting 'offset'"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why_in_its_log(source: str, words: str, folder: Path) -> None:
    (folder / "mine.py").write_text(source)
    accounts: list[Account] = []
    (match,) = played(series_of("python:./mine.py:offset=1", *OTHERS, accounts=accounts))
    assert match.match.outcome
    assert match.match.outcome.ending is Ending.CRASHED
    assert words in accounts[0].log.text


def test_what_can_be_known_before_is_said_before(folder: Path) -> None:
    jaffre = games.load("jaffre")
    (folder / "broken.py").write_text("def act(:\n")
    with pytest.raises(BadBot, match=r"broken\.py line 1"):
        named_player(jaffre, "python:./broken.py")
    with pytest.raises(UnknownPlayer, match=r"there is no file nowhere\.py"):
        named_player(jaffre, "python:./nowhere.py")
    with pytest.raises(UnknownPlayer, match="only a bot can do this"):
        named_bot(jaffre, "python:./curious.py")


def test_a_folder_brings_all_of_its_files_and_no_others(folder: Path) -> None:
    secret = folder / "secret.py"
    secret.write_text("THE_DEAL = 1\n")
    mine = folder / "mine"
    mine.mkdir()
    (mine / "quintain.toml").write_text('game = "jaffre"\nbot = "bot.py"\n')
    (mine / "thoughts.py").write_text("def first(legal):\n    return legal[0]\n")
    (mine / "bot.py").write_text(
        "import thoughts\nfrom quintain.core.bot import Bot\n\n\nclass Mine(Bot):\n"
        "    def act(self, turn):\n        return thoughts.first(turn.legal)\n"
    )
    (mine / "link.py").symlink_to(secret)
    (mine / ".hidden").write_text("x")
    assert set(bundle_of(mine, "bot.py").files) == {"bot.py", "thoughts.py", "quintain.toml"}
    (match,) = played(series_of("./mine", *OTHERS))
    assert match.match.outcome
    assert match.match.outcome.ending is Ending.NORMAL
    (mine / "bot.py").unlink()
    (mine / "bot.py").symlink_to(secret)
    with pytest.raises(BadBot, match=r"has no file bot\.py of its own"):
        named_player(games.load("jaffre"), "./mine")


# --- interpreters


def test_a_warm_interpreter_is_given_its_bot(folder: Path) -> None:
    jaffre = games.load("jaffre")
    pool = Interpreters(spare=1)
    try:
        pool.prepare("jaffre")
        (waiting,) = pool.spares
        assert select.select([waiting.stdout], [], [], PATIENCE)[0], "it never became warm"
        named = named_player(jaffre, "python:./curious.py")
        assert isinstance(named, NamedClass)
        warm = NamedClass(named.name, "jaffre", named.bundle, interpreters=pool)
        series = series_of("beginner", "beginner")
        table: tuple[Named, ...] = (warm, *[named_bot(jaffre, "beginner")] * 3)
        (match,) = played(Series(game=jaffre, options=series.options, named=table))
        assert match.match.outcome
        assert match.match.outcome.ending is Ending.NORMAL
        assert waiting.exited() is not None, "somebody else was given the bot"
        assert pool.spares not in ([], [waiting]), "there is no spare one for the next"
    finally:
        pool.close()


def test_spare_interpreters_are_few_and_end_with_the_pool(folder: Path) -> None:
    pool = Interpreters(spare=2)
    pool.prepare("jaffre")
    pool.prepare("planets")
    spare = pool.spares
    assert len(spare) == 4
    pool.close()
    assert all(running.exited() is not None for running in spare)
    lone = pool.take("jaffre")
    assert lone.exited() is None
    assert not pool.spares
    lone.end()
