"""RULES.md 6: what a seat may not know, and what it may imagine instead."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.games.planets.rules.ending import living_seats
from quintain.games.planets.rules.losses import loss_of
from quintain.games.planets.rules.sky import add_fleet, most_fleets
from quintain.games.planets.rules.space import distance
from quintain.games.planets.rules.state import NEUTRAL, NONE, PLAYERS, State, owner_of, packed, team_of

GUESSES = 3  # where a fleet may have gone


# --- erasing


@compiled
def conceal(state: State, seat: int) -> None:
    """Others' orders and messages are hidden, and who has ended the turn; under a dark sky fleets and ids are, too."""
    known = 0 <= seat < state.seats
    player = state.ids[seat] if known else NONE
    keep_words(state, player)
    for other in range(state.seats):
        if other != seat:
            conceal_seat(state, other)
    own = 1 << seat if known else 0
    state.told &= own
    if state.winner == NONE:
        state.waiting = state.waiting & own | ((1 << state.seats) - 1) & ~own


@compiled
def conceal_seat(state: State, seat: int) -> None:
    state.outbox[seat] = 0
    if state.radio:
        state.inbox[seat] = HIDDEN
    if not state.open_sky:
        state.ids[seat] = HIDDEN


@compiled
def keep_words(state: State, player: int) -> None:
    """Keep the player's own words, and under an open sky everybody's fleets."""
    kept, fleets = 0, 0
    for i in range(state.fleets + state.orders):
        word = state.words[i]
        flying = i < state.fleets
        state.words[i] = 0
        if owner_of(word) == player or (flying and state.open_sky):
            state.words[kept] = word
            kept += 1
            fleets += flying
    state.fleets = fleets
    state.orders = kept - fleets


# --- imagining


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    """Somebody has each id, nobody else has decided yet, and ships that went missing are under way somewhere."""
    known = 0 <= seat < state.seats
    own = 1 << seat if known else 0
    if not state.open_sky:
        invent_fleets(state, state.ids[seat] if known else NONE, rng)
        invent_ids(state, rng)
    for other in range(state.seats):
        if state.inbox[other] == HIDDEN:
            state.inbox[other] = 0
    if state.winner == NONE:
        state.waiting = state.waiting & own | living_seats(state) & ~own


@compiled
def invent_fleets(state: State, player: int, rng: Cells) -> None:
    flying = np.zeros(PLAYERS + 1, np.int64)
    most = most_fleets(state)
    for planet in range(state.planets):
        owner = state.owners[planet]
        turn, ships = loss_of(state, planet)
        if owner in (NEUTRAL, player) or ships == 0 or flying[owner] == most:
            continue
        for _ in range(GUESSES):
            target = random_below(rng, state.planets)
            arrival = turn - 1 + distance(state, planet, target)
            if target != planet and arrival > state.turn:
                add_fleet(state, packed(arrival, target, owner, planet, ships))
                flying[owner] += 1
                break


@compiled
def invent_ids(state: State, rng: Cells) -> None:
    """Give the ids that nobody is known to have to the seats whose id is hidden."""
    taken = 0
    for seat in range(state.seats):
        if state.ids[seat] != HIDDEN:
            taken |= 1 << state.ids[seat]
    free = np.empty(PLAYERS, np.int64)
    n = 0
    for player in range(1, state.seats + 1):
        if not taken >> player & 1:
            free[n] = player
            n += 1
    for seat in range(state.seats):
        if state.ids[seat] == HIDDEN:
            draw = random_below(rng, n)
            n -= 1
            state.ids[seat] = free[draw]
            free[draw] = free[n]
    if state.winner == NONE:
        even_out(state, taken)


@compiled
def even_out(state: State, fixed: int) -> None:
    """While the match goes on, somebody lives in each team: if all are in one, one of them changes sides."""
    alive = 0
    for seat in range(state.seats):
        if state.living >> state.ids[seat] & 1:
            alive |= 1 << team_of(state, seat)
    if alive == 3:
        return
    full = alive - 1
    mover, place = NONE, NONE
    for seat in range(state.seats):
        free = not fixed >> state.ids[seat] & 1
        if free and team_of(state, seat) == full and state.living >> state.ids[seat] & 1:
            mover = seat
        elif free and team_of(state, seat) != full:
            place = seat
    state.ids[mover], state.ids[place] = state.ids[place], state.ids[mover]
