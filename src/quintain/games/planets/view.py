"""What one seat sees of the war, in words. It is only ever given a concealed state."""

from collections import Counter
from functools import lru_cache
from typing import Any, Literal

import msgspec

from quintain.core.game import EVERYTHING
from quintain.core.kernel import HIDDEN
from quintain.core.position import Position
from quintain.games.planets.rules.space import UNIT, rounded_way, square_between
from quintain.games.planets.rules.state import (
    DRAW,
    NONE,
    WORDS,
    State,
    arrival_of,
    destination_of,
    growth_of,
    owner_of,
    ships_of,
    source_of,
    x_of,
    y_of,
)


class Planet(msgspec.Struct, frozen=True):
    number: int  # from 0
    x: float
    y: float
    growth: int
    owner: int  # a player's id, or 0 for neutral
    ships: int


class Fleet(msgspec.Struct, frozen=True):
    owner: int
    source: int
    destination: int
    ships: int
    turns: int  # how many its whole way takes
    remaining: int  # turns until it lands

    def __str__(self) -> str:
        return f"player {self.owner}: {self.ships} from {self.source} to {self.destination}, {self.remaining} to go"


class Order(msgspec.Struct, frozen=True):
    """A launch of this turn."""

    owner: int
    source: int
    destination: int
    ships: int
    turns: int

    def __str__(self) -> str:
        return f"player {self.owner}: {self.ships} from {self.source} to {self.destination}, {self.turns} turns"


class Player(msgspec.Struct, frozen=True):
    id: int  # from 1
    seat: int | None  # None while it is secret
    team: int | None
    alive: bool
    planets: int
    growth: int
    ships: int  # on planets
    flying: int  # ships in the fleets that are seen
    done: bool | None  # has it ended the turn? None while that is secret
    received: int | None  # its messages; None for none, or while they are secret
    sent: int | None


