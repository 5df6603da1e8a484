"""How the shark weighs its cards: for each, what the trick will likely bring, and what the card would be worth later.

It imagines no deals. All it uses is where each unseen card may lie, given the colors that seats have shown to lack.
"""

import numpy as np

from quintain.core.kernel import Cells, compiled, count, lowest
from quintain.games.jaffre.bots.measured import CardWeights
from quintain.games.jaffre.bots.reading import LAYOUT, Reals, lacking, unseen_by
from quintain.games.jaffre.bots.valuation import best_trump
from quintain.games.jaffre.rules.auction import amount_of, without_trump
from quintain.games.jaffre.rules.scoring import team_points
from quintain.games.jaffre.rules.secrets import cards_held
from quintain.games.jaffre.rules.state import (
    BROWN,
    BROWN_ZERO,
    CARDS,
    LOWEST_BET,
    NONE,
    RED,
    RED_ZERO,
    RED_ZERO_POINTS,
    SEATS,
    TEAMS,
    TRICKS,
    VALUES,
    State,
)
from quintain.games.jaffre.rules.tricks import beats, best_card, card_points, color_mask, color_of, playable


@compiled
def spread(state: State, seat: int, unseen: int) -> Reals:
    """The chance that each seat holds each unseen card, by how many cards it has left and which colors it lacks."""
    chances = np.zeros((SEATS, CARDS))
    room = np.zeros(SEATS)
    may = np.zeros(SEATS, np.int64)
    for other in range(SEATS):
        if other != seat:
            room[other] = cards_held(state, other)
            may[other] = unseen & ~lacking(state, other)
    left = unseen
    while left:
        card = lowest(left)
        left &= left - 1
        total = 0.0
        for other in range(SEATS):
            total += room[other] * (may[other] >> card & 1)
        for other in range(SEATS):
            if may[other] >> card & 1 and total > 0:
                chances[other, card] = room[other] / total
    return chances


@compiled
def holds_none(chances: Reals, cards: int) -> float:
    """The chance that a seat holds none of these cards."""
    none = 1.0
    while cards:
        none *= 1.0 - chances[lowest(cards)]
        cards &= cards - 1
    return none


@compiled
def above(card: int) -> int:
    """The higher cards of its color."""
    return color_mask(color_of(card)) & ~((2 << card) - 1)


@compiled
def beaten(chances: Reals, card: int, led: int, trump: int) -> float:
    """The chance that a seat can beat the card in a trick of the color led."""
    higher = 1.0 - holds_none(chances, above(card))
    if color_of(card) == trump:
        return higher if led == trump else holds_none(chances, color_mask(led)) * higher
    if trump == NONE:
        return higher
    ruff = holds_none(chances, color_mask(led)) * (1.0 - holds_none(chances, color_mask(trump)))
    return min(1.0, higher + ruff)


@compiled
def winning_chance(state: State, seat: int, card: int, trump: int, chances: Reals, weights: CardWeights) -> float:
    """The chance that our side takes the trick after this card."""
    laid = state.played % SEATS
    first = state.played - laid
    led = color_of(state.cards[first]) if laid else color_of(card)
    best = card
    ours = 1.0
    if laid:
        place = best_card(state, first, laid)
        if not beats(card, state.cards[first + place], trump):
            best = state.cards[first + place]
            ours = 1.0 if laid - place == TEAMS else 0.0
    for i in range(1, SEATS - laid):
        other = (seat + i) % SEATS
        chance = beaten(chances[other], best, led, trump)
        if i % TEAMS:
            ours *= 1.0 - chance
        else:
            ours += (1.0 - ours) * chance * weights.partner_overtakes
    return ours


@compiled
def falling(state: State, seat: int, led: int, chances: Reals, weights: CardWeights, friends: int) -> float:
    """What the zeros that are yet to come may add to the trick, if the side of `friends` (0: ours) takes it."""
    points = 0.0
    for i in range(1, SEATS - state.played % SEATS):
        other = (seat + i) % SEATS
        friend = i % TEAMS == friends
        red = chances[other, RED_ZERO] * free_to_play(chances[other], led, RED)
        brown = chances[other, BROWN_ZERO] * free_to_play(chances[other], led, BROWN)
        points += RED_ZERO_POINTS * red * (weights.red_zero_falls if friend else weights.red_zero_forced)
        points += state.brown_zero_points * brown * (weights.brown_zero_forced if friend else weights.brown_zero_falls)
    return points


@compiled
def free_to_play(chances: Reals, led: int, color: int) -> float:
    """The chance that a seat may play a card of this color, if it holds one."""
    return 1.0 if led == color else holds_none(chances, color_mask(led))


@compiled
def on_the_table(state: State, card: int) -> int:
    """What the trick is worth with this card in it."""
    points = 1 + card_points(state, card)
    for i in range(state.played - state.played % SEATS, state.played):
        points += card_points(state, state.cards[i])
    return points


