"""Why an order is refused, in plain words, from what its seat can know."""

from quintain.core.position import Position
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.rules.state import (
    LARGEST_MESSAGE,
    WORDS,
    State,
    destination_of,
    owner_of,
    ships_of,
    source_of,
)


def refusal(seen: Position, seat: int, action: Action) -> str:
    """The reason, or nothing if there is none."""
    state: State = seen.state
    if not 0 <= seat < state.seats:
        return ""
    if not state.living >> state.ids[seat] & 1:
        return "it has no planets any more" if not state.fleets_live else "it has neither planets nor fleets any more"
    if not state.waiting >> seat & 1:
        return "it has ended its turn"
    match action:
        case Launch():
            return launch_refusal(state, state.ids[seat], action)
        case Send():
            return message_refusal(state, action)
        case Done():
            return ""


def message_refusal(state: State, send: Send) -> str:
    if not state.radio:
        return "there are no messages in this profile"
    return "" if 0 <= send.message <= LARGEST_MESSAGE else f"a message is a number from 0 to {LARGEST_MESSAGE}"


def launch_refusal(state: State, player: int, launch: Launch) -> str:
    for planet in (launch.source, launch.destination):
        if not 0 <= planet < state.planets:
            return f"there is no planet {planet}; the last one is {state.planets - 1}"
    if launch.source == launch.destination:
        return "a fleet cannot fly to where it is"
    if state.owners[launch.source] != player:
        owner = state.owners[launch.source]
        return f"planet {launch.source} is " + (f"player {owner}'s" if owner else "nobody's")
    if launch.ships < 0:
        return f"{launch.ships} is not a number of ships"
    return too_many(state, player, launch)


def too_many(state: State, player: int, launch: Launch) -> str:
    ordered = orders_from(state, launch.source)
    there = state.ships[launch.source]
    if launch.ships > there - ordered:
        spent = f" and {ordered} of them are ordered away already" if ordered else ""
        return f"planet {launch.source} has {there} ships{spent}"
    most = WORDS // max(1, state.living.bit_count())
    if launch.ships and own_words(state, player) >= most and not joins(state, player, launch):
        return f"it has {most} fleets, and nobody may have more"
    return ""


def orders_of(state: State) -> list[int]:
    return list(state.words[state.fleets : state.fleets + state.orders])


def orders_from(state: State, planet: int) -> int:
    return sum(ships_of(word) for word in orders_of(state) if source_of(word) == planet)


def own_words(state: State, player: int) -> int:
    return sum(owner_of(word) == player for word in state.words[: state.fleets + state.orders])


def joins(state: State, player: int, launch: Launch) -> bool:
    """Does the fleet fly with one that is ordered already?"""
    way = (player, launch.source, launch.destination)
    ways = {(owner_of(word), source_of(word), destination_of(word)) for word in orders_of(state)}
    return bool(state.merging) and way in ways
