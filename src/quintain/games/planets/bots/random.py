"""Random: half of any planet to any other."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.dice import random_below
from quintain.games.planets.actions import Done, Launch


class Random(Bot):
    """If none of its fleets is flying, sends half of any own planet to any planet, which may be the same one."""

    strength = 25
    documented = True
    listens = False

    def act(self, turn: Turn) -> Any:
        view = turn.view
        own = [planet for planet in view.planets if planet.owner == view.id]
        if not own or any(fleet.owner == view.id for fleet in view.fleets):
            turn.explain("a fleet is flying", fleets=len(view.fleets))
            return Done()
        source = own[random_below(turn.rng, len(own))]
        target = random_below(turn.rng, len(view.planets))
        turn.explain("half of any planet to any planet", choices=len(own))
        if target == source.number:
            return Done()
        return [Launch(source.number, target, source.ships // 2), Done()]
