"""The manifest of a bot: what it may say, and how it is told what is wrong with it."""

from pathlib import Path

import pytest

from quintain.arbiter import manifest
from quintain.core.errors import BadManifest


def test_a_program() -> None:
    found = manifest.parse(b'game = "planets"\nprotocol = "planetwars"\nbuild = "make -j 2"\nrun = "./a \'b c\'"\n')
    assert found.build_command == ("make", "-j", "2")
    assert found.run_command == ("./a", "b c")
    assert found.protocol == "planetwars"


def test_what_is_left_out() -> None:
    found = manifest.parse(b'game = "jaffre"\nrun = "./bot"\n')
    assert (found.protocol, found.build, found.language, found.options) == ("quintain-json", "", "", {})


def test_a_class_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "quintain.toml").write_text('game = "jaffre"\nbot = "my_bot.py"\n')
    with pytest.raises(BadManifest, match=r"has no file my_bot\.py"):
        manifest.read(tmp_path)
    (tmp_path / "my_bot.py").write_text("")
    assert manifest.read(tmp_path).bot == "my_bot.py"


def test_options_that_the_bot_is_written_for() -> None:
    found = manifest.parse(b'game = "planets"\nrun = "./bot"\n[options]\nprofile = "google"\n')
    assert found.game_options().profile == "google"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"game = ", "not TOML"),
        (b"\xff\xfe", "not TOML"),
        (b'run = "./bot"', "the field game is missing"),
        (b'game = "chess"\nrun = "./bot"', "chess"),
        (b'game = "jafre"\nrun = "./bot"', "did you mean 'jaffre'"),
        (b'game = "jaffre"', 'either run = "./my_program" or'),
        (b'game = "jaffre"\nrun = "./a"\nbot = "b.py"', 'either run = "./my_program" or'),
        (b'game = "jaffre"\nbot = "b.py"\nbuild = "make"', "a Python class needs no build"),
        (b'game = "jaffre"\nrun = "./a \'b"', "run cannot be split into words: No closing quotation"),
        (b'game = "jaffre"\nrun = " "', "run is empty"),
        (b'game = "jaffre"\nruns = "./a"', "there is no field 'runs'; did you mean 'run'"),
        (b'game = "jaffre"\nrun = 7', "Expected `str`, got `int` - at `run`"),
        (b'game = "jaffre"\nrun = "./a"\nprotocol = "planetwars"', "jaffre has no protocol 'planetwars'"),
        (b'game = "planets"\nrun = "./a"\nprotocol = "planetwar"', "did you mean 'planetwars'"),
        (b'game = "planets"\nrun = "./a"\n[options]\nplanet = 3', "planets has no option 'planet'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "quintain.toml").write_bytes(text)
    with pytest.raises(BadManifest) as caught:
        manifest.read(tmp_path)
    assert complaint in str(caught.value)
    assert "quintain.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", ["../bot.py", "/etc/passwd.py", "bot.txt"])
def test_a_class_must_be_in_the_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "quintain.toml").write_text(f'game = "jaffre"\nbot = "{path}"\n')
    with pytest.raises(BadManifest, match="should be a Python file in the folder"):
        manifest.read(tmp_path)


def test_a_manifest_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "quintain.toml").symlink_to("/etc/passwd")
    with pytest.raises(BadManifest, match="is a link"):
        manifest.read(tmp_path)


def test_no_manifest_is_read_without_end(tmp_path: Path) -> None:
    (tmp_path / "quintain.toml").write_bytes(b"#" * 1_000_000)
    with pytest.raises(BadManifest, match="longer than 64 KiB"):
        manifest.read(tmp_path)
