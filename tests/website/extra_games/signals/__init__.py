"""A tiny game for the tests of the pages, with what Jaffre has not: crews with roles, who act together and may talk."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quintain.core.dice import random_below
from quintain.core.errors import BadNotation
from quintain.core.game import EVERYBODY, Game, Page, Rules, Seat, Told, only
from quintain.core.kernel import HIDDEN, Cells, Record, cell, cells, compiled
from quintain.core.position import Position

ROLES = ("captain", "first mate", "engineer", "radio operator")
SEATS = 2 * len(ROLES)
MOST = 3
NOTHING = -2  # raised so far


class State(Record):
    rounds: int = cell()  # option: how many to play
    done: int = cell()
    raised: Cells = cells(SEATS)  # flags of this round, NOTHING before that
    points: Cells = cells(2)  # of the crews


@compiled
def setup(state: State, rng: Cells) -> None:
    for seat in range(SEATS):
        state.raised[seat] = NOTHING


@compiled
def acting(state: State) -> int:
    mask = 0
    for seat in range(SEATS):
        if state.done < state.rounds and state.raised[seat] == NOTHING:
            mask |= 1 << seat
    return mask


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    for flags in range(MOST + 1):
        out[flags, 0] = flags
    return MOST + 1


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    return bool(0 <= action[0] <= MOST)


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    state.raised[seat] = action[0]
    if acting(state) == 0:
        for other in range(SEATS):
            state.points[other // (SEATS // 2)] += state.raised[other]
            state.raised[other] = NOTHING
        state.done += 1


@compiled
def score(state: State, seat: int) -> int:
    return int(state.points[seat // (SEATS // 2)])


@compiled
def conceal(state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat and state.raised[other] != NOTHING:
            state.raised[other] = HIDDEN


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    for other in range(SEATS):
        if state.raised[other] == HIDDEN:
            state.raised[other] = random_below(rng, MOST + 1)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=9, description="rounds until the match is over")] = 3


class Raise(msgspec.Struct, frozen=True, tag="raise"):
    flags: Annotated[int, Meta(ge=0, le=MOST)]

    def __str__(self) -> str:
        return f"raise {self.flags}"


def parse(text: str) -> Raise:
    word, _, number = text.partition(" ")
    if word != "raise" or number not in map(str, range(MOST + 1)):
        raise BadNotation(f"{text!r} is not an action; write 'raise 2'")
    return Raise(int(number))


class View(msgspec.Struct, frozen=True):
    seat: int | None
    done: int
    points: tuple[int, ...]


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    flags: int

    def __str__(self) -> str:
        return f"you raise {self.flags}"


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    points: tuple[int, ...]

    def __str__(self) -> str:
        return f"the crews have {self.points[0]} and {self.points[1]}"


def events(earlier: Position, later: Position, seat: int, action: Raise) -> list[Told]:
    before, after = earlier.state, later.state
    raised = Told(Raised(action.flags), only(seat))
    return [raised, Told(Counted(tuple(after.points)), EVERYBODY)] if after.done != before.done else [raised]


def view(seen: Position, seat: int) -> View:
    return View(seat if seat >= 0 else None, seen.state.done, tuple(seen.state.points))


GAME = Game(
    name="signals",
    title="Signals",
    summary="Two crews of four raise flags at the same time; most flags win.",
    rules_version=1,
    rules=Rules(setup, acting, legal, allows, apply, score, conceal, imagine),
    state=State,
    options=Options,
    seating=lambda options: tuple(
        Seat(team=seat // len(ROLES), role=ROLES[seat % len(ROLES)]) for seat in range(SEATS)
    ),
    action_type=Raise,
    action_width=1,
    most_actions=MOST + 1,
    encode=lambda action: [action.flags],
    decode=lambda row: Raise(row[0]),
    parse=parse,
    view=view,
    text=lambda view: f"{view.points[0]} to {view.points[1]} after {view.done} rounds",
    opening=lambda position: [],
    events=events,
    default=lambda seen, seat: Raise(0),
    talk="team",
    page=Page(accent="#1d6f8a"),
)
