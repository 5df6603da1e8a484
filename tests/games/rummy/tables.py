"""Tables of Rummy from a few words, for the tests."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from quintain import games
from quintain.core.dice import seeded
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.rummy import Options
from quintain.games.rummy.actions import CODES, KEYS, Action, mask_of
from quintain.games.rummy.rules.dealing import decks_for
from quintain.games.rummy.rules.drawing import ask
from quintain.games.rummy.rules.state import ASKING, DECK, DRAWING, MELDS, NONE, PLAYING, State

GAME = games.load("rummy")
DICE: Cells = seeded("dice of the tests")
SUITS = {"h": "hearts", "d": "diamonds", "c": "clubs", "s": "spades"}
PHASES = {"asking": ASKING, "drawing": DRAWING, "playing": PLAYING}


class Names:
    """Reads cards like 7h and *; a card that comes again is that of the next deck."""

    def __init__(self) -> None:
        self.used: dict[str, int] = {}

    def __call__(self, text: str) -> list[str]:
        return [self.key(word) for word in text.split()]

    def key(self, word: str) -> str:
        n = self.used[word] = self.used.get(word, -1) + 1
        return f"JOKER-{n % 2 + 1}-{n // 2}" if word == "*" else f"{word[:-1]}-{SUITS[word[-1]]}-{n}"


def keys(text: str) -> tuple[str, ...]:
    return tuple(Names()(text))


def cells(text: str) -> Cells:
    return np.array(mask_of(keys(text)), np.int64)


def table(
    hand: str,
    *,
    round: int = 1,
    seat: int = 0,
    phase: str = "playing",
    melds: Mapping[int, tuple[str, ...]] | None = None,
    pile: str = "",
    stock: int | None = None,
    other_hands: int = 5,
    **options: Any,
) -> Position:
    """The seat on turn holds these cards and these melds lie on the table; the rest is dealt in order."""
    position = Position.start(GAME, Options(first_round=round, **options), seed=1)
    record, names = position.record.copy(), Names()
    state = record.view(State.layout)[0]
    held = {seat: names(hand)}
    laid = {owner: [names(meld) for meld in theirs] for owner, theirs in (melds or {}).items()}
    piled = names(pile)
    taken = {*held[seat], *piled, *(card for theirs in laid.values() for meld in theirs for card in meld)}
    rest = [key for key in KEYS[: int(decks_for(state.players)) * DECK] if key not in taken]
    for other in range(state.players):
        cards = held[seat] if other == seat else [rest.pop(0) for _ in range(other_hands)]
        state.hands[other] = mask_of(cards)
        state.held[other] = state.fresh[other] = len(cards)
    for owner, theirs in laid.items():
        state.down |= 1 << owner
        for i, meld in enumerate(theirs):
            state.melds[owner * MELDS + i] = mask_of(meld)
    fill_piles(state, piled, rest, stock)
    state.turn = seat
    ask(state)
    if phase != "asking":
        state.phase, state.waiting = PHASES[phase], 0
    acting = int(state.waiting) if state.phase == ASKING else 1 << seat
    return Position(GAME, position.options, record, acting)


def fill_piles(state: Any, piled: list[str], rest: list[str], stock: int | None) -> None:
    """The rest is the stock; if that must be small, what is left lies under the discards."""
    stocked = rest if stock is None else rest[:stock]
    under = [] if stock is None else rest[stock:]
    cards = [*under, *piled]
    state.pile[:], state.stock[:] = NONE, NONE
    state.piled, state.stocked = len(cards), len(stocked)
    state.pile[: len(cards)] = [CODES[key] for key in cards]
    state.stock[: len(stocked)] = [CODES[key] for key in stocked]


def played(position: Position, *turns: tuple[int, Action | str]) -> Position:
    for seat, action in turns:
        position = position.play(seat, GAME.parse(action) if isinstance(action, str) else action, DICE)
    return position


def hand(position: Position, seat: int) -> set[str]:
    return set(position.view(seat).hand)


def top(position: Position) -> str | None:
    found: str | None = position.view(0).discard
    return found
