"""The documentation does what it says: its bots play, its examples run, its links lead somewhere."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import NamedBot, named_bot
from quintain.cli.verbs import app
from quintain.core.match import Match
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.ranker.pairing import seated

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def bots_in(page: Path) -> list[str]:
    """The Python blocks that define a bot."""
    blocks: list[str] = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    return [block for block in blocks if "(Bot):" in block]


@pytest.mark.parametrize("page", ["README.md", "docs/write-a-bot.md"])
def test_the_bots_of_the_docs_play_a_match(page: str, tmp_path: Path) -> None:
    game = games.load("jaffre")
    blocks = bots_in(ROOT / page)
    assert blocks
    for number, block in enumerate(blocks):
        file = tmp_path / f"bot_{number}.py"
        file.write_text(block)
        players: list[NamedBot] = seated(
            [named_bot(game, str(file)), named_bot(game, "intermediate")], Position.start(game).seats
        )
        actors = [InProcess(each.bot(), bot_rng(number, seat)) for seat, each in enumerate(players)]
        assert play(Match(game, seed=number), actors).ending is Ending.NORMAL


def test_the_readme_is_a_doctest() -> None:
    examples = doctest.DocTestParser().get_doctest((ROOT / "README.md").read_text(), {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.tries > 10
    assert runner.failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


# --- the commands of run-a-contest -----------------------------------------------------------------------------------

CONTEST = (ROOT / "docs/run-a-contest.md").read_text()


def contest_commands() -> list[list[str]]:
    """Every `quintain …` in a block or between backticks, as words."""
    blocks = re.findall(r"^(?:\.venv/bin/)?quintain (.+)$", CONTEST, re.MULTILINE)
    inline = re.findall(r"`quintain ([^`]+)`", CONTEST)
    return [shlex.split(command) for command in dict.fromkeys([*blocks, *inline])]


@pytest.mark.parametrize("words", contest_commands(), ids=" ".join)
def test_the_commands_of_run_a_contest_exist(words: list[str]) -> None:
    command = get_command(app).commands[words[0]]  # type: ignore[attr-defined]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert [word for word in words[1:] if word.startswith("--") and word not in known] == []


def test_run_a_contest_names_what_an_organiser_needs() -> None:
    verbs = {words[0] for words in contest_commands()}
    assert {"sandbox", "serve", "appoint", "rank", "accounts", "export", "import", "thin", "check"} <= verbs
