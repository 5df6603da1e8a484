"""Admiral Radar: speed of rules, crews and tracker, and how much stronger each crew is than the one below it."""

import time
from math import sqrt
from statistics import mean, median, quantiles, stdev
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.tracker import timed
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import Player, player
from quintain.bots.playouts import random_decisions
from quintain.core.bot import Turn
from quintain.core.match import Match
from quintain.games.admiral import GAME
from quintain.games.admiral.bots.levels import PROFILES
from quintain.games.admiral.rules.state import ROLES, WIPED

MAPS = ("alpha", "classic", "compact", "openwater")
OPTIONS = {name: GAME.options_from({"map": name}) for name in MAPS}
ROUNDS = 5
SURE = 1.96  # standard errors of a 95 % interval


class Bar(msgspec.Struct, frozen=True):
    """The first crew must win at least this share of its matches."""

    crew: str
    other: str
    percent: int


def at(level: str) -> str:
    return f"veteran:level={level}"


LADDER = (
    Bar(at("normal"), "classic", 97),
    Bar(at("easy"), at("novice"), 65),
    Bar(at("normal"), at("easy"), 65),
    Bar(at("hard"), at("normal"), 65),
    Bar(at("expert"), at("hard"), 65),
)
MANNERS = tuple(Bar(f"{at('hard')},profile={name}", at("hard"), 40) for name in PROFILES if name != "balanced")


class Result(msgspec.Struct, frozen=True):
    bar: Bar
    pairs: int
    share: float  # of matches won; a draw is half a win
    margin: float  # half the width of the interval
    self_destroyed: float  # share of the matches that it lost by its own engineering
    seconds: float  # of a match


# --- speed -----------------------------------------------------------------------------------------------------------


def playouts(decisions: int) -> float:
    """Random decisions a second, inside kernels."""
    random_decisions(GAME, 1000)
    began = time.process_time()
    random_decisions(GAME, decisions)
    return decisions / (time.process_time() - began)


def matches_per_second(name: str, matches: int) -> float:
    """The best of some rounds: what else the machine does can only slow it down."""
    crew = player(GAME, name)
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

    def words_of(self, turn: Turn) -> tuple[Any, ...]:
        began = time.thread_time()
        words = super().words_of(turn)
        self.spent.append(time.thread_time() - began)
        return words

    def answer_to(self, turn: Turn) -> Any:
        began = time.thread_time()
        answer = super().answer_to(turn)
        self.spent.append(time.thread_time() - began)
        return answer


def turn_times(name: str, matches: int) -> list[float]:
    """Milliseconds of the four roles together, for every turn of blue."""
    crew, times = player(GAME, name), []
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


# --- strength --------------------------------------------------------------------------------------------------------


def one_match(blue: Player, red: Player, seed: int, name: str = "alpha") -> Match:
    match = Match(GAME, OPTIONS[name], seed)
    bots = [crew.bot() for crew in (blue, red) for _ in range(ROLES)]
    outcome = play(match, [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(bots)])
    if outcome.fault is not None:
        raise RuntimeError(f"{blue.name} against {red.name}, seed {seed}: seat {outcome.fault}: {outcome.why}")
    return match


def won(match: Match, side: int) -> float:
    winner = match.position.state.winner
    return 0.5 if winner < 0 else float(winner == side)


def destroyed_itself(match: Match, side: int) -> bool:
    state = match.position.state
    return won(match, side) == 0 and state.heard[side][state.reports[side] - 1] & 255 == WIPED


def measured(bar: Bar, pairs: int) -> Result:
    """Paired matches: every seed on one map, in both colors."""
    ours, theirs = player(GAME, bar.crew), player(GAME, bar.other)
    shares, lost, began = [], [], time.process_time()
    for pair in track(range(pairs), f"{bar.crew} > {bar.other}", console=Console(stderr=True), transient=True):
        name = MAPS[pair % len(MAPS)]
        sides = [one_match(ours, theirs, pair, name), one_match(theirs, ours, pair, name)]
        shares.append(mean(won(match, side) for side, match in enumerate(sides)))
        lost += [destroyed_itself(match, side) for side, match in enumerate(sides)]
    spread = stdev(shares) if pairs > 1 else 0.0
    seconds = (time.process_time() - began) / (2 * pairs)
    return Result(bar, pairs, mean(shares), SURE * spread / sqrt(pairs), mean(lost), seconds)


def strength(bars: tuple[Bar, ...], pairs: int) -> list[Result]:
    return [measured(bar, pairs) for bar in bars]


# --- showing ---------------------------------------------------------------------------------------------------------


def speed_table(quick: bool) -> Table:
    table = Table("what", "measured", "wanted", title="Speed, on one core")
    table.add_row("random decisions/s in kernels", f"{playouts(200_000 if quick else 2_000_000):,.0f}", "3,000,000")
    table.add_row("classic matches/s", f"{matches_per_second('classic', 10 if quick else 40):.0f}", "150")
    timed("compact", "full", 1, 5)  # compiles what is not compiled yet
    micros = [row[0] for row in timed("openwater", "full", 2 if quick else 10, 5)]
    table.add_row("tracker, median", f"{median(micros):.0f} µs", "200 µs")
    table.add_row("tracker, 99th percentile", f"{quantiles(micros, n=100)[98] / 1000:.2f} ms", "10 ms")
    for level in ("normal", "hard", "expert"):
        times = turn_times(at(level), 2 if quick else 8)
        figures = f"{median(times):.1f} ms, 95 %: {quantiles(times, n=20)[18]:.1f} ms"
        table.add_row(f"a turn of {at(level)}", figures, "95 %: 60 ms" if level == "hard" else "")
    return table


def strength_table(results: list[Result]) -> Table:
    table = Table("crew", "against", "pairs", "won", "95 % interval", "wanted", "by own engineering", title="Strength")
    for each in results:
        low, high = (100 * min(1.0, max(0.0, each.share + sign * each.margin)) for sign in (-1, 1))
        wanted = f"{each.bar.percent} %"
        interval = f"{low:.1f} to {high:.1f}"
        share, lost = f"{100 * each.share:.1f} %", f"{100 * each.self_destroyed:.1f} %"
        table.add_row(each.bar.crew, each.bar.other, str(each.pairs), share, interval, wanted, lost)
    return table


def main(
    pairs: Annotated[int, typer.Option(help="pairs of matches for each match-up", min=1)] = 100,
    quick: Annotated[bool, typer.Option("--quick", help="a rough look in a minute or two")] = False,
    only: Annotated[str, typer.Option(help="speed, ladder or profiles")] = "",
    json: Annotated[bool, typer.Option("--json", help="print strength as JSON")] = False,
) -> None:
    """Measure speed and strength of Admiral Radar's crews."""
    console, count = Console(), 4 if quick else pairs
    if only in ("", "speed"):
        console.print(speed_table(quick))
    bars = (LADDER if only in ("", "ladder") else ()) + (MANNERS if only in ("", "profiles") else ())
    results = strength(bars, count)
    if json:
        print(msgspec.json.encode(results).decode())
    elif results:
        console.print(strength_table(results))


if __name__ == "__main__":
    typer.run(main)
