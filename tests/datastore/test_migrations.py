"""Old databases are upgraded, newer ones and strangers' are refused."""

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, MetaData, text

from quintain.core.errors import BadSetting, NewerStore, StoreError, StoreUnavailable
from quintain.datastore import Store
from quintain.datastore.engine import open_migration_engine, parsed
from quintain.datastore.migrate import migrate, scripts
from quintain.datastore.models import Model
from tests.datastore.samples import a_bot, a_match, a_person

pytestmark = pytest.mark.anyio

REVISIONS = [script.revision for script in scripts().walk_revisions()][::-1]

# What a first version wrote: a finished match of Ann against a bot, in which a bot finished her other seat and somebody
# sat whom nobody knows any more; a match with an outcome; and a fork, which is being played.
SEED = """
INSERT INTO people (id, name, account, password_hash, created) VALUES ('1', 'Ann', 'ann', 'hash', '2026-05-01 06:00');
INSERT INTO sessions VALUES ('s', '1', '2026-05-01 06:00', '2026-05-01 06:00', '2126-05-01 06:00');
INSERT INTO tokens VALUES ('t', '1', 'bot', '2026-05-01 06:00');
INSERT INTO tables VALUES ('t', 'jaffre', true, 'over', 'x');
INSERT INTO matches VALUES ('m', 't', 'jaffre', 1, 'x', '2026-05-01 06:00', NULL, NULL, '2026-05-01 07:00', 'x');
INSERT INTO matches VALUES ('f', 't', 'jaffre', 1, 'x', '2026-05-01 08:00', 'm', 1, NULL, NULL);
INSERT INTO seats VALUES ('m', 0, 'Ann', 'person', '1', NULL);
INSERT INTO seats VALUES ('m', 1, 'Bot 1', 'bot', NULL, 'shark:budget=0.1');
INSERT INTO seats VALUES ('m', 2, 'Ann', 'bot', '1', 'shark:budget=0.1');
INSERT INTO seats VALUES ('m', 3, 'Bob', 'person', NULL, NULL);
INSERT INTO matches VALUES ('o', 't', 'jaffre', 2, 'x', '2026-05-01 05:00', NULL, NULL, '2026-05-01 06:00', 'outcome');
INSERT INTO seats VALUES ('o', 0, 'Bot 0', 'bot', NULL, 'shark:budget=0.1');
INSERT INTO seats VALUES ('o', 1, 'Bot 1', 'bot', NULL, 'chance');
INSERT INTO entries VALUES ('m', 0, 'x');
INSERT INTO entries VALUES ('f', 0, 'x');
INSERT INTO replays VALUES ('m', 'x')
"""
OUTCOME = b'{"ending":"crashed","scores":[7,-2],"ranks":[1,2],"fault":1,"why":"oops"}'


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    engine = open_migration_engine(parsed(address), 5)
    yield engine
    engine.dispose()


def seed(engine: Engine) -> None:
    with engine.begin() as connection:
        for statement in SEED.split(";"):
            # SQLite would keep a quoted word as text in a column of bytes.
            sqlite = engine.dialect.name == "sqlite"
            kept = "CAST('x' AS BLOB)" if sqlite else "'x'::bytea"
            statement = statement.replace("'outcome'", ":outcome").replace("'x'", kept)
            connection.execute(text(statement), {"outcome": OUTCOME} if ":outcome" in statement else {})


def schema(connection: Connection) -> dict[str, Any]:
    """Every table with its columns, keys and indexes, as the database tells."""
    found = MetaData()
    found.reflect(connection)
    return {
        name: (
            [(column.name, str(column.type), column.nullable) for column in table.columns],
            sorted((str(key.parent), key.target_fullname, key.ondelete) for key in table.foreign_keys),
            sorted((str(index.name), [column.name for column in index.columns]) for index in table.indexes),
        )
        for name, table in found.tables.items()
    }


def seats(connection: Connection) -> list[Any]:
    rows = connection.execute(text("SELECT * FROM seats ORDER BY match_id, seat")).mappings()
    return [dict(row) for row in rows]


def counts(connection: Connection) -> dict[str, int]:
    tables = sorted(set(schema(connection)) - {"alembic_version"})
    return {table: connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() for table in tables}


