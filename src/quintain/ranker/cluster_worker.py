"""What a Dask worker leaves undone while it plays: looking at itself some hundred times a second.

Each look takes the interpreter from the match that is being played. Nobody asks a worker of matches where its time
goes, and all else goes on: heartbeats, and the watch over memory.
"""

from typing import Any

from distributed.diagnostics.plugin import WorkerPlugin

HABITS = ("profile", "profile-cycle", "tick", "ticks")  # as a worker names what it does again and again


class Concentrated(WorkerPlugin):
    """For all workers of a cluster, and those that join later. When it is removed, they have their habits back."""

    name = "quintain-concentrated"
    idempotent = True

    def setup(self, worker: Any) -> None:
        """Taken away, not only stopped: a worker that has just been born starts all that it has a moment later."""
        self.habits = {name: own for name in HABITS if (own := worker.periodic_callbacks.pop(name, None))}
        for habit in self.habits.values():
            habit.stop()

    def teardown(self, worker: Any) -> None:
        worker.periodic_callbacks.update(self.habits)
        if worker.status.name == "running":  # it may be removed because the worker ends
            for habit in self.habits.values():
                habit.start()
