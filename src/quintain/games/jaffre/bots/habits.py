"""What the earlier rounds have shown of how each seat bets."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from quintain.games.jaffre.actions import Bet, encode
from quintain.games.jaffre.bots import measured
from quintain.games.jaffre.bots.reading import Reals
from quintain.games.jaffre.events import BetMade, ContractMade, RoundScored, Skipped
from quintain.games.jaffre.rules.state import SEATS, TEAMS
from quintain.games.jaffre.view import Contract

DOUBT = 4.0  # rounds of ordinary betting that are held against what was seen
ORDINARY_RATE = 0.35  # of the words that are bets
LOOSENESS_COSTS = 1.0  # points that a bet stands for less, if a seat bets always rather than never


class Habits:
    """Counts what each seat says, and how its contracts go."""

    def __init__(self) -> None:
        self.words = [0] * SEATS
        self.bets = [0] * SEATS
        self.contracts = [0] * SEATS
        self.surplus = [0.0] * SEATS  # points taken as declarer beyond what such a bet promises

    def hear(self, events: Iterable[Any]) -> None:
        for event in events:
            match event:
                case Skipped():
                    self.words[event.seat] += 1
                case BetMade():
                    self.words[event.seat] += 1
                    self.bets[event.seat] += 1
                case ContractMade() if event.contract.forced:
                    self.words[event.contract.seat] -= 1
                    self.bets[event.contract.seat] -= 1
                case RoundScored() if not event.contract.forced:
                    self.judge(event.contract, event.points[event.contract.seat % TEAMS])

    def judge(self, contract: Contract, taken: int) -> None:
        _, bet = encode(Bet(contract.amount, contract.without_trump))
        self.contracts[contract.seat] += 1
        self.surplus[contract.seat] += taken - measured.BEHIND_A_BET[bet]

    def shift(self, seat: int) -> float:
        """By how many points a bet of this seat stands for more than an ordinary one."""
        rate = (self.bets[seat] + DOUBT * ORDINARY_RATE) / (self.words[seat] + DOUBT)
        results = self.surplus[seat] / (self.contracts[seat] + DOUBT)
        return results - LOOSENESS_COSTS * (rate - ORDINARY_RATE)

    def shifts(self) -> Reals:
        return np.array([self.shift(seat) for seat in range(SEATS)])
