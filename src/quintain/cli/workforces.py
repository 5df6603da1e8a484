"""Who plays: processes of this machine, or a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from quintain.cli.console import busy
from quintain.core.errors import BadSetting
from quintain.ranker.executors import Pool, Workforce


def check_workforce(workers: int | None, cluster: str | None) -> None:
    if cluster and workers:
        raise BadSetting("a cluster has as many workers as were started there; leave out --workers or --cluster")


@contextmanager
def workforce(workers: int | None, cluster: str | None) -> Iterator[Workforce]:
    """They are stopped at the end, whatever they are doing."""
    check_workforce(workers, cluster)
    force: Workforce
    if cluster:
        from quintain.ranker.cluster import Cluster

        with busy(f"looking for workers at {cluster}"):
            force = Cluster(cluster)
    else:
        force = Pool(workers)
    try:
        yield force
    finally:
        force.stop()
