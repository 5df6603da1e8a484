"""How a match ended, in numbers and in words: why it stopped, the scores, the ranks, and whose fault it was."""

from collections.abc import Sequence
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


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    ending: Ending
    scores: tuple[int, ...]  # one per seat
    ranks: tuple[int, ...]  # one per seat; 1 is best, ties share
    fault: int | None = None  # the seat that ended the match early
    why: str = ""  # the fault in words


def ranked(placings: Sequence[int], teams: Sequence[int], fault: int | None = None) -> tuple[int, ...]:
    """Ranks from what each seat reached (more is better); teammates share a rank, and the team at fault comes last."""
    best = {team: max(p for p, t in zip(placings, teams, strict=True) if t == team) for team in set(teams)}
    guilty = None if fault is None else teams[fault]
    keys = {team: (team != guilty, placing) for team, placing in best.items()}
    order = sorted(set(keys.values()), reverse=True)
    # A tie shares its place, and the next team takes the place after all of them: 1, 1, 3.
    rank = {key: 1 + sum(other > key for other in keys.values()) for key in order}
    return tuple(rank[keys[team]] for team in teams)


# --- in words --------------------------------------------------------------------------------------------------------


def in_words(outcome: Outcome, sides: Sequence[str]) -> str:
    """How it ended, for people; `sides` are the names of the seats' sides, as `Game.sides` has them."""
    return f"the match is over{_because(outcome)}: {_result(outcome, sides)}"


def _because(outcome: Outcome) -> str:
    if outcome.ending is Ending.NORMAL:
        return ""
    nobody = "it" if outcome.ending is Ending.STALLED else "everybody"
    who = nobody if outcome.fault is None else f"seat {outcome.fault}"
    return f" because {who} {DEEDS[outcome.ending]}"


def _result(outcome: Outcome, sides: Sequence[str]) -> str:
    ranks = dict(zip(sides, outcome.ranks, strict=True))
    first = [side for side, rank in ranks.items() if rank == 1]
    if len(first) == 1:
        return f"{first[0]} wins{_score(outcome, sides)}"
    return "a draw" if len(first) == len(ranks) else f"{' and '.join(first)} share the first place"


def _score(outcome: Outcome, sides: Sequence[str]) -> str:
    """', 52 to 31', the winner's first, where two sides have played to the end with a score each."""
    scores = {side: (rank, score) for side, rank, score in zip(sides, outcome.ranks, outcome.scores, strict=True)}
    shared = len(set(zip(sides, outcome.scores, strict=True))) == len(scores)
    if len(scores) != 2 or not shared or outcome.fault is not None:
        return ""
    return ", " + " to ".join(str(score) for _, score in sorted(scores.values()))
