"""Tournaments: how busy the cores are, what a cluster costs, and whether a nemesis can make one lose or double a match.

`PYTHONPATH=. python bench/tournaments.py cores|cluster|overhead|nemesis`
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from bench.nemesis import ClusterNemesis, Nemesis, checked, clean
from quintain import games
from quintain.datastore import Store
from quintain.ranker.cluster import Cluster
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Pool, Workforce
from quintain.ranker.jobs import Job, Played
from quintain.ranker.ladder import Ladder
from quintain.ranker.ledger import Ledger
from quintain.ranker.playing import play_batch, read_batch
from quintain.ranker.runner import Runner
from quintain.ranker.tournament import Schedule, Tournament
from tests.datastore.postgresql import Postgresql
from tests.ranker.dask_processes import dask

PLAYERS = ("beginner", "intermediate", "advanced", "shark")
WARM = 10  # every tenth match is played before, so that all have started and compiled
app = typer.Typer(add_completion=False)
Processes = Callable[[], Iterable[int]]


def a_tournament(matches: int) -> Tournament:
    return Tournament(
        game="jaffre",
        rules_version=games.load("jaffre").rules_version,
        options={"target": "8"},
        players=PLAYERS,
        format="round-robin",
        rounds=1,
        matches=matches,
    )


def own_children() -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()]


def thread_seconds(pid: int) -> dict[str, float]:
    """Processor time of each thread."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {task.name: int((task / "schedstat").read_text().split()[0]) / 1e9 for task in tasks}


class Spent(NamedTuple):
    """What it took to play some matches, in seconds."""

    wall: float
    processor: float  # of all processes
    playing: float  # of the threads that play
    batches: float = 0

    def __add__(self, other: "Spent") -> "Spent":  # type: ignore[override]
        return Spent(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def cost(self) -> float:
        """All that is not playing, as a part of it."""
        return self.processor / self.playing - 1


NOTHING = Spent(0, 0, 0)


class Force:
    """Workers, and all processes that belong to them; each worker has one thread that plays."""

    def __init__(self, workforce: Workforce, workers: Processes, others: Iterable[int] = ()) -> None:
        self.workforce, self.workers, self.others = workforce, workers, [os.getpid(), *others]
        self.dispatcher = Dispatcher(workforce, a_tournament(2).terms)

    def played(self, jobs: list[Job]) -> tuple[Spent, list[Played]]:
        batches, began = self.dispatcher.batches, time.monotonic()
        before = {pid: thread_seconds(pid) for pid in [*self.workers(), *self.others]}
        found = [played for batch in self.dispatcher.play(jobs) for played in batch]
        wall, processor, playing = time.monotonic() - began, 0.0, 0.0
        for pid in [*self.workers(), *self.others]:
            spent = [now - before.get(pid, {}).get(task, 0.0) for task, now in thread_seconds(pid).items()]
            processor += sum(spent)
            playing += 0.0 if pid in self.others else max(spent)
        return Spent(wall, processor, playing, self.dispatcher.batches - batches), found


def alone(tournament: Tournament, jobs: list[Job]) -> tuple[Spent, list[Played]]:
    """Here, without handing them to anybody."""
    began, used = time.monotonic(), time.process_time()
    found = read_batch(play_batch(tournament.terms, jobs, False))
    return Spent(time.monotonic() - began, time.process_time() - used, time.process_time() - used), found


def compared(forces: dict[str, Force], matches: int, rounds: int) -> None:
    """The same matches by each in turn, round by round, for the machine is not the same from minute to minute."""
    tournament = a_tournament(matches)
    warm, *parts = parted(Schedule(tournament).jobs({}), rounds)
    alone(tournament, warm)
    for force in forces.values():
        force.played(warm)
    here: list[Spent] = []
    spent: dict[str, list[Spent]] = {name: [] for name in forces}
    for jobs in parts:
        own, truth = alone(tournament, jobs)
        here.append(own)
        for name, force in forces.items():
            took, found = force.played(jobs)
            spent[name].append(took)
            same = {each.id: each.outcome for each in truth} == {each.id: each.outcome for each in found}
            assert same, "the same matches must end in the same way everywhere"
    for force in forces.values():
        force.workforce.stop()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {sum(map(len, parts))} matches")
    report(sum(here, NOTHING), spent, {name: force.workforce.workers for name, force in forces.items()})


def parted(jobs: list[Job], rounds: int) -> list[list[Job]]:
    """A few matches after which all have started, then as many of each pairing for every round."""
    return [jobs[::WARM], *([job for place, job in enumerate(jobs) if place % rounds == one] for one in range(rounds))]


def report(here: Spent, spent: dict[str, list[Spent]], workers: dict[str, int]) -> None:
    table = Table("who", "batches", "wall s", "processor s", "playing s", "beside playing", "of each round", box=None)
    table.add_column("more than here")
    table.add_column("cores busy")
    table.add_row("here", "", f"{here.wall:.1f}", f"{here.processor:.1f}", f"{here.playing:.1f}", "", "", "", "")
    for name, each in spent.items():
        total, costs = sum(each, NOTHING), sorted(one.cost for one in each)
        cells = f"{total.batches:.0f}", f"{total.wall:.1f}", f"{total.processor:.1f}", f"{total.playing:.1f}"
        busy = total.processor / (total.wall * min(workers[name], os.cpu_count() or 1))
        beside, more = f"{costs[0]:.1%} to {costs[-1]:.1%}", f"{total.processor / here.processor - 1:+.1%}"
        table.add_row(name, *cells, f"{total.cost:.1%}", beside, more, f"{busy:.0%}")
    Console(width=120).print(table)


@app.command()
def cores(matches: Annotated[int, typer.Option(help="of each pairing")] = 600, rounds: int = 3) -> None:
    """Keep one core busy, and all."""
    compared({"1 worker": Force(Pool(1), own_children), "all cores": Force(Pool(), own_children)}, matches, rounds)


@app.command("cluster")
def on_a_cluster(matches: Annotated[int, typer.Option(help="of each pairing")] = 3600, rounds: int = 6) -> None:
    """Play on a Dask cluster of two workers of its own, beside a pool of two."""
    with tempfile.TemporaryDirectory() as folder, dask(Path(folder), workers=2) as running:
        cluster = Cluster(running.address)
        while cluster.workers < 2:
            time.sleep(0.5)
            cluster.check()
        workers, scheduler = [worker.pid for worker in running.workers], running.scheduler.pid
        pool = Force(Pool(2), lambda: set(own_children()) - {*workers, scheduler})
        compared({"pool of 2": pool, "cluster of 2": Force(cluster, lambda: workers, [scheduler])}, matches, rounds)


@app.command()
def overhead(matches: Annotated[int, typer.Option(help="of each pairing, or of each two players")] = 300) -> None:
    """What a match costs the process that hands out, takes in, stores and rates: all its processor time."""
    tournament, table = a_tournament(matches), Table("what", "matches", "wall s", "ms of a processor a match", box=None)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.create(Path(folder) / "tournament", tournament)
        table.add_row("tournament", *main_process(lambda pool: Runner(ledger, pool).play(), 6 * matches))
        ledger.close()
        table.add_row("ladder, SQLite", *ladder_process(str(Path(folder) / "ladder.db"), 6 * matches))
    server = Postgresql()
    try:
        server.start()
        table.add_row("ladder, PostgreSQL", *ladder_process(server.url, 6 * matches))
    finally:
        server.stop()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    Console(width=120).print(table)


def main_process(play: Callable[[Pool], Iterable[Any]], matches: int) -> tuple[str, str, str]:
    pool = Pool(2)
    try:
        list(Dispatcher(pool, a_tournament(2).terms).play(Schedule(a_tournament(2)).jobs({})))  # they have started
        began, used = time.monotonic(), time.process_time()
        for _ in play(pool):
            pass
        wall, used = time.monotonic() - began, time.process_time() - used
    finally:
        pool.stop()
    return str(matches), f"{wall:.1f}", f"{1000 * used / matches:.2f}"


def ladder_process(database: str, matches: int) -> tuple[str, str, str]:
    game = games.load("jaffre")
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(database))
        try:
            ladder = Ladder(game, game.options_from({"target": "8"}), store, runner)
            ladder.add(PLAYERS)
            return main_process(lambda pool: ladder.play(matches, pool), matches)
        finally:
            runner.run(store.close())


