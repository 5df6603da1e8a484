"""The rules of Jaffre, compiled. Paragraph numbers are those of RULES.md."""

import numpy as np

from quintain.core.kernel import HIDDEN, Cells, Record, cell, cells, compiled, count, lowest, random_below

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
BET, SKIP, PLAY = range(3)  # kinds of action; the rest of the row is (amount, without trump) or (card, 0)
LOWEST_BET, HIGHEST_BET = 7, 12
BETS = 2 * (HIGHEST_BET - LOWEST_BET + 1)

NONE = -1
HASTY_DEALS = 20  # tries before an imagined deal is made carefully
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
    last_cards: Cells = cells(SEATS)  # the trick taken last, also across a new deal; NONE before the first
    last_leader: int = cell()
    last_winner: int = cell()


# --- 1 the deal ------------------------------------------------------------------------------------------------------


@compiled
def setup(state: State, rng: Cells) -> None:
    state.winner = NONE
    state.last_cards[:] = NONE
    state.last_leader = NONE
    state.last_winner = NONE
    state.dealer = state.first_dealer
    deal(state, rng)


@compiled
def deal(state: State, rng: Cells) -> None:
    """Shuffle and give one card at a time around the table. Nothing else draws from the dice, and every deal draws
    equally often, so a round's deal depends on the seed and the round alone."""
    pack = np.arange(CARDS)
    state.hands[:] = 0
    for i in range(CARDS):
        j = i + random_below(rng, CARDS - i)
        pack[i], pack[j] = pack[j], pack[i]
        state.hands[i % SEATS] |= 1 << pack[i]
    state.phase = BETTING
    state.turn = (state.dealer + 1) % SEATS
    state.voids[:] = 0
    state.bets[:] = NONE
    state.bet = SKIPPED
    state.declarer = NONE
    state.trump = NONE
    state.played = 0
    state.cards[:] = NONE
    state.leaders[:] = NONE
    state.winners[:] = NONE
    state.points[:] = 0


# --- 2 whose turn, and what is legal ---------------------------------------------------------------------------------


@compiled
def acting(state: State) -> int:
    if state.phase == OVER:
        return 0
    return 1 << state.turn


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    if state.phase == BETTING:
        return legal_bets(state, seat, out)
    cards = playable(state, seat)
    n = 0
    while cards:
        out[n, 0] = PLAY
        out[n, 1] = lowest(cards)
        out[n, 2] = 0
        cards &= cards - 1
        n += 1
    return n


@compiled
def legal_bets(state: State, seat: int, out: Cells) -> int:
    n = 0
    if may_skip(state, seat):
        out[0, 0] = SKIP
        out[0, 1] = 0
        out[0, 2] = 0
        n = 1
    for bet in range(lowest_bet(state, seat), BETS + 1):
        out[n, 0] = BET
        out[n, 1] = amount_of(bet)
        out[n, 2] = without_trump(bet)
        n += 1
    return n


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    if state.phase == BETTING:
        if action[0] == SKIP:
            return may_skip(state, seat)
        if action[0] != BET or not LOWEST_BET <= action[1] <= HIGHEST_BET or not 0 <= action[2] <= 1:
            return False
        return bet_of(action[1], action[2]) >= lowest_bet(state, seat)
    if action[0] != PLAY or not 0 <= action[1] < CARDS:
        return False
    return bool(playable(state, seat) >> action[1] & 1)


@compiled
def may_skip(state: State, seat: int) -> bool:
    """Everybody but a dealer after three skips."""
    return seat != state.dealer or state.bet != SKIPPED


@compiled
def lowest_bet(state: State, seat: int) -> int:
    """The weakest bet that is still possible; the dealer may equal the highest."""
    if seat == state.dealer and state.bet != SKIPPED:
        return state.bet
    return state.bet + 1


@compiled
def bet_of(amount: int, no_trump: int) -> int:
    return 2 * (amount - LOWEST_BET) + no_trump + 1


@compiled
def amount_of(bet: int) -> int:
    return LOWEST_BET + (bet - 1) // 2


