"""A bot for Bottle Bats. Each fort of ours takes the neighbour that is cheapest to take; forts without a foreign
neighbour send their soldiers on.

A fort is {"number": 3, "name": "Oxbow", "x": 4, "y": 7, "owner": 1, "soldiers": 5}; the owner is a seat, or null for
nobody. A turn is a list of marches, closed by {"type": "done"}.
"""

from arena import play


def decide(turn):
    """Our marches of this turn, and why."""
    view = turn["view"]
    forts = {fort["number"]: fort for fort in view["forts"]}
    own = [fort for fort in forts.values() if fort["owner"] == view["seat"]]
    marches = [march for fort in own if (march := order(fort, forts, view))]
    return [*marches, {"type": "done"}], f"{len(marches)} marches from {len(own)} forts"


def order(fort, forts, view):
    """Where soldiers of this fort should go, if anywhere: this is where your own ideas go."""
    idle = fort["soldiers"] - danger(fort, view)
    exits = [way for way in view["exits"] if way["origin"] == fort["number"]]
    foreign = [way for way in exits if forts[way["destination"]]["owner"] != view["seat"]]
    if foreign:
        way = min(foreign, key=needed)
        return march(way, needed(way)) if needed(way) <= idle else None
    if exits and idle > 1:
        # All neighbours are ours: another one in each turn, so that soldiers get about.
        return march(exits[view["turn"] % len(exits)], idle - 1)
    return None


def danger(fort, view):
    """Enemies that march towards a fort."""
    coming = [march for march in view["marches"] if march["destination"] == fort["number"]]
    return sum(march["soldiers"] for march in coming if march["owner"] != view["seat"])


def needed(way):
    """How many soldiers it takes: for those whom we meet on the road, and for the garrison when we arrive."""
    return sum(meeting["soldiers"] for meeting in way["meets"]) + way["garrison"] + 1


def march(way, soldiers):
    return {"type": "march", "origin": way["origin"], "destination": way["destination"], "soldiers": soldiers}


if __name__ == "__main__":
    play(decide)
