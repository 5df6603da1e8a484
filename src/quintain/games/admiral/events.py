"""What happens in Admiral Radar, and who may know: RULES.md 8 and 9. No event holds more than is written here."""

from typing import ClassVar, Literal

import msgspec

from quintain.core.game import EVERYBODY, Told, only
from quintain.core.position import Position
from quintain.games.admiral import actions as act
from quintain.games.admiral.actions import Action, Fact, Sector
from quintain.games.admiral.rules.engineering import FULL_SECTION
from quintain.games.admiral.rules.state import NODES, OVER, PLACING, ROLES, State
from quintain.games.admiral.view import Report, report, winner
from quintain.games.admiral.words import DIRECTIONS, SYSTEMS, TEAMS, Cell, Direction, System, Team, cell_of

Cause = Literal["torpedo", "mine", "overload", "radiation", "surfacing"]


class SubmarinePlaced(msgspec.Struct, frozen=True, tag="submarine placed"):
    team: Team

    def __str__(self) -> str:
        return f"{self.team} is at sea"


class TurnStarted(msgspec.Struct, frozen=True, tag="turn started"):
    team: Team

    def __str__(self) -> str:
        return f"it is {self.team}'s turn"


class TurnEnded(msgspec.Struct, frozen=True, tag="turn ended"):
    team: Team

    def __str__(self) -> str:
        return f"{self.team} has ended the turn"


class DiveAnnounced(msgspec.Struct, frozen=True, tag="dive announced"):
    team: Team

    def __str__(self) -> str:
        return f"{self.team} dives"


class DirectionAnnounced(msgspec.Struct, frozen=True, tag="direction announced"):
    team: Team
    direction: Direction

    def __str__(self) -> str:
        return f"{self.team} goes {self.direction}"


class SurfaceAnnounced(msgspec.Struct, frozen=True, tag="surface announced"):
    moment: ClassVar[str] = "surface"

    team: Team
    sector: Sector

    def __str__(self) -> str:
        return f"{self.team} surfaces in sector {self.sector}"


class TorpedoFired(msgspec.Struct, frozen=True, tag="torpedo fired"):
    team: Team
    cell: Cell

    def __str__(self) -> str:
        return f"{self.team} fires a torpedo at {self.cell}"


class TorpedoResult(msgspec.Struct, frozen=True, tag="torpedo result"):
    cell: Cell
    damage: tuple[int, int]  # to blue and to red

    def __str__(self) -> str:
        return f"the torpedo explodes at {self.cell}: {hits(self.damage)}"


class MineDropped(msgspec.Struct, frozen=True, tag="mine dropped"):
    """For the own crew; without its place for all, where drops are announced."""

    team: Team
    cell: Cell | None

    def __str__(self) -> str:
        return f"{self.team} drops a mine" + (f" at {self.cell}" if self.cell else "")


class MineTriggered(msgspec.Struct, frozen=True, tag="mine triggered"):
    team: Team
    cell: Cell

    def __str__(self) -> str:
        return f"{self.team} triggers its mine at {self.cell}"


class MineResult(msgspec.Struct, frozen=True, tag="mine result"):
    cell: Cell
    damage: tuple[int, int]  # to blue and to red

    def __str__(self) -> str:
        return f"a mine explodes at {self.cell}: {hits(self.damage)}"


class MineDestroyed(msgspec.Struct, frozen=True, tag="mine destroyed"):
    """An explosion has removed a mine; for its owners."""

    cell: Cell

    def __str__(self) -> str:
        return f"our mine at {self.cell} is destroyed"


class DroneQuery(msgspec.Struct, frozen=True, tag="drone query"):
    team: Team
    sector: Sector

    def __str__(self) -> str:
        return f"{self.team} sends a drone to sector {self.sector}"


