"""Positions of Jaffre from a few words, for the tests."""

from collections.abc import Iterable, Mapping
from typing import Any

from quintain import games
from quintain.core.dice import seeded
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import CARD, CARD_BY_NAME, COLORS, Card
from quintain.games.jaffre.rules.state import CARDS, HAND, PLAYING, SEATS, State

GAME = games.load("jaffre")
DICE: Cells = seeded("dice of the tests")


def cards(text: str) -> list[Card]:
    """'R7 N0' as cards."""
    return [CARD_BY_NAME[name] for name in text.split()]


def table(
    hands: Mapping[int, str],
    *,
    dealer: int = 0,
    bets: Iterable[str] = (),
    trump: str | None = None,
    turn: int | None = None,
    scores: tuple[int, int] = (0, 0),
    points: tuple[int, int, int, int] = (0, 0, 0, 0),
    voids: Mapping[int, str] | None = None,
    **options: Any,
) -> Position:
    """A round in which these seats hold these cards; the other seats get as many, from what is left.

    With hands of fewer than eight cards, the cards that nobody holds have been played. `bets` are spoken in turn, from
    the seat after the dealer on.
    """
    position = Position.start(GAME, Options(**options), seed=1)
    record = position.record.copy()
    state = record.view(State.layout)[0]
    held = filled({seat: cards(text) for seat, text in hands.items()})
    for seat, hand in enumerate(held):
        state.hands[seat] = sum(1 << card.code for card in hand)
    state.dealer = dealer
    state.turn = (dealer + 1) % SEATS
    state.scores[:] = scores
    position = played(Position(GAME, position.options, record, 1 << state.turn), bets)
    if len(held[0]) < HAND or turn is not None:
        return late(position, held, trump, turn, points, voids or {})
    return position


def filled(held: dict[int, list[Card]]) -> list[list[Card]]:
    """Everybody's hand, where the seats that were not named get the lowest cards that are left."""
    size = max(map(len, held.values()))
    taken = {card for hand in held.values() for card in hand}
    assert len(taken) == sum(map(len, held.values())), "a card is in two hands"
    left = iter([card for card in CARD if card not in taken])
    return [held[seat] if seat in held else [next(left) for _ in range(size)] for seat in range(SEATS)]


def late(
    position: Position,
    held: list[list[Card]],
    trump: str | None,
    turn: int | None,
    points: tuple[int, int, int, int],
    voids: Mapping[int, str],
) -> Position:
    """The same round some tricks later. Who won those tricks is made up: the seat to act."""
    record = position.record.copy()
    state = record.view(State.layout)[0]
    gone = [card.code for card in CARD if not any(card in hand for hand in held)]
    assert len(gone) % SEATS == 0, "the hands must be equally long"
    state.phase = PLAYING
    state.turn = state.declarer if turn is None else turn
    state.trump = -1 if trump is None else COLORS.index(trump)
    state.played = len(gone)
    state.cards[: len(gone)] = gone
    state.leaders[: len(gone) // SEATS] = state.turn
    state.winners[: len(gone) // SEATS] = state.turn
    state.points[:] = points
    for seat, colors in voids.items():
        state.voids[seat] = sum(1 << COLORS.index(color) for color in colors.split())
    return Position(GAME, position.options, record, 1 << state.turn)


def played(position: Position, actions: Iterable[str], rng: Cells = DICE) -> Position:
    """The position after these actions, each by the seat whose turn it is."""
    for notation in actions:
        position = position.play(position.acting[0], GAME.parse(notation), rng)
    return position


def hands_for(tricks: str) -> dict[int, str]:
    """The hands with which tricks can be played that are written down as '0: R7 R1 R2 R3', leader first."""
    hands: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
    for line in tricks.strip().splitlines():
        leader, _, names = line.partition(":")
        for place, name in enumerate(names.split()):
            hands[(int(leader) + place) % SEATS].append(name)
    assert len(tricks.split()) == CARDS + HAND, "a whole round has 32 cards"
    return {seat: " ".join(names) for seat, names in hands.items()}


def play_tricks(position: Position, tricks: str) -> Position:
    """Play such tricks, and check that each is led by whom it says."""
    for line in tricks.strip().splitlines():
        leader, _, names = line.partition(":")
        assert position.acting == (int(leader),), f"seat {position.acting} leads, not {leader}"
        position = played(position, names.split())
    return position


def cell(position: Position, name: str) -> Any:
    return getattr(position.state, name)
