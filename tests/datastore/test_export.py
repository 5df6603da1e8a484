"""Everything as one file and back, between both kinds of database; a file that is not whole is refused."""

import gzip
import json
import stat
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, select

from quintain.core.errors import BadExport, NewerStore, StoreError, StoreInUse
from quintain.datastore import SCOPES, Person, Store, importing
from quintain.datastore.engine import parsed
from quintain.datastore.export_file import KINDS, LEFT_OUT, FileEnd, Head, Sum, TableEnd, TableHead, kind_of, tables
from quintain.datastore.importing import import_from
from quintain.datastore.models import MatchModel, Model
from tests.datastore.contest_samples import a_version, an_uploaded_bot
from tests.datastore.postgresql import Postgresql
from tests.datastore.samples import DAWN, a_match

pytestmark = pytest.mark.anyio


def cell(kind: str, n: int) -> Any:
    """Text is the same everywhere, so that each row refers to one of the same number."""
    odd = {
        "moment": DAWN + timedelta(microseconds=n),
        "bytes": b"\0\xff" * n,
        "truth": True,
        "number": n,
        "real": n / 7,
    }
    return odd.get(kind, f'{n} "’ü\n🜚')


def fill(connection: Connection) -> None:
    """Two rows in every table, whatever tables there are; the second one has nothing that it need not have."""
    for table in Model.metadata.sorted_tables:
        for n in (1, 2):
            needed = [one for one in table.columns if n == 1 or not one.nullable]
            connection.execute(insert(table), {one.name: raw(cell(kind_of(one), n), one) for one in needed})
    # A fork that is stored before the match that it comes from.
    connection.execute(insert(MatchModel), matches := [values("0", "9"), values("9", None)][::-1])
    assert len(matches) == 2


def values(id: str, forked_from: str | None) -> dict[str, Any]:
    row = a_match(id, forked_from=forked_from)
    return {name: getattr(row, name) for name in row.__struct_fields__ if name != "seats"}


def raw(value: Any, column: Any) -> Any:
    """What a column of ids keeps must be such a list."""
    return (value,) if type(column.type).__name__ == "Words" else value


async def filled(address: str) -> Store:
    store = await Store.open(address)
    await store.write("everything", fill)
    return store


def lines(path: Path) -> list[bytes]:
    """Without the first one, which says when it was made."""
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)[1:]


def other_kind(address: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    if not address.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'other.db'}"
    server: Postgresql = request.getfixturevalue("postgresql")
    return server.empty()


async def test_everything_goes_to_the_other_kind_and_comes_back_equal(
    address: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    async with await filled(address) as store:
        done = await store.export(first)
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert done == (len(tables()), 2 * len(tables()) + 2)
    target = other_kind(address, tmp_path, request)
    assert import_from(parsed(target), 10, first) == done
    async with await Store.open(target) as store:
        await store.export(second)
        text = cell("text", 1)
        assert await store.session_person(text) is None
        [entry, *_] = await store.audit(1)
        await store.note_act(text, "act", "subject")
        assert (await store.audit(1))[0].id == entry.id + 1
        assert await store.table(text)
    kept = lines(first)
    assert {json.loads(line)["table"] for line in kept if b'"table"' in line} == {*Model.metadata.tables} - {*LEFT_OUT}
    # The sum of the whole has the first line in it.
    assert lines(second)[:-1] == kept[:-1]
    assert {path.name for path in tmp_path.iterdir()} >= {"first", "second"}
    assert not [*tmp_path.glob("*.partial")]


@pytest.fixture
async def exported(path: Path, tmp_path: Path) -> Path:
    async with await filled(str(path)) as store:
        await store.export(tmp_path / "export")
    return tmp_path / "export"


def rewritten(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    all_lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(change(all_lines))))
    return file


def head_with(**changes: Any) -> Callable[[list[bytes]], list[bytes]]:
    return lambda all_lines: [json.dumps(json.loads(all_lines[0]) | changes).encode() + b"\n", *all_lines[1:]]


def one_letter(all_lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"jaffre", b"jaffrf") for line in all_lines]


