"""A tracker as slow and as plain as can be, to compare the fast one with."""

from quintain.games.admiral.rules.state import (
    BLASTED,
    COURSE,
    DRONED,
    DROPPED,
    FACTS,
    FIRED,
    ROW,
    SECTOR,
    STEALTHY,
    STEP,
    STRIDE,
    SURFACED,
    TRIGGERED,
    WIPED,
)
from tests.games.admiral.voyages import WIRINGS, Voyage, blast

Trail = frozenset[int]
Net = tuple[int, int]
STILL: Net = (0, 0)
VECTOR = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Reference:
    """Of every cell and trail: where mines may lie, and the nets of hidden stealths with the last one's direction."""

    def __init__(self, voyage: Voyage, engineering: bool) -> None:
        self.voyage, self.engineering = voyage, engineering
        self.may: dict[tuple[int, Trail], tuple[Trail, set[tuple[Net, int | None]]]] = {}
        for cell in voyage.water:
            self.may[cell, frozenset([cell])] = frozenset(), {(STILL, None)}
        self.announced, self.stealths, self.charges, self.pending = [0] * 4, 0, 0, False
        self.last = STILL
        self.since_mine, self.spent, self.mining = 0, 0, False

    # --- sets ---

    def keep(self, wanted) -> None:  # type: ignore[no-untyped-def]
        self.may = {key: value for key, value in self.may.items() if wanted(key[0])}

    def add(self, may, cell, trail, drop, nets) -> None:  # type: ignore[no-untyped-def]
        old_drop, old_nets = may.get((cell, trail), (frozenset(), set()))
        may[cell, trail] = old_drop | drop, old_nets | nets

    def free(self, cell: int, trail: Trail) -> bool:
        return cell in self.voyage.water and cell not in trail

    def judge(self, wanted, wipe: bool = False) -> None:  # type: ignore[no-untyped-def]
        if self.engineering:
            may = self.may
            self.may = {}
            for (cell, trail), (drop, nets) in may.items():
                if left := {(STILL if wipe else net, None) for net, heading in nets if wanted(net, heading)}:
                    self.add(self.may, cell, trail, drop, left)

    def lean(self, net: Net, direction: int) -> int:
        north, east = self.announced[0] - self.announced[2] + net[0], self.announced[1] - self.announced[3] + net[1]
        return (north, east, -north, -east)[direction]

    def settle(self) -> None:
        if self.pending:
            self.judge(lambda net, heading: all(self.lean(net, d) <= 5 for d in range(4)))
        self.pending = False

    def clear(self, color: str) -> None:
        others = [sum(node != color for node in WIRINGS[self.voyage.state.wiring][d]) for d in range(4)]
        repairs = min(self.announced) + self.stealths
        sure = [n - repairs for n in self.announced]
        self.judge(lambda net, heading: all(max(self.lean(net, d), sure[d]) <= others[d] for d in range(4)))

    def most(self, net: Net, direction: int) -> int:
        along, across = (net[0], net[1]) if direction % 2 == 0 else (net[1], net[0])
        sign = 1 if direction < 2 else -1
        return self.announced[direction] + (self.stealths - abs(across) + sign * along) // 2

    # --- reports ---

    def hear(self, report: int) -> None:
        kind, *rest = (report >> 8 * i & 255 for i in range(5))
        if kind not in (WIPED, TRIGGERED, BLASTED):
            self.settle()
        if kind in (COURSE, STEALTHY, SURFACED) and self.mining:
            self.lay()
            self.mining = False
        self.heard(kind, rest)

    def heard(self, kind: int, rest: list[int]) -> None:  # noqa: C901
        match kind:
            case x if x == COURSE:
                self.course(rest[0])
            case x if x == STEALTHY:
                self.stealth()
            case x if x == SURFACED:
                self.surface(rest[0])
            case x if x == FIRED:
                self.fired(rest[0], rest[1])
            case x if x == TRIGGERED:
                self.triggered(rest[0], rest[1])
            case x if x == BLASTED:
                self.keep(lambda cell: blast(cell, rest[0]) == rest[1])
            case x if x == DRONED:
                self.keep(lambda cell: (self.voyage.sector(cell) == rest[0]) == bool(rest[1]))
            case x if x == FACTS:
                self.keep(lambda cell: self.true(cell, rest[0], rest[1]) != self.true(cell, rest[2], rest[3]))
            case x if x == WIPED:
                self.wiped()
            case x if x == DROPPED:
                self.clear("R")
                self.lay(surely=True)
                self.used(6)
                self.since_mine, self.mining = 0, False

    def true(self, cell: int, kind: int, value: int) -> bool:
        if kind == SECTOR:
            return self.voyage.sector(cell) == value
        return (cell // STRIDE if kind == ROW else cell % STRIDE) == value

    def charge(self) -> None:
        self.charges += 1
        self.since_mine += 1

    def used(self, charges: int) -> None:
        self.spent += charges

    def course(self, direction: int) -> None:
        may, self.may = self.may, {}
        for (cell, trail), (drop, nets) in may.items():
            target = cell + STEP[direction]
            if self.free(target, trail):
                self.add(self.may, target, trail | {target}, drop, nets)
        self.announced[direction] += 1
        self.charge()
        self.pending, self.last = True, VECTOR[direction]
        ready = min(self.since_mine, self.charges - self.spent) >= 6
        self.mining = not self.voyage.state.announce_mine_drop and ready

    def stealth(self) -> None:
        self.clear("Y")
        may, self.may = self.may, {}
        for (cell, trail), (drop, nets) in may.items():
            if not any(self.free(cell + step, trail) for step in STEP):
                continue
            for direction in range(4):
                north, east = VECTOR[direction]
                turned = {((net[0] + north, net[1] + east), direction) for net, _ in nets}
                end, longer = cell, trail
                for steps in range(5):
                    if steps:
                        end = end + STEP[direction]
                        if not self.free(end, longer):
                            break
                        longer = longer | {end}
                    if steps >= self.voyage.state.least_stealth:
                        self.add(self.may, end, longer, drop, turned if self.engineering else nets)
        self.used(4)
        self.charge()
        self.stealths += 1
        self.pending, self.mining = True, False

    def surface(self, sector: int) -> None:
        self.keep(lambda cell: self.voyage.sector(cell) == sector)
        may, self.may = self.may, {}
        for (cell, _), (drop, _) in may.items():
            self.add(self.may, cell, frozenset([cell]), drop, {(STILL, None)})
        self.announced, self.stealths = [0] * 4, 0

    def fired(self, target: int, damage: int) -> None:
        self.clear("R")
        self.keep(lambda cell: self.reaches(cell, target) and blast(cell, target) == damage)
        self.used(6)
        self.mining = False

    def reaches(self, cell: int, target: int) -> bool:
        reached = {cell}
        for _ in range(4):
            steps = {c + step for c in reached for step in STEP}
            reached |= steps & self.voyage.water if self.voyage.state.torpedo_path else steps
        near = abs(cell // STRIDE - target // STRIDE) + abs(cell % STRIDE - target % STRIDE) <= 4
        return target != cell and target in reached and near

    def triggered(self, mine: int, damage: int) -> None:
        if self.mining:
            self.lay()
        self.may = {key: (drop - {mine}, nets) for key, (drop, nets) in self.may.items() if mine in drop}
        self.keep(lambda cell: blast(cell, mine) == damage)
        if not self.voyage.state.announce_mine_drop:
            self.used(6)

    def lay(self, surely: bool = False) -> None:
        may, self.may = self.may, {}
        for (cell, trail), (drop, nets) in may.items():
            beside = {cell + step for step in STEP if self.free(cell + step, trail)}
            if beside or not surely:
                self.may[cell, trail] = drop | beside, nets

    def wiped(self) -> None:
        last = VECTOR.index(self.last)
        self.judge(lambda net, heading: self.overloads(net, last if heading is None else heading), wipe=True)
        self.announced, self.stealths, self.pending = [0] * 4, 0, False

    def overloads(self, net: Net, direction: int) -> bool:
        lean, most = self.lean(net, direction), [self.most(net, d) for d in range(4)]
        return (lean >= 1 and most[direction] >= 6) or (min(most) >= 1 and lean <= 5)
