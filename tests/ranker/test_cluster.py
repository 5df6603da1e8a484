"""Matches on a real Dask cluster, one worker of which is killed in the middle; and what may be wrong with a cluster."""

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from quintain.core.errors import NotInstalled, WorkersFailed
from quintain.ranker.cluster import Cluster
from quintain.ranker.cluster_worker import HABITS
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.jobs import Played, Terms
from quintain.ranker.playing import play
from quintain.ranker.tournament import Schedule
from tests.processes import PATIENCE
from tests.ranker.dask_processes import dask
from tests.ranker.test_tournament import a_tournament

TOURNAMENT = a_tournament("beginner", "intermediate", "advanced", options={"target": "8"}, matches=40)


def plain(played: Played) -> tuple[object, ...]:
    """What must not depend on where it was played."""
    return played.id, played.outcome, played.actions


def test_a_cluster_plays_the_same_matches_loses_a_worker_and_then_its_scheduler(tmp_path: Path) -> None:
    jobs = Schedule(TOURNAMENT).jobs({})
    with dask(tmp_path, workers=2) as running:
        cluster = Cluster(running.address)
        try:
            found: list[Played] = []
            for batch in Dispatcher(cluster, TOURNAMENT.terms).play(jobs):
                found += batch
                if len(found) > 10 and running.workers[0].poll() is None:
                    running.workers[0].kill()
            assert running.workers[0].poll() is not None
            assert sorted(each.id for each in found) == sorted(job.id for job in jobs)
            here = {job.id: plain(play(TOURNAMENT.terms, job)) for job in jobs[:10]}
            assert here == {each.id: plain(each) for each in found if each.id in here}

            running.scheduler.kill()
            with pytest.raises(WorkersFailed, match=r"the Dask scheduler at tcp://.* has gone"):
                list(Dispatcher(cluster, TOURNAMENT.terms).play(jobs))
        finally:
            cluster.stop()


def habits(dask_worker: Any) -> set[str]:
    return {name for name, own in dask_worker.periodic_callbacks.items() if own.is_running()} & set(HABITS)


def test_workers_do_not_watch_themselves_while_they_play_for_us(tmp_path: Path) -> None:
    with dask(tmp_path, workers=1) as running:
        cluster = Cluster(running.address)
        client: Any = Client(running.address, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1)
        wait_until(lambda: not any(client.run(habits).values()))
        running.add_worker()  # that comes later
        client.wait_for_workers(2)
        wait_until(lambda: not any(client.run(habits).values()))
        cluster.stop()
        wait_until(lambda: all(own == set(HABITS) for own in client.run(habits).values()))
        client.close()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_cluster_without_workers_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with dask(tmp_path, workers=0) as running:
        cluster = Cluster(running.address, patience=2)
        try:
            with pytest.raises(WorkersFailed, match="no worker for 2 s; start some with `dask worker"):
                list(Dispatcher(cluster, TOURNAMENT.terms).play(Schedule(TOURNAMENT).jobs({})))
        finally:
            cluster.stop()


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1", "gopher://127.0.0.1:9", ""])
def test_where_no_scheduler_answers_it_is_told_how_to_start_one(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintain.ranker.cluster.CONNECT", 1.0)
    before = clients()
    with pytest.raises(WorkersFailed, match="no Dask scheduler answers at"):
        Cluster(address)
    assert clients() <= before, "the next one might wait for its end for ever"


def clients() -> set[int]:
    return {id(one) for one in gc.get_objects() if type(one) is Client}


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NotInstalled, match=r"pip install 'quintain\[cluster\]'"):
        Cluster("tcp://127.0.0.1:8786")


def test_a_worker_with_other_rules_says_so() -> None:
    from quintain.core.errors import UnknownRules

    terms = Terms(game="jaffre", rules_version=99)
    with pytest.raises(UnknownRules, match="install the same Quintain everywhere"):
        play(terms, Schedule(TOURNAMENT).jobs({})[0])
