"""What the captain asks of his crew: what to charge, and which colors to keep clear."""

from quintain.games.admiral.bots.captain.what_we_know import Knowledge
from quintain.games.admiral.bots.traits import WOUNDED
from quintain.games.admiral.messages import Priorities, Protect
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import COLORS, DRONE, MINE, SONAR, STEALTH, SYSTEMS, TORPEDO
from quintain.games.admiral.words import COLORS as COLOR_NAMES
from quintain.games.admiral.words import SYSTEMS as NAMES


def weights(now: Knowledge) -> list[float]:
    """How much each system is worth to us now."""
    level, traits = now.level, now.traits.charging
    out = [traits.unused] * SYSTEMS
    out[TORPEDO], out[DRONE] = traits.torpedo, traits.drone
    out[MINE] = traits.mine if level.mines else traits.unused
    out[SONAR] = traits.sonar if level.sonar else traits.unused
    out[STEALTH] = traits.stealth if level.vanishes else traits.stealth_to_flee
    if now.enemy_at.bits > traits.broad:
        out[DRONE] += traits.drone_when_broad
        out[SONAR] += traits.sonar_when_broad * level.sonar
    if now.enemy_at.bits < traits.narrow:
        out[MINE] += traits.mine_when_narrow * level.mines
        out[DRONE] -= traits.drone_when_narrow
    if level.vanishes and now.known >= traits.found_out:
        out[STEALTH] += traits.stealth_when_found_out
    if level.vanishes and now.hull <= WOUNDED:
        out[STEALTH] += traits.stealth_when_wounded
    return [weight * liking for weight, liking in zip(out, now.profile.charge, strict=True)]


def priorities(now: Knowledge) -> Priorities:
    worth = weights(now)
    return Priorities(systems=tuple(NAMES[i] for i in sorted(range(SYSTEMS), key=lambda i: -worth[i])))


def protect(now: Knowledge) -> Protect:
    """The colors of what is charged or nearly so, the most valuable first."""
    worth = weights(now)
    needs = [0.0] * COLORS
    for system in range(SYSTEMS):
        share = (now.state.gauges[now.team][system] + 1) / (now.state.capacity[system] + 1)
        needs[NEEDS[system]] = max(needs[NEEDS[system]], worth[system] * share)
    order = sorted(range(COLORS), key=lambda color: -needs[color])
    return Protect(colors=tuple(COLOR_NAMES[color] for color in order if needs[color] > now.traits.charging.protected))