@compiled
def without_trump(bet: int) -> int:
    return (bet - 1) % 2


@compiled
def playable(state: State, seat: int) -> int:
    """The cards that the seat may play: of the color led, if it has any."""
    hand = state.hands[seat]
    if hand == HIDDEN:
        return 0
    laid = state.played % SEATS
    if laid == 0:
        return hand
    following = hand & color_mask(color_of(state.cards[state.played - laid]))
    return following or hand


@compiled
def color_of(card: int) -> int:
    return card // VALUES


@compiled
def color_mask(color: int) -> int:
    """All the cards of a color."""
    return ONE_COLOR << (color * VALUES)


# --- 3 acting --------------------------------------------------------------------------------------------------------


@compiled
def apply(state: State, seat: int, action: Cells, rng: Cells) -> None:
    if state.phase == BETTING:
        speak(state, seat, SKIPPED if action[0] == SKIP else bet_of(action[1], action[2]))
    else:
        play(state, seat, action[1], rng)


@compiled
def speak(state: State, seat: int, bet: int) -> None:
    state.bets[seat] = bet
    if bet != SKIPPED:
        state.bet = bet
        state.declarer = seat
    state.turn = (seat + 1) % SEATS
    if seat == state.dealer:
        state.phase = PLAYING
        state.turn = state.declarer


