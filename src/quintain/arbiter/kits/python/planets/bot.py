"""A bot for Planets. Each planet of ours sends ships to the planet that is cheapest to take.

A planet is {"number": 3, "x": 4.0, "y": 7.0, "growth": 1, "owner": 0, "ships": 5}; owner 0 is nobody. A turn is a
list of launches, closed by {"type": "done"}.
"""

from math import ceil, hypot

from arena import play

landed = {}  # in the dark fleets are invisible, so we remember when our own will have landed


def decide(turn):
    """Our launches of this turn, and why."""
    view = turn["view"]
    launches = []
    for planet in view["planets"]:
        if planet["owner"] == view["id"] and len(launches) < view["room"]:
            launches += attack(planet, view)
    return [*launches, {"type": "done"}], f"{len(launches)} attacks"


def attack(planet, view):
    """A launch at the best target for this planet, if it can take one."""
    targets = [
        target
        for target in view["planets"]
        if target["owner"] != view["id"]
        and landed.get(target["number"], 0) <= view["turn"]
        and needed(planet, target) <= planet["ships"]
    ]
    if not targets:
        return []
    target = min(targets, key=lambda target: price(planet, target))
    landed[target["number"]] = view["turn"] + distance(planet, target)
    launch = {"source": planet["number"], "destination": target["number"], "ships": needed(planet, target)}
    return [{"type": "launch", **launch}]


def price(planet, target):
    """Cheap, near and fertile is good, and a low price: this is where your own ideas go."""
    return (needed(planet, target) + distance(planet, target)) / (target["growth"] + 1)


def needed(planet, target):
    """How many ships it takes to conquer a planet from here: those of others grow until we arrive."""
    grown = target["growth"] * distance(planet, target) if target["owner"] else 0
    return target["ships"] + grown + 1


def distance(planet, target):
    """Turns that a fleet takes; rounded up, which is safe in both kinds of the game."""
    return max(1, ceil(hypot(planet["x"] - target["x"], planet["y"] - target["y"])))


if __name__ == "__main__":
    play(decide)
