"""What survives a restart: people, tables, matches and their journals, in SQLite or PostgreSQL."""

from .rows import MatchRow, Person, SeatRow, Session, TableRow, Token
from .store import Store

__all__ = ["MatchRow", "Person", "SeatRow", "Session", "Store", "TableRow", "Token"]
