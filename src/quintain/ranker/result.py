"""What ratings and standings need to know of a finished match, wherever it was played."""

import msgspec


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One finished match. Lists have an item for each seat."""

    id: str  # the same match has the same id, however often it is played or reported
    game: str
    seed: str  # matches of a set share it
    players: tuple[str, ...]  # who is credited or charged
    teams: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is best; ties share a rank
    scores: tuple[float, ...]
    charged: frozenset[int] = frozenset()  # seats whose player failed
    ending: str = "normal"
    seconds: float = 0.0  # that it took to play
