"""What happens in the war, and who may know: each seat is told what it could tell from what it sees itself."""

from typing import ClassVar

import msgspec

from quintain.core.game import EVERYBODY, EVERYTHING, Told, only
from quintain.core.kernel import HIDDEN, PUBLIC
from quintain.core.position import Position
from quintain.games.bottlebats.actions import Action, Done, Leave, March
from quintain.games.bottlebats.rules.state import DRAW, NONE, OFF, SIGHT, State
from quintain.games.bottlebats.view import lanes, walking_on


class Ordered(msgspec.Struct, frozen=True, tag="ordered"):
    seat: int
    origin: int
    destination: int
    soldiers: int

    def __str__(self) -> str:
        return f"seat {self.seat}: {March(self.origin, self.destination, self.soldiers)}"


class OrderCut(msgspec.Struct, frozen=True, tag="order cut"):
    """A warning: there were fewer soldiers than the order says."""

    seat: int
    origin: int
    destination: int
    wanted: int
    soldiers: int

    def __str__(self) -> str:
        return f"seat {self.seat}: of {self.wanted} soldiers only {self.soldiers} leave fort {self.origin}"


class TurnEnded(msgspec.Struct, frozen=True, tag="turn ended"):
    """A seat has given its orders."""

    seat: int
    leaves: bool

    def __str__(self) -> str:
        return f"seat {self.seat}: {Leave() if self.leaves else Done()}"


class TurnPlayed(msgspec.Struct, frozen=True, tag="turn played"):
    """What everybody has now, by seat: forts, and soldiers in them and on the march."""

    turn: int
    forts: tuple[int, ...]
    soldiers: tuple[int, ...]

    def __str__(self) -> str:
        has = " · ".join(f"{forts} forts, {many}" for forts, many in zip(self.forts, self.soldiers, strict=True))
        return f"turn {self.turn} is played; soldiers: {has}"


class FortTaken(msgspec.Struct, frozen=True, tag="fort taken"):
    fort: int
    owner: int | None  # a seat; None if it is nobody's now
    before: int | None  # whose it was; None for nobody
    soldiers: int

    def __str__(self) -> str:
        loser = "nobody" if self.before is None else f"seat {self.before}"
        if self.owner is None:
            return f"fort {self.fort} of {loser} is nobody's now"
        return f"seat {self.owner} takes fort {self.fort} from {loser} and has {self.soldiers} soldiers there"


class FortHeld(msgspec.Struct, frozen=True, tag="fort held"):
    """A garrison that has become smaller though nobody of it left: it was attacked, and held."""

    fort: int
    owner: int | None
    soldiers: int

    def __str__(self) -> str:
        holder = "nobody" if self.owner is None else f"seat {self.owner}"
        return f"fort {self.fort} of {holder} is attacked and holds with {self.soldiers}"


class RoadsTold(msgspec.Struct, frozen=True, tag="roads told"):
    """The roads of a fort, told to who takes it."""

    fort: int
    roads: tuple[tuple[int, int], ...]  # where to, and how long

    def __str__(self) -> str:
        ways = ", ".join(f"{goal} ({length})" for goal, length in self.roads)
        return f"from fort {self.fort} roads lead to {ways}"


class Defeated(msgspec.Struct, frozen=True, tag="defeated"):
    moment: ClassVar[str] = "elimination"

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} is out"


class WarWon(msgspec.Struct, frozen=True, tag="war won"):
    seat: int | None  # None for a draw

    def __str__(self) -> str:
        return "nobody has won the war" if self.seat is None else f"seat {self.seat} has won the war"


def opening(position: Position) -> list[Told]:
    state = position.state
    news = [Told(told, only(seat)) for seat in range(state.seats) for told in roads_told(None, position, seat)]
    if state.winner != NONE:
        news.append(Told(WarWon(None if state.winner == DRAW else state.winner), EVERYBODY))
    return news


def events(earlier: Position, later: Position, seat: int, action: Action) -> list[Told]:
    told = [Told(event, only(seat)) for event in noted(earlier.state, seat, action)]
    return told + played(earlier, later) if later.state.turn != earlier.state.turn else told


