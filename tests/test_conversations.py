"""docs/protocol.md tells one whole conversation for each game; a program that says its lines is told the arena's.

`UPDATE=1 pytest tests/test_conversations.py` has a simple program talk, and writes down what is said.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from quintain import games
from quintain.arbiter.actors import Actor, InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.messages import messages_of
from quintain.arbiter.programs.player import Handling, NamedProgram
from quintain.bots.chance import Chance
from quintain.core.clock import TimeControl
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.record import Player

UPDATE = bool(os.environ.get("UPDATE"))
PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
NAME = "exec:./my_bot"


class Example(NamedTuple):
    seat: int
    longest: int  # actions, after which the arena ends the match
    options: dict[str, Any]


EXAMPLES = {
    "admiral": Example(1, 16, {"map": "tiny", "first_team": "blue"}),
    "bottlebats": Example(0, 1000, {"forts": 4, "max_steps": 2}),
    "jaffre": Example(0, 9, {}),
    "planets": Example(0, 1000, {"planets": 5, "turn_limit": 2}),
    "rummy": Example(0, 12, {"players": 2}),
}

# Says what stands in a file, if there is one; and writes down both sides.
TALKER = """
import json, sys
answers = [line[2:] for line in open(sys.argv[1]) if line.startswith("< ")] if len(sys.argv) > 1 else None

def answer(message):
    if message["type"] == "hello":
        return {"type": "ready", "protocol": 1, "name": "Example", "version": "1.0", "reports": True}
    said = {"type": "act", "number": message["number"]}
    if message["type"] == "turn":
        said |= {"action": message["legal"][0], "reason": f"the first of {len(message['legal'])}"}
    return said | ({"say": "All is well."} if message["type"] == "report" else {})

for line in sys.stdin:
    sys.stderr.write("> " + line)
    message = json.loads(line)
    if message["type"] in ("hello", "turn", "report"):
        said = answers.pop(0) if answers is not None else json.dumps(answer(message), separators=(",", ":")) + "\\n"
        sys.stderr.write("< " + said)
        sys.stdout.write(said)
        sys.stdout.flush()
"""


def conversation(game: Game, folder: Path, answers: str) -> str:
    """What is said in the game's example, by a program that gives these answers or finds its own."""
    told: list[Account] = []
    (folder / "talker.py").write_text(TALKER)
    (folder / "answers.txt").write_text(answers)
    command = (sys.executable, "talker.py", *(["answers.txt"] if answers else []))
    program = NamedProgram(NAME, command, None, folder, handling=Handling(trusted=True, told=told.append))
    example = EXAMPLES[game.name]
    options, control = game.options_from(example.options), TimeControl(limit=20.0)
    players = [
        Player(NAME, "program") if seat == example.seat else "chance" for seat in range(len(game.seating(options)))
    ]
    match = Match(game, options, 5, players=players, time_control=control, longest=example.longest)
    actors: list[Actor] = [InProcess(Chance(), bot_rng(1, seat)) for seat in range(len(players))]
    actors[example.seat] = program.actor()
    play(match, actors)
    assert match.outcome is not None
    assert not match.outcome.faults
    # When somebody said something is all that differs from day to day.
    return re.sub(r'(?<="at":)[\d.e-]+', "0.5", told[0].log.text)


def block(game: Game) -> re.Pattern[str]:
    return re.compile(rf"(?<=<!-- {game.name} -->\n```text\n).*?(?=```\n)", re.DOTALL)


everywhere = pytest.mark.parametrize("game", [games.load(name) for name in games.names()], ids=games.names())


@everywhere
def test_the_conversations_of_the_docs_take_place(game: Game, tmp_path: Path) -> None:
    if UPDATE:
        said = conversation(game, tmp_path, "")
        PAGE.write_text(block(game).sub(lambda _: said, PAGE.read_text(), count=1))
    found = block(game).search(PAGE.read_text())
    assert found, f"docs/protocol.md has no conversation of {game.name}"
    assert conversation(game, tmp_path, found[0]) == found[0]


@everywhere
def test_the_conversations_are_what_the_schema_says(game: Game) -> None:
    found, known = block(game).search(PAGE.read_text()), messages_of(game)
    assert found
    for line in found[0].splitlines():
        message = msgspec.json.decode(line[2:])
        kind = getattr(known, message["type"])
        assert (line[0] == "<") == (message["type"] in ("ready", "act"))
        assert msgspec.json.decode(line[2:], type=kind)
    assert {"hello", "turn", "end"} <= {msgspec.json.decode(line[2:])["type"] for line in found[0].splitlines()}
