"""Each match once, whatever workers do: die, answer twice, late, wrongly or not at all."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import msgspec
import pytest

from quintain.core.errors import WorkersFailed
from quintain.core.outcome import Ending, Outcome
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.jobs import Job, Pace, Played, Terms

TERMS = Terms(game="jaffre", rules_version=1)
Answer = Callable[[Sequence[Job]], Any]


def a_job(number: int) -> Job:
    return Job(id=f"match {number}", seed=str(number), bot_seed="0", players=("a", "b"))


def played(job: Job, seconds: float = 0.001, **changes: Any) -> Played:
    outcome = Outcome(ending=Ending.NORMAL, scores=(1, 0), ranks=(1, 2))
    return msgspec.structs.replace(
        Played(id=job.id, outcome=outcome, actions=1, seconds=seconds, paces=(Pace(), Pace())), **changes
    )


def right(jobs: Sequence[Job]) -> bytes:
    return msgspec.msgpack.encode([played(job) for job in jobs])


class Fake:
    """Workers that answer at once, and as they are told."""

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    workers = 2
    span = 0.2

    def __init__(self, answer: Answer = right) -> None:
        self.answer = answer
        self.batches: list[int] = []

    def submit(self, task: Callable[..., bytes], terms: Terms, jobs: Sequence[Job], replays: bool) -> "Future[bytes]":
        self.batches.append(len(jobs))
        future: Future[bytes] = Future()
        try:
            future.set_result(self.answer(jobs))
        except BrokenProcessPool as error:
            future.set_exception(error)
        return future

    def check(self) -> None: ...

    def stop(self) -> None: ...


def all_of(fake: Fake, count: int = 300) -> list[str]:
    dispatcher = Dispatcher(fake, TERMS)
    found = [each.id for batch in dispatcher.play([a_job(i) for i in range(count)]) for each in batch]
    assert dispatcher.played == count
    return found


def expect_each_once(found: Sequence[str], count: int = 300) -> None:
    assert sorted(found) == sorted(a_job(i).id for i in range(count))


def test_every_match_comes_back_once() -> None:
    expect_each_once(all_of(Fake()))


def test_duplicates_strangers_and_wrong_results_do_not_count() -> None:
    dice = Random(1)

    def careless(jobs: Sequence[Job]) -> bytes:
        answers = [played(job) for job in jobs] * 2 + [played(a_job(dice.randrange(300)))]
        answers.append(played(a_job(999)))
        wrong = Outcome(ending=Ending.NORMAL, scores=(1,), ranks=(1,))
        return msgspec.msgpack.encode([played(jobs[0], outcome=wrong), *answers])

    expect_each_once(all_of(Fake(careless)))


def test_a_late_result_of_a_match_that_was_played_again_does_not_count() -> None:
    late: list[Job] = []

    def slow(jobs: Sequence[Job]) -> bytes:
        now = [played(job) for job in [*late, *jobs]]
        late.clear()
        if len(jobs) > 1:
            late.extend(jobs[:1])
            now = now[:-1]
        return msgspec.msgpack.encode(now)

    expect_each_once(all_of(Fake(slow)))


def test_workers_that_die_now_and_then_cost_no_match() -> None:
    dice = Random(2)

    def mortal(jobs: Sequence[Job]) -> bytes:
        if dice.random() < 0.2:
            raise BrokenProcessPool
        return right(jobs)

    expect_each_once(all_of(Fake(mortal)))


def test_workers_that_answer_nonsense_now_and_then_cost_no_match() -> None:
    dice = Random(3)
    nonsense = [b"", b"\xc1", msgspec.msgpack.encode([1, 2]), msgspec.msgpack.encode("hello"), None, 7]

    def mad(jobs: Sequence[Job]) -> Any:
        return dice.choice(nonsense) if dice.random() < 0.1 else right(jobs)

    expect_each_once(all_of(Fake(mad)))


def test_a_match_that_kills_its_workers_is_found_and_named() -> None:
    counted: dict[str, int] = {}

    def deadly(jobs: Sequence[Job]) -> bytes:
        if any(job.id == "match 150" for job in jobs):
            counted.update((job.id, counted.get(job.id, 0) + 1) for job in jobs)
            raise BrokenProcessPool
        return right(jobs)

    with pytest.raises(WorkersFailed, match=r"a against b, seed 150: whoever plays this match dies"):
        all_of(Fake(deadly))
    # Others were suspected with it, but they are played alone the second time.
    assert all(count == 1 for id, count in counted.items() if id != "match 150")


def test_workers_that_never_answer_rightly_are_given_up() -> None:
    with pytest.raises(WorkersFailed, match="is the same Quintain installed everywhere"):
        all_of(Fake(lambda jobs: msgspec.msgpack.encode([])))


def test_short_matches_go_out_in_large_batches_and_long_ones_alone() -> None:
    short, long = Fake(), Fake(lambda jobs: msgspec.msgpack.encode([played(job, 3.0) for job in jobs]))
    expect_each_once(all_of(short, 5000), 5000)
    expect_each_once(all_of(long, 50), 50)
    assert 150 < max(short.batches) <= 200, "as many as fit into the span"
    assert sum(size >= 20 for size in short.batches) > len(short.batches) / 2
    assert set(long.batches) == {1}


def test_a_second_round_goes_out_in_batches_like_the_first() -> None:
    fake = Fake()
    dispatcher = Dispatcher(fake, TERMS)
    rounds = [[a_job(1000 * number + i) for i in range(1000)] for number in range(3)]
    counts = []
    for jobs in rounds:
        before = len(fake.batches)
        assert len([each for batch in dispatcher.play(jobs) for each in batch]) == 1000
        counts.append(len(fake.batches) - before)
    assert counts[1] == counts[2] < counts[0], "how long a match takes is known by then"


def test_what_an_endless_source_hands_out_is_not_lost() -> None:
    """A source whose end is not known is asked for no more than is played."""
    asked: list[int] = []

    def endless() -> Any:
        number = 0
        while True:
            asked.append(number)
            yield a_job(number)
            number += 1

    found: list[str] = []
    for batch in Dispatcher(Fake(), TERMS).play(endless()):
        found += [each.id for each in batch]
        if len(found) > 500:
            break
    assert len(set(found)) == len(found)
    assert set(found) <= {a_job(number).id for number in asked}
    assert len(asked) - len(found) <= 4 * 200
