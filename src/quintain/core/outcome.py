"""How a match ended, in numbers and in words: why it stopped, the scores, the ranks, and whose fault it was."""

from collections.abc import Collection, Sequence
from enum import StrEnum

import msgspec


class Ending(StrEnum):
    """Why a match stopped."""

    NORMAL = "normal"  # played to the end
    ILLEGAL = "illegal"  # a seat tried what the rules forbid
    OUT_OF_TIME = "out of time"
    CRASHED = "crashed"  # a bot raised an error or died
    RESIGNED = "resigned"
    ABANDONED = "abandoned"  # the players left
    STALLED = "stalled"  # it went on for too long


DEEDS = {
    Ending.ILLEGAL: "broke the rules",
    Ending.OUT_OF_TIME: "ran out of time",
    Ending.CRASHED: "crashed",
    Ending.RESIGNED: "gave up",
    Ending.ABANDONED: "left",
    Ending.STALLED: "went on for too long",
}


class Fault(msgspec.Struct, frozen=True):
    """What a player did wrong, for which that player alone is charged."""

    seat: int
    player: str  # who sat there then
    ending: Ending
    why: str = ""
    mended: bool = False  # the player came back and finished the match

    def __str__(self) -> str:
        return f"{self.player} {DEEDS[self.ending]}" + (f": {self.why}" if self.why else "")


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    ending: Ending
    scores: tuple[int, ...]  # one per seat; more is better
    ranks: tuple[int, ...]  # one per seat; 1 is best, ties share
    stopped_by: int | None = None  # the seat that ended the match early
    faults: tuple[Fault, ...] = ()  # in the order in which they happened; forgiven ones are on the record only

    @property
    def charged(self) -> frozenset[int]:
        """The seats whose player failed and did not come back."""
        return frozenset(fault.seat for fault in self.faults if not fault.mended)

    @property
    def why(self) -> str:
        """The fault that ended the match, in words."""
        return self.faults[-1].why if self.faults and self.stopped_by is not None else ""


def ranked(
    placings: Sequence[int], teams: Sequence[int], charged: Collection[int] = (), stopped_by: int | None = None
) -> tuple[int, ...]:
    """Ranks from what each seat reached: more is better, and teammates share a rank.

    The team that ended the match early comes last. A player who is charged with a fault comes after everybody else,
    so that neither teammates nor opponents pay for it.
    """
    best = {team: max(p for p, t in zip(placings, teams, strict=True) if t == team) for team in set(teams)}
    finished = {team for seat, team in enumerate(teams) if seat not in charged}
    guilty = None if stopped_by is None else teams[stopped_by]
    keys = {team: (team in finished, team != guilty, placing) for team, placing in best.items()}
    # A tie shares its place, and the next team takes the place after all of them: 1, 1, 3.
    rank = {team: 1 + sum(other > key for other in keys.values()) for team, key in keys.items()}
    return tuple(1 + len(finished) if seat in charged else rank[team] for seat, team in enumerate(teams))


# --- in words --------------------------------------------------------------------------------------------------------


def in_words(outcome: Outcome, sides: Sequence[str]) -> str:
    """How it ended, for people; `sides` are the names of the seats' sides, as `Game.sides` has them."""
    return f"the match is over{_because(outcome)}: {_result(outcome, sides)}"


def _because(outcome: Outcome) -> str:
    if outcome.ending is Ending.NORMAL:
        return ""
    nobody = "it" if outcome.ending is Ending.STALLED else "everybody"
    who = nobody if outcome.stopped_by is None else f"seat {outcome.stopped_by}"
    return f" because {who} {DEEDS[outcome.ending]}"


def _result(outcome: Outcome, sides: Sequence[str]) -> str:
    ranks = side_ranks(outcome, sides)
    first = [side for side, rank in ranks.items() if rank == 1]
    if len(first) == 1:
        return f"{first[0]} wins{_score(outcome, sides)}"
    return "a draw" if len(first) == len(ranks) else f"{' and '.join(first)} share the first place"


def _score(outcome: Outcome, sides: Sequence[str]) -> str:
    """', 52 to 31', the winner's first, where two sides have played to the end with a score each."""
    ranks, scores = side_ranks(outcome, sides), dict(zip(sides, outcome.scores, strict=True))
    shared = len(set(zip(sides, outcome.scores, strict=True))) == len(scores)
    if len(scores) != 2 or not shared or outcome.stopped_by is not None:
        return ""
    return ", " + " to ".join(str(scores[side]) for side in sorted(scores, key=lambda side: ranks[side]))


def side_ranks(outcome: Outcome, sides: Sequence[str]) -> dict[str, int]:
    """Where each side came in: the rank of its best seat, for a charged one's is its player's own."""
    ranks: dict[str, int] = {}
    for side, rank in zip(sides, outcome.ranks, strict=True):
        ranks[side] = min(rank, ranks.get(side, rank))
    return ranks
