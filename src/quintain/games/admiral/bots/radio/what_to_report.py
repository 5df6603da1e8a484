"""What a radio operator reports: numbers for the crew, and advice for people."""

import numpy as np

from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_scans_tell import binary_entropy, expected_damage
from quintain.games.admiral.messages import Likely, PositionReport
from quintain.games.admiral.rules.state import RED_NODE, RUN
from quintain.games.admiral.words import COLORS, label

MOST_LIKELY = 20  # cells in a report

# From when on advice is given. No bot goes by it.
DRONE_BITS, SONAR_BITS, BROAD_BITS = 0.6, 1.0, 2.0
WORTH_FIRING = 0.6  # damage on average
CORNERED = 6  # cells: a boat that is known as well as that should vanish


def report(tracker: Tracker, self_tracker: Tracker | None = None) -> PositionReport:
    """Where the enemy can be, and (from the tracker of ourselves) what it can know of us."""
    return PositionReport(
        cells=tracker.count,
        bits=round(tracker.bits, 3),
        likely=likeliest(tracker),
        sectors=tuple(rounded(share) for share in tracker.sector_shares()),
        seen_cells=self_tracker.count if self_tracker else None,
        seen_bits=round(self_tracker.bits, 3) if self_tracker else None,
        net=tracker.net,
        blocked=tuple(COLORS[color] for color in tracker.blocked()),
        advice=advice(tracker, self_tracker),
    )


def likeliest(tracker: Tracker) -> tuple[Likely, ...]:
    order = np.argsort(-tracker.belief, kind="stable")[:MOST_LIKELY].tolist()
    return tuple(Likely(label(cell), rounded(tracker.belief[cell])) for cell in order if tracker.inside[cell])


def rounded(share: float) -> float:
    return min(1.0, round(float(share), 4))


# --- advice ----------------------------------------------------------------------------------------------------------


def advice(tracker: Tracker, self_tracker: Tracker | None = None) -> tuple[str, ...]:
    sentences = [warning(self_tracker), shot(tracker), window(tracker), drone(tracker), sonar(tracker)]
    return tuple(sentence for sentence in sentences if sentence)


def warning(self_tracker: Tracker | None) -> str:
    if self_tracker is None or self_tracker.count > CORNERED:
        return ""
    cells = "the cell" if self_tracker.count == 1 else f"{self_tracker.count} cells"
    return f"They have us down to {cells}: vanish"


def shot(tracker: Tracker) -> str:
    damage = np.where(tracker.waters.mask, expected_damage(tracker.belief), 0)
    target = int(np.argmax(damage))
    return f"A torpedo at {label(target)} would do {damage[target]:.1f}" if damage[target] >= WORTH_FIRING else ""


def window(tracker: Tracker) -> str:
    """When it is safe to come near, or to surface."""
    if not tracker.may_fire(ahead=RUN):
        return f"They cannot fire for {RUN} turns: surfacing is cheap"
    return "Their red is broken: no torpedo, no mine" if RED_NODE in tracker.blocked() else ""


def drone(tracker: Tracker) -> str:
    shares = tracker.sector_shares()
    sector = int(np.argmax(shares)) + 1
    if tracker.bits < BROAD_BITS or binary_entropy(float(shares[sector - 1])) < DRONE_BITS:
        return ""
    yes, no = tracker.cells_after_drone(sector)
    return f"A drone to sector {sector} would leave {yes} or {no} cells"


def sonar(tracker: Tracker) -> str:
    gain = tracker.sonar_gain() if tracker.bits >= BROAD_BITS else 0.0
    return f"A sonar would tell {gain:.1f} bits" if gain >= SONAR_BITS else ""
