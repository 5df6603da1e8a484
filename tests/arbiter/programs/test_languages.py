"""Programs in C, Java, JavaScript and a shell play whole matches, each through the protocol of its game."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.player import Handling, NamedProgram, protocols
from quintain.core.errors import NotIsolated
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.outcome import Ending
from quintain.core.record import Said
from quintain.ranker.series import Series
from quintain.sandbox import isolated
from tests.arbiter.programs.seats import PATIENCE, gone

PLAYERS = Path(__file__).parent / "players"


def needs(tool: str) -> str:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    return tool


def confined() -> bool:
    try:
        isolated()
    except NotIsolated as reason:
        pytest.skip(str(reason))
    return True


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(PLAYERS / name, folder))


class Table:
    """Matches of a program against a house bot."""

    def __init__(self, game: str, command: tuple[str, ...], folder: Path, protocol: str = "", *, trusted: bool) -> None:
        self.game: Game = games.load(game)
        self.told: list[Account] = []
        self.program = NamedProgram(
            "program",
            command,
            protocols(self.game)[protocol] if protocol else None,
            folder,
            handling=Handling(trusted=trusted, told=self.told.append),
        )

    def play(self, rival: str, matches: int = 1, **options: Any) -> list[Match]:
        series = Series(
            game=self.game,
            options=self.game.options_from(options),
            named=(self.program, named_bot(self.game, rival)),
            wanted=matches,
        )
        try:
            return [series.play(fixture).match for fixture in series.fixtures()]
        finally:
            series.close()


def test_c_plays_planet_wars(tmp_path: Path) -> None:
    source = copied("Rage.c", tmp_path)
    subprocess.run([needs("gcc"), source, "-o", tmp_path / "rage", "-lm"], check=True, timeout=PATIENCE)
    table = Table("planets", ("./rage",), tmp_path, "planetwars", trusted=not confined())
    (match,) = table.play("bully", profile="google", turn_limit=60)
    assert match.outcome is not None
    assert match.outcome.ending is Ending.NORMAL
    assert not match.outcome.faults
    assert any("launch" in str(entry) or len(getattr(entry, "actions", ())) > 1 for entry in match.record)
    assert "read go" in table.told[0].log.text
    assert gone(tmp_path)


def test_java_plays_in_a_team_war(tmp_path: Path) -> None:
    source = copied("Neighbour.java", tmp_path)
    subprocess.run([needs("javac"), "-d", tmp_path, source], check=True, timeout=PATIENCE)
    command = ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-cp", str(tmp_path), "Neighbour")
    table = Table("planets", command, tmp_path, "teamplanets", trusted=True)
    (match,) = table.play("bully", turn_limit=6)
    assert match.outcome is not None
    assert match.outcome.ending is Ending.NORMAL
    assert table.told[0].turns == 6
    assert not table.told[0].faults
    assert not table.told[0].warnings
    assert gone(tmp_path)


def test_a_shell_plays_bottle_bats(tmp_path: Path) -> None:
    copied("scout.sh", tmp_path)
    table = Table("bottlebats", ("./scout.sh",), tmp_path, "bottlebats", trusted=not confined())
    (match,) = table.play("idle", max_steps=30)
    assert match.outcome is not None
    assert match.outcome.ending is Ending.NORMAL
    assert table.told[0].turns == 30
    assert "moved as player1" in table.told[0].log.text
    assert match.position.view(0).forts[0].soldiers != 130  # it did not stay at home
    assert gone(tmp_path)


@pytest.mark.parametrize("name", games.names())
def test_javascript_plays_every_game(name: str, tmp_path: Path) -> None:
    """One process plays two matches: it has asked to be kept."""
    copied("any_game.js", tmp_path)
    limits = {"planets": {"turn_limit": 5}, "bottlebats": {"max_steps": 5}, "admiral": {"turn_cap": 20}}
    limits["rummy"] = {"players": 2, "rounds": 1}
    table = Table(name, (needs("node"), "any_game.js"), tmp_path, trusted=True)
    matches = table.play("chance", 2, **limits.get(name, {}))
    for match in matches:
        assert match.outcome is not None
        assert match.outcome.ending in (Ending.NORMAL, Ending.STALLED)
        assert not match.outcome.faults
    assert [account.called for account in table.told] == ["any game 1"] * len(table.told)
    assert any(isinstance(entry, Said) for match in matches for entry in match.record) == (name == "admiral")
    assert gone(tmp_path)
