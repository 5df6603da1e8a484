"""Play a comparison and tell it: how far it has come, and what came of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isinf

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from quintain.arbiter.players import Named
from quintain.cli.console import busy, err, plain
from quintain.cli.interrupts import notice
from quintain.core.game import Game
from quintain.ranker.comparing import Comparison, compared
from quintain.ranker.duel import Duel
from quintain.ranker.executors import Workforce
from quintain.ranker.playing import prepare_players
from quintain.ranker.sequential import Sequential

TRACK = 31  # letters of the line that shows between which bounds the test is


def play(
    game: Game,
    named: Sequence[Named],
    duel: Duel,
    test: Sequential,
    force: Workforce,
    most: int,
    *,
    shown: bool,
) -> Comparison:
    with busy(f"getting {game.title} and its players ready"):
        prepare_players(game, named)
    done = 0
    try:
        with progress(shown) as tell:
            for result in compared(duel, test, force, most):
                done = result.matches
                notice()
                tell(in_a_line(result))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"after {done} matches, without a verdict") from None
    return result


@contextmanager
def progress(shown: bool) -> Iterator[Callable[[str], None]]:
    if not shown or not err.is_terminal:
        yield lambda words: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as bars:
        task = bars.add_task("playing", total=None)
        yield lambda words: bars.update(task, description=words)


def in_a_line(result: Comparison) -> str:
    """`not better |·····o·····| better`, and what it stands on."""
    low, high = result.test.bounds
    place = round((TRACK - 1) * min(max((result.ratio - low) / (high - low), 0.0), 1.0))
    track = "·" * place + "o" + "·" * (TRACK - 1 - place)
    return f"not better |{track}| better   {result.matches} matches, {100 * result.sums.mean:.1f} % won"


def show(result: Comparison) -> None:
    plain(verdict(result), "bold")
    estimate = result.estimate
    plain(
        f"{elo(estimate.elo)} Elo, and 95 times out of 100 between {elo(estimate.low)} and {elo(estimate.high)}; "
        f"{100 * result.sums.mean:.1f} % of {result.matches} matches over {result.sums.pairs} seeds"
    )
    if result.saved:
        plain(f"A test of fixed size would have taken {result.fixed} matches: {result.saved} saved.", "dim")
    for words, count in sorted(result.faults.items(), key=lambda item: -item[1])[:3]:
        plain(f"{count} times: {words}", "yellow")


def verdict(result: Comparison) -> str:
    new, old, test = result.new, result.old, result.test
    if result.verdict == "better":
        return f"{new} is better than {old}: by more than {test.elo0:g} Elo, rather by {test.elo1:g} or more."
    if result.verdict == "not better":
        return f"{new} is not better than {old}: by less than {test.elo1:g} Elo, rather by {test.elo0:g} or less."
    return f"Nobody knows yet whether {new} is better than {old}: that takes more matches."


def elo(value: float) -> str:
    return ("+∞" if value > 0 else "−∞") if isinf(value) else f"{value:+.0f}"
