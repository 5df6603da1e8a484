"""The documented crew: four roles that go by the book, each on its own, with all the weaknesses of that."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.kernel import direct
from quintain.core.position import Position
from quintain.games.admiral.bots import classic_decisions
from quintain.games.admiral.rules.hearing import part
from quintain.games.admiral.rules.state import (
    ANSWER,
    ASK_SONAR,
    CHARGE,
    DIVE_,
    DRONED,
    END_TURN,
    FIRE,
    MARK,
    MOVE,
    NODES,
    PLACE,
    RADIO_OPERATOR,
    ROLES,
    SEND_DRONE,
    STEALTH_,
    SURFACE,
    State,
)
from quintain.games.admiral.words import DIRECTIONS, KINDS, SYSTEMS, label

Row = Sequence[int]
END = (END_TURN,)


class Classic(Bot):
    """Sails where most courses can follow, shoots at the nearest cell of a known sector, and lies at random."""

    strength = 10
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        self.decisions = prepare(game)
        self.silent = seat % ROLES != RADIO_OPERATOR
        self.team = seat // ROLES
        self.heard: Position | None = None  # as the radio operator last saw it

    def act(self, turn: Turn) -> Any:
        action, why = self.decisions.choices[self.decisions.decide(turn.seen.record, turn.seat, turn.rng)]
        turn.explain(why)
        return action

    def speak(self, turn: Turn) -> None:
        if self.silent:
            return
        self.heard = turn.seen
        if words := self.decisions.comments[self.decisions.overheard(turn.seen.record, turn.seat)]:
            turn.say(words)

    @property
    def scanned(self) -> list[int]:
        """The sectors that the enemy's drones have looked into, oldest first: the radio operator's list."""
        if self.heard is None:
            return []
        state, team = self.heard.state, self.team
        return [part(code, 1) for code in state.heard[team][: state.reports[team]] if part(code, 0) == DRONED]


class Decisions:
    """The crew's kernels, and what their numbers mean."""

    def __init__(self, game: Game) -> None:
        record, rng = State.blank(), seeded("prepare")
        self.decide: Callable[..., int] = direct(classic_decisions.decide, record, 0, rng)
        self.overheard: Callable[..., int] = direct(classic_decisions.overheard, record, 0)
        self.choices = Choices(game)
        self.comments = Comments()


@cache
def prepare(game: Game) -> Decisions:
    """Use every kernel once in this process, so that nothing is compiled on the clock."""
    part(0, 0)
    return Decisions(game)


class Choices(dict[int, tuple[Any, str]]):
    """An action and its reason, by the number of a decision."""

    def __init__(self, game: Game) -> None:
        self.known = game.known_actions

    def __missing__(self, code: int) -> tuple[Any, str]:
        row, why = MEANINGS[part(code, 0)](*(part(code, i) for i in range(1, 5)))
        action = self.known[sum(n << self.known.bits * i for i, n in enumerate(row))]
        self[code] = action, why
        return action, why


class Comments(dict[int, str]):
    """What the radio operator says, by the number of what he has noted; nothing while there is nothing to tell."""

    def __missing__(self, code: int) -> str:
        direction, sector, fired, most, looked = (part(code, i) for i in range(5))
        parts = []
        if sector:
            parts.append(f"they surfaced in sector {sector}")
        if direction:
            parts.append(f"{most} of their last {looked} courses went {DIRECTIONS[direction - 1]}")
        if fired:
            parts.append("1 torpedo so far" if fired == 1 else f"{fired} torpedoes so far")
        self[code] = ", ".join(parts).capitalize() + "." if parts else ""
        return self[code]


# --- what the numbers of decisions mean: the row of an action, and why ------------------------------------------------

Meaning = tuple[Row, str]


def placed(cell: int, sector: int, _: int, __: int) -> Meaning:
    return (PLACE, cell), f"begins in sector {sector}, anywhere: {label(cell)}"


def dived(*_: int) -> Meaning:
    return (DIVE_,), "dives, 1 turn after surfacing"


def moved(direction: int, follow: int, ways: int, _: int) -> Meaning:
    return (MOVE, direction), f"{DIRECTIONS[direction]} leaves {follow} ways on, the best of {ways} courses"


def few(ways: int) -> str:
    return "only 1 course" if ways == 1 else f"only {ways} courses"


def vanished(direction: int, steps: int, follow: int, ways: int) -> Meaning:
    where = f"{steps} {DIRECTIONS[direction]}"
    return (STEALTH_, direction, steps), f"{few(ways)} left: stealth {where}, where {follow} ways go on"


def trapped(*_: int) -> Meaning:
    return (SURFACE,), "0 courses left: must surface"


def refused_below(ways: int, *_: int) -> Meaning:
    return (SURFACE,), f"{few(ways)} left, and the stealth it orders is broken: surfaces"


def marked(node: int, why: int, marks: int, _: int) -> Meaning:
    row = (MARK, node // NODES, node % NODES)
    reasons = (
        f"node {node % NODES} completes circuit {node % NODES + 1}",
        f"node {node % NODES}: circuit {node % NODES + 1} first, with {marks} marks on the board",
        f"node {node % NODES}: no circuit node is free, with {marks} marks on the board",
        f"radiation: all other {NODES - 1} nodes are marked",
    )
    return row, reasons[why]


def charged(system: int, value: int, capacity: int, _: int) -> Meaning:
    return (CHARGE, system), f"{SYSTEMS[system]} is the first gauge not full: now {value} of {capacity}"


def shot(cell: int, sector: int, far: int, _: int) -> Meaning:
    return (FIRE, cell), f"{label(cell)} is the nearest cell of sector {sector}, {far} away"


def scanned(sector: int, sectors: int, _: int, __: int) -> Meaning:
    return (SEND_DRONE, sector), f"knows no sector: tries number {sector} of {sectors}"


def asked(*_: int) -> Meaning:
    return (ASK_SONAR,), "sonar is charged: 2 facts, 1 of them true"


def answered(first: int, a: int, second: int, b: int) -> Meaning:
    return (ANSWER, first, a, second, b), f"a coin says which is true: {KINDS[first]} or {KINDS[second]}, 50 % each"


def ended(*_: int) -> Meaning:
    return END, "0 weapons to use: ends the turn"


def refused(system: int, *_: int) -> Meaning:
    return END, f"orders the {SYSTEMS[system]}, which is broken: 0 weapons this turn"


MEANINGS: tuple[Callable[..., Meaning], ...] = (
    placed,
    dived,
    moved,
    vanished,
    trapped,
    marked,
    charged,
    shot,
    scanned,
    asked,
    answered,
    ended,
    refused,
    refused_below,
)
