"""Whatever of the store cannot be read costs the table or match that it belongs to, and nobody else anything."""

import json
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.website.client import PATIENCE, QUINTAIN, Browser, Site
from tests.website.stored import stored_tables

Damage = Callable[[sqlite3.Connection, str, str], Any]  # what is done to the table and the match of these ids

LINE = "WHERE match_id = ? AND n = 7"


def column(table: str, name: str, value: str) -> Damage:
    key = "id = ?2" if table == "matches" else "id = ?1"
    return lambda store, id, match: store.execute(
        f"UPDATE {table} SET {name} = {value} WHERE {key} AND ?1 != ?2", (id, match)
    )


def line(value: str) -> Damage:
    return lambda store, _, match: store.execute(f"UPDATE entries SET entry = {value} {LINE}", (match,))


def data(**changes: Any) -> Damage:
    """Other settings in what is stored of the table."""

    def change(store: sqlite3.Connection, id: str, _: str) -> None:
        (text,) = store.execute("SELECT data FROM tables WHERE id = ?", (id,)).fetchone()
        changed = json.dumps({**json.loads(text), **changes}).encode()
        store.execute("UPDATE tables SET data = ? WHERE id = ?", (changed, id))

    return change


def header(**changes: Any) -> Damage:
    def change(store: sqlite3.Connection, _: str, match: str) -> None:
        (text,) = store.execute("SELECT header FROM matches WHERE id = ?", (match,)).fetchone()
        changed = json.dumps({**json.loads(text), **changes}).encode()
        store.execute("UPDATE matches SET header = ? WHERE id = ?", (changed, match))

    return change


def without(table: str, where: str = "match_id = ?") -> Damage:
    return lambda store, _, match: store.execute(f"DELETE FROM {table} WHERE {where}", (match,))


TABLE_IS_LOST: dict[str, Damage] = {
    "table: not JSON": column("tables", "data", "x'7b226964'"),
    "table: no table": column("tables", "data", "CAST('[1, 2]' AS BLOB)"),
    "table: a number": column("tables", "data", "5"),
    "table: not text": column("tables", "game", "CAST(x'fffe' AS TEXT)"),
    "table: an unknown game": data(game="ludo"),
    "table: too few seats": data(chairs=[]),
    "table: another table's": data(id="somewhere-else"),
    "table: impossible options": data(options={"target": -5}),
    "table: a match that is not there": data(match="nowhere"),
    "match: gone": without("matches", "id = ?"),
    "match: a header that is not JSON": column("matches", "header", "x'00ff'"),
    "match: other rules": header(rules_version=99),
    "match: another game's": header(game="planets"),
    "match: a seed that is none": header(seed={"a": 1}),
    "match: no time at all": column("matches", "began", "'last Tuesday'"),
    "journal: not JSON": line("x'7b7b'"),
    "journal: no entry": line('CAST(\'{"type": "surprise"}\' AS BLOB)'),
    "journal: a seat that is none": line("CAST(replace(CAST(entry AS TEXT), '\"seat\":', '\"seat\":9') AS BLOB)"),
    "journal: text": line("CAST(entry AS TEXT)"),
    "journal: a line that is missing": without("entries", "n = 7 AND match_id = ?"),
    "journal: a line twice": lambda store, _, match: store.execute(
        "UPDATE entries SET entry = (SELECT entry FROM entries AS other WHERE other.match_id = ?1 AND n = 6) "
        "WHERE match_id = ?1 AND n = 7",
        (match,),
    ),
}
TABLE_GOES_ON: dict[str, Damage] = {
    "nothing": lambda *_: None,
    "table: a state that is none": column("tables", "state", "'upside down'"),
    "seats: gone": without("seats"),
    "appearances: gone": without("appearances"),
}


