"""How strong Sage and its heirs are in Planets: paired matches, every seed with the sides swapped, on many maps."""

from collections.abc import Iterator
from itertools import cycle, islice
from math import sqrt
from statistics import mean
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import player
from quintain.core.match import Match
from quintain.games.planets import GAME
from quintain.games.planets.options import Options

SURE = 1.96  # standard errors of a 95 % interval

# The maps of each kind of war, in turn: one seed goes on one of them.
WARS: dict[str, tuple[dict[str, Any], ...]] = {
    "1v1": ({"planets": 10}, {"map": "duel"}, {"planets": 7}, {"planets": 16}),
    "2v2": ({"planets": 10}, {"map": "crossroads"}, {"planets": 16}, {"planets": 24}),
    "5v5": ({"planets": 99}, {"map": "spiral"}),
    "google": tuple({"profile": "google", **more} for more in ({"planets": 23}, {"planets": 15}, {"map": "duel"})),
}
PLAYERS = {"1v1": 1, "2v2": 2, "5v5": 5, "google": 1}


class Bar(msgspec.Struct, frozen=True):
    """The stronger bot must win more than this share of its matches."""

    war: str
    stronger: str
    weaker: str
    percent: int

    def __str__(self) -> str:
        return f"{self.war}: {self.stronger} > {self.weaker}"


BARS = (
    *(Bar(war, "sage", weaker, 80) for war in ("1v1", "2v2") for weaker in ("bully_team", "rage_team", "dual_team")),
    *(Bar("google", "sage2", weaker, 95) for weaker in ("dual", "prospector", "rage", "bully")),
    Bar("1v1", "sage2", "sage", 75),
    Bar("2v2", "sage2", "sage", 75),
    Bar("5v5", "sage2", "sage", 65),
)


class Result(msgspec.Struct, frozen=True):
    bar: Bar
    pairs: int
    share: float  # of matches won by the stronger bot
    low: float  # the interval
    high: float

    @property
    def passed(self) -> bool:
        return self.low >= self.bar.percent / 100


def options_of(war: str) -> Iterator[Options]:
    return cycle(Options(players=PLAYERS[war], **more) for more in WARS[war])


def named(bot: str, budget: float) -> str:
    return f"{bot}:budget={budget:g}" if bot in ("sage", "sage2") else bot


def pair_share(bar: Bar, options: Options, seed: int, budget: float) -> float:
    """The stronger bot's share of the two matches of one seed."""
    return mean(share(bar, options, seed, side, budget) for side in (0, 1))


def share(bar: Bar, options: Options, seed: int, side: int, budget: float) -> float:
    """1 if the stronger bot wins on this side, 0 if it loses, a half for neither."""
    match = Match(GAME, options, seed=seed)
    names = [named(bar.stronger if seat.team == side else bar.weaker, budget) for seat in match.position.seats]
    actors = [InProcess(player(GAME, name).bot(), bot_rng(seed, seat)) for seat, name in enumerate(names)]
    outcome = play(match, actors)
    if outcome.fault is not None:
        raise RuntimeError(f"{bar}, seed {seed}: seat {outcome.fault}: {outcome.why}")
    first, last = outcome.ranks[0], outcome.ranks[-1]
    ours, theirs = (first, last) if side == 0 else (last, first)
    return 0.5 if ours == theirs else float(ours < theirs)


def result(bar: Bar, shares: list[float]) -> Result:
    """A pair is one sample: its two matches share their map. Wilson's interval stays honest where nothing is lost."""
    n, share = len(shares), mean(shares)
    middle = (share + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
    margin = SURE / (1 + SURE**2 / n) * sqrt(share * (1 - share) / n + SURE**2 / (4 * n * n))
    return Result(bar, n, share, middle - margin, middle + margin)


def measure(bar: Bar, pairs: int, budget: float, progress: Progress) -> Result:
    task = progress.add_task(str(bar), total=pairs)
    shares = []
    for seed, options in enumerate(islice(options_of(bar.war), pairs)):
        shares.append(pair_share(bar, options, seed, budget))
        progress.advance(task)
    return result(bar, shares)


def table(results: list[Result], budget: float) -> Table:
    drawn = Table("match-up", "pairs", "won", "95 % interval", "bar", "", title=f"Strength at {budget:g} s a turn")
    for each in results:
        interval = f"{100 * each.low:.1f} to {100 * each.high:.1f}"
        verdict = "[green]above[/]" if each.passed else "[red]not shown[/]"
        won, bar = f"{100 * each.share:.1f} %", f"{each.bar.percent} %"
        drawn.add_row(str(each.bar), str(each.pairs), won, interval, bar, verdict)
    return drawn


def main(
    pairs: Annotated[int, typer.Option(help="pairs of matches for each match-up", min=1)] = 40,
    budget: Annotated[float, typer.Option(help="seconds that a Sage thinks in each turn")] = 0.03,
    only: Annotated[str, typer.Option(help="just the match-ups that contain these words")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="a few pairs, to see that it runs")] = False,
    json: Annotated[bool, typer.Option("--json", help="print the results as JSON")] = False,
) -> None:
    """Measure whether each bot is as strong as it should be; fails if one is not."""
    bars = [bar for bar in BARS if only in str(bar)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        results = [measure(bar, 2 if quick else pairs, budget, progress) for bar in bars]
    if json:
        print(msgspec.json.encode(results).decode())
    else:
        Console().print(table(results, budget))
    raise typer.Exit(0 if quick or all(each.passed for each in results) else 1)


if __name__ == "__main__":
    typer.run(main)
