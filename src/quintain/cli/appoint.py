"""`quintain appoint`: who administrates a website."""

from typing import Annotated

import typer

from quintain.cli.ladder import Database


def appoint(
    name: Annotated[str, typer.Argument(metavar="NAME", help="the account's name")],
    dismiss: Annotated[bool, typer.Option("--dismiss", help="take the office away again")] = False,
    database: Database = None,
) -> None:
    """Make an account an administrator of the website: they can pause the ladder, shut people and bots out, and start
    seasons.

    It works beside a running server, and at once. It is noted in the audit log, too.
    """
    import asyncio

    asyncio.run(change(name, not dismiss, database))
    typer.echo(f"{name} is an administrator now" if not dismiss else f"{name} is no administrator any more")


async def change(name: str, admin: bool, database: str | None) -> None:
    from quintain.cli.serve import existing_database
    from quintain.core.errors import BadSetting
    from quintain.datastore import Store

    async with await Store.open(existing_database(database)) as store:
        person = await store.person_named(name)
        if person is None:
            raise BadSetting(f"no account is called {name!r}; sign up on the website first")
        act = "appoint" if admin else "dismiss"
        await store.set_admin(person.id, admin, store.audited(person.id, act, f"person {person.name}", "on the server"))