@app.command()
def nemesis(
    matches: Annotated[int, typer.Option(help="of each pairing")] = 167,
    workers: int = 3,
    period: Annotated[float, typer.Option(help="seconds between two strikes")] = 2.0,
    pause: Annotated[float, typer.Option(help="seconds that a process is stopped")] = 10.0,
    runs: int = 20,
    first: Annotated[int, typer.Option(help="the seed of the first run")] = 0,
    on_cluster: Annotated[bool, typer.Option("--cluster", help="cut its connections, too")] = False,
    minutes: Annotated[float, typer.Option(help="no run begins after so many")] = 600.0,
) -> None:
    """Kill or stop the runner or one of its workers again and again, and look whether every match counts once."""
    deadline = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        command = ["jaffre", *PLAYERS, "--option", "target=8", "--matches", str(matches)]
        truth = clean(Path(folder) / "clean", command)
        for run in range(first, first + runs):
            if time.monotonic() > deadline:
                break
            place = Path(folder) / str(run)
            with ExitStack() as stack:
                if on_cluster:
                    running = stack.enter_context(dask(made(Path(folder) / f"dask {run}"), workers=workers))
                    enemy: Nemesis = ClusterNemesis(running, place, command, period, pause, run)
                else:
                    enemy = Nemesis(place, [*command, "--workers", str(workers)], period, pause, seed=run)
                enemy.fight()
            print(f"run {run + 1}: {checked(place, truth)}; {enemy} (load {os.getloadavg()[0]:.1f})", flush=True)


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    app()
