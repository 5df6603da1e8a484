"""Programs at a table of Fingers, for the tests: small scripts, house bots beside them, and nobody left afterwards."""

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quintain.arbiter.actors import Actor, InProcess, bot_rng
from quintain.arbiter.live import Live
from quintain.arbiter.loop import play
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.player import Handling, NamedProgram
from quintain.bots.chance import Chance
from quintain.core.clock import TimeControl
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Outcome
from quintain.core.record import Entry, Player
from tests.game_of_fingers import FINGERS

PATIENCE = 120.0  # seconds, on a machine that has much else to do

CHANCE = Player("chance", timed=False)  # a busy machine holds it up, and it is not what is looked at

# What a program does that plays well: it counts the questions, for it cannot read JSON.
GOOD = """
n=0
while read -r line; do
  case $line in
  *'"type":"hello"'*) {greeting} ;;
  *'"type":"turn"'*) {turn}; n=$((n+1)) ;;
  *'"type":"end"'*) {end} ;;
  esac
done
"""
READY = """echo '{"type":"ready","name":"Shell"}'"""
ACT = """echo '{"type":"act","number":'$n',"action":{"type":"show","fingers":1}}'"""


def script(greeting: str = READY, turn: str = ACT, end: str = ":", before: str = "") -> str:
    return before + GOOD.replace("{greeting}", greeting).replace("{turn}", turn).replace("{end}", end)


def written(folder: Path, text: str, name: str = "program.sh") -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}")
    file.chmod(0o755)
    return file


class Told(list[Account]):
    """The accounts of programs that have played."""


def named(folder: Path, text: str, *, trusted: bool = True, **settings: Any) -> tuple[NamedProgram, Told]:
    told, file = Told(), written(folder, text)
    handling = Handling(trusted=trusted, told=told.append, **settings)
    return NamedProgram(f"exec:{file.name}", (f"./{file.name}",), None, folder, (), handling), told


def new_match(first: str = "exec:program.sh", rounds: int = 3, limit: float | None = 1.0, **settings: Any) -> Match:
    return Match(
        FINGERS,
        FINGERS.options(rounds=rounds),
        7,
        players=[Player(first, "program"), *[CHANCE] * 3],
        time_control=TimeControl(limit=limit),
        **settings,
    )


def seated(*first: Actor) -> list[Actor]:
    """These actors, and bots that play by chance in the other seats."""
    return [*first, *(InProcess(Chance(), bot_rng(1, seat), CHANCE.timed) for seat in range(len(first), 4))]


def played(match: Match, *first: Actor) -> Outcome:
    return play(match, seated(*first))


def played_live(match: Match, *first: Actor) -> Outcome:
    """The same with the other driver."""
    return asyncio.run(live(match, first))


async def live(match: Match, first: Sequence[Actor]) -> Outcome:
    actors, over = seated(*first), asyncio.Event()

    async def journal(_: int, entry: Entry) -> Entry:
        return entry

    def cast(seat: int, player: Player) -> Actor:
        first = player == match.seatings[seat][0][1]
        return actors[seat] if first else InProcess(Chance(), bot_rng(2, seat), player.timed)

    def announce(_: Entry) -> None:
        if match.outcome:
            over.set()

    driver = Live(match, journal, announce, cast, pace=0.0)
    driver.wake()
    try:
        async with asyncio.timeout(PATIENCE):
            await over.wait()
            while len(asyncio.all_tasks()) > 1:  # until everybody has parted
                await asyncio.sleep(0.01)
    finally:
        await driver.close()
    assert match.outcome is not None
    return match.outcome


DRIVERS = {"loop": played, "live": played_live}
FORGIVING = FaultRule(strikes=100)
REPLACING = FaultRule(stand_in="chance")


# --- who is left


def processes_of(folder: Path) -> list[str]:
    """The processes that were started from a folder, or in it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().replace(b"\\0", b" ").decode(errors="replace")
                where = str((entry / "cwd").readlink())
            except OSError:
                continue
            if int(entry.name) != os.getpid() and (str(folder) in words or where == str(folder)):
                found.append(f"{entry.name} {words}")
    return found


def gone(folder: Path) -> bool:
    """Does nothing run any more that was started from this folder?"""
    deadline = time.monotonic() + PATIENCE
    while left := processes_of(folder):
        if time.monotonic() > deadline:
            print(left)
            return False
        time.sleep(0.01)
    return True
