"""How much stronger each Jaffre bot is than the one below it, in paired matches: every seed with the sides swapped."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import sqrt
from multiprocessing import get_context
from statistics import mean, stdev
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import player
from quintain.core.match import Match
from quintain.games.jaffre import GAME

SURE = 1.96  # standard errors of a 95 % interval


class Bar(msgspec.Struct, frozen=True):
    """The stronger bot must win more than this share of its matches."""

    stronger: str
    weaker: str
    percent: int

    def __str__(self) -> str:
        return f"{self.stronger} > {self.weaker}"


BARS = (
    Bar("intermediate", "beginner", 65),
    Bar("advanced", "intermediate", 55),
    Bar("shark", "advanced", 55),
    Bar("rollout", "chance", 80),
    Bar("search", "chance", 80),
)


class Result(msgspec.Struct, frozen=True):
    bar: Bar
    pairs: int
    share: float  # of matches won by the stronger bot
    margin: float  # half the width of the interval

    @property
    def low(self) -> float:
        return self.share - self.margin

    @property
    def passed(self) -> bool:
        return self.low >= self.bar.percent / 100


def pair_share(bar: Bar, seed: int) -> float:
    """The stronger bot's share of the two matches of one seed."""
    return mean(share(bar, seed, side) for side in (0, 1))


def share(bar: Bar, seed: int, side: int) -> float:
    """1 if the stronger bot wins on this side of the table, 0 if it loses, a half for neither."""
    names = (bar.stronger, bar.weaker) if side == 0 else (bar.weaker, bar.stronger)
    bots = [player(GAME, names[seat % 2]).bot() for seat in range(4)]
    outcome = play(Match(GAME, seed=seed), [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(bots)])
    if outcome.fault is not None:
        raise RuntimeError(f"{bar}, seed {seed}: seat {outcome.fault}: {outcome.why}")
    ours, theirs = outcome.ranks[side], outcome.ranks[1 - side]
    return 0.5 if ours == theirs else float(ours < theirs)


def result(bar: Bar, shares: list[float]) -> Result:
    """A pair is one sample: its two matches share their deals."""
    spread = stdev(shares) if len(shares) > 1 else 0.0
    return Result(bar, len(shares), mean(shares), SURE * spread / sqrt(len(shares)))


@contextmanager
def mapped(jobs: int) -> Iterator[Callable[..., Iterable[float]]]:
    """The built-in map, or one over so many processes."""
    if jobs <= 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield pool.map


def measure(pairs: int, jobs: int, bars: tuple[Bar, ...], progress: Progress) -> list[Result]:
    results = []
    with mapped(jobs) as each:
        for bar in bars:
            task = progress.add_task(str(bar), total=pairs)
            shares = []
            for won in each(pair_share, [bar] * pairs, range(pairs)):
                shares.append(won)
                progress.advance(task)
            results.append(result(bar, shares))
    return results


def table(results: list[Result]) -> Table:
    drawn = Table("match-up", "pairs", "won", "95 % interval", "bar", "", title="Strength")
    for each in results:
        interval = f"{100 * max(0, each.low):.1f} to {100 * min(1, each.share + each.margin):.1f}"
        verdict = "[green]above[/]" if each.passed else "[red]not shown[/]"
        drawn.add_row(
            str(each.bar), str(each.pairs), f"{100 * each.share:.1f} %", interval, f"{each.bar.percent} %", verdict
        )
    return drawn


def main(
    pairs: Annotated[int, typer.Option(help="pairs of matches for each match-up", min=1)] = 200,
    jobs: Annotated[int, typer.Option(help="processes to use", min=1)] = 1,
    only: Annotated[str, typer.Option(help="just the match-ups of this bot")] = "",
    json: Annotated[bool, typer.Option("--json", help="print the results as JSON")] = False,
) -> None:
    """Measure whether each bot is as strong as it should be; fails if one is not."""
    bars = tuple(bar for bar in BARS if only in ("", bar.stronger, bar.weaker))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        results = measure(pairs, jobs, bars, progress)
    if json:
        print(msgspec.json.encode(results).decode())
    else:
        Console().print(table(results))
    raise typer.Exit(0 if all(each.passed for each in results) else 1)


if __name__ == "__main__":
    typer.run(main)