def noted(state: State, seat: int, action: Action) -> list[msgspec.Struct]:
    if not isinstance(action, March):
        return [TurnEnded(seat, isinstance(action, Leave))]
    sent = sum(state.orders[lane.number] for lane in lanes(state) if lane.origin == action.origin)
    soldiers = min(action.soldiers, state.soldiers[action.origin] - sent)
    ordered = Ordered(seat, action.origin, action.destination, soldiers)
    if soldiers == action.soldiers:
        return [ordered]
    return [ordered, OrderCut(seat, action.origin, action.destination, action.soldiers, soldiers)]


def played(earlier: Position, later: Position) -> list[Told]:
    """All that a turn has brought, in its order."""
    before, after = earlier.state, later.state
    news = sights(earlier, later)
    news += [Told(told, only(seat)) for seat in range(after.seats) for told in roads_told(earlier, later, seat)]
    gone = before.living & ~after.living
    news += [Told(Defeated(seat), EVERYBODY) for seat in range(after.seats) if gone >> seat & 1]
    news.append(Told(tally(after), EVERYBODY if after.fog == OFF else only()))
    if after.winner != NONE:
        news.append(Told(WarWon(None if after.winner == DRAW else after.winner), EVERYBODY))
    return news


def sights(earlier: Position, later: Position) -> list[Told]:
    """What has happened at the forts, for whom it has: an event's audience are those whose own eyes show the same."""
    audiences = {event: only() for event in changes(earlier.state, later.state, EVERYTHING)}
    if later.state.fog == OFF:
        return [Told(event, EVERYBODY) for event in audiences]
    for seat in range(later.state.seats):
        for event in changes(earlier.seen_by(seat).state, later.seen_by(seat).state, seat):
            audiences[event] = audiences.get(event, only()) | only(seat)
    return [Told(event, audience) for event, audience in audiences.items()]


def changes(before: State, after: State, eyes: int) -> list[msgspec.Struct]:
    """What two sights of the forts tell, for forts that are seen in both; only an owner sees all who leave."""
    found: list[msgspec.Struct] = []
    for fort in range(after.forts):
        was, now = before.owners[fort], after.owners[fort]
        if HIDDEN in (was, now):
            continue
        if was != now:
            found.append(FortTaken(fort, seat_of(now), seat_of(was), after.soldiers[fort]))
        elif eyes in (EVERYTHING, now - 1) and after.soldiers[fort] < before.soldiers[fort] - leaving(before, fort):
            found.append(FortHeld(fort, seat_of(now), after.soldiers[fort]))
    return found


def seat_of(owner: int) -> int | None:
    return owner - 1 if owner > 0 else None


def leaving(before: State, fort: int) -> int:
    """How many soldiers were ordered away from a fort."""
    return sum(before.orders[lane.number] for lane in lanes(before) if lane.origin == fort)


def roads_told(earlier: Position | None, later: Position, seat: int) -> list[msgspec.Struct]:
    """In the fog by sight: the roads of each fort that the seat has just taken."""
    state = later.state
    if state.fog != SIGHT:
        return []
    before = earlier.state.owners if earlier else [PUBLIC] * state.forts
    taken = [fort for fort in range(state.forts) if state.owners[fort] == seat + 1 != before[fort]]
    return [RoadsTold(fort, roads_of(state, fort)) for fort in taken]


def roads_of(state: State, fort: int) -> tuple[tuple[int, int], ...]:
    return tuple((lane.destination, lane.length) for lane in lanes(state) if lane.origin == fort)


def tally(state: State) -> TurnPlayed:
    forts, soldiers = [0] * (state.seats + 1), [0] * (state.seats + 1)
    for fort in range(state.forts):
        forts[state.owners[fort]] += 1
        soldiers[state.owners[fort]] += state.soldiers[fort]
    for lane in lanes(state):
        for walking in walking_on(state, lane):
            soldiers[walking.owner + 1] += walking.soldiers
    return TurnPlayed(state.turn, tuple(forts[1:]), tuple(soldiers[1:]))
