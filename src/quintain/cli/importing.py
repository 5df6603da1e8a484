"""`quintain import`: an export becomes a database again."""

from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.arguments import Json
from quintain.cli.ladder import Database


def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="as [bold]quintain export[/bold] has written it")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Fill an empty database from an export, of SQLite or PostgreSQL alike.

    All of it or nothing: a file that was cut or changed is refused, and so is a database with anything in it.
    """
    from quintain.cli.console import busy, emit
    from quintain.cli.serve import default_database
    from quintain.datastore.engine import parsed
    from quintain.datastore.importing import import_from
    from quintain.datastore.store import PATIENCE

    with busy(f"reading {file}"):
        done = import_from(parsed(database or default_database()), PATIENCE, file)
    if as_json:
        emit({"file": str(file), "tables": done.tables, "rows": done.rows})
    else:
        typer.echo(f"{done.rows} rows of {done.tables} tables were imported")
