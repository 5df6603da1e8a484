"""What one seat sees of the war, in words. It is only ever given a concealed state."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from quintain.core.game import EVERYTHING
from quintain.core.kernel import HIDDEN
from quintain.core.position import Position
from quintain.games.bottlebats.options import fort_names, players_of
from quintain.games.bottlebats.rules.state import (
    DRAW,
    NONE,
    State,
    end_of,
    length_of,
    march_of,
    marched,
    owner_of,
    soldiers_of,
    x_of,
    y_of,
)

FOGS: tuple[Literal["original", "sight", "off"], ...] = ("original", "sight", "off")


class Fort(msgspec.Struct, frozen=True):
    number: int  # from 0
    name: str
    x: int
    y: int
    owner: int | None  # a seat; None for nobody, or where that is not seen
    soldiers: int | None  # None where they are not seen


class Road(msgspec.Struct, frozen=True):
    one: int
    other: int
    length: int


class Walking(msgspec.Struct, frozen=True):
    """A march on its way."""

    origin: int
    destination: int
    owner: int
    soldiers: int
    remaining: int  # turns until it arrives


class Order(msgspec.Struct, frozen=True):
    """A march of this turn."""

    origin: int
    destination: int
    soldiers: int
    turns: int


class Meeting(msgspec.Struct, frozen=True):
    """Somebody whom soldiers that set out now would meet on the road."""

    owner: int
    soldiers: int
    after: float  # turns


class Exit(msgspec.Struct, frozen=True):
    """A road that the seat's soldiers can take, and what awaits them if nobody gives another order."""

    origin: int
    destination: int
    turns: int
    meets: tuple[Meeting, ...]  # the first one first
    garrison: int  # there when they arrive, without others who arrive meanwhile


class Player(msgspec.Struct, frozen=True):
    seat: int
    name: str
    alive: bool
    forts: int  # as far as they are seen
    soldiers: int
    marching: int
    done: bool | None  # has it ended the turn? None while that is secret


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None  # whose view it is; None for onlookers
    turn: int  # the one that is being played, from 1; after the end, the last one
    max_steps: int
    fog: Literal["original", "sight", "off"]
    forts: tuple[Fort, ...]  # those that are known
    roads: tuple[Road, ...]
    marches: tuple[Walking, ...]  # by origin, destination and what remains
    orders: tuple[Order, ...]  # given this turn
    exits: tuple[Exit, ...]
    players: tuple[Player, ...]
    done: bool  # has the seat ended the turn?
    over: bool
    winner: int | None  # None also for a draw


class Lane(NamedTuple):
    """One direction of a road, with the cells of the road."""

    number: int
    origin: int
    destination: int
    length: int
    first: int


def lanes(state: State) -> Iterator[Lane]:
    first = 0
    for road in range(state.roads):
        way = state.ways[road]
        for lane in (2 * road, 2 * road + 1):
            yield Lane(lane, end_of(way, lane + 1), end_of(way, lane), length_of(way), first)
        first += length_of(way)


def walking_on(state: State, lane: Lane) -> Iterator[Walking]:
    """Those on their way, the next to arrive first."""
    for remaining in range(1, lane.length):
        cell = (state.turn + remaining) % lane.length
        assert marched(state.turn, cell, lane.length) == lane.length - remaining
        found = march_of(state.steps[lane.first + cell], lane.number)
        if found:
            yield Walking(lane.origin, lane.destination, owner_of(found) - 1, soldiers_of(found), remaining)


def view(seen: Position, seat: int) -> View:
    state: State = seen.state
    over, own = state.winner != NONE, seat >= 0
    marches = sorted((walking for lane in lanes(state) for walking in walking_on(state, lane)), key=order_of)
    return View(
        seat=seat if own else None,
        turn=state.turn + (not over),
        max_steps=state.max_steps,
        fog=FOGS[state.fog],
        forts=forts_of(seen),
        roads=tuple(Road(lane.origin, lane.destination, lane.length) for lane in lanes(state) if not lane.number & 1),
        marches=tuple(marches),
        orders=orders_of(state),
        exits=exits_of(state, seat) if own else (),
        players=tallied(seen, seat, marches),
        done=own and not state.waiting >> seat & 1,
        over=over,
        winner=state.winner if over and state.winner != DRAW else None,
    )


def order_of(walking: Walking) -> tuple[int, int, int]:
    return walking.origin, walking.destination, walking.remaining


