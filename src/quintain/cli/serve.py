"""`quintain serve`: the website."""

import os
from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="where to listen; 0.0.0.0 lets others in")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="an SQLite file, or postgresql://…",
            show_default="quintain.db in the user's data folder",
        ),
    ] = None,
    pace: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, max=5, help="the bots' mean pause before they act")
    ] = 1.0,
    ping: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, max=60, help="a line that is silent for twice as long is dead")
    ] = 15.0,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="a proxy whose word on where requests come from is believed; repeatable"),
    ] = None,
    ladder_cores: Annotated[
        float, typer.Option(metavar="N", min=0.05, max=64, help="processors that the ladder may take, on average")
    ] = 0.4,
    ladder: Annotated[
        bool, typer.Option("--ladder/--no-ladder", help="play the ladder's matches here, behind everything else")
    ] = True,
    reach: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="where other servers on the same PostgreSQL reach this one",
            show_default="where it listens",
        ),
    ] = None,
) -> None:
    """Open the arena to people: play, watch and replay in a browser.

    Every match is journalled: stop the server at any time, and start it again;
    the tables go on where they were.
    """
    from quintain.website.server import run

    cores = ladder_cores if ladder else None
    run(host, port, database or default_database(), pace, ping, proxy or (), cores, reach)


def existing_database(database: str | None) -> str:
    """For whoever looks at one: a mistyped path must not become an empty database, of which all is well."""
    from quintain.core.errors import BadSetting
    from quintain.datastore.engine import is_sqlite, parsed

    address = database or default_database()
    url = parsed(address)
    if is_sqlite(url) and not Path(url.database or "").exists():
        raise BadSetting(f"there is no database {url.database}; --database says where it is")
    return address


def default_database() -> str:
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "quintain" / "quintain.db")
