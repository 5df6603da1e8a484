"""The state of a match of Jaffre, and the numbers that stand for its cards, bets and phases."""

from quintain.core.kernel import Cells, Record, cell, cells

SEATS = 4
TEAMS = 2
COLORS = 4
VALUES = 8
CARDS = COLORS * VALUES
HAND = CARDS // SEATS
TRICKS = HAND
DECK = (1 << CARDS) - 1
ONE_COLOR = (1 << VALUES) - 1

RED, BROWN, GREEN, BLUE = range(COLORS)
RED_ZERO = RED * VALUES
BROWN_ZERO = BROWN * VALUES
RED_ZERO_POINTS = 5

BETTING, PLAYING, OVER = range(3)  # phases
BET, SKIP, PLAY = range(3)  # kinds of action; the other cell of the row is the bet, SKIPPED or the card
LOWEST_BET, HIGHEST_BET = 7, 12
BETS = 2 * (HIGHEST_BET - LOWEST_BET + 1)

NONE = -1
SKIPPED = 0  # as a bet; the bets from 7 to 12 without trump are 1 to 12
PAYS_POINTS = 1  # made_pays


class State(Record):
    """One match. A card is color * 8 + value; a set of cards is a mask. A bet is its strength: 1 is 7, 2 is 7 without
    trump, up to 12 without trump, which is 12."""

    target: int = cell()  # options: points that win the match
    brown_zero_points: int = cell()
    first_dealer: int = cell()
    made_pays: int = cell()  # 0: the bet, 1: the points taken
    twelve_wins: int = cell()  # does a 12 without trump decide the match?

    phase: int = cell()
    rounds: int = cell()  # finished before this one
    dealer: int = cell()
    turn: int = cell()  # the seat to act
    hands: Cells = cells(SEATS)  # cards held by each seat; HIDDEN where unknown
    voids: Cells = cells(SEATS)  # colors that a seat has shown not to hold
    bets: Cells = cells(SEATS)  # NONE before the seat has spoken
    bet: int = cell()  # the highest so far
    declarer: int = cell()  # who made it
    trump: int = cell()  # a color, or NONE
    played: int = cell()  # how many cards were played this round
    cards: Cells = cells(CARDS)  # which ones, in order; NONE for those to come
    leaders: Cells = cells(TRICKS)  # who led each trick; NONE for those to come
    winners: Cells = cells(TRICKS)  # who took it
    points: Cells = cells(SEATS)  # taken by each seat this round
    scores: Cells = cells(TEAMS)
    winner: int = cell()  # the team that has won, or NONE
    last_cards: Cells = cells(SEATS)  # the last trick of the round before; NONE in the first
    last_leader: int = cell()
    last_winner: int = cell()