class DroneResult(msgspec.Struct, frozen=True, tag="drone result"):
    """For those who asked."""

    sector: Sector
    found: bool

    def __str__(self) -> str:
        return f"the enemy is {'' if self.found else 'not '}in sector {self.sector}"


class SonarQuery(msgspec.Struct, frozen=True, tag="sonar query"):
    team: Team

    def __str__(self) -> str:
        return f"{self.team} asks with the sonar"


class SonarResponse(msgspec.Struct, frozen=True, tag="sonar response"):
    facts: tuple[Fact, Fact]

    def __str__(self) -> str:
        return f"the answer: {self.facts[0]}, {self.facts[1]}; one is true"


class StealthActivated(msgspec.Struct, frozen=True, tag="stealth activated"):
    team: Team

    def __str__(self) -> str:
        return f"{self.team} goes silent"


class StealthDirection(msgspec.Struct, frozen=True, tag="stealth direction"):
    """For the own crew."""

    direction: Direction
    steps: int

    def __str__(self) -> str:
        return f"we slip {self.steps} {'cell' if self.steps == 1 else 'cells'} {self.direction}"


class EngineerBreakdown(msgspec.Struct, frozen=True, tag="engineer breakdown"):
    """For the own crew."""

    section: Direction
    node: int

    def __str__(self) -> str:
        return f"node {self.node} of the section {self.section} breaks"


class CircuitCleared(msgspec.Struct, frozen=True, tag="circuit cleared"):
    """For the own crew."""

    circuit: int  # from 1

    def __str__(self) -> str:
        return f"circuit {self.circuit} is repaired"


class SystemCharged(msgspec.Struct, frozen=True, tag="system charged"):
    """For the own crew."""

    system: System
    value: int
    capacity: int

    def __str__(self) -> str:
        return f"{self.system} {self.value}/{self.capacity}"


class Damage(msgspec.Struct, frozen=True, tag="damage"):
    moment: ClassVar[str] = "damage"

    team: Team
    amount: int
    hull: int  # left
    cause: Cause

    def __str__(self) -> str:
        return f"{self.team} takes {self.amount} damage ({self.cause}), hull {self.hull}"


class GameOver(msgspec.Struct, frozen=True, tag="game over"):
    winner: Team | Literal["draw"]

    def __str__(self) -> str:
        return "a draw" if self.winner == "draw" else f"{self.winner} has won"


def hits(damage: tuple[int, int]) -> str:
    hurt = [f"{team} -{n}" for team, n in zip(TEAMS, damage, strict=True) if n]
    return ", ".join(hurt) or "no hit"


# --- what follows from an action -------------------------------------------------------------------------------------


def opening(position: Position) -> list[Told]:
    return []


def events(earlier: Position, later: Position, seat: int, action: Action) -> list[Told]:
    before, after, team = earlier.state, later.state, seat // ROLES
    told = [*of_action(before, after, team, action)]
    if after.phase == OVER:
        over = winner(after)
        assert over is not None, "a match that is over has an end"
        told.append(public(GameOver(over)))
    elif after.turns != before.turns:
        if before.phase != PLACING:
            told.append(public(TurnEnded(TEAMS[before.turn])))
        told.append(public(TurnStarted(TEAMS[after.turn])))
    return told


def public(event: msgspec.Struct) -> Told:
    return Told(event, EVERYBODY)


def private(team: int, event: msgspec.Struct) -> Told:
    """For one crew."""
    return Told(event, only(*range(team * ROLES, team * ROLES + ROLES)))


def of_action(before: State, after: State, team: int, action: Action) -> list[Told]:
    name = TEAMS[team]
    match action:
        case act.Place():
            return [public(SubmarinePlaced(name))]
        case act.Dive():
            return [public(DiveAnnounced(name))]
        case act.Move():
            return [public(DirectionAnnounced(name, action.direction))]
        case act.Stealth():
            way = StealthDirection(action.direction, action.steps)
            return [public(StealthActivated(name)), private(team, way)]
        case act.Surface():
            return surfaced(before, after, team)
        case act.Mark():
            return broke_down(before, after, team, action)
        case act.Charge():
            return [private(team, charged(after, team, action.system))]
        case act.EndTurn():
            return []
    return of_system(before, after, team, action)


