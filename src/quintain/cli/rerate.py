"""`quintain rerate`: compute all ratings again from the stored matches."""

from typing import TYPE_CHECKING, Annotated

import typer

from quintain.cli.arguments import Json
from quintain.cli.ladder import Database

if TYPE_CHECKING:
    from quintain.ranker.stored import Report

SAME = 1e-9  # points by which two computations of a rating may differ


def rerate(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="games", show_default="all")] = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Compute all ratings again from the stored matches, and mend what differs.

    Nothing should: ratings are stored together with their matches.
    """
    import asyncio

    from quintain.cli.console import emit
    from quintain.cli.serve import existing_database
    from quintain.datastore import Store
    from quintain.ranker.stored import rerate as rerate_game

    async def work() -> "list[Report]":
        async with await Store.open(existing_database(database)) as store:
            known = await store.rated_games()
            return [await rerate_game(store, game) for game in chosen(games, known)]

    reports = asyncio.run(work())
    for report in reports:
        if as_json:
            emit(report)
        else:
            tell(report)
    if not reports and not as_json:
        typer.echo("there are no ratings yet")


def chosen(games: list[str] | None, known: list[str]) -> list[str]:
    from quintain.core.errors import UnknownGame, did_you_mean

    for game in games or ():
        if game not in known:
            raise UnknownGame(f"there are no ratings of {game!r}; {did_you_mean(game, known)}")
    return games or known


def tell(report: "Report") -> None:
    same = "all as stored" if not report.mended else f"{report.mended} numbers mended"
    if report.difference > SAME:
        same += f", the furthest was off by {report.difference:.3g} points"
    typer.echo(f"{report.game}: {report.matches} matches, {report.players} players; {same}")
