"""What survives a restart: people, tables, matches and their journals, in SQLite or PostgreSQL."""

from .people import LASTS
from .players import bot_player, person_player
from .rows import FinishedMatch, MatchRow, Person, PlayerRow, RatingRow, SeatRow, Session, TableRow, Token
from .store import Store

__all__ = [
    "LASTS",
    "FinishedMatch",
    "MatchRow",
    "Person",
    "PlayerRow",
    "RatingRow",
    "SeatRow",
    "Session",
    "Store",
    "TableRow",
    "Token",
    "bot_player",
    "person_player",
]
