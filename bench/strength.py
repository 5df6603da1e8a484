"""How strong each bot is against the one below it: paired matches, every seed with the sides swapped."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.ranker.executors import Pool
from quintain.ranker.intervals import interval
from quintain.ranker.series import Series
from quintain.ranker.tally import Tally

REHEARSALS = 60  # of a `general` in each turn: 0.02 s for two and 0.04 s for four; in 0.2 s it makes its most, 200


class Arena(msgspec.Struct, frozen=True):
    """Where a match-up takes place: the game's options, in turn from seed to seed."""

    game: str
    options: tuple[dict[str, Any], ...] = ({},)
    rivals: int = 1  # how many of the weaker bot the stronger one meets at once; each of its seats counts alone


ARENAS = {
    "jaffre": Arena("jaffre"),
    "rummy": Arena("rummy", rivals=3),
    "admiral": Arena("admiral", tuple({"map": name} for name in ("alpha", "classic", "compact", "openwater"))),
    "planets 1v1": Arena("planets", ({"planets": 10}, {"map": "duel"}, {"planets": 7}, {"planets": 16})),
    "planets 2v2": Arena(
        "planets",
        tuple(
            {"players": 2, **more}
            for more in ({"planets": 10}, {"map": "crossroads"}, {"planets": 16}, {"planets": 24})
        ),
    ),
    "planets 5v5": Arena("planets", tuple({"players": 5, **more} for more in ({"planets": 99}, {"map": "spiral"}))),
    "bottlebats 2": Arena("bottlebats", ({}, {"fog": "sight"}, {"map": "duel"}, {"map": "river"})),
    "bottlebats 4": Arena(
        "bottlebats", tuple({"players": 4, **more} for more in ({}, {"map": "crossroads"}, {"map": "moat"}))
    ),
    "bottlebats 1v3": Arena(
        "bottlebats", tuple({"players": 4, **more} for more in ({}, {"map": "crossroads"}, {"map": "moat"})), rivals=3
    ),
    "planets google": Arena(
        "planets", tuple({"profile": "google", **more} for more in ({"planets": 23}, {"planets": 15}, {"map": "duel"}))
    ),
}


class Bar(msgspec.Struct, frozen=True):
    """The stronger bot must win more than this share of its matches."""

    arena: str
    stronger: str
    weaker: str
    percent: int

    def __str__(self) -> str:
        return f"{self.arena}: {self.stronger} > {self.weaker}"


def level(name: str) -> str:
    return f"veteran:level={name}"


BARS = (
    Bar("jaffre", "intermediate", "beginner", 65),
    Bar("jaffre", "advanced", "intermediate", 55),
    Bar("jaffre", "shark", "advanced", 55),
    Bar("jaffre", "rollout", "chance", 80),
    Bar("jaffre", "search", "chance", 80),
    Bar("rummy", "basic", "dumb", 45),
    Bar("rummy", "expert", "basic", 40),
    Bar("rummy", "memory", "basic", 25),
    Bar("rummy", "aggressive", "basic", 25),
    Bar("admiral", level("normal"), "classic", 97),
    Bar("admiral", level("easy"), level("novice"), 65),
    Bar("admiral", level("normal"), level("easy"), 65),
    Bar("admiral", level("hard"), level("normal"), 65),
    Bar("admiral", level("expert"), level("hard"), 65),
    *(
        Bar("admiral", f"{level('hard')},profile={profile}", level("hard"), 40)
        for profile in ("aggressive", "defensive", "minelayer", "ghost", "hunter")
    ),
    *(
        Bar(f"planets {war}", stronger, weaker, 65)
        for war in ("1v1", "2v2")
        for stronger, weaker in (("rage_team", "prospector"), ("sage0", "rage_team"))
    ),
    *(
        Bar(f"planets {war}", "sage", weaker, 80)
        for war in ("1v1", "2v2")
        for weaker in ("bully_team", "rage_team", "dual_team")
    ),
    *(Bar("planets google", "sage2", weaker, 95) for weaker in ("dual", "prospector", "rage", "bully")),
    Bar("planets 1v1", "sage2", "sage", 75),
    Bar("planets 2v2", "sage2", "sage", 75),
    Bar("planets 5v5", "sage2", "sage", 65),
    *(
        Bar(f"bottlebats {players}", stronger, weaker, percent)
        for players in (2, 4)
        for stronger, weaker, percent in (
            ("greedy", "destroy", 80),
            ("marshal", "greedy", 80),
            ("general", "marshal", 65),
        )
    ),
    Bar("bottlebats 1v3", "general", "marshal", 45),
)