class View(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None  # whose view it is; None for onlookers
    id: int | None  # the seat's own
    profile: Literal["team", "google"]
    turn: int  # the one that is being played, from 1; after the end, the last one
    turn_limit: int
    planets: tuple[Planet, ...]
    fleets: tuple[Fleet, ...]  # those that the seat may see, next to land first
    orders: tuple[Order, ...]  # given this turn
    room: int  # how many more fleets the seat may launch
    done: bool  # has the seat ended the turn?
    message: int  # what the seat has received; 0 for nothing
    sent: int | None  # what it sends this turn
    players: tuple[Player, ...]  # by id
    ally_landing: Literal["fight", "reinforce"]
    over: bool
    winner: int | None  # the team that has won; None also for a draw


def view(seen: Position, seat: int) -> View:
    state: State = seen.state
    own = seat >= 0
    player = state.ids[seat] if own else None
    over = state.winner != NONE
    fleets = tuple(fleet_of(state, word) for word in reversed(state.words[: state.fleets]))
    return View(
        seat=seat if own else None,
        id=player,
        profile="google" if state.open_sky else "team",
        turn=state.turn + (not over),
        turn_limit=state.turn_limit,
        planets=tuple(planet_of(state, number) for number in range(state.planets)),
        fleets=fleets,
        orders=orders_of(state),
        room=room_of(state, player),
        done=own and not state.waiting >> seat & 1,
        message=max(0, state.inbox[seat]) if own else 0,
        sent=state.outbox[seat] if own and state.told >> seat & 1 else None,
        players=players_of(state, seat, fleets),
        ally_landing="reinforce" if state.reinforcing else "fight",
        over=over,
        winner=state.winner if over and state.winner != DRAW else None,
    )


@lru_cache(maxsize=4096)
def place_of(site: int) -> tuple[float, float, int]:
    """Its coordinates, and what it grows."""
    return x_of(site) / UNIT, y_of(site) / UNIT, growth_of(site)


def planet_of(state: State, number: int) -> Planet:
    return Planet(number, *place_of(state.sites[number]), state.owners[number], state.ships[number])


@lru_cache(maxsize=65536)
def turns_between(one: int, other: int, round_up: int) -> int:
    """The turns that a fleet takes from site to site."""
    return int(rounded_way(square_between(one, other), round_up))


def way(state: State, word: int) -> int:
    return turns_between(state.sites[source_of(word)], state.sites[destination_of(word)], state.round_up)


def fleet_of(state: State, word: int) -> Fleet:
    remaining = arrival_of(word) - state.turn
    return Fleet(owner_of(word), source_of(word), destination_of(word), ships_of(word), way(state, word), remaining)


def orders_of(state: State) -> tuple[Order, ...]:
    words = state.words[state.fleets : state.fleets + state.orders]
    return tuple(Order(owner_of(w), source_of(w), destination_of(w), ships_of(w), way(state, w)) for w in words)


def room_of(state: State, player: int | None) -> int:
    own = sum(owner_of(word) == player for word in state.words[: state.fleets + state.orders])
    return WORDS // max(1, state.living.bit_count()) - own


def players_of(state: State, viewer: int, fleets: tuple[Fleet, ...]) -> tuple[Player, ...]:
    seats = {player: seat for seat, player in enumerate(state.ids[: state.seats]) if player != HIDDEN}
    planets, growth, ships, flying = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for number in range(state.planets):
        owner = state.owners[number]
        planets[owner] += 1
        growth[owner] += place_of(state.sites[number])[2]
        ships[owner] += state.ships[number]
    for fleet in fleets:
        flying[fleet.owner] += fleet.ships
    return tuple(
        Player(
            id=player,
            seat=seats.get(player),
            team=team_at(state, seats.get(player)),
            alive=bool(state.living >> player & 1),
            planets=planets[player],
            growth=growth[player],
            ships=ships[player],
            flying=flying[player],
            **doings(state, seats.get(player), viewer),
        )
        for player in range(1, state.seats + 1)
    )


def team_at(state: State, seat: int | None) -> int | None:
    return None if seat is None else int(2 * seat >= state.seats)


def doings(state: State, seat: int | None, viewer: int) -> dict[str, Any]:
    """Whether a seat is done, and its messages: for itself and for those who may see everything."""
    if seat is None or viewer not in (seat, EVERYTHING):
        return {"done": None, "received": None, "sent": None}
    sent = state.outbox[seat] if state.told >> seat & 1 else None
    return {"done": not state.waiting >> seat & 1, "received": state.inbox[seat] or None, "sent": sent}


# --- drawn with letters ----------------------------------------------------------------------------------------------


def text(view: View) -> str:
    """The planets, the fleets and the players as lines of text."""
    lines = [_headline(view), "", "planet        at     growth  owner  ships"]
    lines += [
        f"{p.number:6}  {f'{p.x:g},{p.y:g}':>12} {p.growth:8} {p.owner or '-':>6} {p.ships:6}" for p in view.planets
    ]
    if view.fleets:
        lines += ["", "Fleets:", *(f"  {fleet}" for fleet in view.fleets)]
    if view.orders:
        lines += ["", "Ordered this turn:", *(f"  {order}" for order in view.orders)]
    return "\n".join([*lines, "", *map(_player, view.players)])


def _headline(view: View) -> str:
    if view.over:
        return f"After turn {view.turn}: " + ("a draw." if view.winner is None else f"team {view.winner} has won.")
    you = "" if view.id is None else f" You are player {view.id}."
    heard = f" You received {view.message}." if view.message else ""
    return f"Turn {view.turn} of {view.turn_limit}.{you}{heard}"


def _player(player: Player) -> str:
    who = f"Player {player.id}"
    if player.seat is not None:
        who += f" (seat {player.seat}, team {player.team})"
    if not player.alive:
        return f"{who} is out."
    flying = f" and {player.flying} in flight" if player.flying else ""
    planets, ships = counted(player.planets, "planet"), counted(player.ships, "ship")
    return f"{who}: {planets}, growth {player.growth}, {ships}{flying}."


def counted(number: int, word: str) -> str:
    return f"{number} {word}" + "s" * (number != 1)
