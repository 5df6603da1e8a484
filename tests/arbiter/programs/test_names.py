"""Programs by name, and commands that cannot be started: an error before the match says which and why."""

from pathlib import Path

import pytest

from quintain import games
from quintain.arbiter.players import named_bot, named_player
from quintain.arbiter.programs.player import Handling, NamedProgram
from quintain.core.errors import BadProgram, QuintainError, UnknownPlayer
from quintain.ranker.series import Series

JAFFRE, PLANETS = games.load("jaffre"), games.load("planets")
TRUSTED = Handling(trusted=True)


def script(folder: Path, text: str, mode: int = 0o755) -> Path:
    file = folder / "bot"
    file.write_text(text)
    file.chmod(mode)
    return file


def test_a_command_is_split_as_a_shell_would() -> None:
    program = named_player(JAFFRE, "exec:sh -c 'echo  two' \"a b\"", TRUSTED)
    assert isinstance(program, NamedProgram)
    assert program.command == ("sh", "-c", "echo  two", "a b")
    assert (program.player.name, program.player.kind) == (program.name, "program")
    assert "sh -c 'echo  two' 'a b'" in program.description


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        ("#!/bin/sh\n", 0o644, "not executable"),
        ("#!/no/such/interpreter\n", 0o755, "/no/such/interpreter, which is not installed"),
        ("#!/usr/bin/env no-such-language\n", 0o755, "no-such-language, which is not installed"),
        ("#!\n", 0o755, "no interpreter"),
        ("print('hello')\n", 0o755, "begins with #!"),
        ("#!/bin/sh\r\n", 0o755, "line ends of Windows"),
        ("", 0o755, "empty file"),
    ],
)
def test_a_file_that_cannot_be_run(text: str, mode: int, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadProgram, match=words):
        named_player(JAFFRE, f"exec:{script(tmp_path, text, mode)}", TRUSTED)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("exec:./no_such_bot", "./no_such_bot does not exist"),
        ("exec:no-such-command --fast", "no-such-command is not installed"),
        ("exec:", "which program"),
        ("exec:sh -c 'open", "no closing quotation"),
        ("exec:/", "is a folder"),
        ("exec+planetwar:sh", r"has no protocol 'planetwar'.*exec\+planetwars"),
        ("exec+bottlebats:sh", r"has no protocol 'bottlebats'"),
    ],
)
def test_a_command_that_makes_no_sense(name: str, words: str) -> None:
    with pytest.raises(QuintainError, match=words):
        named_player(PLANETS, name, TRUSTED)


def test_a_contests_program_needs_the_contests_rules() -> None:
    program = named_player(PLANETS, "exec+planetwars:sh", TRUSTED)
    with pytest.raises(UnknownPlayer, match="profile=google"):
        Series(game=PLANETS, options=PLANETS.options(), named=(program,))
    assert Series(game=PLANETS, options=PLANETS.options(profile="google"), named=(program,)).matches == 1


def test_a_program_is_no_bot_of_this_process() -> None:
    with pytest.raises(UnknownPlayer, match="is a program"):
        named_bot(JAFFRE, "exec:sh")
