"""Shortest safe ways: over own forts, to the nearest of some goals."""

from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.rules.state import NONE, State, end_of, length_of

FAR = 1 << 30


@compiled
def routes(state: State, seat: int, ways: Cells, hops: Cells) -> None:
    """Fill in how far each own fort is from the nearest goal, and over which lane the way goes on.

    The ways of goals are 0 and those of others FAR before; only own forts are passed.
    """
    for fort in range(state.forts):
        hops[fort] = NONE
    changed = True
    while changed:
        changed = False
        for lane in range(2 * state.roads):
            way = state.ways[lane >> 1]
            origin, goal = end_of(way, lane + 1), end_of(way, lane)
            if state.owners[origin] == seat + 1 and ways[goal] + length_of(way) < ways[origin]:
                ways[origin] = ways[goal] + length_of(way)
                hops[origin] = lane
                changed = True
