"""How good ratings, standings and sequential tests are, and how quickly they are stored.

Populations are made up, so that their true strengths are known; 30 matches each are played. Run from the root with
PYTHONPATH=. and the name of a part: quality, tests, store, rerate or speed.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated

import numpy as np
import typer
from openskill.models import PlackettLuce
from rich.console import Console
from rich.table import Table

from bench.ladder import GAME, analyse, filled
from quintain.datastore import FinishedMatch, MatchRow, SeatRow, Store, bot_player
from quintain.ranker.elo import elo_rated
from quintain.ranker.ratings import BLUR, NEWCOMER, SCALE, Rating, rated
from quintain.ranker.result import Result
from quintain.ranker.sequential import Sequential
from quintain.ranker.stored import Report, rate_anew, rerate
from quintain.ranker.strengths import fitted
from tests.datastore.postgresql import temporary
from tests.ranker.population import Judgement, Population, judged
from tests.ranker.results import a_result
from tests.ranker.sequences import stopped, variance_at

out = Console(highlight=False)
app = typer.Typer(add_completion=False)
EACH = 30  # matches of each player
HALF, WIDER = 2, 1.2  # of by_stretch
BOTS, BAR = 1000, 60.0  # of rerate; seconds
DAWN = datetime(2026, 1, 1, tzinfo=UTC)
Judge = Callable[[Population], Judgement]


def grid(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


# --- quality ---------------------------------------------------------------------------------------------------------


def matchmade(size: int, width: float, sides: int, seed: int) -> Population:
    people = Population(size, width, sides, seed)
    people.play(size * EACH // sides**2)
    return people


def fixed(size: int, width: float, sides: int, seed: int) -> Population:
    people = Population(size, width, sides, seed)
    people.play_fixed(EACH // sides)
    return people


def by_elo(people: Population) -> Judgement:
    """Plain Elo of the same matches; it knows no margin, so none covers anything."""
    known = dict.fromkeys(people.players, 1500.0)
    for result in people.results:
        known |= elo_rated(known, result, step=40)
    return judged(people.truths, np.array([known[one] for one in people.players]), np.zeros(len(people.players)))


def by_openskill(people: Population) -> Judgement:
    """The same matches, rated by openskill as it comes, on a scale on which two players are compared as by us."""
    model = PlackettLuce(mu=1500.0, sigma=350.0, beta=SCALE / 2**0.5, tau=1.0)
    known = {player: model.rating() for player in people.players}
    for result in people.results:
        after = model.rate([[known[one]] for one in result.players], ranks=[float(rank) for rank in result.ranks])
        known |= {player: side[0] for player, side in zip(result.players, after, strict=True)}
    points, margins = ([getattr(known[one], name) for one in people.players] for name in ("mu", "sigma"))
    return judged(people.truths, np.array(points), 1.96 * np.array(margins))


def by_likelihood(people: Population) -> Judgement:
    fit = fitted(people.results)
    number = {player: i for i, player in enumerate(fit.players)}
    order = [number[player] for player in people.players]
    return judged(people.truths, fit.elo[order], np.array([fit.margin(i) for i in order]))


def by_stretch(people: Population) -> Judgement:
    """Ratings stretched about their mean so that their differences say how often the stronger side has won of late.

    It was chosen on seasons 0 to 19 (`HALF` and `WIDER`, too) and judged on 100 to 139.
    """
    by = stretch(people.results)
    points, sigmas = (
        np.array([getattr(people.known[one], name) for one in people.players]) for name in ("mu", "sigma")
    )
    margins = 1.96 * sigmas * max(by, 1.0) ** 0.5 * WIDER
    return judged(people.truths, points.mean() + by * (points - points.mean()), margins)


def stretch(results: Sequence[Result]) -> float:
    """The slope of results over the differences of the ratings before them, in the later half of the matches."""
    known, told = dict[str, Rating](), []
    for result in results:
        one, other = (known.get(player, NEWCOMER) for player in result.players)
        told.append((one.mu - other.mu, one.sigma**2 + other.sigma**2, float(result.ranks[0] < result.ranks[1])))
        known |= rated(known, result)
    ahead, doubt, won = np.array(told[len(told) // HALF :]).T
    by = 1.0
    for _ in range(30):
        clear = ahead / np.sqrt(SCALE**2 + BLUR * doubt * by * by)
        expected = 1 / (1 + np.exp(-by * clear))
        by += float((clear * (won - expected)).sum() / (clear * clear * expected * (1 - expected)).sum())
        by = min(max(by, 0.3), 3.0)
    return by


SYSTEMS: dict[str, tuple[Callable[..., Population], Judge]] = {
    "ratings, matchmaking": (matchmade, Population.judged),
    "ratings, stretched by results": (matchmade, by_stretch),
    "standings by likelihood, same matches": (matchmade, by_likelihood),
    "openskill, same matches": (matchmade, by_openskill),
    "plain Elo (K 40), same matches": (matchmade, by_elo),
    "ratings, fixed round robin": (fixed, Population.judged),
    "standings, fixed round robin": (fixed, by_likelihood),
    "plain Elo, fixed round robin": (fixed, by_elo),
}


@app.command()
def quality(seasons: Annotated[int, typer.Option(min=1)] = 40, first: int = 0) -> None:
    """Rank correlation, coverage of 95 % intervals and error, after 30 matches each."""
    for size, sides, width in ((50, 2, 350), (50, 2, 250), (50, 2, 450), (48, 4, 350), (48, 8, 350)):
        table = grid(
            f"{size} bots, sd {width}, {sides} sides, {seasons} seasons", "by", "correlation", "covered", "error"
        )
        played: dict[Callable[..., Population], list[Population]] = {}
        for name, (play, judge) in SYSTEMS.items():
            if sides > 2 and (play is fixed or judge is by_stretch):
                continue
            if play not in played:
                played[play] = [play(size, width, sides, seed) for seed in range(first, first + seasons)]
            found = [judge(people) for people in played[play]]
            cells = [fmean(one[i] for one in found) for i in range(3)]
            covered = "–" if judge is by_elo else f"{cells[1]:.1%}"
            table.add_row(name, f"{cells[0]:.3f}", covered, f"{cells[2]:.0f}")
        out.print(table)


# --- is it better? ---------------------------------------------------------------------------------------------------


@app.command("tests")
def sequential_tests(runs: Annotated[int, typer.Option(min=10)] = 10_000) -> None:
    """Errors and length of sequential tests, when nothing is better and when it is."""
    table = grid(
        f"{runs} sequential tests each", "elo0..elo1", "truth", "wrong", "pairs", "theory", "fixed", "of fixed"
    )
    for test in (Sequential(), Sequential(elo0=-10, elo1=10), Sequential(elo0=0, elo1=10)):
        for elo in (test.elo0, test.elo1):
            theory = test.expected(elo, variance_at(elo))
            most = int(12 * theory)
            ends = [end for part in range(runs // 500) for end in stopped(test, elo, 500, most, seed=part)]
            wrong = "better" if elo == test.elo0 else "not better"
            errors = sum(test.verdict(end) == wrong for end in ends) / len(ends)
            pairs = fmean(end.pairs for end in ends)
            size = test.fixed(variance_at(elo))
            cells = f"{errors:.3f}", f"{pairs:.0f}", f"{theory:.0f}", str(size), f"{pairs / size:.1%}"
            table.add_row(f"{test.elo0:g}..{test.elo1:g}", f"{elo:+g}", *cells)
    out.print(table)


# --- the store -------------------------------------------------------------------------------------------------------


def finished(number: int, rng: Random, players: int = 100) -> FinishedMatch:
    seats = tuple(
        SeatRow(seat, f"b{one}", bot_player("g", 1, f"b{one}"), rank=seat + 1, score=-seat, team=seat)
        for seat, one in enumerate(rng.sample(range(players), 2))
    )
    ended = DAWN + timedelta(seconds=number)
    row = MatchRow(
        id=f"{number:08}", game="g", rules_version=1, header=b"{}", began=DAWN, ended=ended, outcome=b"{}", rated=True
    )
    return FinishedMatch(
        MatchRow(**{name: getattr(row, name) for name in row.__struct_fields__} | {"seats": seats}), b""
    )


@app.command()
def store(
    database: Annotated[str | None, typer.Option(help="an empty one; without it, an SQLite file")] = None,
) -> None:
    """What storing and rating a match costs."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(database or str(Path(folder) / "bench.db")))


