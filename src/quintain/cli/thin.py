"""`quintain thin`: old replays of ladder matches make room."""

from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import Json
from quintain.cli.ladder import Database

if TYPE_CHECKING:
    from quintain.datastore.thinning import Rule, Thinned


def thin(
    days: Annotated[float, typer.Option(min=0, metavar="N", help="replays that are younger stay")] = 30,
    every: Annotated[int, typer.Option(min=1, metavar="N", help="one of so many old ones stays")] = 20,
    newest: Annotated[int, typer.Option(min=1, metavar="N", help="so many of each player stay")] = 50,
    delete: Annotated[bool, typer.Option("--delete", help="do it; without this, only tell what would go")] = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Delete old replays of ladder matches, and the logs of their programs; without --delete, only tell how many.

    Replays of people, of tables, of events and of forks stay, and so do all matches, results and ratings.
    """
    import asyncio
    from datetime import UTC, datetime

    from quintain.cli.console import busy, emit
    from quintain.cli.serve import existing_database
    from quintain.datastore import Store
    from quintain.datastore.thinning import Rule

    rule = Rule(days, every, newest)

    async def work() -> "Thinned":
        async with await Store.open(existing_database(database)) as store:
            return await store.thin_replays(rule, datetime.now(UTC), delete)

    with busy("looking for old replays"):
        found = asyncio.run(work())
    if as_json:
        emit({"replays": found.replays, "bytes": found.bytes, "kept": found.kept, "deleted": delete})
    else:
        tell(rule, found, delete)


def tell(rule: "Rule", found: "Thinned", delete: bool) -> None:
    size = f"{found.bytes / 1e6:.1f} MB"
    if not found.replays:
        typer.echo(f"no replay is old enough to go; {found.kept} stay")
    elif delete:
        typer.echo(f"{found.replays} replays of {size} were deleted, {found.kept} stay")
    else:
        typer.echo(f"{found.replays} replays of {size} would go, {found.kept} would stay; --delete does it")
