"""How fast Planets is, side by side with kaggle-environments' planet_wars: turns in kernels, and whole matches.

The peer is optional. It needs little of what its package asks for, so this is enough:
`pip install --no-deps kaggle-environments && pip install flask jsonschema requests`.
"""

import contextlib
import io
import os
import platform
import random
from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import version
from itertools import count
from statistics import median
from time import process_time
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.core.dice import random_below, seeded
from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.core.position import Position
from quintain.games.planets.maps.files import write_google
from quintain.games.planets.options import Options, map_of
from quintain.games.planets.rules.orders import launch
from quintain.games.planets.rules.state import State
from quintain.games.planets.rules.turn import pass_turn
from quintain.ranker.series import Series

ROUNDS = 5
LENGTH = 200  # turns of a war before it begins anew
CALL = 20_000  # turns asked of a kernel at a time
MOST_MATCHES = 1_000_000  # more than anybody measures
BARS = {5: 1_500_000, 10: 1_000_000, 99: 150_000}
GAME = games.load("planets")
LAYOUT = State.layout

Play = Callable[[], int]  # play something, and answer how many turns or matches that was


class Speed(msgspec.Struct, frozen=True):
    what: str
    per_second: float  # the median of the rounds
    ratios: dict[str, float]  # to the peer's rows of the same kind
    rounds: list[float]


class Report(msgspec.Struct, frozen=True):
    day: date
    python: str
    cores: int
    peer: str
    speeds: list[Speed]


def war(planets: int, seed: int, **options: Any) -> Position:
    return Position.start(GAME, Options(planets=planets, **options), seed)


# --- turns: in each, both players send half of some planet to another, as long as they hit one that is theirs


