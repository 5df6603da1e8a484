"""What happens in Jaffre, and who may know: everything is public but the cards that a seat is dealt.

An event that only repeats an action says it as `seat 1: bet 9`; whoever has told the action can leave it out.
"""

from typing import ClassVar

import msgspec

from quintain.core.game import EVERYBODY, Told, only
from quintain.core.position import Position
from quintain.games.jaffre.actions import Action, Bet, Card, Color, Play, Skip
from quintain.games.jaffre.rules.state import NONE, OVER, PLAYING, SEATS, State
from quintain.games.jaffre.view import Contract, Trick, cards_of, contract_of, last_trick


class RoundBegan(msgspec.Struct, frozen=True, tag="round began"):
    round: int  # from 1
    dealer: int

    def __str__(self) -> str:
        return f"round {self.round} begins; seat {self.dealer} deals"


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Your cards."""

    hand: tuple[Card, ...]

    def __str__(self) -> str:
        return f"dealt: {' '.join(map(str, self.hand))}"


class BetMade(msgspec.Struct, frozen=True, tag="bet made"):
    seat: int
    amount: int
    without_trump: bool

    def __str__(self) -> str:
        return f"seat {self.seat}: {Bet(self.amount, self.without_trump)}"


class Skipped(msgspec.Struct, frozen=True, tag="skipped"):
    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}: {Skip()}"


class ContractMade(msgspec.Struct, frozen=True, tag="contract made"):
    contract: Contract

    def __str__(self) -> str:
        return f"seat {self.contract.seat} plays {self.contract}{' (forced)' * self.contract.forced}"


class CardPlayed(msgspec.Struct, frozen=True, tag="card played"):
    seat: int
    card: Card

    def __str__(self) -> str:
        return f"seat {self.seat}: {Play(self.card)}"


class TrumpSet(msgspec.Struct, frozen=True, tag="trump set"):
    color: Color

    def __str__(self) -> str:
        return f"trump is {self.color}"


class TrickTaken(msgspec.Struct, frozen=True, tag="trick taken"):
    trick: Trick

    def __str__(self) -> str:
        cards = " ".join(map(str, self.trick.cards))
        return f"seat {self.trick.winner} takes the trick: {cards}, {points(self.trick.points)}"


class RoundScored(msgspec.Struct, frozen=True, tag="round scored"):
    moment: ClassVar[str] = "round"  # a key moment of the match, to be marked in replays

    contract: Contract
    made: bool
    points: tuple[int, int]  # taken per team
    gains: tuple[int, int]  # added to each team's score
    scores: tuple[int, int]

    def __str__(self) -> str:
        seat, team = self.contract.seat, self.contract.seat % 2
        made = "makes" if self.made else "does not make"
        gains = f"{self.gains[0]:+d} and {self.gains[1]:+d}"
        score = f"{self.scores[0]} to {self.scores[1]}"
        return f"seat {seat} {made} {self.contract} with {points(self.points[team])}; {gains} make it {score}"


class MatchWon(msgspec.Struct, frozen=True, tag="match won"):
    team: int

    def __str__(self) -> str:
        return f"team {self.team} has won the match"


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def opening(position: Position) -> list[Told]:
    return dealt(position.state)


def dealt(state: State) -> list[Told]:
    began = Told(RoundBegan(state.rounds + 1, state.dealer), EVERYBODY)
    return [began, *(Told(Dealt(cards_of(state.hands[seat])), only(seat)) for seat in range(SEATS))]


def events(earlier: Position, later: Position, seat: int, action: Action) -> list[Told]:
    before, after = earlier.state, later.state
    happened = card_events(before, after, seat, action) if isinstance(action, Play) else spoken(after, seat, action)
    told = [Told(event, EVERYBODY) for event in happened]
    return told + dealt(after) if after.rounds != before.rounds else told


def spoken(after: State, seat: int, action: Action) -> list[msgspec.Struct]:
    made = BetMade(seat, action.amount, action.without_trump) if isinstance(action, Bet) else Skipped(seat)
    contract = contract_of(after) if after.phase == PLAYING else None
    return [made, ContractMade(contract)] if contract else [made]


def card_events(before: State, after: State, seat: int, action: Play) -> list[msgspec.Struct]:
    happened: list[msgspec.Struct] = [CardPlayed(seat, action.card)]
    if before.trump == NONE and before.played == 0 and (before.bet - 1) % 2 == 0:
        happened.append(TrumpSet(action.card.color))
    trick = last_trick(after)
    if before.played % SEATS == SEATS - 1 and trick:
        happened.append(TrickTaken(trick))
        if after.rounds != before.rounds or after.phase == OVER:
            happened.append(round_scored(before, after, trick))
    if after.phase == OVER:
        happened.append(MatchWon(after.winner))
    return happened


def round_scored(before: State, after: State, trick: Trick) -> RoundScored:
    contract = contract_of(before)
    assert contract is not None, "cards are played only under a contract"
    taken = list(before.points)
    taken[trick.winner or 0] += trick.points
    points = (taken[0] + taken[2], taken[1] + taken[3])
    gains = (after.scores[0] - before.scores[0], after.scores[1] - before.scores[1])
    made = points[contract.seat % 2] >= contract.amount
    return RoundScored(contract, made, points, gains, (after.scores[0], after.scores[1]))
