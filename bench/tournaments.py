"""Tournaments: how busy the cores are, what handing out matches costs, the same results everywhere, and a nemesis."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from quintain import games
from quintain.ranker.cluster import Cluster
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Pool, Workforce
from quintain.ranker.jobs import Played
from quintain.ranker.playing import play_batch, read_batch
from quintain.ranker.tournament import Schedule, Tournament

PLAYERS = ("beginner", "intermediate", "advanced", "shark")
QUINTAIN = str(Path(sys.executable).with_name("quintain"))


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


def children_seconds() -> float:
    """Processor time of the processes that this one has started and that are still there."""
    total = 0.0
    for child in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split():
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def played_by(force: Workforce, matches: int) -> dict[str, Any]:
    """All matches, after some that warm the workers up; times are of what came after."""
    tournament = a_tournament(matches)
    jobs, found = Schedule(tournament).jobs({}), list[Played]()
    dispatcher = Dispatcher(force, tournament.terms)
    warm = len(jobs) // 5
    begun: tuple[float, float, float] | None = None
    try:
        for batch in dispatcher.play(jobs):
            found += batch
            if begun is None and len(found) >= warm:
                begun, counted = (time.monotonic(), children_seconds(), time.process_time()), len(found)
        assert begun
        wall, workers, here = time.monotonic() - begun[0], children_seconds() - begun[1], time.process_time() - begun[2]
    finally:
        force.stop()
    inside = sum(each.seconds for each in found[counted:])
    return {
        "results": {each.id: each.outcome for each in found},
        "matches": len(found),
        "batches": dispatcher.batches,
        "wall": wall,
        "busy": (workers + here) / (wall * (os.cpu_count() or 1)),
        "overhead": here / (workers + here) if workers else None,  # processor time that is not playing
        "inside": inside / (wall * force.workers),  # of the workers' time, how much was matches
    }


def scheduling(rounds: int) -> float:
    """Processor time for handing out batches and reading them, as a part of what playing them takes."""
    tournament = a_tournament(50)
    jobs = Schedule(tournament).jobs({})[:100]
    play_batch(tournament.terms, jobs, False)
    began = time.process_time()
    for _ in range(rounds):
        play_batch(tournament.terms, jobs, False)
    playing = time.process_time() - began
    pool = Pool(1)
    try:
        pool.submit(play_batch, tournament.terms, jobs, False).result()
        began = time.process_time()
        for _ in range(rounds):
            read_batch(pool.submit(play_batch, tournament.terms, jobs, False).result())
        handing = time.process_time() - began
    finally:
        pool.stop()
    return handing / playing


def nemesis(folder: Path, matches: int, period: float, dice: random.Random) -> dict[str, int]:
    """Kill -9 the runner or one of its workers again and again; in the end every match must be there once."""
    command = [QUINTAIN, "tournament", "jaffre", *PLAYERS, "--option", "target=8", "--matches", str(matches)]
    kills = Counter[str]()
    runner = subprocess.Popen([*command, "--out", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            runner.wait(period * dice.uniform(0.5, 1.5))
        except subprocess.TimeoutExpired:
            children = Path(f"/proc/{runner.pid}/task/{runner.pid}/children").read_text().split()
            who = dice.choice(["runner", "worker", "worker"]) if children else "runner"
            kills[who] += 1
            os.kill(runner.pid if who == "runner" else int(dice.choice(children)), signal.SIGKILL)
        if runner.poll() == 0:
            break
        if runner.poll() is not None:
            again = [QUINTAIN, "tournament", "--resume", str(folder)]
            words = command if not (folder / "matches.jsonl").exists() else again
            words = [*words, "--out", str(folder)] if words is command else words
            runner = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ids = [json.loads(line)["result"]["id"] for line in (folder / "matches.jsonl").read_text().splitlines()[1:]]
    assert len(ids) == len(set(ids)) == matches * 6, f"{len(ids)} lines, {len(set(ids))} matches"
    return dict(kills)


def main(
    matches: Annotated[int, typer.Option(help="of each pairing")] = 600,
    cluster: Annotated[str, typer.Option(help="the address of a Dask scheduler, to measure that too")] = "",
    period: Annotated[float, typer.Option(help="seconds between two kills; 0 = no nemesis")] = 4.0,
    json_: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
) -> None:
    """Measure tournaments on this machine."""
    forces: dict[str, Workforce] = {"1 worker": Pool(1), "all cores": Pool()}
    if cluster:
        forces["cluster"] = Cluster(cluster)
    figures: dict[str, Any] = {name: played_by(force, matches) for name, force in forces.items()}
    results = [figure.pop("results") for figure in figures.values()]
    assert all(each == results[0] for each in results), "the same matches must end in the same way everywhere"
    handing = scheduling(20)
    kills: dict[str, int] = {}
    if period:
        with tempfile.TemporaryDirectory() as folder:
            kills = nemesis(Path(folder) / "out", matches, period, random.Random(1))
    if json_:
        print(json.dumps({"figures": figures, "handing": handing, "kills": kills}))
        return
    table = Table("who", "matches", "batches", "wall s", "cores busy", "not playing", "workers in matches", box=None)
    for name, each in figures.items():
        overhead = "" if each["overhead"] is None else f"{each['overhead']:.1%}"
        cells = (each["matches"], each["batches"], f"{each['wall']:.1f}", f"{each['busy']:.0%}", overhead)
        table.add_row(name, *map(str, cells), f"{each['inside']:.0%}")
    Console().print(table)
    print(
        f"the results are the same everywhere; handing out a batch of 100 takes {handing:.1%} of what playing it takes"
    )
    print(f"nemesis: killed {kills}, and every match is there once" if kills else "")


if __name__ == "__main__":
    typer.run(main)
