"""The state of a match of Rummy, and the numbers that stand for its cards, phases and kinds of action."""

from quintain.core.kernel import Cells, Record, cell, cells

SEATS = 10  # at most
DECKS = 4  # at most
SUITS = 4
RANKS = 13
KINDS = SUITS * RANKS  # of natural cards; the kind of a card is suit * 13 + rank, with the ace as rank 0
DECK = KINDS + 2  # cards in a deck; its last two are the jokers
CARDS = DECKS * DECK  # a card is deck * 54 + kind
WHOLE_DECK = (1 << DECK) - 1
NATURALS = (1 << KINDS) - 1
ONE_SUIT = (1 << RANKS) - 1

GROUP, RUN = 3, 4  # the fewest cards
LONGEST_RUN = 14  # positions from the low ace to the high one
MELDS = 3  # of a seat, at most
ROUNDS = 7
GROUPS_OF = (0, 2, 1, 0, 3, 2, 1, 0)  # by round, from 1
RUNS_OF = (0, 0, 1, 2, 0, 1, 2, 3)
MOST_TURNS = 500  # in a round
MOST_QUIET = 2  # recyclings in a row without a meld or a lay-off that end a round

ASKING, DRAWING, PLAYING, OVER = range(4)  # phases
PASS, BUY, TAKE, DRAW, ALLOW, GO_DOWN, GO_OUT, LAY_OFF, SWAP, DISCARD = range(10)  # kinds of action
WIDTH = 1 + MELDS * DECKS  # cells of an action: its kind, then a card and a meld, or the masks of up to three melds
SILENT, PASSED, WANTED = range(3)  # answers to "May I?"

NONE = -1
SLIDE, TAKE_JOKER = range(2)  # joker_swap


class State(Record):
    """One match. A set of cards is four masks, one for each deck. Melds are listed by seat, three each: first the
    groups of the round's contract, then its runs."""

    players: int = cell()  # options
    rounds: int = cell()
    first_round: int = cell()
    teams: int = cell()
    deal_offset: int = cell()
    joker_swap: int = cell()
    max_buys_per_round: int = cell()  # 0 for as many as one likes
    no_discard_after_meld: int = cell()
    recycle_top: int = cell()

    phase: int = cell()
    contract: int = cell()  # the number of the round, from 1, and so of its contract
    turn: int = cell()  # the seat that draws, lays and discards
    turns: int = cell()  # begun in this round
    hands: Cells = cells(SEATS, DECKS)  # HIDDEN where unknown
    held: Cells = cells(SEATS)  # how many cards each seat has
    known: Cells = cells(SEATS, DECKS)  # cards that everybody has seen a seat take, and not let go
    pool: Cells = cells(DECKS)  # what the stock was made of when it was shuffled last
    fresh: Cells = cells(SEATS)  # cards of each hand that came from that stock face down
    stock: Cells = cells(CARDS)  # the top is the last one; HIDDEN where unknown
    stocked: int = cell()
    pile: Cells = cells(CARDS)  # the discards, the top is the last one
    piled: int = cell()
    melds: Cells = cells(SEATS * MELDS, DECKS)
    down: int = cell()  # the seats whose contract is on the table
    waiting: int = cell()  # the seats that are still asked whether they want the exposed card
    answers: Cells = cells(SEATS)  # SILENT, PASSED, WANTED, or HIDDEN
    requests: int = cell()  # the seats that want the exposed card, once all have answered
    buys: Cells = cells(SEATS)  # in this round
    taken: Cells = cells(SEATS)  # the discard that a seat took in its latest turn; NONE after a draw from the stock
    quiet: int = cell()  # recyclings since something was laid down
    penalties: Cells = cells(ROUNDS, SEATS)  # by round
    winners: Cells = cells(ROUNDS)  # who went out; NONE if nobody did, or not yet
