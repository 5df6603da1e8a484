"""What the pages of a ladder and of a bot cost the server, with a thousand bots and a million stored matches.

The database is made up: bots of 300 owners with three versions each, who meet others of about their strength. Run from
the root with PYTHONPATH=. and python bench/ladder.py.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from sqlalchemy import Connection

from quintain.datastore import Store, program_id
from quintain.website.ladders import Ladders
from tests.datastore.postgresql import temporary

out = Console(highlight=False)
GAME = "jaffre"
DAWN = datetime(2026, 1, 1, tzinfo=UTC)
OWNERS, VERSIONS, NEAR = 300, 3, 60
ON_PAGE, FORM = 50, 10
AT_ONCE = 50_000
SCATTER = 0x9E3779B97F4A7C15F39CC0605CEDC835  # odd, so no two numbers get the same id
COLUMNS = {
    "people": "id name account password_hash created",
    "bots": "id game name folded owner_id created active about",
    "versions": "id bot_id number language state created report note",
    "players": "id kind name game version created",
    "matches": "id game rules_version header began ended outcome public rated",
    "seats": "match_id seat name player_id rank score team mu sigma slowest ended",
    "ratings": "game player_id mu sigma matches",
}
Rows = Iterable[tuple[Any, ...]]


def put(connection: Connection, table: str, rows: Rows) -> None:
    """As quickly as the database can."""
    names = COLUMNS[table].split()
    driver = connection.connection.driver_connection
    assert driver
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" * len(names))
        plain = (tuple(str_of(value) for value in row) for row in rows)
        driver.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", plain)
        return
    with driver.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(names)}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def str_of(value: Any) -> Any:
    """SQLite keeps moments as text without a zone."""
    return value.strftime("%Y-%m-%d %H:%M:%S.%f") if isinstance(value, datetime) else value


def filled(connection: Connection, bots: int, matches: int) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA cache_size = -1000000")  # kilobytes, while it is filled
    put(connection, "people", ((f"o{n}", f"Owner {n}", f"owner {n}", "hash", DAWN) for n in range(OWNERS)))
    names = [f"Bot {n}" for n in range(bots)]
    put(connection, "bots", (bot_row(n, name) for n, name in enumerate(names)))
    ids = [(n, number) for n in range(bots) for number in range(1, VERSIONS + 1)]
    put(
        connection,
        "versions",
        ((f"v{n}-{i}", f"b{n}", i, "python", "ready", DAWN, b"{}", "") for n, i in ids),
    )
    put(
        connection,
        "players",
        ((player_id(n, i), "program", names[n], GAME, str(i), DAWN) for n, i in ids),
    )
    counts: dict[str, int] = {}
    numbers = iter(range(matches))
    while part := list(islice(numbers, AT_ONCE)):
        played = list(drawn(part, bots, matches, counts))
        put(connection, "matches", (match_row(number) for number in part))
        put(connection, "seats", (seat for number, pair in played for seat in seat_rows(number, pair)))
    put(connection, "ratings", ((GAME, id, 1500.0 + hash_of(id), 40.0, count) for id, count in counts.items()))


def bot_row(n: int, name: str) -> tuple[Any, ...]:
    return f"b{n}", GAME, name, name.casefold(), f"o{n % OWNERS}", DAWN, f"v{n}-{VERSIONS}", ""


def player_id(bot: int, version: int) -> str:
    return program_id(f"v{bot}-{version}")


def hash_of(id: str) -> float:
    return float(Random(id).randrange(600))


def drawn(numbers: Iterable[int], bots: int, matches: int, counts: dict[str, int]) -> Iterator[tuple[int, list[str]]]:
    """Each version plays for its third of the time, against somebody near."""
    for number in numbers:
        rng = Random(number)
        version = number * VERSIONS // matches + 1
        one = rng.randrange(bots)
        other = (one + rng.randrange(1, min(NEAR, bots))) % bots
        pair = [player_id(one, version), player_id(other, version)]
        for id in pair:
            counts[id] = counts.get(id, 0) + 1
        yield number, pair


def moment(number: int) -> datetime:
    return DAWN + timedelta(seconds=10 * number)


def match_id(number: int) -> str:
    """Without an order, as real ones are."""
    return f"{number * SCATTER % 2**128:032x}"


def match_row(number: int) -> tuple[Any, ...]:
    return match_id(number), GAME, 1, b"{}", moment(number - 1), moment(number), b"{}", True, True


def seat_rows(number: int, pair: list[str]) -> Iterator[tuple[Any, ...]]:
    winner = number % 2
    for seat, id in enumerate(pair):
        rank = 1 if seat == winner else 2
        mu = 1500.0 + number % 700
        yield match_id(number), seat, id, id, rank, -rank, seat, mu, 40.0, number % 997 / 100, moment(number)


async def page(store: Store) -> None:
    """All that the ladder's page shows."""
    rows = await store.ladder_page(GAME, ON_PAGE)
    assert len(rows) == ON_PAGE
    await store.ladder_size(GAME)
    form = await store.form_of([row.player.id for row in rows], FORM)
    assert all(len(results) == FORM for results in form.values())


