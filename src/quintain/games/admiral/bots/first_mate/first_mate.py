"""The veteran first mate: charges what the captain needs most, unless it is broken or he knows better."""

from collections.abc import Sequence

from quintain.core.bot import Turn
from quintain.core.dice import random_below
from quintain.games.admiral.actions import Action, Charge
from quintain.games.admiral.bots.crew_talk import Inbox
from quintain.games.admiral.bots.levels import Manner
from quintain.games.admiral.bots.traits import WOUNDED
from quintain.games.admiral.messages import GaugeStatus, PositionReport, Priorities
from quintain.games.admiral.rules.engineering import NEEDS
from quintain.games.admiral.rules.state import DRONE, MINE, ROLES, SONAR, STEALTH, SYSTEMS, TORPEDO, State
from quintain.games.admiral.words import SYSTEMS as NAMES

THOUSAND = 1000


class FirstMate:
    def __init__(self, manner: Manner) -> None:
        self.level, self.profile = manner.level, manner.profile
        self.traits = manner.traits.first_mate
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
            usable = self.traits.broken if broken >> NEEDS[system] & 1 else 1.0
            needs.append(weights[system] * usable / missing[system] ** 0.5 if missing[system] else 0.0)
        return needs

    def weights(self, state: State, team: int, missing: Sequence[int]) -> list[float]:
        """How much each system counts: by the captain's list, else by what the radio operator says."""
        orders = self.inbox.get(Priorities)
        if not orders:
            return self.own_weights(state, team, missing)
        weights = [self.traits.unlisted] * SYSTEMS
        for place, name in enumerate(dict.fromkeys(orders.systems)):
            weights[NAMES.index(name)] = self.traits.by_place[place]
        return weights

    def own_weights(self, state: State, team: int, missing: Sequence[int]) -> list[float]:
        report, traits = self.inbox.get(PositionReport), self.traits
        weights = list(self.profile.charge)
        weights[MINE] *= traits.mine if missing[TORPEDO] else traits.mine_when_loaded
        weights[SONAR] *= traits.sonar
        weights[DRONE] *= traits.drone
        weights[STEALTH] *= traits.first_stealth if state.gauges[team][STEALTH] < traits.few_charges else traits.stealth
        if report and report.bits > traits.broad:
            weights[DRONE] *= traits.look
            weights[SONAR] *= traits.look
        if report and report.bits < traits.narrow:
            weights[TORPEDO] *= traits.urgent
        found_out = report and report.seen_cells is not None and report.seen_cells <= traits.seen_cells
        if state.hulls[team] <= WOUNDED or found_out:
            weights[STEALTH] *= traits.urgent
        return weights
