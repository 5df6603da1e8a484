"""`quintain rank` and `quintain accounts`, as real commands."""

import json
import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from quintain.sandbox.processes import descendants, exists
from tests.cli.conftest import COMMAND, Run
from tests.processes import PATIENCE, running

GAME = "planets"  # quick, also where it is interpreted


def eventually(condition: object, seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < until
        time.sleep(0.05)


def test_matches_are_played_shown_and_accounted_for(quintain: Run, tmp_path: Path) -> None:
    database = tmp_path / "rank.db"
    done = quintain("rank", GAME, "--matches", "2", "--cores", "2", "--json", "--database", str(database))
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) >= 2
    assert {line["game"] for line in lines} == {GAME}
    books = quintain("accounts", "--database", str(database))
    assert books.returncode == 0, books.stdout
    assert "every match is accounted for" in books.stdout
    (account,) = [
        json.loads(line)
        for line in quintain("accounts", "--json", "--database", str(database)).stdout.split("\n")
        if line
    ]
    assert account["matches"] == len(lines)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE ratings SET mu = mu + 10")
    wrong = quintain("accounts", "--database", str(database))
    assert wrong.returncode == 1
    assert "ratings are not what the matches say" in wrong.stdout


def test_a_ranker_that_is_killed_or_interrupted_leaves_no_process_and_no_debts(quintain: Run, tmp_path: Path) -> None:
    database = tmp_path / "rank.db"
    for blow, status in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        command = [COMMAND, "rank", GAME, "--cores", "2", "--database", str(database)]
        with running(command) as process:
            assert process.stdout
            assert GAME in process.stdout.readline()
            eventually(lambda pid=process.pid: len(descendants(pid)) >= 2)
            pids = descendants(process.pid)
            os.kill(process.pid, blow)
            process.communicate(timeout=PATIENCE)
            assert process.returncode == status
        eventually(lambda pids=pids: not any(map(exists, pids)))
        books = quintain("accounts", "--database", str(database))
        assert books.returncode == 0, books.stdout


def test_what_is_asked_for_wrongly_is_said_in_a_line(quintain: Run, tmp_path: Path) -> None:
    done = quintain("rank", "chess", "--database", str(tmp_path / "rank.db"))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert quintain("rank", "--cores", "0").returncode == 2
