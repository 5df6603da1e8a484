"""`quintain games`."""

import json

from typer.testing import CliRunner

from quintain.cli.verbs import app


def test_games_in_words() -> None:
    done = CliRunner().invoke(app, ["games"])
    assert done.exit_code == 0
    for words in ("jaffre", "0 and 2 against 1 and 3", "brown_zero_points", "-10", "Takes any legal action"):
        assert words in done.stdout, words


def test_one_game_alone() -> None:
    done = CliRunner().invoke(app, ["games", "jaffre"])
    assert done.exit_code == 0
    assert "brown_zero_points" in done.stdout
    assert "Planets" not in done.stdout
    assert list(json.loads(CliRunner().invoke(app, ["games", "jaffre", "--json"]).stdout)) == ["jaffre"]


def test_games_as_json() -> None:
    jaffre = json.loads(CliRunner().invoke(app, ["games", "--json"]).stdout)["jaffre"]
    assert [seat["team"] for seat in jaffre["seats"]] == [0, 1, 0, 1]
    options = {option["name"]: option for option in jaffre["options"]}
    assert options["target"] | {"description": ""} == {
        "name": "target",
        "type": "integer",
        "default": 41,
        "description": "",
        "minimum": 1,
        "maximum": 1000,
        "choices": [],
    }
    assert options["made_pays"]["choices"] == ["bet", "points"]
    assert {"chance", "rollout", "search"} <= {bot["name"] for bot in jaffre["bots"]}
    assert all(bot["description"] for bot in jaffre["bots"])