def forts_of(seen: Position) -> tuple[Fort, ...]:
    state, names = seen.state, fort_names(seen.options)
    return tuple(
        Fort(
            fort,
            names[fort],
            int(x_of(state.sites[fort])),
            int(y_of(state.sites[fort])),
            state.owners[fort] - 1 if state.owners[fort] > 0 else None,
            state.soldiers[fort] if state.soldiers[fort] != HIDDEN else None,
        )
        for fort in range(state.forts)
        if state.sites[fort] != HIDDEN
    )


def orders_of(state: State) -> tuple[Order, ...]:
    given = [(lane, state.orders[lane.number]) for lane in lanes(state) if state.orders[lane.number]]
    return tuple(Order(lane.origin, lane.destination, soldiers, lane.length) for lane, soldiers in given)


def exits_of(state: State, seat: int) -> tuple[Exit, ...]:
    return tuple(exit_of(state, seat, lane) for lane in lanes(state) if state.owners[lane.origin] == seat + 1)


def exit_of(state: State, seat: int, lane: Lane) -> Exit:
    back = Lane(lane.number ^ 1, lane.destination, lane.origin, lane.length, lane.first)
    foes = [walking for walking in walking_on(state, back) if walking.owner != seat]
    meets = tuple(Meeting(foe.owner, foe.soldiers, foe.remaining / 2) for foe in foes)
    grown = lane.length - 1 if state.owners[lane.destination] > 0 else 0
    return Exit(lane.origin, lane.destination, lane.length, meets, max(0, state.soldiers[lane.destination]) + grown)


def tallied(seen: Position, viewer: int, marches: list[Walking]) -> tuple[Player, ...]:
    state, forts, soldiers, marching = seen.state, Counter[int](), Counter[int](), Counter[int]()
    for fort in range(state.forts):
        forts[state.owners[fort]] += 1
        soldiers[state.owners[fort]] += state.soldiers[fort]
    for walking in marches:
        marching[walking.owner + 1] += walking.soldiers
    return tuple(
        Player(
            seat=seat,
            name=name,
            alive=bool(state.living >> seat & 1),
            forts=forts[seat + 1],
            soldiers=soldiers[seat + 1],
            marching=marching[seat + 1],
            done=not state.waiting >> seat & 1 if viewer in (seat, EVERYTHING) else None,
        )
        for seat, name in enumerate(players_of(seen.options))
    )


# --- drawn with letters


def text(view: View) -> str:
    """The forts, the roads, the marches and the players as lines of text."""
    names = {fort.number: f"{fort.number} {fort.name}" for fort in view.forts}
    who = {player.seat: player.name for player in view.players}
    lines = [_headline(view, who), ""]
    lines += [f"{names[f.number]:16} {f'{f.x},{f.y}':>9}  {_garrison(f, who)}" for f in view.forts]
    if view.roads:
        lines += ["", "Roads: " + ", ".join(f"{road.one}-{road.other} ({road.length})" for road in view.roads)]
    if view.marches:
        lines += ["", "Marches:", *(f"  {_march(march, who)}" for march in view.marches)]
    if view.orders:
        lines += ["", "Ordered this turn:"]
        lines += [f"  {o.soldiers} from {o.origin} to {o.destination}, {o.turns} turns" for o in view.orders]
    if sees_nothing(view):
        return "\n".join([*lines, "All of the war lies in the fog.", "", *map(_in_or_out, view.players)])
    return "\n".join([*lines, "", *map(_player, view.players)])


def sees_nothing(view: View) -> bool:
    """Are these the eyes of somebody who looks on while people play in the fog?"""
    return view.seat is None and not view.forts


def _headline(view: View, who: dict[int, str]) -> str:
    if view.over:
        return f"After turn {view.turn}: " + ("a draw." if view.winner is None else f"{who[view.winner]} has won.")
    you = "" if view.seat is None else f" You are {who[view.seat]}."
    return f"Turn {view.turn} of {view.max_steps}.{you}"


def _garrison(fort: Fort, who: dict[int, str]) -> str:
    if fort.soldiers is None:
        return "out of sight"
    return f"{'neutral' if fort.owner is None else who[fort.owner]} {fort.soldiers}"


def _march(march: Walking, who: dict[int, str]) -> str:
    return f"{who[march.owner]}: {march.soldiers} from {march.origin} to {march.destination}, {march.remaining} to go"


def _in_or_out(player: Player) -> str:
    return f"{player.name} is {'in the war' if player.alive else 'out'}."


def _player(player: Player) -> str:
    if not player.alive:
        return _in_or_out(player)
    return (
        f"{player.name}: {player.forts} forts, {player.soldiers} soldiers in them and {player.marching} on the march."
    )