async def test_a_new_database_has_the_schema_of_the_models(store: Store) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, Model.metadata))

    async with store.reading() as connection:
        assert await connection.run_sync(differences) == []


def contents(connection: Connection) -> tuple[Any, ...]:
    return schema(connection), counts(connection), seats(connection)


def test_every_revision_goes_up_and_down_without_loss(address: str, engine: Engine) -> None:
    url = parsed(address)
    migrate(url, 5, REVISIONS[0])
    seed(engine)
    steps = []
    for revision in REVISIONS:
        migrate(url, 5, revision)
        with engine.connect() as connection:
            steps.append(contents(connection))
    for before in steps[-2::-1]:
        migrate(url, 5, "-1")
        with engine.connect() as connection:
            assert contents(connection) == before
    migrate(url, 5)
    with engine.connect() as connection:
        assert contents(connection) == steps[-1]
    for _ in REVISIONS:
        migrate(url, 5, "-1")
    with engine.connect() as connection:
        assert [*schema(connection)] == ["alembic_version"]


async def test_an_old_database_is_upgraded_on_opening(address: str, engine: Engine) -> None:
    migrate(parsed(address), 5, "0001")
    seed(engine)
    async with await Store.open(address) as store:
        [old] = await store.latest(10, person="1", public=True)
        assert (old.id, old.seats[:2]) == ("m", (a_person(0), a_bot(1)))
        assert await store.replay("m") == b"x"
        assert await store.session_person("s") == await store.person_named("ANN")
        [running] = await store.unfinished()
        assert running.forked_from == "m"
        await store.append("f", 1, b"y")
        assert await store.entries("f") == [b"x", b"y"]


async def test_who_sat_in_an_old_database_is_a_player(address: str, engine: Engine) -> None:
    migrate(parsed(address), 5, "0001")
    seed(engine)
    async with await Store.open(address) as store:
        finished, lost = (await store.seats("m"))[2:]
        assert (finished.player, finished.stand_in) == (a_person(0).player, a_bot(0).player)
        assert (lost.player.kind, lost.player.name, lost.player.person_id, lost.stand_in) == (
            "person",
            "Bob",
            None,
            None,
        )
        shark, chance = await store.seats("o")
        assert (shark.player.version, shark.rank, shark.score, shark.fault) == ("2", 1, 7, None)
        assert (chance.player.name, chance.rank, chance.score, chance.fault) == ("chance", 2, -2, "crashed")
        assert shark.player != a_bot(0).player
        await store.create_match(a_match("new"), [a_person(0), a_bot(1)])
        assert await store.seats("new") == [a_person(0), a_bot(1)]


async def test_a_newer_database_is_refused_and_left_alone(address: str, engine: Engine) -> None:
    async with await Store.open(address) as store:
        await store.create_match(a_match(), ())
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        before = schema(connection), counts(connection)
    with pytest.raises(NewerStore, match="newer version of Quintain"):
        await Store.open(address)
    with engine.connect() as connection:
        assert (schema(connection), counts(connection)) == before


async def test_a_database_of_another_program_is_refused(address: str, engine: Engine) -> None:
    parsed(address)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE people (id INTEGER)"))
    with pytest.raises(StoreError, match="another program"):
        await Store.open(address)


async def test_stores_that_open_together_wait_for_each_other(address: str) -> None:
    stores = await asyncio.gather(*(Store.open(address) for _ in range(5)))
    for store in stores:
        await store.close()


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await Store.open(path)
    assert path.read_bytes().startswith(b"Dear diary")


async def test_a_folder_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        await Store.open(tmp_path)


async def test_the_file_and_its_folders_are_made_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new ?#%41" / "folder" / "store.db"
    async with await Store.open(path) as store:
        await store.create_person("1", "Ann")
        files = [*path.parent.iterdir()]
        assert path in files
        assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "postgresql+asyncpg://x/y", "a b://"]
)
async def test_a_url_that_makes_no_sense_is_refused(url: str) -> None:
    with pytest.raises(BadSetting):
        await Store.open(url)


async def test_a_server_that_is_away_is_named_in_plain_words() -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await Store.open("postgresql://nobody@127.0.0.1:1/nothing", patience=1)
