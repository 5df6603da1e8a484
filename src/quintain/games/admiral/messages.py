"""What a crew can tell each other beside plain words: few messages, which people read as sentences."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quintain.games.admiral.words import Cell, Color, Direction, System

Share = Annotated[float, Meta(ge=0, le=1)]
Sector = Annotated[int, Meta(ge=1, le=225)]


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Told apart by its tag."""


class Likely(msgspec.Struct, frozen=True):
    cell: Cell
    share: Share


class PositionReport(Message, frozen=True, kw_only=True, tag="position report"):
    """Radio operator: where the enemy can be, and what the enemy can know of us."""

    cells: int  # that the enemy can be on
    bits: float  # of uncertainty
    likely: Annotated[tuple[Likely, ...], Meta(max_length=20)]  # the likeliest first
    sectors: Annotated[tuple[Share, ...], Meta(max_length=225)] = ()  # how likely each is
    seen_cells: int | None = None  # that the enemy must think us on
    seen_bits: float | None = None
    net: tuple[int, int] | None = None  # the enemy's courses since its board was last empty: northward, eastward
    blocked: tuple[Color, ...] = ()  # colors that must be broken over there
    advice: Annotated[tuple[str, ...], Meta(max_length=5)] = ()

    def __str__(self) -> str:
        at = f"; likeliest {self.likely[0].cell} ({self.likely[0].share:.0%})" if self.likely else ""
        advice = "".join(f" {line}." for line in self.advice)
        return f"Enemy {certainty(self.cells)}: {counted(self.cells)}{at}.{advice}"


class Request(Message, frozen=True, kw_only=True, tag="request"):
    """Captain: something that another should do or tell."""

    what: Literal["report", "drone", "sonar"]
    sector: Sector | None = None

    def __str__(self) -> str:
        words = {"report": "Radio, where are they?", "drone": "Send the drone", "sonar": "Ask with the sonar"}
        return words[self.what] + (f" to sector {self.sector}." if self.sector else "." * (self.what != "report"))


class Priorities(Message, frozen=True, kw_only=True, tag="priorities"):
    """Captain: what to charge, the most urgent first."""

    systems: Annotated[tuple[System, ...], Meta(min_length=1, max_length=5)]

    def __str__(self) -> str:
        return f"Charge {', then '.join(self.systems)}."


class Protect(Message, frozen=True, kw_only=True, tag="protect"):
    """Captain: colors that should stay unbroken."""

    colors: Annotated[tuple[Color, ...], Meta(max_length=3)]

    def __str__(self) -> str:
        return f"Keep {' and '.join(self.colors)} clear." if self.colors else "Break what you like."


class PlannedCourses(Message, frozen=True, kw_only=True, tag="planned courses"):
    """Captain: where the boat will go next."""

    courses: Annotated[tuple[Direction, ...], Meta(min_length=1, max_length=12)]

    def __str__(self) -> str:
        return f"I plan to go {', '.join(self.courses)}."


class GaugeStatus(Message, frozen=True, kw_only=True, tag="gauge status"):
    """First mate: how far each gauge is, and what cannot be used."""

    gauges: dict[System, tuple[int, int]]  # value and capacity

    def __str__(self) -> str:
        return "Gauges: " + ", ".join(f"{system} {value}/{most}" for system, (value, most) in self.gauges.items()) + "."


class Ranked(msgspec.Struct, frozen=True):
    direction: Direction
    damage: bool = False  # would a mark there cost hull, whatever we do?
    repairs: bool = False  # can it complete a circuit?
    breaks: tuple[Color, ...] = ()  # colors that are clear now and would break
    free: int = 0  # nodes left in that section


class DirectionRanking(Message, frozen=True, kw_only=True, tag="direction ranking"):
    """Engineer: which courses the board bears best, and what is broken now."""

    ranking: Annotated[tuple[Ranked, ...], Meta(max_length=4)]  # the best first
    broken: tuple[Color, ...] = ()

    def __str__(self) -> str:
        broken = f" Broken: {', '.join(self.broken)}." if self.broken else " All systems work."
        return f"Best courses: {', '.join(map(described, self.ranking))}.{broken}"


Talk = PositionReport | Request | Priorities | Protect | PlannedCourses | GaugeStatus | DirectionRanking


def described(ranked: Ranked) -> str:
    marks = [*(["damage!"] if ranked.damage else []), *(["repairs"] if ranked.repairs else [])]
    marks += [f"breaks {' and '.join(ranked.breaks)}"] if ranked.breaks else []
    return ranked.direction + (f" ({', '.join(marks)})" if marks else "")


def counted(cells: int) -> str:
    return "1 cell" if cells == 1 else f"{cells} cells"


def certainty(cells: int) -> str:
    """How sure a report is, in a word."""
    for most, word in ((1, "found"), (5, "cornered"), (20, "narrowed down"), (60, "somewhere about")):
        if cells <= most:
            return word
    return "anywhere"
