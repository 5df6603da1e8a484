"""What went wrong with somebody's program, in plain words and with the line of its source."""

import re
from collections.abc import Iterable

from quintain.arbiter.kits import ONE_FILE
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.findings import ADVICE
from quintain.arbiter.programs.log import REMARK
from quintain.core.outcome import Fault
from quintain.website.wire.editor import Mistake, ProgramLog

NAMES = "|".join(map(re.escape, ONE_FILE.values()))
# As Python, our own interpreter and Node write it.
PLACE = re.compile(rf'(?:{NAMES})(?:", line |:| line )(\d+)')
NAMED = re.compile(r"^(?:Uncaught )?((?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit)\b.*)$", re.MULTILINE)
OUR_FILES = re.compile(rf"[^\s\"'(]*/(?={NAMES}|arena\.)")
DIED = "ended"  # how the arena speaks of a program that is no more: "it ended with the exit status 1"
LONGEST = 400  # letters of a mistake


def program_log(seat: int, account: Account, faults: Iterable[Fault]) -> ProgramLog:
    """For the program's owner: what is known of it now."""
    text = OUR_FILES.sub("", account.log.text)
    own = [fault for fault in faults if fault.seat == seat and fault.ending in ADVICE]
    return ProgramLog(
        seat=seat,
        answers=account.turns,
        slowest=round(account.slowest, 3),
        mistakes=tuple(mistake(words, text) for words in dict.fromkeys(account.faults)),
        advice=tuple(dict.fromkeys(ADVICE[fault.ending] for fault in own)),
        warnings=tuple(account.warnings),
        log=text,
    )


def mistake(words: str, log: str) -> Mistake:
    """A fault; where the program died of an error of its own, that error and where it was."""
    words = OUR_FILES.sub("", words)
    said = "\n".join(line for line in log.splitlines() if not line.startswith(REMARK))
    if found := PLACE.search(words):
        return Mistake(words=words[:LONGEST], line=int(found[1]))
    named = NAMED.findall(said)
    if not named or DIED not in words:
        return Mistake(words=words[:LONGEST], line=None)
    line = place_of(said, named[-1])
    return Mistake(words=f"{words}: {named[-1]}"[:LONGEST], line=line)


def place_of(log: str, error: str) -> int | None:
    """The line that led to this error: Python names it last before the error, Node right after it or before."""
    before, _, after = log.rpartition(error)
    python = [int(found[1]) for found in PLACE.finditer(before) if '", line' in found[0]]
    if python:
        return python[-1]
    node = [*PLACE.findall(after)[:1], *PLACE.findall(before)[-1:]]
    return int(node[0]) if node else None
