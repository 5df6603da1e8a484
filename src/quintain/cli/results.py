"""Play a series of matches and report it: to a person as tables, to a program as lines of JSON."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from quintain.arbiter.preparing import prepare_rules
from quintain.cli.console import busy, emit, err, out, plain, table, team_color
from quintain.cli.files import write_whole
from quintain.cli.interrupts import notice
from quintain.cli.narrator import Narrator, Watcher
from quintain.cli.pictures import check_plot, draw
from quintain.cli.replay_paths import replay_paths
from quintain.core.game import Game, Seat
from quintain.core.match import Match
from quintain.core.outcome import Outcome, in_words
from quintain.core.replay import Replay
from quintain.ranker import jobs
from quintain.ranker.parallel import in_parallel
from quintain.ranker.series import Fixture, Played, Series
from quintain.ranker.tally import Tally

PACE = 0.15  # seconds a person needs to read an action


def play_all(
    series: Series,
    *,
    as_json: bool,
    watch: bool,
    replay: Path | None,
    pace: float | None,
    workers: int = 1,
    plot: Path | None = None,
) -> None:
    tally = Tally(series.entrant_names(), series.seats)
    paths = replay_paths(replay, series)
    check_plot(plot)
    pace = (PACE if out.is_terminal else 0.0) if pace is None else pace
    with busy(f"getting the rules of {series.game.title} ready"):
        prepare_rules(series.game)
    total, done = 0.0, 0
    try:
        with progress(series, not as_json and not watch) as advance:
            if workers > 1 and series.matches > 1:
                lines = by_workers(series, tally, paths, workers, as_json)
            else:
                lines = by_ourselves(series, tally, paths, as_json, watch, pace)
            for seconds in lines:
                total, done = total + seconds, done + 1
                advance()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"after {done} of {series.matches} matches" if series.matches > 1 else "") from None
    finally:
        series.close()
    draw(plot, lambda plots: plots.match(series.game.title, tally.samples, tally.intervals))
    if series.matches > 1 and not as_json:
        show_standings(series, tally, total)


def by_ourselves(
    series: Series, tally: Tally, paths: Sequence[Path | None], as_json: bool, watch: bool, pace: float
) -> Iterator[float]:
    """Play in this process; what comes out is how long each match took."""
    for fixture, path in zip(series.fixtures(), paths, strict=True):
        played = watched(series, fixture, pace) if watch else unwatched(series, fixture)
        report(series, played, path, as_json=as_json, watch=watch)
        tally.enter(fixture, played.match)
        yield played.seconds


def by_workers(
    series: Series, tally: Tally, paths: Sequence[Path | None], workers: int, as_json: bool
) -> Iterator[float]:
    """The same with several processes, and told in the same order."""
    for (fixture, played), path in zip(in_parallel(series, workers, any(paths)), paths, strict=True):
        if path:
            write_whole(path, played.replay)
        if as_json:
            names = [bot.player.name for bot in fixture.players]
            emit(data_of(series.game, series.options, fixture.seed, names, played))
        tally.count(fixture, played.outcome, played.struck)
        notice()
        yield played.seconds


def report(series: Series, played: Played, path: Path | None, *, as_json: bool, watch: bool) -> None:
    """Save the match and show it, as far as either was asked for."""
    if path:
        write_whole(path, Replay.of(played.match).to_bytes())
    if as_json:
        emit(as_data(played.match, played.seconds))
    elif watch or series.matches == 1:
        show_match(played.match, played.seconds, watch)


def watched(series: Series, fixture: Fixture, pace: float) -> Played:
    """Play it and show every action, at this pace."""
    narrator = Narrator(series.game, [bot.player for bot in fixture.players], series.seats)
    out.rule(Text(f"{series.game.title} · seed {fixture.seed}"), style="dim")
    out.print(narrator.cast())
    return series.play(fixture, Watcher(narrator, pace))


def unwatched(series: Series, fixture: Fixture) -> Played:
    # What a bot prints must not get between the results.
    with redirect_stdout(sys.stderr):
        return series.play(fixture, notice)


@contextmanager
def progress(series: Series, shown: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; one match alone only says that it is being played."""
    if not shown or not err.is_terminal:
        yield lambda: None
    elif series.matches == 1:
        with busy(f"playing {series.game.title}"):
            yield lambda: None
    else:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=err, transient=True) as bars:
            bar = bars.add_task(series.game.title, total=series.matches)
            yield lambda: bars.advance(bar)


