"""Admiral Radar: how fast rules, crews and tracker are, and how often a crew destroys itself."""

import time
from statistics import median, quantiles
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from bench.tracker import timed
from quintain.arbiter.actors import Answer, InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import NamedBot, named_bot
from quintain.bots.playouts import random_decisions
from quintain.core.bot import Turn
from quintain.core.match import Match
from quintain.games.admiral import GAME
from quintain.games.admiral.rules.state import ROLES, WIPED
from quintain.ranker.series import Series

MAPS = ("alpha", "classic", "compact", "openwater")
OPTIONS = {name: GAME.options_from({"map": name}) for name in MAPS}
ROUNDS = 5


def at(level: str) -> str:
    return f"veteran:level={level}"


def playouts(decisions: int) -> float:
    """Random decisions a second, inside kernels."""
    random_decisions(GAME, 1000)
    began = time.process_time()
    random_decisions(GAME, decisions)
    return decisions / (time.process_time() - began)


def matches_per_second(name: str, matches: int) -> float:
    """The best of some rounds: what else the machine does can only slow it down."""
    crew = named_bot(GAME, name)
    one_match(crew, crew, 0)

    def round_of(first: int) -> float:
        began = time.process_time()
        for seed in range(first, first + matches):
            one_match(crew, crew, seed)
        return time.process_time() - began

    return matches / min(round_of(number * matches) for number in range(ROUNDS))


class Timed(InProcess):
    """Adds up what its bot's thinking takes."""

    spent: list[float]

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        began = time.thread_time()
        words = await super().report(turn)
        self.spent.append(time.thread_time() - began)
        return words

    async def answer(self, turn: Turn) -> Answer:
        began = time.thread_time()
        answer = await super().answer(turn)
        self.spent.append(time.thread_time() - began)
        return answer


def turn_times(name: str, matches: int) -> list[float]:
    """Milliseconds of the four roles together, for every turn of blue."""
    crew, times = named_bot(GAME, name), []
    for seed in range(matches):
        match = Match(GAME, OPTIONS[MAPS[seed % len(MAPS)]], seed)
        actors = [Timed(crew.bot(), bot_rng(seed, seat)) for seat in range(2 * ROLES)]
        spent: list[float] = []
        for actor in actors[:ROLES]:
            actor.spent = spent
        for actor in actors[ROLES:]:
            actor.spent = []
        turns = [-1, 0]

        def watch(now: Match, turns: list[int] = turns, spent: list[float] = spent) -> None:
            state = now.position.state
            if state.turns != turns[0]:
                turns[0] = state.turns
                times.append(1000 * sum(spent[turns[1] :]))
                turns[1] = len(spent)

        play(match, actors, watch)
    return [each for each in times[matches:] if each > 0]


def one_match(blue: NamedBot, red: NamedBot, seed: int, name: str = "alpha") -> Match:
    series = Series(game=GAME, options=OPTIONS[name], named=(blue, red), seed=seed, bot_seed=seed)
    match = series.play(next(series.fixtures())).match
    if match.outcome and match.outcome.stopped_by is not None:
        fault = f"seat {match.outcome.stopped_by}: {match.outcome.why}"
        raise RuntimeError(f"{blue.name} against {red.name}, seed {seed}: {fault}")
    return match


def destroyed_itself(match: Match, side: int) -> bool:
    state = match.position.state
    return bool(state.winner == 1 - side and state.heard[side][state.reports[side] - 1] & 255 == WIPED)


def accidents(name: str, matches: int) -> int:
    """Crews that died by their own engineering, of two in each match."""
    crew = named_bot(GAME, name)
    played = [one_match(crew, crew, seed, MAPS[seed % len(MAPS)]) for seed in range(matches)]
    return sum(destroyed_itself(match, side) for match in played for side in (0, 1))


def figures(quick: bool) -> Table:
    table = Table("what", "measured", "wanted", title="Admiral Radar, on one core")
    table.add_row("random decisions/s in kernels", f"{playouts(200_000 if quick else 2_000_000):,.0f}", "3,000,000")
    table.add_row("classic matches/s", f"{matches_per_second('classic', 10 if quick else 40):.0f}", "150")
    timed("compact", "full", 1, 5)  # compiles what is not compiled yet
    micros = [row[0] for row in timed("openwater", "full", 2 if quick else 10, 5)]
    table.add_row("tracker, median", f"{median(micros):.0f} µs", "200 µs")
    table.add_row("tracker, 99th percentile", f"{quantiles(micros, n=100)[98] / 1000:.2f} ms", "10 ms")
    for level in ("normal", "hard", "expert"):
        times = turn_times(at(level), 2 if quick else 8)
        spread = f"{median(times):.1f} ms, 95 %: {quantiles(times, n=20)[18]:.1f} ms"
        table.add_row(f"a turn of {at(level)}", spread, "95 %: 60 ms" if level == "hard" else "")
    matches = 4 if quick else 100
    died = accidents(at("normal"), matches)
    table.add_row(f"{at('normal')} dead by its own engineering", f"{died} of {2 * matches}", "2 %")
    return table


def main(quick: Annotated[bool, typer.Option("--quick", help="a rough look in a minute")] = False) -> None:
    """Measure the speed of Admiral Radar."""
    Console().print(figures(quick))


if __name__ == "__main__":
    typer.run(main)
