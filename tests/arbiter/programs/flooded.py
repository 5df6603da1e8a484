"""In a process of its own: play with programs that write without end, and tell by how much its memory grew meanwhile.

`python -m tests.arbiter.programs.flooded FOLDER` prints one JSON object a flood.
"""

import asyncio
import json
import sys
from pathlib import Path

from quintain.arbiter.loop import Loop
from tests.arbiter.programs.bad import FLOODS
from tests.arbiter.programs.seats import named, new_match, script, seated

PATIENT = 60.0  # seconds for an answer: what is looked at is not the clock
ROUNDS = 20


def memory(word: str) -> int:
    """Bytes that this process has (VmRSS), or has had at the most (VmHWM)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(word))


async def beside_each_other(folder: Path, text: str) -> tuple[str, str, str]:
    """A program and, in another match, one that plays well: how the matches ended, and why the first one did."""
    matches = [new_match(rounds=ROUNDS, limit=PATIENT) for _ in range(2)]
    texts = (text, script())
    programs = []
    for number, words in enumerate(texts):
        place = folder / str(number)
        place.mkdir(exist_ok=True)
        programs.append(named(place, words)[0])
    loops = [Loop(match, seated(program.actor())) for match, program in zip(matches, programs, strict=True)]
    first, other = await asyncio.gather(*(loop.play() for loop in loops))
    return first.ending.value, other.ending.value, first.why


def main(folder: Path) -> None:
    asyncio.run(beside_each_other(folder, script()))  # whatever is loaded late
    for kind, (text, _) in FLOODS.items():
        Path("/proc/self/clear_refs").write_text("5")  # forget what it has had at the most
        before = memory("VmRSS")
        ending, other, why = asyncio.run(beside_each_other(folder, text))
        growth = memory("VmHWM") - before
        print(json.dumps({"kind": kind, "growth": growth, "ending": ending, "other": other, "why": why}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
