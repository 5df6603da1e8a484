"""How a radio operator puts what it knows: the report with numbers and advice, and the seed's plain commentary."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_reports_tell import unwrapped
from quintain.games.admiral.bots.enemy.what_scans_tell import binary_entropy, expected_damage
from quintain.games.admiral.messages import Likely, PositionReport
from quintain.games.admiral.rules.state import COURSE, FIRED, RED_NODE, RUN, SURFACED
from quintain.games.admiral.words import COLORS, DIRECTIONS, label

Certainty = Literal["exact", "high", "medium", "low", "none"]

MOST_LIKELY = 20  # cells in a report
DRONE_BITS, SONAR_BITS, BROAD_BITS = 0.6, 1.0, 2.0  # worth asking
WORTH_FIRING = 0.6  # damage on average
CORNERED = 6  # cells: whoever is known so well should vanish
RECENT = 6  # courses that the commentary looks at


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


def certainty(tracker: Tracker) -> Certainty:
    """How well the submarine is known, in a word."""
    words: tuple[tuple[float, Certainty], ...] = (
        (1, "exact"),
        (5, "high"),
        (tracker.waters.size * 0.1, "medium"),
        (tracker.waters.size * 0.3, "low"),
    )
    return next((word for most, word in words if tracker.count <= most), "none")


# --- advice ----------------------------------------------------------------------------------------------------------


def advice(tracker: Tracker, self_tracker: Tracker | None = None) -> tuple[str, ...]:
    lines = [warning(self_tracker), shot(tracker), window(tracker), drone(tracker), sonar(tracker)]
    return tuple(line for line in lines if line)


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
    yes, no = tracker.after_drone(sector)
    return f"A drone to sector {sector} would leave {yes.cells} or {no.cells} cells"


def sonar(tracker: Tracker) -> str:
    gain = tracker.sonar_gain() if tracker.bits >= BROAD_BITS else 0.0
    return f"A sonar would tell {gain:.1f} bits" if gain >= SONAR_BITS else ""


# --- the seed's radio operator ---------------------------------------------------------------------------------------


def commentary(codes: Sequence[int]) -> list[str]:
    """What the seed's radio operator says at the start of a turn, from all reports about the enemy so far."""
    reports = [unwrapped(code) for code in codes]
    lines = [_last_sector(reports), _dominant_direction(reports), _torpedoes(reports)]
    return [line for line in lines if line]


def _last_sector(reports: list[tuple[int, ...]]) -> str:
    sectors = [sector for kind, sector, *_ in reports if kind == SURFACED]
    return f"The enemy last surfaced in sector {sectors[-1]}." if sectors else ""


def _dominant_direction(reports: list[tuple[int, ...]]) -> str:
    """Of the latest courses, if at least half went the same way. A surfacing begins the log anew."""
    surfacings = [i for i, (kind, *_) in enumerate(reports) if kind == SURFACED]
    log = [direction for kind, direction, *_ in reports[surfacings[-1] if surfacings else 0 :] if kind == COURSE]
    recent = Counter(log[-RECENT:]).most_common(1)
    if not recent or 2 * recent[0][1] < len(log[-RECENT:]):
        return ""
    return f"The enemy mostly goes {DIRECTIONS[recent[0][0]]}."


def _torpedoes(reports: list[tuple[int, ...]]) -> str:
    fired = sum(kind == FIRED for kind, *_ in reports)
    return f"The enemy has fired {fired} torpedo{'es' * (fired > 1)}." if fired else ""
