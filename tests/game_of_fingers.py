"""A tiny game for the tests, with what Jaffre has not: all seats act at once, and partners may talk.

Everybody shows up to five fingers at the same time. The sum, counted around the table, falls on the seat that gets a
point. Most points after three rounds win.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from quintain.core.dice import random_below
from quintain.core.errors import BadNotation
from quintain.core.game import EVERYBODY, Game, Rules, Seat, Told, only
from quintain.core.kernel import HIDDEN, Cells, Record, cell, cells, compiled
from quintain.core.position import Position

SEATS = 4
MOST = 5
NOTHING = -2  # shown so far


class State(Record):
    rounds: int = cell()  # option: how many to play
    done: int = cell()
    pending: Cells = cells(SEATS)  # fingers shown this round, NOTHING before that
    last: Cells = cells(SEATS)  # what was shown in the last round
    points: Cells = cells(SEATS)


@compiled
def setup(state: State, rng: Cells) -> None:
    for seat in range(SEATS):
        state.pending[seat] = NOTHING
        state.last[seat] = random_below(rng, MOST + 1)


@compiled
def acting(state: State) -> int:
    mask = 0
    for seat in range(SEATS):
        if state.done < state.rounds and state.pending[seat] == NOTHING:
            mask |= 1 << seat
    return mask


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    for fingers in range(MOST + 1):
        out[fingers, 0] = fingers
    return MOST + 1


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    return bool(0 <= action[0] <= MOST)


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    state.pending[seat] = action[0]
    if acting(state) == 0:
        count_up(state)


@compiled
def count_up(state: State) -> None:
    total = 0
    for seat in range(SEATS):
        total += state.pending[seat]
        state.last[seat] = state.pending[seat]
        state.pending[seat] = NOTHING
    state.points[total % SEATS] += 1
    state.done += 1


@compiled
def score(state: State, seat: int) -> int:
    return int(state.points[seat])


@compiled
def conceal(state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat and state.pending[other] != NOTHING:
            state.pending[other] = HIDDEN


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    for other in range(SEATS):
        if state.pending[other] == HIDDEN:
            state.pending[other] = random_below(rng, MOST + 1)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=9)] = 3


class Show(msgspec.Struct, frozen=True, tag="show"):
    fingers: Annotated[int, Meta(ge=0, le=MOST)]

    def __str__(self) -> str:
        return f"show {self.fingers}"


def parse(text: str) -> Show:
    word, _, number = text.partition(" ")
    if word != "show" or number not in map(str, range(MOST + 1)):
        raise BadNotation(f"{text!r} is not an action; write 'show 3'")
    return Show(int(number))


class View(msgspec.Struct, frozen=True):
    done: int
    mine: int | None
    ready: tuple[bool, ...]
    last: tuple[int, ...]
    points: tuple[int, ...]


def view(seen: Position, seat: int) -> View:
    state = seen.state
    mine = None if seat < 0 or state.pending[seat] == NOTHING else state.pending[seat]
    ready = tuple(pending != NOTHING for pending in state.pending)
    return View(state.done, mine, ready, tuple(state.last), tuple(state.points))


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    fingers: int

    def __str__(self) -> str:
        return f"you show {self.fingers}"


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    fingers: tuple[int, ...]

    def __str__(self) -> str:
        return f"they are {sum(self.fingers)}"


def events(earlier: Position, later: Position, seat: int, action: Show) -> list[Told]:
    before, after = earlier.state, later.state
    noted = Told(Noted(action.fingers), only(seat))
    return [noted, Told(Counted(tuple(after.last)), EVERYBODY)] if after.done != before.done else [noted]


FINGERS = Game(
    name="fingers",
    title="Fingers",
    summary="Show fingers, and hope that the sum falls on you.",
    rules_version=1,
    rules=Rules(setup, acting, legal, allows, apply, score, conceal, imagine),
    state=State,
    options=Options,
    seating=lambda options: tuple(Seat(team=seat % 2) for seat in range(SEATS)),
    action_type=Show,
    action_width=1,
    most_actions=MOST + 1,
    encode=lambda action: [action.fingers],
    decode=lambda row: Show(row[0]),
    parse=parse,
    view=view,
    text=lambda view: f"{view.points} after {view.done}",
    opening=lambda position: [],
    events=events,
    default=lambda seen, seat: Show(0),
    talk="team",
)
