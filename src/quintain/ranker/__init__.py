"""From matches to ratings and standings: series of matches, the pairing of seeds and seats, and how sure it all is."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quintain.ranker.likelihood import standings as standings


def __getattr__(name: str) -> Any:
    """`ranker.standings(results)` for notebooks; whoever only plays matches does not wait for the numerics."""
    if name == "standings":
        from quintain.ranker.likelihood import standings

        return standings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