async def measured(address: str) -> None:
    async with await Store.open(address) as store:
        table = grid(f"{store.url.get_backend_name()}: storing and rating", "what", "ms of a match", "of a processor")
        rng = Random(2)
        for size in (1, 2, 20, 100):
            batches = [[finished(10**5 * size + 100 * n + i, rng) for i in range(size)] for n in range(1000 // size)]
            began, processor = time.perf_counter(), time.process_time()
            for batch in batches:
                await store.add_matches(batch, rule=rate_anew)
            took = time.perf_counter() - began, time.process_time() - processor
            table.add_row(f"{size} in a transaction", *(f"{1000 * one / size / len(batches):.3f}" for one in took))
        out.print(table)


@app.command("rerate")
def rated_again(
    matches: Annotated[int, typer.Option(min=10_000)] = 1_000_000,
    postgresql: Annotated[bool, typer.Option("--postgresql", help="a PostgreSQL of its own instead of SQLite")] = False,
) -> None:
    """Seconds and memory to rate all stored matches of a game again: with every number wrong, and with none."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address = stack.enter_context(temporary()).url if postgresql else str(Path(folder) / "bench.db")
        asyncio.run(all_again(address, matches))


async def all_again(address: str, matches: int) -> None:
    async with await Store.open(address, patience=600) as store:
        await store.write("everything", lambda connection: filled(connection, BOTS, matches))
        await store.write("statistics", analyse)
        name = f"{store.url.get_backend_name()}: {matches} matches, load {os.getloadavg()[0]:.1f}"
    table = grid(name, "seconds", "clock", f"processor (bar {BAR:g})", "MB more", "numbers mended")
    for words in ("all is wrong", "nothing is"):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:  # so that its memory is its own
            wall, used, memory, mended = fresh.submit(once_again, address).result()
        table.add_row(words, f"{wall:.1f}", f"{used:.1f}", f"{memory:.0f}", str(mended))
    out.print(table)


def once_again(address: str) -> tuple[float, float, float, int]:
    """What `quintain rerate` does."""

    async def work() -> Report:
        async with await Store.open(address) as store:
            return await rerate(store, GAME)

    before, began, processor = peak(), time.perf_counter(), time.process_time()
    report = asyncio.run(work())
    return time.perf_counter() - began, time.process_time() - processor, peak() - before, report.mended


def peak() -> float:
    """The most memory that this process has had, in MB; what `getrusage` tells is inherited from who started it."""
    [line] = [one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


@app.command()
def speed(matches: Annotated[int, typer.Option(min=100)] = 20_000) -> None:
    """Microseconds that rating one match takes, beside openskill."""
    for sides in (2, 4, 8):
        results = [
            a_result([f"p{(n + 7 * i) % 40}" for i in range(sides)], range(1, sides + 1)) for n in range(matches)
        ]
        known: dict[str, object] = {}
        began = time.process_time()
        for result in results:
            known |= rated(known, result)  # type: ignore[arg-type]
        ours = time.process_time() - began
        model = PlackettLuce()
        theirs = {f"p{i}": model.rating() for i in range(40)}
        began = time.process_time()
        for result in results:
            after = model.rate([[theirs[one]] for one in result.players], ranks=[float(rank) for rank in result.ranks])
            theirs |= {player: side[0] for player, side in zip(result.players, after, strict=True)}
        both = [1e6 * took / matches for took in (ours, time.process_time() - began)]
        out.print(f"{sides} sides: {both[0]:.1f} µs, openskill {both[1]:.1f} µs")


if __name__ == "__main__":
    app()