# --- for programs ----------------------------------------------------------------------------------------------------


def as_data(match: Match, seconds: float) -> dict[str, Any]:
    assert match.outcome is not None, "only a finished match has an outcome"
    names = [seatings[0][1].name for seatings in match.seatings]
    return told(match.game, match.options, match.seed, names, match.outcome, match.actions, seconds)


def data_of(game: Game, options: Any, seed: int, names: Sequence[str], played: jobs.Played) -> dict[str, Any]:
    return told(game, options, seed, names, played.outcome, played.actions, played.seconds)


def told(
    game: Game, options: Any, seed: int, names: Sequence[str], outcome: Outcome, actions: int, seconds: float
) -> dict[str, Any]:
    return {
        "game": game.name,
        "seed": str(seed),  # of up to 128 bits, which many readers of JSON would round
        "options": msgspec.to_builtins(options),
        "players": names,
        "outcome": outcome,
        "actions": actions,
        "seconds": round(seconds, 6),
    }


# --- for people ------------------------------------------------------------------------------------------------------


def show_match(match: Match, seconds: float, watched: bool) -> None:
    """How one match ended. (The onlooker at the end may see everything.)"""
    narrator = Narrator(match.game, match.players, match.seats)
    if not watched:
        out.print(Text(f"{match.game.title} · seed {match.seed}", "bold"))
    out.print("", narrator.table(match.position), "", sep="\n")
    show_outcome(match)
    plain(f"{match.actions} actions in {seconds:.2f} s", "dim")


def show_outcome(match: Match) -> None:
    outcome = match.outcome
    assert outcome is not None, "only a finished match has an outcome"
    roles = any(seat.role for seat in match.seats)
    grid = table("seat", "player", "team", *(["role"] if roles else []), "score", "rank", right=("score", "rank"))
    for number, seat in enumerate(match.seats):
        style = team_color(seat.team, match.game.teams)
        role = [seat.role] if roles else []
        row = [
            str(number),
            " → ".join(player.name for _, player in match.seatings[number]),
            team_label(match, seat),
            *role,
            str(outcome.scores[number]),
            str(outcome.ranks[number]),
        ]
        grid.add_row(*(Text(cell, style if i < 3 else "") for i, cell in enumerate(row)))
    out.print(grid)
    out.print(Narrator(match.game, match.players, match.seats).colored("\n" + verdict(match, outcome), "bold"))


def team_label(match: Match, seat: Seat) -> str:
    return match.game.teams[seat.team] if match.game.teams else str(seat.team)


def verdict(match: Match, outcome: Outcome) -> str:
    """How it ended, and the fault, if there was one, in the words that its programmer needs."""
    words = in_words(outcome, named_sides(match))
    return f"{words[0].upper()}{words[1:]}.{faults_of(outcome)}"


def faults_of(outcome: Outcome) -> str:
    return "".join(f"\nSeat {fault.seat} ({fault.player}): {fault.ending} ({fault.why})." for fault in outcome.faults)


def named_sides(match: Match) -> list[str]:
    """The sides of the seats with the players in them: 'team 0 (advanced)'."""
    sides = match.game.sides(match.seats)
    members = list(zip(sides, (player.name for player in match.players), strict=True))
    names = {side: dict.fromkeys(name for own, name in members if own == side) for side in sides}
    return [f"{side} ({' + '.join(names[side])})" for side in sides]


def show_standings(series: Series, tally: Tally, seconds: float) -> None:
    numbers = ("won", "drawn", "lost", "share", "95 % interval", "score", "faults")
    grid = table("player", *numbers, right=numbers)
    for line in tally.lines:
        low, high = line.interval
        grid.add_row(
            Text(line.name),
            *map(str, (line.wins, line.draws, line.losses)),
            f"{line.share:.1%}",
            f"{100 * low:.1f} – {100 * high:.1f}",
            f"{line.score:.1f}",
            str(line.faults),
        )
    out.print(grid)
    plain("\n" + summary(series, tally, seconds), "dim")


def summary(series: Series, tally: Tally, seconds: float) -> str:
    last = series.seed + (series.matches - 1) // series.seatings
    seatings = f" in {series.seatings} seatings each" if series.paired else ""
    speed = f"{series.matches / seconds:.3g} matches/s" if seconds else "no time at all"
    odd = "".join(f"; {count} {ending}" for ending, count in tally.endings.items())
    return f"{series.matches} matches, seeds {series.seed} to {last}{seatings}; {seconds:.1f} s, {speed}{odd}"
