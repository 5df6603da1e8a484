"""What is asked of single players: in which games they are rated, and what they are worth there."""

from collections.abc import Collection

from sqlalchemy import select

from .models import RatingModel
from .ratings import Worth
from .store import Store


async def worths_of(store: Store, player_ids: Collection[str]) -> dict[tuple[str, str], Worth]:
    """The ratings of these players, by player and game."""
    query = select(
        RatingModel.player_id, RatingModel.game, RatingModel.mu, RatingModel.sigma, RatingModel.matches
    ).where(RatingModel.player_id.in_(sorted(player_ids)))
    async with store.reading() as connection:
        rows = await connection.execute(query)
        return {(id, game): Worth(mu, sigma, matches) for id, game, mu, sigma, matches in rows}
