"""The captain's standing orders to the crew: what to charge, and which colors to keep clear."""

from quintain.games.admiral.bots.captain.what_we_know import Situation
from quintain.games.admiral.messages import Priorities, Protect
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import COLORS, DRONE, MINE, SONAR, STEALTH, SYSTEMS
from quintain.games.admiral.words import COLORS as COLOR_NAMES
from quintain.games.admiral.words import SYSTEMS as NAMES

BROAD, NARROW = 4.0, 2.5  # bits about the enemy
WELL_KNOWN = 0.6  # damage that a shot at us promises


def weights(now: Situation) -> list[float]:
    """How much each system is worth to us now."""
    out = [1.0, 0.35 if now.level.mines else 0.05, 0.2 if now.level.sonar else 0.05, 0.3, 0.45]
    if not now.level.vanishes:
        out[STEALTH] = 0.1
    if now.sighting.bits > BROAD:
        out[DRONE] += 0.35
        out[SONAR] += 0.2 * now.level.sonar
    if now.sighting.bits < NARROW:
        out[MINE] += 0.2 * now.level.mines
        out[DRONE] -= 0.2
    if now.level.vanishes and now.known >= WELL_KNOWN:
        out[STEALTH] += 0.35
    if now.level.vanishes and now.hulls[0] <= 2:
        out[STEALTH] += 0.2
    return [weight * liking for weight, liking in zip(out, now.profile.charge, strict=True)]


def priorities(now: Situation) -> Priorities:
    worth = weights(now)
    return Priorities(systems=tuple(NAMES[i] for i in sorted(range(SYSTEMS), key=lambda i: -worth[i])))


def protect(now: Situation) -> Protect:
    """The colors of what is charged or nearly so, the most valuable first."""
    worth = weights(now)
    needs = [0.0] * COLORS
    for system in range(SYSTEMS):
        share = (now.state.gauges[now.team][system] + 1) / (now.state.capacity[system] + 1)
        needs[NEEDS[system]] = max(needs[NEEDS[system]], worth[system] * share)
    order = sorted(range(COLORS), key=lambda color: -needs[color])
    return Protect(colors=tuple(COLOR_NAMES[color] for color in order if needs[color] > 0.2))
