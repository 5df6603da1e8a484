"""Search for better settings and tell it: the way round by round, then what the test says."""

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quintain.arbiter.players import NamedBot, named_bot, parameters
from quintain.cli.comparison import play, show
from quintain.cli.console import emit, err, plain
from quintain.cli.interrupts import notice
from quintain.cli.pictures import check_plot, draw
from quintain.core.errors import BadSetting, did_you_mean
from quintain.core.game import Game
from quintain.ranker.comparing import Comparison
from quintain.ranker.duel import Duel
from quintain.ranker.executors import Workforce
from quintain.ranker.jobs import Terms
from quintain.ranker.playing import prepare_players
from quintain.ranker.sequential import Sequential
from quintain.ranker.spsa import Range, Spsa, spelled
from quintain.ranker.tuning import Round, tuned


@dataclass
class Search:
    game: Game
    bot: str
    plan: Spsa
    terms: Terms
    test: Sequential
    seed: str
    matches: int
    most: int
    plot: Path | None
    as_json: bool
    rounds: list[Round] = field(default_factory=list)

    def run(self, force: Workforce) -> None:
        check_plot(self.plot)
        self.look(force)
        draw(self.plot, lambda plots: plots.tuning(self.path, [each.share for each in self.rounds]))
        best = self.rounds[-1].settings
        new, old = spelled(self.bot, best), self.bot
        duel = Duel(terms=self.terms, players=(new, old), seed=f"{self.seed} confirmed")
        if not self.as_json:
            plain(f"Found {in_words(best)} in {len(self.rounds)} rounds; does that beat {old}?")
        named = named_bot(self.game, new), named_bot(self.game, old)
        result = play(self.game, named, duel, self.test, force, self.most, shown=not self.as_json)
        self.tell(result)

    def look(self, force: Workforce) -> None:
        first = self.plan.settings(self.plan.start)
        named = named_bot(self.game, spelled(self.bot, first))
        prepare_players(self.game, [named])
        duel = Duel(terms=self.terms, players=(named.name, named.name))
        seeds = -(-self.matches // len(duel.seatings))
        try:
            with self.progress() as advance:
                for each in tuned(self.bot, self.plan, self.terms, seeds, self.seed, force):
                    self.rounds.append(each)
                    notice()
                    advance(in_words(each.settings))
                    if self.as_json:
                        emit({"round": each})
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.so_far()) from None

    def so_far(self) -> str:
        found = f": {in_words(self.rounds[-1].settings)}, which nothing confirms" if self.rounds else ""
        return f"after {len(self.rounds)} of {self.plan.rounds} rounds{found}"

    @property
    def path(self) -> dict[str, list[float]]:
        """The values of each setting, from the start on."""
        steps = [self.plan.settings(self.plan.start), *(each.settings for each in self.rounds)]
        return {one.name: [step[one.name] for step in steps] for one in self.plan.ranges}

    @contextmanager
    def progress(self) -> Iterator[Any]:
        if self.as_json or not err.is_terminal:
            yield lambda words: None
            return
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
        with Progress(*columns, console=err, transient=True) as bars:
            bar = bars.add_task("", total=self.plan.rounds)
            yield lambda words: bars.update(bar, advance=1, description=words)

    def tell(self, result: Comparison) -> None:
        """The settings are a result only if the test confirms them."""
        best = self.rounds[-1].settings if result.verdict == "better" else None
        if self.as_json:
            emit({"settings": best, "player": result.new if best else None, "confirmed": result.as_data()})
            return
        show(result)
        if best:
            plain(f"\nBetter settings: {result.new}", "bold green")
        else:
            plain("\nNo better settings were found.", "bold")


def in_words(settings: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in settings.items())


# --- settings --------------------------------------------------------------------------------------------------------


def ranges_of(game: Game, bot: str, words: Sequence[str]) -> tuple[Range, ...]:
    named = named_bot(game, bot)
    if not words:
        raise BadSetting(f"say which settings to tune, like --setting {example(named)}")
    ranges = tuple(range_of(named, word) for word in words)
    names = [each.name for each in ranges]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadSetting(f"--setting {twice[0]} is given twice")
    return ranges


def range_of(named: NamedBot, word: str) -> Range:
    name, _, text = word.partition("=")
    known = parameters_of(named)
    if name not in known:
        raise BadSetting(f"{named.name} has no setting {name!r} that is a number; {did_you_mean(name, known)}")
    try:
        low, high, *start = (float(part) for part in text.split(":"))
        (begin,) = start or [float(named.settings.get(name, known[name].default))]
    except (ValueError, TypeError):
        raise BadSetting(f"--setting {word!r} says nothing about where to look; write {name}=0:1") from None
    if name in named.settings:
        raise BadSetting(f"{named.name} sets {name} already; tune it or set it, and begin with {name}=LOW:HIGH:START")
    return Range(name=name, low=low, high=high, start=begin, whole=isinstance(known[name].default, int))


def parameters_of(named: NamedBot) -> dict[str, inspect.Parameter]:
    """The settings of a bot that are numbers."""
    kind = getattr(named, "kind", None)
    if kind is None:
        raise BadSetting(f"{named.name} is a program; only settings of bots in Python can be tuned")
    return {
        name: each
        for name, each in parameters(kind).items()
        if isinstance(each.default, int | float) and not isinstance(each.default, bool)
    }


def example(named: NamedBot) -> str:
    return f"{next(iter(parameters_of(named)), 'daring')}=0:1"
