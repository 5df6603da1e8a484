"""What a hand has of its contract and what it lacks, meld by meld, for people who want to see it."""

from collections import Counter
from typing import Literal

import msgspec
import numpy as np

from quintain.games.rummy.actions import CODES, KEYS, RANK_NAMES, SUIT_NAMES, cards_of
from quintain.games.rummy.rules.distance import nearest
from quintain.games.rummy.rules.state import DECK, GROUP, GROUPS_OF, LONGEST_RUN, MELDS, RANKS, RUNS_OF
from quintain.games.rummy.words import is_joker


class Plan(msgspec.Struct, frozen=True):
    """A meld that the hand might build."""

    kind: Literal["group", "run"]
    cards: tuple[str, ...]  # of the hand
    lacks: tuple[str, ...]  # cards that are still to come: 9-hearts for a run, and for a group any 9


def plans_of(masks: list[int], round: int) -> tuple[int, tuple[Plan, ...]]:
    """How many cards the hand lacks for this contract, and the melds that lack the fewest; groups first."""
    groups, runs = GROUPS_OF[round], RUNS_OF[round]
    windows = np.zeros(MELDS, np.int64)
    missing = int(nearest(np.array(masks, np.int64), groups, runs, windows))
    cards = cards_of(masks)
    jokers = [card for card in cards if is_joker(card)]
    naturals = [card for card in cards if not is_joker(card)]
    rows = [row_of(int(window), naturals) for window in windows[:runs]]
    found = group_plans(groups, naturals)
    for row in rows:
        lengthen(row, naturals)
    return missing, tuple(filled(plan, jokers) for plan in [*found, *map(run_plan, rows)])


Row = dict[int, str]  # a run: by position, the card of the hand or, without a deck, the one that is lacking


def row_of(window: int, naturals: list[str]) -> Row:
    """The cards of the hand that lie in this window; they are used up."""
    suit = window >> LONGEST_RUN
    positions = [position for position in range(LONGEST_RUN) if window >> position & 1]
    kinds = {position: suit * RANKS + position % RANKS for position in positions}
    return {position: used(kind, naturals) or KEYS[kind].rpartition("-")[0] for position, kind in kinds.items()}


def used(kind: int, naturals: list[str]) -> str | None:
    card = next((card for card in naturals if CODES[card] % DECK == kind), None)
    if card:
        naturals.remove(card)
    return card


def lengthen(row: Row, naturals: list[str]) -> None:
    """Further cards of the hand that lie next to the run."""
    suit = SUIT_NAMES.index(next(iter(row.values())).split("-")[1])
    for step in (-1, 1):
        position = (min(row) if step < 0 else max(row)) + step
        while 0 <= position < LONGEST_RUN and len(row) < RANKS:
            card = used(suit * RANKS + position % RANKS, naturals)
            if card is None:
                break
            row[position] = card
            position += step


def run_plan(row: Row) -> Plan:
    cards = [row[position] for position in sorted(row)]
    return Plan("run", tuple(filter(CODES.__contains__, cards)), tuple(card for card in cards if card not in CODES))


def group_plans(groups: int, naturals: list[str]) -> list[Plan]:
    """The ranks of which there are most. A rank with six cards makes two groups."""
    plans = []
    for _ in range(groups):
        ranks = Counter(card.split("-")[0] for card in naturals)
        order = sorted(ranks, key=lambda rank: (-min(GROUP, ranks[rank]), RANK_NAMES.index(rank)))
        rank = order[0] if order else RANK_NAMES[0]
        held = [card for card in naturals if card.split("-")[0] == rank]
        held = held[:GROUP] if len(held) >= 2 * GROUP else held
        for card in held:
            naturals.remove(card)
        plans.append(Plan("group", tuple(held), (rank,) * max(0, GROUP - len(held))))
    return plans


def filled(plan: Plan, jokers: list[str]) -> Plan:
    """Jokers of the hand stand in for what is lacking, as long as there are any."""
    n = min(len(jokers), len(plan.lacks))
    used = [jokers.pop() for _ in range(n)]
    return Plan(plan.kind, (*plan.cards, *used), plan.lacks[n:])
