"""Players by name, with settings, and from files."""

from pathlib import Path

import pytest

import quintain.bots
from quintain.arbiter.players import bots_of, house_bots, named_bot, strongest
from quintain.bots.chance import Chance
from quintain.core.bot import Bot
from quintain.core.errors import BadBot, UnknownPlayer
from quintain.games.jaffre import GAME as JAFFRE

BOT = """
from quintain.core.bot import Bot

class Mine(Bot):
    '''Does its best.

    And more.
    '''
    def __init__(self, level: int = 1, careful: bool = False, name="x"):
        self.level, self.careful, self.name = level, careful, name

    def act(self, turn):
        return turn.legal[0]
"""


def written(folder: Path, text: str, name: str = "my_bot.py") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


# --- house bots


def test_every_house_bot_can_be_made_and_has_a_description() -> None:
    for name, kind in house_bots(JAFFRE).items():
        assert named_bot(JAFFRE, name).kind is kind
        assert named_bot(JAFFRE, name).description.endswith(".")


def test_bots_for_any_game_are_house_bots() -> None:
    assert {"chance", "rollout", "search"} <= set(house_bots(JAFFRE))


def test_helping_files_are_no_bots() -> None:
    assert "playouts" not in bots_of(quintain.bots)


def test_the_strongest_is_a_house_bot() -> None:
    assert strongest(JAFFRE) in house_bots(JAFFRE)


def test_a_name_is_read_with_its_settings() -> None:
    found = named_bot(JAFFRE, "rollout:worlds=7")
    assert found.name == "rollout:worlds=7"
    assert found.settings == {"worlds": 7}
    assert vars(found.bot())["worlds"] == 7


def test_each_seat_gets_a_bot_of_its_own() -> None:
    found = named_bot(JAFFRE, "chance")
    assert found.bot() is not found.bot()
    assert isinstance(found.bot(), Chance)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chanc", "jaffre has no bot 'chanc'; did you mean 'chance'"),
        ("", "jaffre has no bot ''; there is"),
        ("Chance", "did you mean 'chance'"),
        ("rollout:world=7", "rollout has no setting 'world'; did you mean 'worlds'"),
        ("rollout:worlds", "rollout: 'worlds' is not a setting; write name=value"),
        ("rollout:worlds=many", "rollout: worlds cannot be 'many'; it is a whole number"),
        ("rollout:worlds=", "rollout: worlds cannot be ''"),
        ("rollout:worlds=0", "at least one world, not 0"),
        ("chance:x=1", "chance has no setting 'x'; there is none"),
        ("./nowhere.py", "there is no file nowhere.py"),
        ("exec:./a.out", "is a program, and only a bot can do this"),
    ],
)
def test_an_unknown_player_is_refused_with_a_hint(name: str, words: str) -> None:
    with pytest.raises(UnknownPlayer, match=words.replace(".", r"\.")):
        named_bot(JAFFRE, name)


# --- files


def test_a_file_with_one_bot_is_a_player(tmp_path: Path) -> None:
    found = named_bot(JAFFRE, written(tmp_path, BOT))
    assert found.kind.__name__ == "Mine"
    assert found.description == "Does its best."
    assert isinstance(found.bot(), Bot)


def test_settings_are_read_as_the_types_they_have(tmp_path: Path) -> None:
    found = named_bot(JAFFRE, written(tmp_path, BOT) + ":level=3,careful=true,name=seven")
    assert found.settings == {"level": 3, "careful": True, "name": "seven"}


def test_settings_are_read_where_annotations_are_text(tmp_path: Path) -> None:
    found = named_bot(JAFFRE, written(tmp_path, "from __future__ import annotations\n" + BOT) + ":level=3")
    assert found.settings == {"level": 3}


def test_a_bot_may_build_on_another_in_the_file(tmp_path: Path) -> None:
    found = named_bot(JAFFRE, written(tmp_path, BOT + "\nclass Better(Mine):\n    pass\n"))
    assert found.kind.__name__ == "Better"


def test_imported_bots_do_not_count(tmp_path: Path) -> None:
    text = "from quintain.bots.chance import Chance\n" + BOT
    assert named_bot(JAFFRE, written(tmp_path, text)).kind.__name__ == "Mine"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("class Mine(:", "line 1: invalid syntax"),
        ("x = 1", "has no bot: it needs a class that extends"),
        ("", "has no bot"),
        (BOT + BOT.replace("Mine", "Other"), "has 2 bots, Mine and Other: keep one a file"),
        ("import nonsense_that_is_not_there", "cannot be loaded: ModuleNotFoundError"),
        ("raise ValueError('no')", "cannot be loaded: ValueError: no"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit"),
        (BOT.replace("self.level,", "raise ValueError('too hot')\n        self.level,"), "cannot be made: ValueError"),
        (BOT.replace("self.level,", "raise SystemExit(3)\n        self.level,"), "cannot be made: SystemExit"),
        (BOT.replace("level: int = 1", "level"), "cannot be made: TypeError"),
        ("\0", "my_bot.py"),
    ],
    ids=["syntax", "none", "empty", "two", "import", "raises", "exits", "init", "init-exits", "missing", "null-byte"],
)
def test_a_bad_file_is_refused_in_a_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadBot, match=words) as refusal:
        named_bot(JAFFRE, written(tmp_path, text))
    assert "my_bot.py" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_bytes(b"\xff\xfe\x00bot")
    with pytest.raises(BadBot, match="my_bot"):
        named_bot(JAFFRE, str(path))


def test_a_folder_is_no_bot(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").mkdir()
    with pytest.raises(UnknownPlayer, match="there is no file"):
        named_bot(JAFFRE, str(tmp_path / "my_bot.py"))


def test_files_of_the_same_name_are_different_bots(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    one = named_bot(JAFFRE, written(tmp_path / "one", BOT))
    two = named_bot(JAFFRE, written(tmp_path / "two", BOT.replace("Mine", "Yours")))
    assert (one.kind.__name__, two.kind.__name__) == ("Mine", "Yours")
