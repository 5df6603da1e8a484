"""What a single number is worth to Sage2: the bot as it is against itself with other values.

    PYTHONPATH=. .venv/bin/python bench/tune_planets.py usual.caution 0 0.6 --arena "planets 2v2"

Numbers are named as in `Traits` and `Habits` (`ahead`, `fierce.hostility`); `habits.` changes one in all of them.
Each value plays pairs of matches, every seed with the sides swapped, on the maps of the arena in turn. After a hundred
pairs the interval is still about seven points wide to each side, and one that holds 50 % has shown nothing.
"""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.strength import ARENAS, Bar, Result, first_share, mapped, result
from quintain.arbiter.players import NamedBot
from quintain.games.planets import GAME
from quintain.games.planets.bots.planner import Habits
from quintain.games.planets.bots.sage2 import Sage2, Traits
from quintain.ranker.series import Series

EVEN = 0.5
EVERY = "habits"  # stands for all habits at once


class Tuned(Sage2):
    """Sage2 with one number changed."""

    def __init__(self, trait: str, value: float, budget: float) -> None:
        super().__init__(budget)
        self.traits = altered(Traits(), trait, value)


def altered(traits: Traits, trait: str, value: float) -> Traits:
    """The traits with one number changed; raises BadParameter if there is none of this name."""
    group, _, name = trait.rpartition(".")
    if not group and type(getattr(traits, name, None)) in (int, float):
        return traits._replace(**{name: type(getattr(traits, name))(value)})
    groups = [each for each in traits._fields if isinstance(getattr(traits, each), Habits) and group in (each, EVERY)]
    if not groups or name not in Habits._fields:
        raise typer.BadParameter(f"no number is called {trait!r}; there are {', '.join(names(traits))}")
    return traits._replace(**{each: getattr(traits, each)._replace(**{name: float(value)}) for each in groups})


def names(traits: Traits) -> list[str]:
    found = []
    for field in traits._fields:
        habits = isinstance(getattr(traits, field), Habits)
        found += [f"{field}.{name}" for name in Habits._fields] if habits else [field]
    return [*found, *(f"{EVERY}.{name}" for name in Habits._fields)]


def series_of(trait: str, value: float, arena: str, seed: int, budget: float) -> Series:
    options = ARENAS[arena].options
    changed: dict[str, Any] = {"trait": trait, "value": value, "budget": budget}
    return Series(
        game=GAME,
        options=GAME.options_from(options[seed % len(options)]),
        named=(NamedBot("changed", Tuned, changed), NamedBot("sage2", Sage2, {"budget": budget})),
        seed=seed,
        bot_seed=2 * seed,
        paired=True,
    )


def pair_share(trait: str, value: float, arena: str, seed: int, budget: float) -> float:
    """The share that the changed bot wins of the two matches of one seed."""
    return first_share(series_of(trait, value, arena, seed, budget), f"{trait}={value:g}")


def table(title: str, results: dict[float, Result]) -> Table:
    drawn = Table("value", "pairs", "won", "95 % interval", "", title=title)
    for value, each in results.items():
        verdict = "better" if each.low > EVEN else "worse" if each.high < EVEN else "not shown"
        interval = f"{100 * each.low:.1f} to {100 * each.high:.1f}"
        drawn.add_row(f"{value:g}", str(each.pairs), f"{100 * each.share:.1f} %", interval, verdict)
    return drawn


def main(
    trait: Annotated[str, typer.Argument(help="the number, such as usual.caution")],
    values: Annotated[list[float], typer.Argument(help="the values to try")],
    arena: Annotated[str, typer.Option(help="one of those of bench/strength.py")] = "planets 1v1",
    pairs: Annotated[int, typer.Option(help="pairs of matches for each value", min=1)] = 100,
    first: Annotated[int, typer.Option(help="the first seed: judge by other seeds than those that chose")] = 0,
    budget: Annotated[float, typer.Option(help="seconds that both think in each turn")] = 0.03,
    jobs: Annotated[int, typer.Option(help="processes to use", min=1)] = 1,
) -> None:
    """Measure whether another value of a number would make Sage2 stronger."""
    if arena not in ARENAS or ARENAS[arena].game != GAME.name:
        raise typer.BadParameter(f"arenas: {', '.join(name for name in ARENAS if name.startswith(GAME.name))}")
    altered(Traits(), trait, values[0])
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results = {}
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress, mapped(jobs) as each:
        for value in values:
            task = progress.add_task(f"{trait}={value:g}", total=pairs)
            same = [trait] * pairs, [value] * pairs, [arena] * pairs, range(first, first + pairs), [budget] * pairs
            shares = []
            for won in each(pair_share, *same):
                shares.append(won)
                progress.advance(task)
            results[value] = result(Bar(arena, f"{trait}={value:g}", "sage2", 50), shares)
    Console().print(table(f"{trait} in {arena}", results))


if __name__ == "__main__":
    typer.run(main)
