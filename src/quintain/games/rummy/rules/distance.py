"""How far a hand is from going down: how many more jokers it would need."""

from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.games.rummy.rules.hands import Hand, group_jokers, naturals_in, naturals_left, spread
from quintain.games.rummy.rules.melds import jokers_in
from quintain.games.rummy.rules.state import LONGEST_RUN, RUN, SUITS

FAR = 99  # cards away


@compiled
def shortage(cards: Cells, groups: int, runs: int) -> int:
    """How many more jokers the hand would need to go down: 0 if it can."""
    return max(0, fewest_jokers(spread(cards), groups, runs) - jokers_in(cards))


@compiled
def nearest(cards: Cells, groups: int, runs: int, windows: Cells) -> int:
    """The same, with the runs that such a hand would build: positions, with the suit above them."""
    hand = spread(cards)
    needed = fewest_jokers(hand, groups, runs)
    copy_cells(hand.chosen, windows)
    return max(0, needed - jokers_in(cards))


@compiled
def fewest_jokers(hand: Hand, groups: int, runs: int) -> int:
    """Only runs of four are tried, for longer ones need no fewer jokers; and no window from which the best could not
    come if all others were as good as the best one."""
    windows, least = 0, RUN
    for suit in range(SUITS):
        for low in range(LONGEST_RUN - RUN + 1):
            hand.windows[windows] = ((1 << RUN) - 1) << low | suit << LONGEST_RUN
            least = min(least, RUN - naturals_in(naturals_left(hand, hand.windows[windows], 0)))
            windows += 1
    best, first = FAR, 0
    for i in range(windows if runs > 0 else 1):
        one = short_of(hand, i, first, runs)
        if one + (runs - 1) * least >= best:
            continue
        for j in range(i, windows if runs > 1 else i + 1):
            two = one + short_of(hand, j, first + 1, runs)
            if two + (runs - 2) * least >= best:
                continue
            for k in range(j, windows if runs > 2 else j + 1):
                three = two + short_of(hand, k, first + 2, runs)
                if three < best:
                    needed = three + group_jokers(hand, groups, runs)
                    if needed < best:
                        best = needed
                        choose(hand, i, j, k)
    return best


@compiled
def choose(hand: Hand, one: int, two: int, three: int) -> None:
    hand.chosen[0] = hand.windows[one]
    hand.chosen[1] = hand.windows[two]
    hand.chosen[2] = hand.windows[three]


@compiled
def short_of(hand: Hand, window: int, i: int, runs: int) -> int:
    """Make this window the run number i, if there are so many; returns the jokers that it needs."""
    if i >= runs:
        return 0
    hand.runs[i] = naturals_left(hand, hand.windows[window], i)
    return RUN - naturals_in(hand.runs[i])
