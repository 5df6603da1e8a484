"""What a terminal shows while a tournament is played: how far it has come, how long it will take, and who leads."""

import time
from types import TracebackType
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from quintain.cli.console import err
from quintain.ranker.executors import Workforce
from quintain.ranker.likelihood import standings
from quintain.ranker.runner import Runner

PAUSE = 1.0  # seconds between two looks at the standings, at least
SHARE = 20  # and so many times as long as the look takes, for it takes time away from playing
LONGEST = 5.0  # seconds, whatever it takes
MOST = 20  # lines of the standings that are shown


class Board:
    def __init__(self, runner: Runner, force: Workforce) -> None:
        self.runner, self.force = runner, force
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.bars = Progress(*columns, TextColumn("left"), TimeRemainingColumn(), console=err)
        self.bar = self.bars.add_task(self.words(), total=runner.expected(), completed=len(runner.results))
        self.live = Live(self.bars, console=err, transient=True, refresh_per_second=4)
        self._next = 0.0

    def __enter__(self) -> "Board":
        self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.live.stop()

    def words(self) -> str:
        title, count = self.runner.schedule.game.title, self.force.workers
        return f"{title}, {count} worker{'s' * (count != 1)}"

    def update(self, done: int) -> None:
        self.bars.update(self.bar, completed=done, description=self.words())
        now = time.monotonic()
        if now >= self._next:
            self.bars.update(self.bar, total=max(self.runner.expected(), done))
            self.live.update(Group(self.leaders(), self.bars))
            self._next = time.monotonic() + max(PAUSE, min(SHARE * (time.monotonic() - now), LONGEST))

    def leaders(self) -> Any:
        from rich.text import Text

        from quintain.cli.console import table

        grid = table("player", "Elo", "± 95 %", "share", "matches", right=("Elo", "± 95 %", "share", "matches"))
        for line in standings(self.runner.results.values()).lines[:MOST]:
            share = f"{100 * line.meeting.share:.1f} %"
            grid.add_row(Text(line.player), f"{line.elo:+.0f}", f"{line.margin:.0f}", share, str(line.matches))
        return grid
