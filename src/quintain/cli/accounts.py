"""`quintain accounts`: does the ladder keep its books in order?"""

from typing import TYPE_CHECKING

import typer

from quintain.cli.arguments import Json
from quintain.cli.ladder import Database

if TYPE_CHECKING:
    from quintain.ranker.contest.accounts import Account

WRONG = 1
MOST = 20  # lines of what is wrong with a game


def accounts(database: Database = None, as_json: Json = False) -> None:
    """Check that every ranked match was stored once, counts once, and that all ratings follow from the matches.

    Nothing is changed. It ends with status 1 if anything is wrong.
    """
    import asyncio

    from quintain.cli.console import emit
    from quintain.cli.serve import existing_database
    from quintain.datastore import Store
    from quintain.ranker.contest.accounts import accounts as look

    async def work() -> "list[Account]":
        async with await Store.open(existing_database(database)) as store:
            return await look(store)

    found = asyncio.run(work())
    if as_json:
        for account in found:
            emit(account)
    else:
        tell(found)
    if any(account.wrong for account in found):
        raise typer.Exit(WRONG)


def tell(found: "list[Account]") -> None:
    from quintain.cli.console import out, plain, table

    columns = ("sets", "stored", "rated", "waiting", "dropped", "wrong")
    grid = table("game", *columns, right=columns)
    for account in found:
        numbers = (account.sets, account.matches, account.rated, account.waiting, account.dropped, len(account.wrong))
        grid.add_row(account.game, *map(str, numbers))
    out.print(grid)
    for account in found:
        for line in account.wrong[:MOST]:
            plain(f"{account.game}: {line}", "red")
    if not any(account.wrong for account in found):
        plain("every match is accounted for, and all ratings are what the matches say")