def damaged(database: Path, tables: list[str]) -> dict[str, str]:
    """One kind of damage to each table; by kind, its id."""
    kinds = {**TABLE_IS_LOST, **TABLE_GOES_ON}
    with closing(sqlite3.connect(database)) as store:
        matches = dict(store.execute("SELECT table_id, id FROM matches"))
        for id, damage in zip(tables, kinds.values(), strict=True):
            damage(store, id, matches[id])
        store.commit()
    return dict(zip(kinds, tables, strict=True))


def test_each_kind_of_damage_costs_its_own_table(tmp_path: Path) -> None:
    tables = stored_tables(tmp_path, len(TABLE_IS_LOST) + len(TABLE_GOES_ON))
    database = tmp_path / "quintain.db"
    ids = damaged(database, tables)
    with Site(database) as site:
        with Browser(site, "Bob") as bob:
            assert bob.request("GET", "/api/lobby").status_code == 200
            for kind in TABLE_IS_LOST:
                check_lost(bob, ids[kind], kind)
            for kind in TABLE_GOES_ON:
                check_open(bob, ids[kind], kind)
        lines = site.close().splitlines()
    told = [next(id for id in tables if id in line) for line in lines]
    assert sorted(told) == sorted(ids[kind] for kind in TABLE_IS_LOST), "one line each, and no others"
    assert all("is set aside: " in line for line in lines)


def check_lost(bob: Browser, id: str, kind: str) -> None:
    answer = bob.request("GET", f"/api/tables/{id}")
    assert answer.status_code == 410, (kind, answer.text)
    words = answer.json()["error"]
    assert "was set aside" in words
    assert "Damage" in words
    with bob.live(id, greet=False) as socket:
        code, reason = socket.closed()
        assert (code, reason[:24]) == (4410, "this table was set aside"), kind


def check_open(bob: Browser, id: str, kind: str) -> None:
    assert bob.get(f"/api/tables/{id}")["state"] == "playing", kind
    with bob.live(id) as socket:
        assert socket.until("sync")["events"], kind


FINISHED: dict[str, Damage] = {
    "outcome": column("matches", "outcome", "x'7b'"),
    "ended": column("matches", "ended", "'the day after'"),
    "header": column("matches", "header", "'no header'"),
}


def test_a_finished_match_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    tables = stored_tables(tmp_path, len(FINISHED) + 3)
    database = tmp_path / "quintain.db"
    with closing(sqlite3.connect(database)) as store:
        of = dict(store.execute("SELECT table_id, id FROM matches"))
        matches = [of[id] for id in tables]
        outcome = b'{"ending":"resigned","scores":[0,0,0,0],"ranks":[1,0,1,0],"why":"","faults":[]}'
        store.execute("UPDATE matches SET ended = began, outcome = ?", (outcome,))
        store.execute("INSERT INTO replays SELECT id, x'00' FROM matches")
        store.execute("DELETE FROM tables")
        for id, match, damage in zip(tables, matches, FINISHED.values(), strict=False):
            damage(store, id, match)
        # The row of a bot is every match's, and must not cost them all.
        store.execute("DELETE FROM players WHERE kind = 'bot'")
        store.execute("UPDATE people SET created = 'once'")
        store.commit()
    with Site(database) as site:
        with Browser(site, "Bob") as bob:
            shown = [row["id"] for row in bob.get("/api/lobby")["replays"]]
            assert sorted(shown) == sorted(matches[len(FINISHED) :])
            for kind, match in zip(FINISHED, matches, strict=False):
                answer = bob.request("GET", f"/api/matches/{match}")
                assert (answer.status_code, "was set aside" in answer.text) == (410, True), (kind, answer.text)
            whole = bob.get(f"/api/matches/{matches[-1]}")
            assert [player["sittings"][0]["name"] for player in whole["players"]] == ["Ann", *["beginner"] * 3]
            answer = bob.request("GET", f"/api/matches/{matches[-1]}/steps")
            assert (answer.status_code, answer.json()["error"]) == (422, "this is not a Quintain replay")
        assert len(site.close().splitlines()) == len(FINISHED)


