"""The README, the docs and the command line know the same verbs."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from quintain.cli.verbs import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

COMMANDS = typer.main.get_group(app).commands


def examples() -> list[str]:
    """The lines that begin with `$ quintain`, without their comments."""
    lines = [line for page in PAGES if page.exists() for line in page.read_text().splitlines()]
    return [line.strip().removeprefix("$ ") for line in lines if line.strip().startswith("$ quintain ")]


def test_there_are_examples() -> None:
    assert len(examples()) >= 5


@pytest.mark.parametrize("verb", sorted(COMMANDS))
def test_every_verb_is_in_the_docs(verb: str) -> None:
    assert any(re.search(rf"quintain {verb}\b", page.read_text()) for page in PAGES)


@pytest.mark.parametrize("example", examples())
def test_every_example_has_a_verb_and_options_that_exist(example: str) -> None:
    _, verb, *words = shlex.split(example, comments=True)
    assert verb in COMMANDS or verb == "--help"
    if verb in COMMANDS:
        command = COMMANDS[verb]
        command = getattr(command, "commands", {}).get(words[0] if words else "", command)  # some verbs have verbs
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} - known <= {"--help"}
