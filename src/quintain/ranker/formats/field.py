"""What every format is given and returns: the field of players, and pairings."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import msgspec

BYE = 1.0  # points for a round without an opponent: as many as for winning every match of it


class Pairing(msgspec.Struct, frozen=True):
    """Players who meet; it is played as sets of seatings. Where a game seats more than two, so many may meet."""

    round: int  # from 0
    table: int  # from 0 in each round
    players: tuple[str, ...]
    extra: int = 0  # how often the same players have met at this table before, because they were level


Points = Mapping[str, float]  # of each player in one pairing, 0 to 1


@dataclass(frozen=True)
class Field:
    """Who takes part in what, and what they have reached so far."""

    players: Sequence[str]  # those named first are placed first where nothing else tells
    places: int  # sides of a match: teams, or seats that play for themselves
    rounds: int
    points: Callable[[Pairing], Points | None]  # none while the pairing is not finished
    order: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", {player: i for i, player in enumerate(self.players)})

    def finished(self, pairings: Iterable[Pairing]) -> bool:
        return all(self.points(pairing) is not None for pairing in pairings)

    def total(self, pairings: Iterable[Pairing]) -> dict[str, float]:
        """Each player's points in those of these pairings that are finished."""
        out = dict.fromkeys(self.players, 0.0)
        for pairing in pairings:
            for player, points in (self.points(pairing) or {}).items():
                out[player] += points
        return out


class Format(ABC):
    summary: str

    @abstractmethod
    def rounds(self, players: int, places: int) -> int:
        """How many rounds there are if nobody says so."""

    @abstractmethod
    def pairings(self, field: Field) -> list[Pairing]:
        """All pairings that are known by now, the finished ones too."""

    def placing(self, field: Field) -> dict[str, int]:
        """Each player's place, from 1; those who are level share it."""
        return places(field.total(self.pairings(field)))


def places(keys: Mapping[str, Any]) -> dict[str, int]:
    """Places by what each player has reached; more is better, and level players share a place: 1, 1, 3."""
    ordered = sorted(keys, key=lambda player: keys[player], reverse=True)
    best = {keys[player]: place for place, player in reversed([*enumerate(ordered, 1)])}
    return {player: best[keys[player]] for player in ordered}


def meetings(pairings: Iterable[Pairing]) -> dict[frozenset[str], int]:
    """How often each two players have met."""
    out: dict[frozenset[str], int] = {}
    for pairing in pairings:
        for pair in combinations(pairing.players, 2):
            out[frozenset(pair)] = out.get(frozenset(pair), 0) + 1
    return out
