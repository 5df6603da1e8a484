"""RULES.md 3: fleets in flight and orders that wait, in one list."""

from quintain.core.kernel import compiled, count
from quintain.games.planets.rules.state import (
    NONE,
    WORDS,
    State,
    destination_of,
    front_of,
    owner_of,
    ships_of,
    source_of,
)


@compiled
def insert(state: State, place: int, word: int) -> None:
    """Put a word there, and move the rest back."""
    for i in range(state.fleets + state.orders, place, -1):
        state.words[i] = state.words[i - 1]
    state.words[place] = word


@compiled
def remove(state: State, place: int) -> None:
    """Take a word out, and close the gap."""
    last = state.fleets + state.orders - 1
    for i in range(place, last):
        state.words[i] = state.words[i + 1]
    state.words[last] = 0


@compiled
def add_fleet(state: State, word: int) -> None:
    """The fleets stay sorted, those that land next at the end."""
    place = state.fleets
    while place > 0 and state.words[place - 1] < word:
        place -= 1
    insert(state, place, word)
    state.fleets += 1


@compiled
def add_order(state: State, word: int) -> None:
    """Orders stay sorted by player, whoever gives them first; a player's own in the order they were given."""
    end = state.fleets + state.orders
    place = end
    while place > state.fleets and owner_of(state.words[place - 1]) > owner_of(word):
        place -= 1
    same = same_way(state, word) if state.merging else NONE
    if same == NONE:
        insert(state, place, word)
        state.orders += 1
    else:
        state.words[same] += ships_of(word)


@compiled
def same_way(state: State, word: int) -> int:
    """The place of a player's order that goes the same way; NONE without one."""
    for i in range(state.fleets, state.fleets + state.orders):
        other = state.words[i]
        if (
            owner_of(other) == owner_of(word)
            and source_of(other) == source_of(word)
            and destination_of(other) == destination_of(word)
        ):
            return i
    return NONE


@compiled
def ordered(state: State, planet: int) -> int:
    """Ships that this turn's orders take from a planet."""
    total = 0
    for i in range(state.fleets, state.fleets + state.orders):
        if source_of(state.words[i]) == planet:
            total += ships_of(state.words[i])
    return total


@compiled
def words_of(state: State, player: int) -> int:
    """How many fleets and orders a player has."""
    own = 0
    for i in range(state.fleets + state.orders):
        own += owner_of(state.words[i]) == player
    return own


@compiled
def most_fleets(state: State) -> int:
    """How many fleets each living player may have: an equal share of what there is room for."""
    return WORDS // max(1, count(state.living))


@compiled
def room_for(state: State, player: int) -> int:
    """How many more fleets the player may launch. It never depends on fleets that the player cannot see."""
    return most_fleets(state) - words_of(state, player)


@compiled
def merge_fleets(state: State, player: int) -> None:
    """A player's fleets that land together fly as one from now on."""
    kept = 0
    last = NONE  # the place of the player's latest fleet that was kept
    for i in range(state.fleets):
        word = state.words[i]
        own = owner_of(word) == player
        if own and last != NONE and front_of(state.words[last]) == front_of(word):
            state.words[last] += ships_of(word)
        else:
            state.words[kept] = word
            if own:
                last = kept
            kept += 1
    for i in range(kept, state.fleets):
        state.words[i] = 0
    state.fleets = kept


@compiled
def drop_fleets(state: State, player: int) -> None:
    """A player's fleets vanish."""
    kept = 0
    for i in range(state.fleets):
        word = state.words[i]
        state.words[i] = 0
        if owner_of(word) != player:
            state.words[kept] = word
            kept += 1
    state.fleets = kept
