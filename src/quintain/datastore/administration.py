"""What administrators did, and the switches that they turn."""

from sqlalchemy import Connection, delete, insert, select

from .contest_models import AuditModel, SettingModel
from .contest_rows import AuditRow
from .database import Database, Further, now, upsert
from .models import PersonModel


class Administration(Database):
    async def note_act(self, person_id: str, act: str, subject: str, detail: str = "") -> None:
        await self.write("the audit log", self.audited(person_id, act, subject, detail))

    @staticmethod
    def audited(person_id: str, act: str, subject: str, detail: str = "") -> Further:
        """To be stored with what was done; the name is the person's of this moment."""
        act_of = {"person_id": person_id, "act": act, "subject": subject, "detail": detail}

        def note(connection: Connection) -> None:
            name = connection.scalar(select(PersonModel.name).where(PersonModel.id == person_id)) or ""
            connection.execute(insert(AuditModel).values(at=now(), name=name, **act_of))

        return note

    async def audit(self, limit: int, before: int | None = None) -> list[AuditRow]:
        """The newest first; to turn the page, name the last id of the page before."""
        query = select(*AuditModel.__table__.columns).order_by(AuditModel.id.desc()).limit(limit)
        if before is not None:
            query = query.where(AuditModel.id < before)
        async with self.reading() as connection:
            return [AuditRow(*row) for row in await connection.execute(query)]

    async def setting(self, key: str) -> str | None:
        async with self.reading() as connection:
            return await connection.scalar(select(SettingModel.value).where(SettingModel.key == key))

    async def put_setting(self, key: str, value: str | None, *further: Further) -> None:
        """None: as if nobody had ever set it."""

        def put(connection: Connection) -> None:
            if value is None:
                connection.execute(delete(SettingModel).where(SettingModel.key == key))
            else:
                connection.execute(upsert(connection, SettingModel, "key"), {"key": key, "value": value})

        await self.write_with(f"setting {key!r}", put, further)
