"""Why an order is refused, in plain words, from what its seat can know."""

from quintain.core.position import Position
from quintain.games.bottlebats.actions import Action, March
from quintain.games.bottlebats.rules.state import State, end_of


def refusal(seen: Position, seat: int, action: Action) -> str:
    """The reason, or nothing if there is none."""
    state: State = seen.state
    if not 0 <= seat < state.seats:
        return ""
    if not state.living >> seat & 1:
        return "it is out of the war"
    if not state.waiting >> seat & 1:
        return "it has ended its turn"
    return march_refusal(state, seat, action) if isinstance(action, March) else ""


def march_refusal(state: State, seat: int, march: March) -> str:
    for fort in (march.origin, march.destination):
        if not 0 <= fort < state.forts:
            return f"there is no fort {fort}; the last one is {state.forts - 1}"
    if state.owners[march.origin] != seat + 1:
        return f"fort {march.origin} is not its own"
    ends = {march.origin, march.destination}
    if not any(ends == {end_of(way, 0), end_of(way, 1)} for way in state.ways[: state.roads]):
        return f"no road leads from fort {march.origin} to fort {march.destination}"
    return f"{march.soldiers} is not a number of soldiers" if march.soldiers < 0 else ""
