"""What happens in the war, and who may know: orders are for their seat, planets for all, fleets by profile."""

from typing import ClassVar

import msgspec

from quintain.core.game import EVERYBODY, Told, only
from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.rules.state import (
    DRAW,
    NEUTRAL,
    NONE,
    State,
    arrival_of,
    destination_of,
    owner_of,
    ships_of,
    source_of,
)
from quintain.games.planets.view import counted, place_of, turns_between


class Began(msgspec.Struct, frozen=True, tag="began"):
    """Who you are."""

    id: int

    def __str__(self) -> str:
        return f"you are player {self.id}"


class Ordered(msgspec.Struct, frozen=True, tag="ordered"):
    seat: int
    source: int
    destination: int
    ships: int

    def __str__(self) -> str:
        return f"seat {self.seat}: {Launch(self.source, self.destination, self.ships)}"


class MessageGiven(msgspec.Struct, frozen=True, tag="message given"):
    seat: int
    message: int

    def __str__(self) -> str:
        return f"seat {self.seat}: {Send(self.message)}"


class TurnEnded(msgspec.Struct, frozen=True, tag="turn ended"):
    """A seat has given its orders."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}: {Done()}"


class TurnPlayed(msgspec.Struct, frozen=True, tag="turn played"):
    """What everybody has now, by id, the neutral planets first."""

    turn: int
    ships: tuple[int, ...]  # on planets
    growth: tuple[int, ...]

    def __str__(self) -> str:
        ships = " · ".join(map(str, self.ships[1:]))
        return f"turn {self.turn} is played; ships on planets: {ships}, and {self.ships[0]} neutral"


class Departed(msgspec.Struct, frozen=True, tag="departed"):
    owner: int
    source: int
    destination: int
    ships: int
    turns: int  # until it lands, this one included

    def __str__(self) -> str:
        way = f"from {self.source} to {self.destination}"
        return f"{counted(self.ships, 'ship')} of player {self.owner} leave {way}: {self.turns} turns"


class Landed(msgspec.Struct, frozen=True, tag="landed"):
    owner: int
    source: int
    destination: int
    ships: int

    def __str__(self) -> str:
        return f"{counted(self.ships, 'ship')} of player {self.owner} land on {self.destination}"


class PlanetTaken(msgspec.Struct, frozen=True, tag="planet taken"):
    planet: int
    owner: int
    before: int  # whose it was; 0 for nobody's
    ships: int  # that are there now

    def __str__(self) -> str:
        loser = f"player {self.before}" if self.before else "nobody"
        return (
            f"player {self.owner} takes planet {self.planet} from {loser} and has {counted(self.ships, 'ship')} there"
        )


class Received(msgspec.Struct, frozen=True, tag="received"):
    message: int

    def __str__(self) -> str:
        return f"received: {self.message}"


class Eliminated(msgspec.Struct, frozen=True, tag="eliminated"):
    moment: ClassVar[str] = "elimination"

    player: int

    def __str__(self) -> str:
        return f"player {self.player} is out"


class WarWon(msgspec.Struct, frozen=True, tag="war won"):
    team: int | None  # None for a draw

    def __str__(self) -> str:
        return "nobody has won the war" if self.team is None else f"team {self.team} has won the war"


def opening(position: Position) -> list[Told]:
    state = position.state
    return [Told(Began(state.ids[seat]), only(seat)) for seat in range(state.seats)]


def events(earlier: Position, later: Position, seat: int, action: Action) -> list[Told]:
    before, after = earlier.state, later.state
    told = [Told(noted(seat, action), only(seat))]
    return told + played(before, after) if after.turn != before.turn else told


def noted(seat: int, action: Action) -> msgspec.Struct:
    match action:
        case Launch():
            return Ordered(seat, action.source, action.destination, action.ships)
        case Send():
            return MessageGiven(seat, action.message)
        case Done():
            return TurnEnded(seat)


def played(before: State, after: State) -> list[Told]:
    """All that a turn has brought, in its order."""
    news = flights(before, after)
    news += [Told(event, EVERYBODY) for event in conquests(before, after)]
    news += [Told(event, EVERYBODY) for event in eliminations(before, after)]
    news.append(Told(tally(after), EVERYBODY))
    news += [Told(Received(n), only(seat)) for seat, n in enumerate(after.inbox[: after.seats]) if n]
    if after.winner != NONE:
        news.append(Told(WarWon(None if after.winner == DRAW else after.winner), EVERYBODY))
    return news


def flights(before: State, after: State) -> list[Told]:
    """Fleets that leave and land: for everybody, or for their owners alone."""
    seats = {player: seat for seat, player in enumerate(before.ids[: before.seats])}
    orders = before.words[before.fleets : before.fleets + before.orders]
    fleets = [word for word in before.words[: before.fleets] if arrival_of(word) == after.turn]
    news: list[tuple[int, msgspec.Struct]] = []
    for word in orders:
        owner, source, destination, number = parts(word)
        turns = turns_between(before.sites[source], before.sites[destination], before.round_up)
        news.append((owner, Departed(owner, source, destination, number, turns)))
        if turns == 1:
            fleets.append(word)
    news += [(owner_of(word), Landed(*parts(word))) for word in fleets]
    return [Told(event, EVERYBODY if after.open_sky else only(seats[owner])) for owner, event in news]


def parts(word: int) -> tuple[int, int, int, int]:
    return owner_of(word), source_of(word), destination_of(word), ships_of(word)


def conquests(before: State, after: State) -> list[msgspec.Struct]:
    return [
        PlanetTaken(planet, after.owners[planet], before.owners[planet], after.ships[planet])
        for planet in range(after.planets)
        if after.owners[planet] != before.owners[planet]
    ]


def eliminations(before: State, after: State) -> list[msgspec.Struct]:
    gone = before.living & ~after.living
    return [Eliminated(player) for player in range(1, after.seats + 1) if gone >> player & 1]


def tally(state: State) -> TurnPlayed:
    """Only planets are counted: that much everybody sees."""
    ships, growth = [0] * (state.seats + 1), [0] * (state.seats + 1)
    for planet in range(state.planets):
        owner = state.owners[planet]
        ships[owner] += state.ships[planet]
        growth[owner] += place_of(state.sites[planet])[2] if owner != NEUTRAL else 0
    return TurnPlayed(state.turn, tuple(ships), tuple(growth))
