"""A series played by several processes, and told as if it were one."""

from collections.abc import Iterator

import msgspec

from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Pool
from quintain.ranker.jobs import Job, Played, Terms
from quintain.ranker.playing import prepare_players
from quintain.ranker.series import Fixture, Series


def in_parallel(series: Series, workers: int, replays: bool = False) -> Iterator[tuple[Fixture, Played]]:
    """What came of each fixture, in their order."""
    prepare_players(series.game, series.named)
    fixtures = list(series.fixtures())
    jobs = [job_of(fixture) for fixture in fixtures]
    waiting: dict[str, Played] = {}
    pool, next_one = Pool(workers), 0
    try:
        for batch in Dispatcher(pool, terms_of(series), replays=replays).play(jobs):
            waiting |= {played.id: played for played in batch}
            while next_one < len(jobs) and jobs[next_one].id in waiting:
                yield fixtures[next_one], waiting.pop(jobs[next_one].id)
                next_one += 1
    finally:
        pool.stop()


def terms_of(series: Series) -> Terms:
    return Terms(
        game=series.game.name,
        rules_version=series.game.rules_version,
        options=msgspec.json.encode(series.options),
        control=series.control,
        faults=series.faults,
        trusted=series.trusted,
    )


def job_of(fixture: Fixture) -> Job:
    return Job(
        id=str(fixture.number),
        seed=str(fixture.seed),
        bot_seed=str(fixture.bot_seed),
        players=tuple(bot.name for bot in fixture.players),
    )
