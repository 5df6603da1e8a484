"""Processes that play: they may be killed, and they end with whoever started them."""

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Pool
from quintain.ranker.jobs import Played
from quintain.ranker.playing import play
from quintain.ranker.tournament import Schedule
from tests.processes import PATIENCE, running
from tests.ranker.test_cluster import plain
from tests.ranker.test_tournament import a_tournament

TOURNAMENT = a_tournament("beginner", "intermediate", "advanced", options={"target": "8"}, matches=60)


def test_a_killed_worker_costs_no_match_and_counts_none_twice() -> None:
    jobs, found, killed = Schedule(TOURNAMENT).jobs({}), list[Played](), 0
    pool = Pool(2)
    try:
        for batch in Dispatcher(pool, TOURNAMENT.terms).play(jobs):
            found += batch
            if killed < 2 and len(found) > 20 * (killed + 1):
                os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
                killed += 1
    finally:
        pool.stop()
    assert killed == 2
    assert sorted(each.id for each in found) == sorted(job.id for job in jobs)
    here = {job.id: plain(play(TOURNAMENT.terms, job)) for job in jobs[:10]}
    assert here == {each.id: plain(each) for each in found if each.id in here}


def test_stopping_ends_all_workers_in_the_middle_of_their_matches() -> None:
    pool = Pool(2)
    playing = Dispatcher(pool, TOURNAMENT.terms).play(Schedule(TOURNAMENT).jobs({}))
    next(playing)
    workers = multiprocessing.active_children()
    assert len(workers) == 2
    pool.stop()
    assert not any(worker.is_alive() for worker in workers)


CODE = """
import multiprocessing, sys
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Pool
from quintain.ranker.tournament import Schedule
from tests.ranker.test_executors import TOURNAMENT
if __name__ == "__main__":
    for batch in Dispatcher(Pool(2), TOURNAMENT.terms).play(Schedule(TOURNAMENT).jobs({})):
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
"""


def test_workers_end_when_whoever_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "play.py"
    script.write_text(CODE)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with running([sys.executable, str(script)], env=environment, stderr=subprocess.DEVNULL) as runner:
        assert runner.stdout
        workers = [int(word) for word in runner.stdout.readline().split()]
        assert len(workers) == 2
        runner.kill()
        runner.wait()
    deadline = monotonic() + PATIENCE
    while any(map(alive, workers)) and monotonic() < deadline:
        sleep(0.05)
    assert not any(map(alive, workers))


def alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
