"""`quintain export`: everything in the database as one file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import Json
from quintain.cli.ladder import Database

if TYPE_CHECKING:
    from quintain.datastore.exporting import Exported


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a new file, such as [bold]arena.quintain[/bold]")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Write everything in the database to one file, for a backup or a move to another kind of database.

    It is one moment as a whole, and a server may go on meanwhile. Hashes of passwords and tokens are in it, so only you
    can read the file: keep it private. Sessions are left out; whoever was signed in signs in again.
    """
    import asyncio

    from quintain.cli.console import busy, emit
    from quintain.cli.files import check_writable
    from quintain.cli.serve import existing_database
    from quintain.datastore import Store

    check_writable(file)

    async def work() -> "Exported":
        async with await Store.open(existing_database(database)) as store:
            return await store.export(file)

    with busy(f"writing {file}"):
        done = asyncio.run(work())
    if as_json:
        emit({"file": str(file), "tables": done.tables, "rows": done.rows, "bytes": file.stat().st_size})
    else:
        typer.echo(f"{done.rows} rows of {done.tables} tables are in {file}; it holds password hashes, keep it private")
