"""How fast bots act at a new table: as the server says, times what suits the game, unless the host wishes otherwise."""

from pathlib import Path

from quintain import games
from tests.website.client import Browser, Site


def test_a_game_sets_the_pace_of_its_tables(tmp_path: Path) -> None:
    with Site(tmp_path / "site.db", pace=0.5) as site, Browser(site, "Ann") as ann:
        assert ann.post("/api/tables", game="jaffre")["pace"] == 0.5
        assert ann.post("/api/tables", game="admiral")["pace"] == 0.5 * games.load("admiral").page.pace
        assert ann.post("/api/tables", game="admiral", pace=0.1)["pace"] == 0.1


def test_a_bot_of_admiral_acts_every_1_2_seconds() -> None:
    assert games.load("admiral").page.pace == 1.2
