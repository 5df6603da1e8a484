"""Finished matches for tests, in few words."""

from collections.abc import Collection, Sequence
from itertools import count

from quintain.ranker.result import Result

NUMBERS = count()


def a_result(
    players: str | Sequence[str],
    ranks: Sequence[int],
    teams: Sequence[int] = (),
    charged: Collection[int] = (),
    seed: str | None = None,
    id: str | None = None,
) -> Result:
    """`a_result("AB", (1, 2))` is a win of A against B."""
    number = next(NUMBERS)
    return Result(
        id=id or f"match {number}",
        game="fingers",
        seed=seed or f"seed {number}",
        players=tuple(players),
        teams=tuple(teams) or tuple(range(len(players))),
        ranks=tuple(ranks),
        scores=tuple(float(-rank) for rank in ranks),
        charged=frozenset(charged),
    )
