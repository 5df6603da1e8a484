"""The state of a war of planets, and the numbers that stand for its planets, fleets and orders."""

from quintain.core.kernel import Cells, Record, cell, cells, compiled

PLANETS = 128  # the most that fit
PLAYERS = 20
TEAMS = 2
WORDS = 480  # fleets and orders together
LOSSES = PLANETS // 2

NEUTRAL = 0  # as an owner; players are 1 to 20
NONE = -1  # as a winner: not yet
DRAW = 2

LAUNCH, SEND, DONE = range(3)  # kinds of action; a launch has source, destination and ships, a message its number
LARGEST_MESSAGE = (1 << 32) - 1

MOST_SHIPS = 1_000_000  # on a planet of a map; together they stay below what a fleet's word can hold
MOST_GROWTH = 1000
MOST_TURNS = 1000
FARTHEST = 1_000_000  # thousandths from the origin, along each axis


class State(Record):
    """One match. Planets are numbered from 0; players have the ids 1 to n, and which seat has which id is a secret.

    A fleet or an order is one word (see `packed`); the fleets come first, those that land last at the front, and then
    the orders of this turn, by player. A site is where a planet lies, and what it grows (see `site`).
    """

    round_up: int = cell()  # the profile: are distances rounded up?
    growth_first: int = cell()  # do planets grow before the battles?
    open_sky: int = cell()  # does everybody see every fleet, and who plays with whom?
    fleets_live: int = cell()  # is a player without planets alive as long as it has a fleet?
    merging: int = cell()  # do fleets of one turn with the same way fly as one?
    radio: int = cell()  # are there messages?

    turn_limit: int = cell()  # options
    seats: int = cell()  # the first half of them is one team
    planets: int = cell()
    generated: int = cell()  # is the map made by chance?
    rich: int = cell()  # with the numbers of the two-player contest?
    shuffled: int = cell()  # are ids given out by chance?
    reinforcing: int = cell()  # does a fleet that lands on a teammate's planet join the garrison?

    turn: int = cell()  # how many have been played
    winner: int = cell()  # a team, DRAW, or NONE before the end
    living: int = cell()  # ids of those who still play, as a mask
    waiting: int = cell()  # seats that have not ended their turn, as a mask
    told: int = cell()  # seats that have given out a message this turn, as a mask
    fleets: int = cell()  # how many words are fleets
    orders: int = cell()  # how many after them are orders

    ids: Cells = cells(PLAYERS)  # of each seat; HIDDEN where unknown
    outbox: Cells = cells(PLAYERS)  # what each seat has sent this turn
    inbox: Cells = cells(PLAYERS)  # what each seat was sent in the last one; HIDDEN where unknown
    sites: Cells = cells(PLANETS)
    owners: Cells = cells(PLANETS)  # ids, or NEUTRAL
    ships: Cells = cells(PLANETS)
    losses: Cells = cells(LOSSES)  # ships that last went missing from each planet, for all to see (see `loss_of`)
    words: Cells = cells(WORDS)


# --- words: 12 bits for the turn of arrival, 7 for the destination, 5 for the owner, 7 for the source, 31 for the ships

SHIP_BITS = 31
SOURCE_AT = SHIP_BITS
OWNER_AT = SOURCE_AT + 7
DESTINATION_AT = OWNER_AT + 5
ARRIVAL_AT = DESTINATION_AT + 7
SHIP_MASK = (1 << SHIP_BITS) - 1


@compiled
def packed(arrival: int, destination: int, owner: int, source: int, ships: int) -> int:
    """A fleet as one number: sorted, those that land together on a planet lie together. An order has no arrival."""
    way = destination << DESTINATION_AT | owner << OWNER_AT | source << SOURCE_AT
    return arrival << ARRIVAL_AT | way | ships


@compiled
def arrival_of(word: int) -> int:
    """The turn in which it lands."""
    return word >> ARRIVAL_AT


@compiled
def destination_of(word: int) -> int:
    return word >> DESTINATION_AT & 127


@compiled
def owner_of(word: int) -> int:
    return word >> OWNER_AT & 31


@compiled
def source_of(word: int) -> int:
    return word >> SOURCE_AT & 127


@compiled
def ships_of(word: int) -> int:
    return word & SHIP_MASK


@compiled
def front_of(word: int) -> int:
    """When, where and whose: fleets that agree in this are as one."""
    return word >> OWNER_AT


# --- sites: 21 bits for each coordinate, 10 for the growth

GROWTH_BITS = 10
Y_AT = GROWTH_BITS
X_AT = Y_AT + 21
COORDINATE_MASK = (1 << 21) - 1
GROWTH_MASK = (1 << GROWTH_BITS) - 1


@compiled
def site(x: int, y: int, growth: int) -> int:
    """A place, in thousandths, and what grows there."""
    return (x + FARTHEST) << X_AT | (y + FARTHEST) << Y_AT | growth


@compiled
def x_of(site: int) -> int:
    return (site >> X_AT) - FARTHEST


@compiled
def y_of(site: int) -> int:
    return (site >> Y_AT & COORDINATE_MASK) - FARTHEST


@compiled
def growth_of(site: int) -> int:
    return site & GROWTH_MASK


# --- seats


@compiled
def team_of(state: State, seat: int) -> int:
    return int(2 * seat >= state.seats)


@compiled
def seat_of(state: State, player: int) -> int:
    """The seat of a player; NONE where that is hidden."""
    for seat in range(state.seats):
        if state.ids[seat] == player:
            return seat
    return NONE


@compiled
def allied(state: State, one: int, other: int) -> bool:
    """Are these two players known to be of one team?"""
    a, b = seat_of(state, one), seat_of(state, other)
    return one == other or (a != NONE and b != NONE and team_of(state, a) == team_of(state, b))
