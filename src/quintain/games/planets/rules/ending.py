"""RULES.md 5 and 7: messages go around, the next turn begins, or somebody has won."""

from quintain.core.kernel import compiled
from quintain.games.planets.rules.state import (
    DRAW,
    NONE,
    State,
    allied,
    owner_of,
    seat_of,
    ships_of,
    team_of,
)
from quintain.games.planets.rules.turn import pass_turn


@compiled
def play_turn(state: State) -> None:
    """Everybody has ended the turn."""
    pass_turn(state)
    if state.radio:
        deliver(state)
    state.winner = winning_team(state)
    state.waiting = living_seats(state) if state.winner == NONE else 0


@compiled
def living_seats(state: State) -> int:
    mask = 0
    for seat in range(state.seats):
        if state.living >> state.ids[seat] & 1:
            mask |= 1 << seat
    return mask


# --- messages


@compiled
def deliver(state: State) -> None:
    """Everybody hears what the living teammate before it in the order of ids has sent; a lone one hears itself."""
    for seat in range(state.seats):
        alive = state.living >> state.ids[seat] & 1
        state.inbox[seat] = state.outbox[speaker(state, seat)] if alive and state.told else 0
    for seat in range(state.seats):
        state.outbox[seat] = 0
    state.told = 0


@compiled
def speaker(state: State, seat: int) -> int:
    """The seat whose message this one gets."""
    player = state.ids[seat]
    for _ in range(state.seats):
        player = player - 1 if player > 1 else state.seats
        if state.living >> player & 1 and allied(state, player, state.ids[seat]):
            break
    return seat_of(state, player)


# --- the end


@compiled
def winning_team(state: State) -> int:
    alive = 0
    for seat in range(state.seats):
        if state.living >> state.ids[seat] & 1:
            alive |= 1 << team_of(state, seat)
    if alive == 3 and state.turn < state.turn_limit:
        return NONE
    if alive == 1 or alive == 2:
        return alive - 1
    one, other = score(state, 0), score(state, state.seats - 1)
    if one == other:
        return DRAW
    return 0 if one > other else 1


@compiled
def score(state: State, seat: int) -> int:
    """The ships of the seat's team, on planets and in flight, as far as they are known."""
    team = 0
    for other in range(state.seats):
        if team_of(state, other) == team_of(state, seat) and state.ids[other] > 0:
            team |= 1 << state.ids[other]
    total = 0
    for planet in range(state.planets):
        if team >> state.owners[planet] & 1:
            total += state.ships[planet]
    for i in range(state.fleets):
        if team >> owner_of(state.words[i]) & 1:
            total += ships_of(state.words[i])
    return total


@compiled
def placing(state: State, seat: int) -> int:
    """The winning team comes first, whatever the ships."""
    return 1 if state.winner == team_of(state, seat) else 0