def queries(store: Store, ids: list[str]) -> dict[str, Callable[[], Awaitable[Any]]]:
    top, versions = ids[0], [f"{ids[0].rpartition('-')[0]}-{i}" for i in range(1, VERSIONS + 1)]
    return {
        "the ladder's page, whole": lambda: page(store),
        f"  {ON_PAGE} places": lambda: store.ladder_page(GAME, ON_PAGE),
        f"  the last {ON_PAGE} places": lambda: store.ladder_page(GAME, ON_PAGE, 950),
        "the page as the website makes it, nothing kept": lambda: website_page(store),
        "  how many places": lambda: store.ladder_size(GAME),
        f"  form of {ON_PAGE}, {FORM} results each": lambda: store.form_of(ids, FORM),
        "a bot's course, 200 points": lambda: store.course_of(top, 200),
        "a bot's results by opponent": lambda: store.against(top),
        "a bot's 20 latest matches, all versions": lambda: store.latest_of(versions, 20),
        "a bot's 10 slowest decisions": lambda: store.slowest_of(top, 10),
    }


async def website_page(store: Store) -> None:
    """For the first who asks: everybody else gets the same for a second."""
    await Ladders(store).page(GAME, "all", "", None, 0)
    await store.latest(12, game=GAME, public=True)


async def measured(store: Store, times: int) -> Table:
    table = Table(title=f"{store.url.get_backend_name()}: milliseconds of server time", title_justify="left")
    for column in ("what", "median", "95th of 100", "of a processor"):
        table.add_column(column, justify="left" if column == "what" else "right")
    ids = [row.player.id for row in await store.ladder_page(GAME, ON_PAGE)]
    for words, ask in queries(store, ids).items():
        await ask()
        walls, processor = [], time.process_time()
        for _ in range(times):
            began = time.perf_counter()
            await ask()
            walls.append(1000 * (time.perf_counter() - began))
        used = 1000 * (time.process_time() - processor) / times
        table.add_row(words, f"{median(walls):.1f}", f"{sorted(walls)[int(0.95 * times)]:.1f}", f"{used:.1f}")
    return table


async def run(address: str, bots: int, matches: int, times: int) -> None:
    async with await Store.open(address, patience=600) as store:
        if not await store.ladder_size(GAME):
            began = time.perf_counter()
            await store.write("everything", lambda connection: filled(connection, bots, matches))
            out.print(f"{bots} bots and {matches} matches stored in {time.perf_counter() - began:.0f} s")
            await store.write("statistics", analyse)
        out.print(await measured(store, times))


def analyse(connection: Connection) -> None:
    """As PostgreSQL does by itself after a while; SQLite has no statistics in daily use."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql("ANALYZE")


def main(
    bots: Annotated[int, typer.Option(min=100)] = 1000,
    matches: Annotated[int, typer.Option(min=10_000)] = 1_000_000,
    times: Annotated[int, typer.Option(min=20)] = 100,
    database: Annotated[
        str | None, typer.Option(help="an empty one, or one that this has filled; without it, an SQLite file")
    ] = None,
    postgresql: Annotated[bool, typer.Option("--postgresql", help="a PostgreSQL of its own instead")] = False,
) -> None:
    """Fill a database, and measure the queries of the ladder's page and of a bot's."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        own = stack.enter_context(temporary()).url if postgresql else str(Path(folder) / "ladder.db")
        asyncio.run(run(database or own, bots, matches, times))


if __name__ == "__main__":
    typer.run(main)