@compiled
def play(state: State, seat: int, card: int, rng: Cells) -> None:
    laid = state.played % SEATS
    if laid == 0:
        state.leaders[state.played // SEATS] = seat
    elif color_of(card) != color_of(state.cards[state.played - laid]):
        state.voids[seat] |= 1 << color_of(state.cards[state.played - laid])
    if state.played == 0 and not without_trump(state.bet):
        state.trump = color_of(card)
    state.hands[seat] &= ~(1 << card)
    state.cards[state.played] = card
    state.played += 1
    state.turn = (seat + 1) % SEATS
    if laid == SEATS - 1:
        take_trick(state)
        if state.played == CARDS:
            score_round(state, rng)


@compiled
def take_trick(state: State) -> None:
    trick = state.played // SEATS - 1
    first = trick * SEATS
    winner = (state.leaders[trick] + best_card(state, first, SEATS)) % SEATS
    state.winners[trick] = winner
    state.turn = winner
    state.last_leader = state.leaders[trick]
    state.last_winner = winner
    value = 1
    for i in range(SEATS):
        card = state.cards[first + i]
        state.last_cards[i] = card
        value += card_points(state, card)
    state.points[winner] += value


@compiled
def best_card(state: State, first: int, laid: int) -> int:
    """Which card wins among those of the trick that begins at `first`: its place in the trick."""
    best = 0
    for i in range(1, laid):
        if beats(state.cards[first + i], state.cards[first + best], state.trump):
            best = i
    return best


@compiled
def beats(card: int, other: int, trump: int) -> bool:
    """Does a card win over one that was winning before it?"""
    if color_of(card) == color_of(other):
        return card > other
    return color_of(card) == trump


@compiled
def card_points(state: State, card: int) -> int:
    if card == RED_ZERO:
        return RED_ZERO_POINTS
    if card == BROWN_ZERO:
        return state.brown_zero_points
    return 0


# --- 4 scoring -------------------------------------------------------------------------------------------------------


@compiled
def score_round(state: State, rng: Cells) -> None:
    team = state.declarer % TEAMS
    taken = team_points(state, team)
    amount = amount_of(state.bet)
    stake = amount * (1 + without_trump(state.bet))
    made = taken >= amount
    if made and state.made_pays == PAYS_POINTS:
        stake = taken * (1 + without_trump(state.bet))
    state.scores[team] += stake if made else -stake
    state.scores[1 - team] += team_points(state, 1 - team)
    state.winner = winning_team(state, made)
    if state.winner != NONE:
        state.phase = OVER
    else:
        state.rounds += 1
        state.dealer = (state.dealer + 1) % SEATS
        deal(state, rng)


@compiled
def team_points(state: State, team: int) -> int:
    return state.points[team] + state.points[team + TEAMS]


@compiled
def winning_team(state: State, made: bool) -> int:
    declaring = state.declarer % TEAMS
    if state.twelve_wins and state.bet == BETS:
        return declaring if made else 1 - declaring
    mine, theirs = state.scores[declaring], state.scores[1 - declaring]
    if mine < state.target and theirs < state.target:
        return NONE
    return declaring if mine >= theirs else 1 - declaring


@compiled
def score(state: State, seat: int) -> int:
    return state.scores[seat % TEAMS]


# --- 5 what is hidden ------------------------------------------------------------------------------------------------


@compiled
def conceal(state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = HIDDEN


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    """Deal the unseen cards to the hidden hands, so that nobody holds a color that it has shown not to have."""
    hidden = 0
    unseen = DECK
    for other in range(SEATS):
        if state.hands[other] == HIDDEN:
            hidden |= 1 << other
        else:
            unseen &= ~state.hands[other]
    for i in range(state.played):
        unseen &= ~(1 << state.cards[i])
    # A hasty deal may paint itself into a corner; a careful one cannot, but is slower.
    for attempt in range(HASTY_DEALS + 1):
        if deal_unseen(state, hidden, unseen, attempt == HASTY_DEALS, rng):
            return


@compiled
def deal_unseen(state: State, hidden: int, unseen: int, careful: bool, rng: Cells) -> bool:
    """Give out the cards one by one; False if nobody could hold the next one."""
    room = np.zeros(SEATS, np.int64)
    for other in range(SEATS):
        if hidden >> other & 1:
            state.hands[other] = 0
            room[other] = cards_held(state, other)
    pack = shuffled(unseen, rng)
    for card in pack:
        other = keeper(state, room, card, unseen, careful, rng)
        if other == NONE:
            return False
        state.hands[other] |= 1 << card
        room[other] -= 1
        unseen &= ~(1 << card)
    return True


@compiled
def shuffled(cards: int, rng: Cells) -> Cells:
    pack = np.empty(count(cards), np.int64)
    for i in range(len(pack)):
        j = random_below(rng, i + 1)
        pack[i] = pack[j]
        pack[j] = lowest(cards)
        cards &= cards - 1
    return pack


@compiled
def cards_held(state: State, seat: int) -> int:
    """How many cards a seat still has, by what it has played."""
    tricks, laid = state.played // SEATS, state.played % SEATS
    if laid > 0 and (seat - state.leaders[tricks]) % SEATS < laid:
        return HAND - tricks - 1
    return HAND - tricks


@compiled
def keeper(state: State, room: Cells, card: int, unseen: int, careful: bool, rng: Cells) -> int:
    """A seat for the card, likelier the more room it has; NONE if no seat can hold it."""
    seats = 0
    rooms = 0
    for other in range(SEATS):
        fits = room[other] > 0 and not state.voids[other] >> color_of(card) & 1
        if fits and (not careful or leaves_a_way(state, room, other, unseen & ~(1 << card))):
            seats |= 1 << other
            rooms += room[other]
    if seats == 0:
        return NONE
    draw = random_below(rng, rooms)
    while draw >= room[lowest(seats)]:
        draw -= room[lowest(seats)]
        seats &= seats - 1
    return lowest(seats)


@compiled
def leaves_a_way(state: State, room: Cells, taker: int, unseen: int) -> bool:
    """If the taker gets a card, is there still a place for all the others? (Hall's condition over the groups of seats)"""
    for group in range(1, 1 << SEATS):
        space = 0
        for other in range(SEATS):
            if group >> other & 1:
                space += room[other] - (other == taker)
        if bound_to(state, group, unseen) > space:
            return False
    return True


@compiled
def bound_to(state: State, group: int, unseen: int) -> int:
    """How many of the unseen cards only this group of seats can hold."""
    cards = 0
    for color in range(COLORS):
        outside = False
        for other in range(SEATS):
            outside |= not group >> other & 1 and not state.voids[other] >> color & 1
        if not outside:
            cards += count(unseen & color_mask(color))
    return cards
