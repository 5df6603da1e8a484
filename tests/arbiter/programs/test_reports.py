"""A program in a crew reports before anybody acts, in both drivers, whether or not it has acted before."""

import asyncio
from pathlib import Path

import pytest

from quintain.arbiter.actors import Actor, InProcess, bot_rng
from quintain.arbiter.live import Live
from quintain.arbiter.loop import play
from quintain.arbiter.programs.player import NamedProgram
from quintain.core.bot import Bot, Turn
from quintain.core.match import FaultRule, Match
from quintain.core.record import Acted, Entry, Player, Said
from tests.arbiter.programs.seats import PATIENCE, gone, named
from tests.games.admiral.boats import GAME

RADIO = 3  # is never asked to act
REPORTER = """
n=0
while read -r line; do
  case $line in
  *'"type":"hello"'*) echo '{"type":"ready","reports":true}' ;;
  *'"type":"report"'*)
    echo '{"type":"act","number":'$n',"say":["ping",{"type":"request","what":"report"}]}'; n=$((n+1)) ;;
  esac
done
"""


class Absent(Bot):
    """Does what an absent seat does."""

    def act(self, turn: Turn) -> object:
        return GAME.default(turn.seen, turn.seat)


def new_match() -> Match:
    options = GAME.options_from({"first_team": "blue", "map": "tiny"})
    players = [Player("program" if seat == RADIO else "absent") for seat in range(8)]
    return Match(GAME, options, 3, players=players, faults=FaultRule(1000), longest=40)


def crews(program: NamedProgram) -> list[Actor]:
    return [program.actor() if seat == RADIO else InProcess(Absent(), bot_rng(1, seat)) for seat in range(8)]


async def live(match: Match, actors: list[Actor]) -> None:
    over = asyncio.Event()

    async def journal(_: int, entry: Entry) -> Entry:
        return entry

    driver = Live(
        match, journal, lambda _: over.set() if match.outcome else None, lambda seat, _: actors[seat], pace=0.0
    )
    driver.wake()
    async with asyncio.timeout(PATIENCE):
        await over.wait()
        while len(asyncio.all_tasks()) > 1:  # until everybody has parted
            await asyncio.sleep(0.01)
    await driver.close()


@pytest.mark.parametrize("driver", ["loop", "live"])
def test_a_program_reports_before_anybody_acts(driver: str, tmp_path: Path) -> None:
    program, told = named(tmp_path, REPORTER)
    match = new_match()
    if driver == "loop":
        play(match, crews(program))
    else:
        asyncio.run(live(match, crews(program)))
    assert not told[0].faults
    said = [entry for entry in match.record if isinstance(entry, Said)]
    assert {entry.seat for entry in said} == {RADIO}
    assert [entry.words for entry in said[:2]] == ["ping", "Radio, where are they?"]
    assert said[1].message is not None
    before = match.record[match.record.index(said[0]) + 2]
    assert isinstance(before, Acted)
    assert before.seat == 0
    assert gone(tmp_path)
