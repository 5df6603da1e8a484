"""Where the enemy is, as far as the captain knows: the radio operator's report and what has happened since, else his
own ears."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.core.position import Position
from quintain.core.record import Heat
from quintain.games.admiral.bots.arrays import Mask, Reals
from quintain.games.admiral.bots.enemy.chances import settle
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.waters import Waters
from quintain.games.admiral.bots.enemy.what_scans_tell import entropy
from quintain.games.admiral.messages import PositionReport
from quintain.games.admiral.rules.hearing import fits, part
from quintain.games.admiral.rules.state import CELLS, COURSE, DROPPED, STEALTHY, WIPED, State
from quintain.games.admiral.words import cell_of, label

LAYOUT = State.layout
MOST_NOTED = 30  # cells that are shown of all that the enemy may be on


@compiled
def rule_out(record: Cells, belief: Reals, team: int, news: int) -> None:
    """Forget the cells that the last reports about a boat rule out. (It has not moved since: it is our turn.)"""
    state = record.view(LAYOUT)[0]
    for i in range(max(0, state.reports[team] - news), state.reports[team]):
        code = state.heard[team, i]
        if part(code, 0) not in (COURSE, STEALTHY, WIPED, DROPPED):
            for cell in range(CELLS):
                if belief[cell] > 0 and not fits(state, cell, code):
                    belief[cell] = 0.0


def belief_of(report: PositionReport, waters: Waters) -> Reals:
    """A report as shares of the cells: those that it does not name share what is left, sector by sector."""
    belief = np.zeros(CELLS)
    for likely in report.likely:
        belief[cell_of(likely.cell)] = likely.share
    belief[~waters.mask] = 0
    named = belief > 0
    if report.cells > named.sum() and report.sectors:
        for sector, share in enumerate(report.sectors, 1):
            spread(belief, waters.sector(sector) & waters.mask, named, share)
    if not belief.sum() > 0:
        belief[waters.mask] = 1
    settle(belief)
    return belief


def spread(belief: Reals, where: Mask, named: Mask, share: float) -> None:
    """Give the cells that are not named what the named ones leave of a share."""
    others = where & ~named
    rest = share - belief[where & named].sum()
    if rest > 0 and others.any():
        belief[others] = rest / others.sum()


class EnemyPosition:
    """Shares of the cells, kept up to date through a turn of ours."""

    def __init__(self, enemy: int) -> None:
        self.enemy = enemy
        self.belief = np.zeros(CELLS)
        self.bits = 0.0
        self.blocked: tuple[str, ...] = ()  # colors that must be broken over there
        self._read = 0  # reports about the enemy that are in the belief
        self._ears: Tracker | None = None

    def begin(self, seen: Position, waters: Waters, report: PositionReport | None) -> None:
        """A new turn, with or without a report."""
        self.blocked = report.blocked if report else ()
        self.belief = belief_of(report, waters) if report else self._by_ear(seen)
        self._read = self._ever(seen)
        self.bits = entropy(self.belief)

    def update(self, seen: Position) -> None:
        """Take in what our own weapons and questions have shown in this turn."""
        ever = self._ever(seen)
        if ever > self._read:
            left = self.belief.copy()
            rule_out(seen.record, left, self.enemy, ever - self._read)
            if settle(left) > 0:
                self.belief = left
            self._read, self.bits = ever, entropy(self.belief)

    def doubt(self, where: Mask, factor: float) -> None:
        """Believe less in these cells: something did not happen that would have if the enemy were there."""
        doubted = np.where(where, factor * self.belief, self.belief)
        if settle(doubted) > 0:
            self.belief, self.bits = doubted, entropy(doubted)

    def heat(self) -> Heat:
        """The likeliest cells, for those who look over the captain's shoulder."""
        likeliest = np.argsort(-self.belief, kind="stable")[:MOST_NOTED].tolist()
        return Heat({label(cell): round(share, 4) for cell in likeliest if (share := float(self.belief[cell])) > 0})

    def _by_ear(self, seen: Position) -> Reals:
        """Nobody has reported: the courses alone, without trails, are better than nothing."""
        if self._ears is None:
            self._ears = Tracker.of(seen, self.enemy, "cells")
        else:
            self._ears.follow(seen)
        return self._ears.belief.copy()

    def _ever(self, seen: Position) -> int:
        return int(seen.state.reports_ever[self.enemy])
