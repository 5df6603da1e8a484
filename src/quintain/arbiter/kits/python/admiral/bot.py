"""A bot for Admiral Radar: one program for all four of a crew. Each seat is a process of its own, and has one role.

A cell is a letter and a number, like "C6": column and row. Directions are "north", "east", "south" and "west".
"""

import random

from arena import play

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
CHARGE_FIRST = ["torpedo", "drone", "stealth", "mine", "sonar"]


def decide(turn):
    """One of the legal actions, and why."""
    view, legal = turn["view"], turn["legal"]
    own, enemy = view["boats"] if view["team"] == "blue" else reversed(view["boats"])
    kinds = {}
    for action in legal:
        kinds.setdefault(action["type"], []).append(action)
    if "place" in kinds:
        return random.choice(kinds["place"]), "anywhere"
    if "answer" in kinds:
        return random.choice(kinds["answer"]), "one truth and one lie"
    if "mark" in kinds:
        return mark(own, kinds["mark"])
    if "charge" in kinds:
        return min(kinds["charge"], key=lambda action: CHARGE_FIRST.index(action["system"])), "the most useful first"
    return hunt(view, own, enemy, kinds)


def hunt(view, own, enemy, kinds):
    """What the captain and the first mate do: shoot, look for the enemy, and keep out of the way."""
    if "torpedo" in kinds and (shot := aim(view, own, enemy, kinds["torpedo"])):
        return shot, "they are about there"
    if "drone" in kinds and not (enemy["sector_known"] and enemy["sector_known"]["turns_ago"] < 5):
        return random.choice(kinds["drone"]), "where are they?"
    if "move" in kinds:
        return max(kinds["move"], key=lambda action: room(view, own, action["direction"])), "into open water"
    wish = next((wish for wish in ("dive", "end", "surface") if wish in kinds), next(iter(kinds)))
    return kinds[wish][0], "nothing better to do"


def mark(own, marks):
    """The engineer: whatever repairs, then what breaks nothing, and damage only if it must be."""
    effects = {effect["node"]: effect for effect in own["marks"]}

    def cost(action):
        effect = effects[action["node"]]
        return effect["damage"], not effect["repairs"], len(effect["breaks"])

    return min(marks, key=cost), "the least harm"


def aim(view, own, enemy, torpedoes):
    """The captain: a shot into the sector where the enemy was of late, if it does not hurt ourselves."""
    known = enemy["sector_known"]
    if not known or known["turns_ago"] > 2:
        return None
    shots = [action for action in torpedoes if sector(view["map"], action["cell"]) == known["sector"]]
    safe = [action for action in shots if action["cell"] not in own["danger"]]
    return random.choice(safe) if safe else None


def place(cell):
    """Column and row from 0."""
    return ord(cell[0]) - ord("A"), int(cell[1:]) - 1


def sector(chart, cell):
    column, row = place(cell)
    across = -(-chart["columns"] // chart["sector_columns"])
    return row // chart["sector_rows"] * across + column // chart["sector_columns"] + 1


def room(view, own, direction):
    """How many cells could still be reached after a course: this is where your own ideas go."""
    chart, taken = view["map"], {place(cell) for cell in own["trail"] + own["mines"]}
    column, row = place(own["cell"])
    across, down = STEPS[direction]
    reached, todo = set(), [(column + across, row + down)]
    while todo:
        column, row = cell = todo.pop()
        water = 0 <= column < chart["columns"] and 0 <= row < chart["rows"] and chart["drawing"][row][column] == "."
        if water and cell not in taken and cell not in reached:
            reached.add(cell)
            todo += [(column + across, row + down) for across, down in STEPS.values()]
    return len(reached)


if __name__ == "__main__":
    play(decide)