@compiled
def war_kernel(start: Cells, record: Cells, turns: int, rng: Cells) -> int:
    for turn in range(turns):
        if turn % LENGTH == 0:
            copy_cells(start, record)
        state = record.view(LAYOUT)[0]
        for _ in range(2):
            source, target = random_below(rng, state.planets), random_below(rng, state.planets)
            if source != target and state.owners[source] and state.ships[source] > 1:
                launch(state, state.owners[source], source, target, state.ships[source] // 2)
        pass_turn(state)
    return turns


def owned(position: Position) -> Cells:
    """A war in which every planet has an owner, and so grows and fights: the busiest kind."""
    record = position.record.copy()
    state = record.view(LAYOUT)[0]
    for planet in range(state.planets):
        state.owners[planet] = 1 + planet % 2
    return record


def in_kernels(planets: int, profile: str) -> Play:
    start, rng = owned(war(planets, 1, profile=profile, flavour="google")), seeded("bench")
    record = start.copy()
    return lambda: int(war_kernel(start, record, CALL, rng))


def peers_turns(planets: int) -> Play:
    """The peer's rules alone, called as cheaply as they can be, without its environment around them."""
    from kaggle_environments.envs.planet_wars import planet_wars as peer

    start = owned(war(planets, 1, profile="google"))
    lines = write_google(map_of(start))
    dice = random.Random(1)

    def turns() -> int:
        worlds, fleets = peer.parse_map(lines)
        for _ in range(LENGTH):
            for _ in range(2):
                source, target = dice.randrange(planets), dice.randrange(planets)
                owner, ships = worlds[source][3], worlds[source][4]
                if source != target and owner and ships > 1:
                    peer._apply_orders([[source, target, ships // 2]], worlds, fleets, owner)
            peer._do_time_step(worlds, fleets)
        return LENGTH

    return turns


# --- matches: bully against rage, on the same generated maps


def our_matches(**options: Any) -> Play:
    bots = tuple(named_bot(GAME, name) for name in ("bully", "rage"))
    series = Series(game=GAME, options=Options(**options), named=bots, wanted=MOST_MATCHES)
    fixtures = series.fixtures()

    def matches() -> int:
        series.play(next(fixtures))
        return 1

    return matches


def peers_matches(planets: int, counting_turns: bool) -> Play:
    """Its environment, with the same two bots written for it."""
    with contextlib.redirect_stdout(io.StringIO()):
        from kaggle_environments import make
    seeds = count()

    def matches() -> int:
        lines = write_google(map_of(war(planets, next(seeds), profile="google").record))
        steps = make("planet_wars", configuration={"map": lines, "episodeSteps": 201}).run([peers_bully, peers_rage])
        return len(steps) - 1 if counting_turns else 1

    return matches


def peers_bully(seen: Any) -> list[list[int]]:
    own = [planet for planet in seen.planets if planet[3] == seen.player]
    others = [planet for planet in seen.planets if planet[3] != seen.player]
    if any(fleet[0] == seen.player for fleet in seen.fleets) or not own or not others:
        return []
    source, target = max(own, key=lambda planet: planet[4]), min(others, key=lambda planet: planet[4])
    return [[source[0], target[0], source[4] // 2]] if source[4] > 1 else []


def peers_rage(seen: Any) -> list[list[int]]:
    enemies = [planet for planet in seen.planets if planet[3] not in (0, seen.player)]
    orders = []
    for planet in seen.planets if enemies else ():
        if planet[3] == seen.player and planet[4] and planet[4] >= 10 * planet[5]:
            nearest = min(enemies, key=lambda other: (planet[1] - other[1]) ** 2 + (planet[2] - other[2]) ** 2)
            orders.append([planet[0], nearest[0], planet[4]])
    return orders


# --- measuring and telling


def contestants(with_peer: bool) -> Iterator[tuple[str, Play]]:
    for planets in BARS:
        if with_peer:
            yield f"peer's environment, {planets} planets: turns", peers_matches(planets, True)
            yield f"peer's bare rules, {planets} planets: turns", peers_turns(planets)
        for profile in ("google", "team"):
            yield f"kernels, {profile}, {planets} planets: turns", in_kernels(planets, profile)
    if with_peer:
        yield "peer's environment, 23 planets: matches", peers_matches(23, False)
    yield "arbiter, google, 23 planets: matches", our_matches(profile="google", planets=23)
    yield "arbiter, team, 10 planets: matches", our_matches()


def compared(what: str, speeds: dict[str, float]) -> dict[str, float]:
    """How many times as fast as each of the peer's rows of the same kind and size."""
    _, _, kind = what.partition(", google, ")
    rows = [f"peer's {part}, {kind}" for part in ("environment", "bare rules")] if kind else []
    return {row: speeds[what] / speeds[row] for row in rows if row in speeds}


def rate(play: Play, seconds: float) -> float:
    """By the time of the processor, for others may be busy on the machine."""
    done, start = 0, process_time()
    while (elapsed := process_time() - start) < seconds:
        done += play()
    return done / elapsed


def peer_name() -> str:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            import kaggle_environments.envs.planet_wars.planet_wars  # noqa: F401
        return f"kaggle-environments {version('kaggle-environments')}"
    except ImportError:
        return ""


def measured(seconds: float, with_peer: bool) -> list[Speed]:
    """All in turn, and again, so that a busy minute of the machine hits them alike."""
    plays = dict(contestants(with_peer))
    rates: dict[str, list[float]] = {what: [] for what in plays}
    for once in plays.values():
        once()
    for _ in range(ROUNDS):
        for what, once in plays.items():
            rates[what].append(rate(once, seconds))
    medians = {what: median(rounds) for what, rounds in rates.items()}
    return [Speed(what, medians[what], compared(what, medians), rounds) for what, rounds in rates.items()]


def table(report: Report) -> Table:
    machine = f"{report.day}, Python {report.python}, {report.cores} cores, peer: {report.peer or 'not installed'}"
    rows = Table(caption=machine)
    rows.add_column("what", no_wrap=True)
    rows.add_column("per second", justify="right")
    rows.add_column("times the peer, its bare rules", justify="right")
    for speed in report.speeds:
        ratios = ", ".join(f"{ratio:,.0f}" for ratio in speed.ratios.values())
        rows.add_row(speed.what, f"{speed.per_second:,.1f}", ratios)
    return rows


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each contestant plays in a round.")] = 0.5,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Play turns and matches of Planets and of the peer in turns, and compare their speed."""
    peer = peer_name()
    speeds = measured(seconds, bool(peer))
    report = Report(date.today(), platform.python_version(), os.cpu_count() or 1, peer, speeds)
    if json:
        print(msgspec.json.encode(report).decode())
        return
    Console().print(table(report))
    for planets, bar in BARS.items():
        reached = next(s.per_second for s in speeds if s.what == f"kernels, google, {planets} planets: turns")
        print(f"{planets} planets: {reached / bar:.1f} × the bar of {bar:,} turns/s")


if __name__ == "__main__":
    typer.run(main)
