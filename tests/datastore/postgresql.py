"""A PostgreSQL server for one test run, in a folder of its own."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.processes import PATIENCE


class Postgresql:
    @staticmethod
    def programs() -> Path | None:
        """The folder of the newest server installed."""
        found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
        if found:
            return max(found, key=lambda path: int(path.parts[-3])).parent
        initdb = shutil.which("initdb")
        return Path(initdb).resolve().parent if initdb else None

    def __init__(self) -> None:
        # The path of a socket may not be long, and the server's user must reach it.
        self.home = Path(tempfile.mkdtemp(prefix="quintain-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.home, "postgres")
        self.port = free_port()

    def start(self) -> None:
        self.run(
            "initdb",
            "--pgdata",
            self.home / "data",
            "--username",
            "quintain",
            "--auth",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
        )
        self.launch()

    def launch(self) -> None:
        data = self.home / "data"
        options = f"-p {self.port} -k {self.home} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=100"
        self.run("pg_ctl", "start", "--pgdata", data, "--wait", "--log", self.home / "log", "--options", options)

    def stop(self) -> None:
        if (self.home / "data" / "postmaster.pid").exists():
            self.halt("immediate")
        shutil.rmtree(self.home)

    def halt(self, mode: str) -> None:
        self.run("pg_ctl", "stop", "--pgdata", self.home / "data", "--mode", mode, "--wait")

    def run(self, program: str, *arguments: str | Path) -> None:
        folder = self.programs()
        assert folder
        # PostgreSQL refuses to run as root.
        user = ["runuser", "--user", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*user, str(folder / program), *map(str, arguments)]
        with (self.home / "commands").open("a+") as output:
            result = subprocess.run(command, stdout=output, stderr=output, cwd=self.home, timeout=PATIENCE, check=False)
            output.seek(0)
            assert result.returncode == 0, output.read()

    @property
    def url(self) -> str:
        return f"postgresql://quintain@127.0.0.1:{self.port}/postgres"

    def execute(self, statement: str) -> None:
        writable = "-c default_transaction_read_only=off"
        with psycopg.connect(self.url, autocommit=True, options=writable) as connection:
            connection.execute(statement.encode())

    def another(self, name: str) -> str:
        """The URL of a new database."""
        self.execute(f"CREATE DATABASE {name}")
        return self.url.removesuffix("postgres") + name

    def empty(self) -> str:
        """The URL of the database, with nothing in it; much quicker than a new one for each test."""
        leave = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        self.execute(f"{leave} AND datname = current_database()")
        self.execute("ALTER DATABASE postgres RESET ALL")
        self.execute("DROP SCHEMA public CASCADE")
        self.execute("CREATE SCHEMA public")
        return self.url


@contextmanager
def temporary() -> Iterator[Postgresql]:
    """A server that is gone afterwards, with all that was in it."""
    server = Postgresql()
    try:
        server.start()
        yield server
    finally:
        server.stop()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