class Result(msgspec.Struct, frozen=True):
    bar: Bar
    pairs: int
    share: float  # of matches won by the stronger bot; a draw is half a win
    low: float  # the interval
    high: float

    @property
    def passed(self) -> bool:
        return self.low >= self.bar.percent / 100


def named(bot: str, budget: float) -> str:
    if bot == "general":  # it counts rehearsals, so that a busy machine does not make it weaker
        return f"general:budget=60,rehearsals={REHEARSALS}"
    return f"{bot}:budget={budget:g}" if bot in ("sage", "sage2") else bot


def pair_share(bar: Bar, seed: int, budget: float) -> float:
    """The stronger bot's share of the matches of one seed, one in every seating."""
    return first_share(series_of(bar, seed, budget), str(bar))


def first_share(series: Series, name: str) -> float:
    """What the first of the players wins of a series; a draw is half a win."""
    standings = Tally(series.entrant_names(), series.seats)
    for fixture in series.fixtures():
        match = series.play(fixture).match
        if match.outcome and match.outcome.stopped_by is not None:
            raise RuntimeError(f"{name}, seed {series.seed}: seat {match.outcome.stopped_by}: {match.outcome.why}")
        standings.enter(fixture, match)
    return standings.lines[0].share


def series_of(bar: Bar, seed: int, budget: float) -> Series:
    arena = ARENAS[bar.arena]
    game = games.load(arena.game)
    return Series(
        game=game,
        options=game.options_from(arena.options[seed % len(arena.options)]),
        named=tuple(named_bot(game, named(bot, budget)) for bot in (bar.stronger, *[bar.weaker] * arena.rivals)),
        seed=seed,
        bot_seed=(1 + arena.rivals) * seed,
        paired=True,
    )


def result(bar: Bar, shares: list[float]) -> Result:
    return Result(bar, len(shares), fmean(shares), *interval(shares))


@contextmanager
def mapped(jobs: int) -> Iterator[Callable[..., Iterable[float]]]:
    """The built-in map, or one over so many processes."""
    if jobs <= 1:
        yield map
        return
    pool: Any = Pool(jobs)  # other tasks than these bring home bytes

    def each(task: Callable[..., float], *columns: Iterable[Any]) -> Iterator[float]:
        futures = [pool.submit(task, *row) for row in zip(*columns, strict=False)]
        return (future.result() for future in futures)

    try:
        yield each
    finally:
        pool.stop()


def measure(bars: list[Bar], seeds: range, jobs: int, budget: float, progress: Progress) -> list[Result]:
    results = []
    with mapped(jobs) as each:
        for bar in bars:
            task = progress.add_task(str(bar), total=len(seeds))
            shares = []
            for won in each(pair_share, [bar] * len(seeds), seeds, [budget] * len(seeds)):
                shares.append(won)
                progress.advance(task)
            results.append(result(bar, shares))
    return results


def table(results: list[Result]) -> Table:
    drawn = Table("match-up", "pairs", "won", "95 % interval", "bar", "", title="Strength")
    for each in results:
        interval = f"{100 * each.low:.1f} to {100 * each.high:.1f}"
        verdict = "[green]above[/]" if each.passed else "[red]not shown[/]"
        won, bar = f"{100 * each.share:.1f} %", f"{each.bar.percent} %"
        drawn.add_row(str(each.bar), str(each.pairs), won, interval, bar, verdict)
    return drawn


def main(
    pairs: Annotated[int, typer.Option(help="pairs of matches for each match-up", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="the first one: nobody is judged by seeds that it was improved on")] = 0,
    jobs: Annotated[int, typer.Option(help="processes to use", min=1)] = 1,
    budget: Annotated[float, typer.Option(help="seconds that a Sage thinks in each turn")] = 0.03,
    only: Annotated[str, typer.Option(help="just the match-ups that contain these words, such as 'admiral: '")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="two pairs each, to see that it runs")] = False,
    json: Annotated[bool, typer.Option("--json", help="print the results as JSON")] = False,
) -> None:
    """Measure whether each bot is as strong as it should be; fails if one is not."""
    bars = [bar for bar in BARS if only in str(bar)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        results = measure(bars, range(seed, seed + (2 if quick else pairs)), jobs, budget, progress)
    if json:
        print(msgspec.json.encode(results).decode())
    else:
        Console().print(table(results))
    raise typer.Exit(0 if quick or all(each.passed for each in results) else 1)


if __name__ == "__main__":
    typer.run(main)