def wrong_type(all_lines: list[bytes]) -> list[bytes]:
    return [b'[5, "x"]\n' if line.startswith(b"[") else line for line in all_lines]


def only(table: str, columns: list[str], kinds: list[str], *rows: list[Any]) -> Callable[[list[bytes]], list[bytes]]:
    """A file whose sums are right, with this table alone."""

    def made(all_lines: list[bytes]) -> list[bytes]:
        lines = [*head_with(tables=[table])(all_lines)[:1], line_of(table=table, columns=columns, kinds=kinds)]
        own, whole = Sum(), Sum()
        for row in rows:
            lines.append(json.dumps(row).encode() + b"\n")
            own.add(lines[-1])
        lines.append(line_of(end=table, rows=own.lines, sha256=own.sha256))
        for line in lines:
            whole.add(line)
        return [*lines, line_of(rows=own.lines, sha256=whole.sha256, quintain="end")]

    return made


def line_of(**fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"


SETTING = ["key", "value"]
BAD: list[tuple[Callable[[list[bytes]], list[bytes]], type[Exception], str]] = [
    (lambda all_lines: all_lines[:-1], BadExport, "ends too early"),
    (lambda all_lines: all_lines[:30], BadExport, "ends too early"),
    (lambda all_lines: [*all_lines[:-1], all_lines[-1][:-9]], BadExport, "ends too early"),
    (one_letter, BadExport, "not those that were exported"),
    (wrong_type, BadExport, "row 1 of .* is not what it should be"),
    (lambda all_lines: [*all_lines, b"{}\n"], BadExport, "not as it was exported"),
    (lambda all_lines: all_lines[::-1], BadExport, "not an export"),
    (lambda _: [b"hello\n"], BadExport, "not an export"),
    (lambda _: [b'{"quintain":"replay"}\n'], BadExport, "not an export"),
    (lambda _: [], BadExport, "ends too early"),
    (head_with(format=2), NewerStore, "newer version"),
    (head_with(schema="9999"), NewerStore, "newer version"),
    (head_with(tables=["strangers"]), BadExport, "not one of ours"),
    (only("alembic_version", ["version_num"], ["text"], ["forged"]), BadExport, "not one of ours"),
    (only("sessions", ["token_hash"], ["text"]), BadExport, "not one of ours"),
    (only("settings", SETTING, ["text"]), BadExport, "not one of ours"),
    (only("settings", ["key", "key"], ["text", "text"]), BadExport, "not one of ours"),
    (only("settings", ["key", "value) --"], ["text", "text"], ["a", "b"]), BadExport, "not one of ours"),
    (only("matches", ["id"], ["text"], ["m"]), BadExport, "do not fit together"),
    (only("audit", ["id"], ["number"], [2**70]), BadExport, "cannot be stored|not what it should be"),
]


async def test_a_file_that_was_cut_or_changed_is_refused(exported: Path, tmp_path: Path) -> None:
    target, whole = tmp_path / "target.db", exported.read_bytes()
    for change, error, words in BAD:
        exported.write_bytes(whole)
        with pytest.raises(error, match=words):
            import_from(parsed(target), 10, rewritten(exported, change))
    async with await Store.open(target) as store, store.reading() as connection:
        for table in tables():
            assert (await connection.execute(select(table))).all() == []


async def test_large_rows_are_not_all_in_memory_at_once(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files of a thousand bots would be gigabytes."""
    count, size, target = 80, 1 << 17, tmp_path / "target.db"
    monkeypatch.setattr(importing, "LARGEST_PART", count * size // 10, raising=False)
    async with await Store.open(path) as store:
        await store.create_bot(an_uploaded_bot())
        for number in range(count):
            await store.add_version(a_version(f"v{number}"), bytes(size))
        with memory_below(count * size // 2):
            await store.export(tmp_path / "export")
    with memory_below(count * size // 2):
        import_from(parsed(target), 10, tmp_path / "export")
    async with await Store.open(target) as store:
        assert await store.source("v7") == bytes(size)


@contextmanager
def memory_below(most: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


async def test_compressed_bytes_that_were_cut_or_damaged_are_refused(exported: Path, tmp_path: Path) -> None:
    target, data = parsed(tmp_path / "target.db"), exported.read_bytes()
    for cut in (int(part * len(data)) for part in (0.3, 0.9, 0.999)):
        exported.write_bytes(data[:cut])
        with pytest.raises(BadExport, match="ends too early"):
            import_from(target, 10, exported)
        broken = bytearray(data)
        broken[cut - 8] ^= 0x55
        exported.write_bytes(broken)
        with pytest.raises(BadExport):
            import_from(target, 10, exported)
    exported.write_bytes(data)
    import_from(target, 10, exported)


async def test_only_an_empty_database_that_nobody_uses_is_filled(exported: Path, path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="empty database only"):
        import_from(parsed(path), 10, exported)
    target = tmp_path / "target.db"
    async with await Store.open(target, exclusive=True):
        with pytest.raises(StoreInUse):
            import_from(parsed(target), 10, exported)
    import_from(parsed(target), 10, exported)
    with pytest.raises(BadExport, match="no such file"):
        import_from(parsed(target), 10, tmp_path / "nowhere")
    with pytest.raises(BadExport, match="not an export"):
        import_from(parsed(tmp_path / "fresh.db"), 10, path)


async def test_an_export_is_written_whole_or_not_at_all(sqlite: Store, tmp_path: Path) -> None:
    existing = tmp_path / "there"
    existing.write_bytes(b"mine")
    with pytest.raises(StoreError, match="there already"):
        await sqlite.export(existing)
    assert existing.read_bytes() == b"mine"
    with pytest.raises(StoreError, match="no export to"):
        await sqlite.export(tmp_path / "no folder" / "file")
    bad = "UPDATE people SET created = 'yesterday'"
    await sqlite.create_person("1", "Ann")
    await sqlite.write("harm", lambda connection: connection.exec_driver_sql(bad).close())
    with pytest.raises(StoreError, match="cannot be read"):
        await sqlite.export(tmp_path / "file")
    assert not [*tmp_path.glob("file*")]


def by_hand(path: Path, schema: str, contents: dict[str, tuple[dict[str, str], list[Any]]]) -> Path:
    """An export of another version, as the format says: each table has the kinds of its columns, and its rows."""
    whole, rows, out = Sum(), 0, []

    def line(thing: Any) -> bytes:
        written = msgspec.json.encode(thing) + b"\n"
        whole.add(written)
        out.append(written)
        return written

    line(Head(schema=schema, made=DAWN, tables=tuple(contents)))
    for name, (columns, values) in contents.items():
        line(TableHead(table=name, columns=tuple(columns), kinds=tuple(columns.values())))
        sum = Sum()
        for row in values:
            sum.add(line(row))
        line(TableEnd(end=name, rows=sum.lines, sha256=sum.sha256))
        rows += sum.lines
    line(FileEnd(rows=rows, sha256=whole.sha256))
    path.write_bytes(gzip.compress(b"".join(out)))
    return path


async def test_an_export_of_an_older_version_is_upgraded(address: str, tmp_path: Path) -> None:
    people = {"id": "text", "name": "text", "account": "text", "password_hash": "text", "created": "moment"}
    tokens = {"token_hash": "text", "person_id": "text", "label": "text", "created": "moment"}
    rows = [["1", "Ann", "ann", "hash", DAWN]], [["t", "1", "bot", DAWN]]
    old = by_hand(tmp_path / "old", "0005", {"people": (people, rows[0]), "tokens": (tokens, rows[1])})
    assert import_from(parsed(address), 10, old) == (2, 2)
    async with await Store.open(address) as store:
        assert await store.token_holder("t") == (Person("1", "Ann", False, DAWN), SCOPES)
    with pytest.raises(StoreError, match="empty database only"):
        import_from(parsed(address), 10, old)


def test_every_kind_of_column_is_known() -> None:
    assert {kind_of(column) for table in tables() for column in table.columns} == {*KINDS}
