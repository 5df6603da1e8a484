"""Why a seat may not do something, in words, and in a code for programs."""

import numpy as np

from quintain.core.position import Position
from quintain.games.admiral.actions import Action, encode
from quintain.games.admiral.rules.state import State
from quintain.games.admiral.rules.why import CODES, FINE, why

WORDS = {
    "NOT_PLAYING": "the match is not at that point",
    "NOT_YOUR_TURN": "your crew does not have the turn",
    "WRONG_ROLE": "that is for another member of the crew",
    "PENDING_RESPONSE": "the enemy has not answered the sonar yet",
    "ALREADY_MOVED": "this turn's course is set already",
    "NOT_MOVED": "it takes a course first",
    "SURFACED": "the submarine is at the surface",
    "NOT_SURFACED": "the submarine is under water already",
    "OUT_OF_BOUNDS": "that is off the map",
    "ISLAND": "there is an island",
    "TRAIL": "the submarine has been there since it surfaced last",
    "OWN_MINE": "one of your own mines lies there",
    "BLACKOUT": "there is no way on; the submarine must surface",
    "CREW_PENDING": "engineer or first mate have not done their work yet",
    "WRONG_SECTION": "the course is another one; mark a node of its section",
    "NODE_MARKED": "that node is marked already",
    "ALREADY_DONE": "that has been done already",
    "GAUGE_FULL": "that gauge is full",
    "NOT_CHARGED": "that system is not charged",
    "BROKEN": "a broken node blocks that system",
    "RANGE": "that is not within reach",
    "SYSTEM_USED": "one system a turn, and this turn's is used",
    "NO_SUCH_MINE": "none of your mines lies there",
    "BAD_FACTS": "say two facts of different kinds, on the map, exactly one of them true",
    "BAD_SECTOR": "there is no such sector",
}


def refusal(seen: Position, seat: int, action: Action) -> str:
    """The code and the words, found from what the seat itself can see; nothing if it may."""
    code = why_not(seen, seat, action)
    return f"{code}: {WORDS[code]}" if code else ""


def why_not(seen: Position, seat: int, action: Action) -> str:
    number = why(seen.record.view(State.layout)[0], seat, np.array(encode(action), np.int64))
    return "" if number == FINE else CODES[number]
