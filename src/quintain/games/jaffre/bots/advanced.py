"""The documented advanced: smart bets, and cards played with the partner and the cards gone in mind."""

from typing import NamedTuple

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.games.jaffre.actions import CARD, COLORS, Action
from quintain.games.jaffre.bots.reading import (
    BROWN,
    COLOR_MASKS,
    PLAYS,
    RED,
    SPECIALS,
    Reading,
    high,
    low,
    prepare,
)
from quintain.games.jaffre.bots.smart import predicted_trump, smart_bet
from quintain.games.jaffre.rules.state import BETTING, BROWN_ZERO, RED_ZERO
from quintain.games.jaffre.view import cards_of

WORTH_WINNING = 5  # special points
ALL_BROWN = COLOR_MASKS[COLORS.index("brown")]


class Choice(NamedTuple):
    code: int
    why: str


class Advanced(Bot):
    """Remembers the cards played and who lacks what, helps a winning partner, and fights for the red zero."""

    strength = 30
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> Action:
        table = Reading(turn)
        if table.phase == BETTING:
            return smart_bet(turn, cards_of(table.hand))
        choice = chosen(table)
        turn.explain(choice.why, special_points=table.special_points, unseen=table.unseen.bit_count())
        return PLAYS[choice.code]


def chosen(table: Reading) -> Choice:
    if not table.legal & table.legal - 1:
        return Choice(low(table.legal), "has 1 card to choose from")
    if not table.laid:
        return lead(table)
    if table.winner == table.partner:
        return help_partner(table)
    if table.special_points >= WORTH_WINNING and table.winning:
        return fight(table)
    return strategic(table)


# --- following -------------------------------------------------------------------------------------------------------


def help_partner(table: Reading) -> Choice:
    """The lowest card: the red zero only onto a trick that is safe, the brown one only if nothing else is left."""
    safe = not table.threatened(table.best, table.led)
    cards = table.legal & ~(BROWN if safe else SPECIALS) or table.legal & ~BROWN
    return Choice(low(cards), f"partner wins with {CARD[table.best]}: lowest card")


def fight(table: Reading) -> Choice:
    """Win the red zero: with the lowest card that nobody behind can beat, else with the highest."""
    sure = table.safe(table.winning)
    code = low(sure) if sure else high(table.winning)
    return Choice(code, f"{table.special_points} points in the zeros: tries to win")


def strategic(table: Reading) -> Choice:
    """Where the document is silent: win what can be won for sure, leave the brown zero to the others."""
    if table.special_points < 0:
        return shed(table)
    sure = table.safe(table.winning & ~BROWN)
    if sure:
        return Choice(cheapest(table, sure), f"beats {CARD[table.best]} for good")
    tempting = table.winning & ~SPECIALS
    if table.laid == 2 and tempting:
        return Choice(high(tempting), f"third to play: makes them beat {CARD[high(tempting)]}")
    return shed(table)


def cheapest(table: Reading, cards: int) -> int:
    """The lowest of these, plain colors before trumps; the red zero wins itself if it can."""
    return RED_ZERO if cards & RED else low(cards & ~table.trump or cards)


def shed(table: Reading) -> Choice:
    """Throw away what is least missed: the brown zero onto an opponent's trick, else a low card that is no trump."""
    if table.legal & ~table.winning & BROWN:
        return Choice(BROWN_ZERO, f"gives the brown zero ({table.brown_zero_points}) to the opponents")
    losing = table.legal & ~table.winning & ~RED
    cards = losing & ~table.trump or losing or table.legal & ~RED or table.legal
    return Choice(low(cards), f"leaves the trick to {CARD[table.best]}: lowest card")


# --- leading ---------------------------------------------------------------------------------------------------------


def lead(table: Reading) -> Choice:
    if table.played == 0 and table.bet % 2:
        color = predicted_trump(cards_of(table.hand))
        return Choice(high(table.hand & COLOR_MASKS[COLORS.index(color)]), f"makes {color} trump with the highest")
    masters = table.safe(table.hand & ~SPECIALS)
    trumps, trumps_out = masters & table.trump, table.out & table.trump
    if table.declaring and trumps and trumps_out:
        return Choice(high(trumps), f"draws the {trumps_out.bit_count()} trumps that may be out")
    # A high brown card would collect the brown zero.
    cash = masters & ~table.trump & ~(ALL_BROWN if table.out & BROWN else 0)
    if cash:
        return Choice(high(cash), f"{CARD[high(cash)]} cannot be beaten")
    return low_lead(table)


def low_lead(table: Reading) -> Choice:
    """A low card of the longest plain color, without the zeros that count and without trumps if possible."""
    plain = table.hand & ~SPECIALS
    cards = plain & ~table.trump or plain or table.hand & ~RED
    longest = max(COLOR_MASKS, key=lambda color: (cards & color).bit_count())
    return Choice(low(cards & longest), f"waits with a low card of {(cards & longest).bit_count()}")
