"""Hold a tournament: begin it or go on with it, show how far it has come, and write what came of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quintain import games
from quintain.arbiter.players import named_player
from quintain.arbiter.programs.player import Handling
from quintain.cli.arguments import control_of, fault_rule, options_of, settings_from
from quintain.cli.board import Board
from quintain.cli.console import busy, emit, err, out, plain, table
from quintain.cli.files import write_whole
from quintain.cli.interrupts import notice
from quintain.cli.pictures import draw
from quintain.cli.player_files import digest_of
from quintain.cli.programs import handling_of
from quintain.cli.workforces import workforce
from quintain.core.errors import BadResults, BadSetting, WorkersFailed
from quintain.ranker.executors import Workforce
from quintain.ranker.formats import format_named
from quintain.ranker.ledger import Ledger
from quintain.ranker.pairing import rotations
from quintain.ranker.playing import prepare_players
from quintain.ranker.report import page
from quintain.ranker.runner import Runner
from quintain.ranker.summary import Summary, summarised
from quintain.ranker.tournament import Schedule, Tournament

STANDINGS, REPORT, REPLAYS = "standings.json", "report.html", "replays"


# --- which tournament ------------------------------------------------------------------------------------------------


def begun(folder: Path | None, asked: Mapping[str, Any]) -> Ledger:
    """A new tournament in a new folder."""
    tournament = tournament_of(asked)
    Schedule(tournament)  # whatever cannot be played is not begun
    return Ledger.create(folder or Path(f"{tournament.game}-{tournament.id}"), tournament)


def gone_on_with(folder: Path, asked: Mapping[str, Any]) -> Ledger:
    """The tournament of a folder. What is asked for beside must be what it is."""
    ledger = Ledger.resume(folder)
    try:
        own = ledger.tournament
        if asked["game"]:
            wanted = tournament_of(asked)
            if wanted.id != own.id:
                raise BadResults(f"{folder} holds another tournament: {difference(own, wanted)}")
        changed = [name for name, digest in own.files.items() if digest != digest_of(name)]
        if changed:
            raise BadResults(f"{changed[0]} has changed since the tournament began; put it back, or begin anew")
    except BaseException:
        ledger.close()
        raise
    return ledger


def tournament_of(asked: Mapping[str, Any]) -> Tournament:
    game = games.load(asked["game"])
    names, options = list(asked["players"]), options_of(game, asked["option"])
    handling = handling_of(names, trust=asked["trust"], logs=None)
    for name in names:
        named_player(game, name, handling).check(options)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadSetting(f"{twice[0]} is named twice; every player of a tournament has a name of its own")
    seats = game.seating(options)
    form = format_named(asked["format"])
    return Tournament(
        game=game.name,
        rules_version=game.rules_version,
        options=settings_from(asked["option"]),
        players=tuple(names),
        format=asked["format"],
        rounds=asked["rounds"] or form.rounds(len(names), rotations(seats)),
        matches=asked["matches"] or 1,
        seed=str(asked["seed"]),
        control=control_of(asked["clock"]),
        faults=fault_rule(game, asked["strikes"], asked["stand_in"]),
        trusted=handling.trusted,
        files={name: digest for name in names if (digest := digest_of(name))},
    )


def difference(own: Tournament, wanted: Tournament) -> str:
    for field in own.__struct_fields__:
        is_so, asked = getattr(own, field), getattr(wanted, field)
        if is_so != asked:
            return f"its {field.replace('_', ' ')} is {is_so}, not {asked}"
    return "it differs"


# --- playing it ------------------------------------------------------------------------------------------------------


class Holding:
    """A tournament in its folder, from here to its end."""

    def __init__(self, ledger: Ledger, *, plot: Path | None, as_json: bool, replays: bool) -> None:
        self.ledger, self.plot, self.as_json, self.replays = ledger, plot, as_json, replays
        self.folder = ledger.path.parent
        self.schedule = Schedule(ledger.tournament)

    def play(self, workers: int | None, cluster: str | None) -> None:
        try:
            if self.schedule.jobs({id: entry.result for id, entry in self.ledger.entries.items()}):
                self.prepare()
                with workforce(workers, cluster) as force:
                    self.run(force)
            self.report()
        finally:
            self.ledger.close()

    def prepare(self) -> None:
        if not self.as_json:
            err.print(f"results go to {self.folder}", style="dim", markup=False, soft_wrap=True)
        if self.replays:
            (self.folder / REPLAYS).mkdir(exist_ok=True)
        with busy(f"getting {self.schedule.game.title} and its players ready"):
            game, tournament = self.schedule.game, self.ledger.tournament
            handling = Handling(trusted=tournament.trusted)
            prepare_players(game, [named_player(game, name, handling) for name in tournament.players])

    def run(self, force: Workforce) -> None:
        runner = Runner(self.ledger, force, self.save if self.replays else None)
        try:
            for done in self.watched(runner, force):
                notice(done)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.how_to_go_on(runner)) from None
        except WorkersFailed as error:
            raise WorkersFailed(f"{error}; {self.how_to_go_on(runner)}") from None

    def watched(self, runner: Runner, force: Workforce) -> Iterator[int]:
        if self.as_json or not err.is_terminal:
            yield from runner.play()
            return
        with Board(runner, force) as board:
            for done in runner.play():
                board.update(done)
                yield done

    def how_to_go_on(self, runner: Runner) -> str:
        done = f"after {len(runner.results)} of {runner.expected()} matches"
        return f"{done}; quintain tournament --resume {self.folder} goes on"

    def save(self, id: str, replay: bytes) -> None:
        write_whole(self.folder / REPLAYS / f"{id}.replay", replay)

    # --- telling what came of it

    def report(self) -> None:
        with busy("writing the report"):
            summary = summarised(self.schedule, [*self.ledger.entries.values()])
            write_whole(self.folder / STANDINGS, summary.as_json())
            write_whole(self.folder / REPORT, page(summary))
            draw(self.plot, lambda plots: plots.tournament(summary))
        if self.as_json:
            emit(summary)
        else:
            show(summary, self.folder)


def show(summary: Summary, folder: Path) -> None:
    out.print(standings_table(summary))
    for words in (summary.standings.summary, *summary.standings.notes):
        plain(words, "dim")
    for player, found in summary.faults.items():
        plain(f"{player} failed {sum(found.values())} times, such as: {next(iter(found))}", "yellow")
    plain(f"\nThe report is {folder / REPORT}", "dim")


def standings_table(summary: Summary) -> Any:
    from rich.text import Text

    numbers = ("Elo", "± 95 %", "over next", "share", "won", "drawn", "lost", "faults")
    grid = table("place", "player", *numbers, right=("place", *numbers))
    for line in sorted(summary.standings.lines, key=lambda line: summary.placing[line.player]):
        _, player, *cells, _, faults = line.cells
        grid.add_row(str(summary.placing[player]), Text(player), *cells, faults)
    return grid
