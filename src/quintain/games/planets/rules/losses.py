"""RULES.md 6: ships that went missing from a planet, as everybody who counts can tell."""

from quintain.core.kernel import Cells, compiled
from quintain.games.planets.rules.state import NEUTRAL, State, growth_of

HALF = 31  # bits of a planet's note, two of which share a cell: 10 for the turn, 20 for the ships
TURN_AT = 20
MOST_NOTED = (1 << TURN_AT) - 1
NOTE_MASK = (1 << HALF) - 1


@compiled
def note_losses(state: State, before: Cells, held: Cells) -> None:
    """Compare the planets with those of the turn before: fewer ships than there should be have left, or fallen."""
    for planet in range(len(held)):
        if state.owners[planet] != held[planet]:
            note(state, planet, 0, 0)
        elif held[planet] != NEUTRAL:
            missing = before[planet] + growth_of(state.sites[planet]) - state.ships[planet]
            if missing > 0:
                note(state, planet, state.turn, min(missing, MOST_NOTED))


@compiled
def note(state: State, planet: int, turn: int, ships: int) -> None:
    at = HALF * (planet & 1)
    rest = state.losses[planet >> 1] & ~(NOTE_MASK << at)
    state.losses[planet >> 1] = rest | (turn << TURN_AT | ships) << at


@compiled
def loss_of(state: State, planet: int) -> tuple[int, int]:
    """The turn in which ships last went missing while the planet kept its owner, and how many; 0 and 0 for never."""
    known = state.losses[planet >> 1] >> (HALF * (planet & 1)) & NOTE_MASK
    return known >> TURN_AT, known & MOST_NOTED