@compiled
def kept(state: State, seat: int, card: int, trump: int, unseen: int, weights: CardWeights) -> float:
    """What the card would be worth in a later trick."""
    left = 1.0 - weights.keep_fades * (state.played // SEATS) / (TRICKS - 1)
    color = color_of(card)
    same = count(state.hands[seat] & color_mask(color)) - 1
    if card == RED_ZERO:
        return (weights.keep_red_zero + weights.guarded_red_zero * same) * left
    if card == BROWN_ZERO:
        return (weights.keep_brown_zero + weights.guarded_brown_zero * same) * left
    against = unseen & above(card) & opposed(state, seat)
    higher = min(3, count(against))
    worth = weights.keep_without_trump[higher]
    if trump != NONE:
        worth = weights.keep_trump[higher] if color == trump else weights.keep_plain[higher]
    if color == RED and unseen >> RED_ZERO & 1:
        worth += weights.red_master * (higher == 0)
    if color == BROWN and unseen >> BROWN_ZERO & 1:
        worth += weights.brown_master * (higher <= 1)
    if color == trump and same == 0:
        worth += weights.last_trump
    return worth * left


@compiled
def opposed(state: State, seat: int) -> int:
    """The cards that an opponent may hold, by the colors they have shown to lack."""
    return ~(lacking(state, (seat + 1) % SEATS) & lacking(state, (seat + 3) % SEATS))


@compiled
def contract_swing(state: State, seat: int, points: float, ours: float, weights: CardWeights) -> float:
    """What it means for the contract: this trick may make it safe, or put it out of reach."""
    team = state.declarer % TEAMS
    need = amount_of(state.bet) - team_points(state, team)
    if need <= 0 or reach(state) < need:
        return 0.0
    theirs = ours if seat % TEAMS == team else 1.0 - ours
    swing = 0.0
    if points >= need:
        swing += weights.making * theirs
    if reach(state) - points < need:
        swing -= weights.losing * (1.0 - theirs)
    swing *= amount_of(state.bet) * (1 + without_trump(state.bet)) / LOWEST_BET
    return swing if seat % TEAMS == team else -swing


@compiled
def reach(state: State) -> int:
    """The most that the declarers can still take in this round, about."""
    gone = 0
    for i in range(state.played - state.played % SEATS):
        gone |= 1 << state.cards[i]
    red = RED_ZERO_POINTS * (1 - (gone >> RED_ZERO & 1))
    return TRICKS - state.played // SEATS + red - (1 - (gone >> BROWN_ZERO & 1))


@compiled
def lead_habits(state: State, seat: int, card: int, trump: int, unseen: int, weights: CardWeights) -> float:
    """What a lead does beyond its trick: draws trumps, or makes a void to ruff in."""
    hand, color = state.hands[seat], color_of(card)
    same = count(hand & color_mask(color))
    if color == trump:
        return trump_lead(state, seat, card, trump, unseen, weights)
    worth = weights.low_lead * same if unseen & above(card) else 0.0
    if trump != NONE and same == 1 and hand & color_mask(trump):
        worth += weights.make_a_void
    return worth


@compiled
def trump_lead(state: State, seat: int, card: int, trump: int, unseen: int, weights: CardWeights) -> float:
    if (seat - state.declarer) % TEAMS:
        return weights.lead_trump_defending
    worth = weights.draw_trumps * min(3, count(unseen & color_mask(trump) & opposed(state, seat)))
    if state.played == 0:
        worth += weights.first_lead_high * (card % VALUES)
    return worth


@compiled
def wins_so_far(state: State, card: int, trump: int) -> bool:
    """Would the card be the best one of the trick?"""
    laid = state.played % SEATS
    first = state.played - laid
    return laid == 0 or beats(card, state.cards[first + best_card(state, first, laid)], trump)


@compiled
def weigh(
    state: State, seat: int, card: int, trump: int, unseen: int, chances: Reals, weights: CardWeights, out: Reals
) -> None:
    """Put into `out`: the card's worth, the chance to take the trick, and what it is worth."""
    ours = winning_chance(state, seat, card, trump, chances, weights)
    points = on_the_table(state, card)
    laid = state.played % SEATS
    led = color_of(state.cards[state.played - laid] if laid else card)
    won = points + falling(state, seat, led, chances, weights, 0)
    lost = points + falling(state, seat, led, chances, weights, 1)
    worth = ours * won - (1.0 - ours) * lost - kept(state, seat, card, trump, unseen, weights)
    worth += contract_swing(state, seat, points, ours, weights)
    if laid == 0:
        worth += lead_habits(state, seat, card, trump, unseen, weights)
    if wins_so_far(state, card, trump):
        worth += weights.win_the_lead * ours
    out[0] = worth
    out[1] = ours
    out[2] = won


@compiled
def trump_in_mind(state: State, seat: int) -> int:
    """The trump, or the one that the declarer will make with his first lead."""
    if state.played == 0 and not without_trump(state.bet):
        return best_trump(state.hands[seat])
    return state.trump


@compiled
def best_play(record: Cells, seat: int, weights: CardWeights, out: Reals, worths: Reals) -> int:
    """The card worth most; `out` is as for weigh, and `worths` gets what each card that was weighed is worth."""
    state = record.view(LAYOUT)[0]
    cards = playable(state, seat)
    trump = trump_in_mind(state, seat)
    if state.played == 0 and trump != NONE:
        cards &= color_mask(trump)
    unseen = unseen_by(state, seat)
    chances = spread(state, seat, unseen)
    now = np.zeros(3)
    best = NONE
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        weigh(state, seat, card, trump, unseen, chances, weights, now)
        worths[card] = now[0]
        if best == NONE or now[0] > out[0]:
            best = card
            for i in range(3):
                out[i] = now[i]
    return best