def of_system(before: State, after: State, team: int, action: Action) -> list[Told]:
    name = TEAMS[team]
    match action:
        case act.Torpedo():
            return [public(TorpedoFired(name, action.cell)), *exploded(before, after, action)]
        case act.TriggerMine():
            return [public(MineTriggered(name, action.cell)), *exploded(before, after, action)]
        case act.DropMine():
            announced = [public(MineDropped(name, None))] if after.announce_mine_drop else []
            return [*announced, private(team, MineDropped(name, action.cell))]
        case act.Drone():
            (found,) = new_reports(before, after, 1 - team)
            result = DroneResult(action.sector, bool(found.answer))
            return [public(DroneQuery(name, action.sector)), private(team, result)]
        case act.Answer():
            return [public(SonarResponse((action.first, action.second)))]
    return [public(SonarQuery(name))]


def new_reports(before: State, after: State, team: int) -> list[Report]:
    n = after.reports_ever[team] - before.reports_ever[team]
    return [report(code) for code in after.heard[team][after.reports[team] - n : after.reports[team]]]


def surfaced(before: State, after: State, team: int) -> list[Told]:
    (one,) = new_reports(before, after, team)
    assert one.sector is not None, "a surfacing tells the sector"
    told = [public(SurfaceAnnounced(TEAMS[team], one.sector))]
    return [*told, *damage(before, after, team, "surfacing")]


def damage(before: State, after: State, team: int, cause: Cause) -> list[Told]:
    amount = before.hulls[team] - after.hulls[team]
    return [public(Damage(TEAMS[team], amount, after.hulls[team], cause))] if amount else []


def charged(after: State, team: int, system: System) -> SystemCharged:
    i = SYSTEMS.index(system)
    return SystemCharged(system, after.gauges[team][i], after.capacity[i])


def broke_down(before: State, after: State, team: int, action: act.Mark) -> list[Told]:
    node = DIRECTIONS.index(action.section) * NODES + action.node
    full = (before.boards[team] | 1 << node) >> node // NODES * NODES & FULL_SECTION == FULL_SECTION
    told = [private(team, EngineerBreakdown(action.section, action.node))]
    if hurt := damage(before, after, team, "overload" if full else "radiation"):
        return told + hurt
    repaired = not after.boards[team] >> node & 1
    return [*told, private(team, CircuitCleared(action.node + 1))] if repaired else told


def exploded(before: State, after: State, action: act.Torpedo | act.TriggerMine) -> list[Told]:
    """What each explosion did: the one that was ordered, and with mine_chain those after it."""
    told: list[Told] = []
    hulls = list(before.hulls)
    reports = zip(*(new_reports(before, after, team) for team in range(len(TEAMS))), strict=True)
    for i, pair in enumerate(reports):
        torpedo = i == 0 and isinstance(action, act.Torpedo)
        told += destroyed(before, action.cell) if torpedo else []
        result = TorpedoResult if torpedo else MineResult
        hits = (pair[0].damage or 0, pair[1].damage or 0)
        told.append(public(result(pair[0].cell or "", hits)))
        for team, amount in enumerate(hits):
            hulls[team] = max(0, hulls[team] - amount)
            if amount:
                told.append(public(Damage(TEAMS[team], amount, hulls[team], "torpedo" if torpedo else "mine")))
    return told


def destroyed(before: State, cell: Cell) -> list[Told]:
    """Mines on which a torpedo has fallen."""
    spot = cell_of(cell)
    return [
        private(team, MineDestroyed(cell))
        for team in range(len(TEAMS))
        if before.mines[team][spot // 64] >> spot % 64 & 1
    ]
