"""What programs wrote to their standard error."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, select

from .contest_models import LogModel
from .contest_rows import LogRow
from .database import Database, Further, insert_new

LONGEST = 64 * 1024  # bytes of a log; of a longer one, the end is kept


class Logs(Database):
    @staticmethod
    def put_logs(logs: Iterable[LogRow]) -> Further:
        """To be stored with their matches; empty ones are not kept, nor is a second one of the same seat."""
        rows = [msgspec.structs.asdict(log) | {"text": log.text[-LONGEST:]} for log in logs if log.text]

        def put(connection: Connection) -> None:
            if rows:
                connection.execute(insert_new(connection, LogModel, "match_id", "seat"), rows)

        return put

    async def log(self, match_id: str, seat: int) -> LogRow | None:
        query = select(*LogModel.__table__.columns).where(LogModel.match_id == match_id, LogModel.seat == seat)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
            return LogRow(*row) if row else None
