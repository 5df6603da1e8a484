"""The veteran first mate: charges what the captain needs most, unless it is broken or he knows better."""

from collections.abc import Sequence

from quintain.core.bot import Turn
from quintain.core.kernel import random_below
from quintain.games.admiral.actions import Action, Charge
from quintain.games.admiral.bots.crew_talk import Inbox
from quintain.games.admiral.bots.levels import Level, Profile
from quintain.games.admiral.messages import GaugeStatus, PositionReport, Priorities
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import DRONE, MINE, ROLES, SONAR, STEALTH, SYSTEMS, TORPEDO, State
from quintain.games.admiral.words import SYSTEMS as NAMES

BY_PLACE = (1.0, 0.7, 0.5, 0.35, 0.25)  # how much a system counts by its place in the captain's list
BROKEN = 0.4  # and if it cannot be used as things are
FEW_CELLS = 6  # that the enemy must think us on: time to vanish
BROAD, NARROW = 5.0, 2.5  # bits about the enemy: look for it, or shoot
LEAST_STEALTH = 2
THOUSAND = 1000


class FirstMate:
    def __init__(self, level: Level, profile: Profile) -> None:
        self.level, self.profile = level, profile
        self.inbox = Inbox()

    def speak(self, turn: Turn) -> None:
        state, team = turn.seen.state, turn.seat // ROLES
        gauges = zip(NAMES, state.gauges[team], state.capacity, strict=True)
        turn.say(GaugeStatus(gauges={name: (value, most) for name, value, most in gauges}))

    def act(self, turn: Turn) -> Action:
        self.inbox.hear(turn.events)
        state, team = turn.seen.state, turn.seat // ROLES
        missing = [most - value for most, value in zip(state.capacity, state.gauges[team], strict=True)]
        if random_below(turn.rng, THOUSAND) < THOUSAND * self.level.blunders:
            return self.anything(turn, missing)
        needs = self.needs(state, team, missing)
        best = max(range(SYSTEMS), key=lambda system: needs[system])
        asked = "as ordered" if self.inbox.get(Priorities) else "by my own lights"
        turn.explain(
            f"{NAMES[best]} is needed most, {asked}: {needs[best]:.2f}, and {missing[best] - 1} to go",
            **dict(zip(NAMES, needs, strict=True)),
        )
        return Charge(NAMES[best])

    def anything(self, turn: Turn, missing: Sequence[int]) -> Action:
        choices = [system for system in range(SYSTEMS) if missing[system]]
        system = choices[random_below(turn.rng, len(choices))]
        turn.explain(f"not quite awake: {NAMES[system]}, 1 of {len(choices)} gauges that are not full")
        return Charge(NAMES[system])

    def needs(self, state: State, team: int, missing: Sequence[int]) -> list[float]:
        """How much each system is needed; full gauges need nothing."""
        weights = self.weights(state, team, missing)
        broken = state.broken[team]
        needs = []
        for system in range(SYSTEMS):
            usable = BROKEN if broken >> NEEDS[system] & 1 else 1.0
            needs.append(weights[system] * usable / missing[system] ** 0.5 if missing[system] else 0.0)
        return needs

    def weights(self, state: State, team: int, missing: Sequence[int]) -> list[float]:
        """How much each system counts: by the captain's list, else by what the radio operator says."""
        orders = self.inbox.get(Priorities)
        if not orders:
            return self.own_weights(state, team, missing)
        weights = [0.1] * SYSTEMS
        for place, name in enumerate(dict.fromkeys(orders.systems)):
            weights[NAMES.index(name)] = BY_PLACE[place]
        return weights

    def own_weights(self, state: State, team: int, missing: Sequence[int]) -> list[float]:
        report = self.inbox.get(PositionReport)
        weights = list(self.profile.charge)
        weights[MINE] *= 0.5 if missing[TORPEDO] else 0.9
        weights[SONAR] *= 0.35
        weights[DRONE] *= 0.4
        weights[STEALTH] *= 0.9 if state.gauges[team][STEALTH] < LEAST_STEALTH else 0.5
        if report and report.bits > BROAD:
            weights[DRONE], weights[SONAR] = 3 * weights[DRONE], 3 * weights[SONAR]
        if report and report.bits < NARROW:
            weights[TORPEDO] *= 2
        if state.hulls[team] <= 2 or (report and report.seen_cells is not None and report.seen_cells <= FEW_CELLS):
            weights[STEALTH] *= 2
        return weights