def test_a_person_who_cannot_be_read_is_nobody_and_the_table_goes_on(tmp_path: Path) -> None:
    site = Site(tmp_path / "quintain.db")
    with Browser(site, "Ann") as ann, Browser(site, "Bob") as bob:
        table = ann.post("/api/quickplay", game="jaffre")["table"]
        site.close()
        with closing(sqlite3.connect(tmp_path / "quintain.db")) as store:
            store.execute("UPDATE people SET created = 'once' WHERE id = ?", (ann.person["id"],))
            store.commit()
        with site.restarted() as again:
            assert ann.get("/api/me")["person"] is None
            assert bob.get("/api/me")["person"]["name"] == "Bob"
            assert bob.get(f"/api/tables/{table}")["seats"][0]["name"] == "Ann"
            assert ann.post("/api/guest", name="Ann again")["name"] == "Ann again"
            (line,) = again.close().splitlines()
            assert "is set aside" in line


def broken_page(database: Path, needle: bytes) -> None:
    """Overwrite the head of the page on which this stands."""
    with closing(sqlite3.connect(database)) as store:
        (size,) = store.execute("PRAGMA page_size").fetchone()
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.open("r+b") as file:
        at = file.read().index(needle)
        file.seek(at - at % size)
        file.write(b"\xff" * 16)


@pytest.mark.parametrize("what", ["tables", "entries"])
def test_a_page_of_the_database_that_is_damaged(tmp_path: Path, what: str) -> None:
    tables = stored_tables(tmp_path, 12, steps=120)
    database = tmp_path / "quintain.db"
    with closing(sqlite3.connect(database)) as store:
        of = dict(store.execute("SELECT table_id, id FROM matches"))
        line = store.execute("SELECT entry FROM entries WHERE match_id = ? AND n = 60", (of[tables[5]],)).fetchone()[0]
        text = store.execute("SELECT data FROM tables WHERE id = ?", (tables[5],)).fetchone()[0]
    broken_page(database, bytes(text if what == "tables" else line))
    with Site(database) as site, Browser(site, "Bob") as bob:
        assert bob.request("GET", "/api/lobby").status_code == 200
        statuses = [bob.status("GET", f"/api/tables/{id}") for id in tables]
        assert statuses[5] == 410
        assert statuses.count(200) >= 5, "a page holds a few tables, or lines of one or two matches"
        assert set(statuses) == {200, 410}
        table = bob.post("/api/quickplay", game="jaffre", options={"first_dealer": 3})["table"]
        with bob.live(table) as socket:
            assert len(socket.play(0, most=2)) > 1, "what is new is stored"


def refused(database: Path) -> str:
    command = [*QUINTAIN, "serve", "--port", "0", "--database", str(database)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode != 0, ended.stdout) == (True, "")
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    return ended.stderr


def test_an_empty_file_is_not_a_new_database(tmp_path: Path) -> None:
    database = tmp_path / "quintain.db"
    database.touch()
    words = refused(database)
    assert f"{database} is empty" in words
    assert "backup" in words
    assert database.read_bytes() == b""
    database.unlink()
    with Site(database) as site, Browser(site, "Ann") as ann:  # one that is not there is made
        assert ann.get("/api/me")["person"]["name"] == "Ann"


def test_a_log_without_its_database_is_not_thrown_away(tmp_path: Path) -> None:
    database = tmp_path / "quintain.db"
    site = Site(database)
    with Browser(site, "Ann"):
        site.kill()
    log, away = Path(f"{database}-wal"), tmp_path / "away.db"
    kept = log.read_bytes()
    assert kept
    database.rename(away)
    assert "is not there, but its log" in refused(database)
    assert log.read_bytes() == kept
    away.rename(database)
    with Site(database) as again, Browser(again) as nobody:
        assert nobody.get("/api/lobby")
