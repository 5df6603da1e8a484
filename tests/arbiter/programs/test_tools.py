"""Tools that are not where confined programs look: what is shown of a machine for them, and what is not."""

from pathlib import Path

import pytest

from quintain.arbiter.programs.tools import Tool, places_of, tool


def test_what_a_confined_program_finds_needs_nothing() -> None:
    assert tool("sh") == Tool("sh")
    assert tool("./bot") == Tool("./bot")


def test_what_nobody_has_is_left_for_the_error() -> None:
    assert tool("no-such-tool") == Tool("no-such-tool")


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("~/.pyenv/versions/3.11.7/bin/python3", "~/.pyenv/versions/3.11.7"),
        ("~/.local/bin/tool", "~/.local/bin"),
        ("~/bin/tool", "~/bin"),
        ("/opt/go/bin/go", "/opt/go"),
        ("/opt/bin/go", "/opt/bin"),
    ],
)
def test_a_tool_shows_its_own_place_and_no_home(file: str, place: str) -> None:
    assert places_of(Path(file).expanduser()) == (Path(place).expanduser(),)


def test_a_bots_folder_does_not_choose_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version manager that looks into the present folder would run what a stranger put there."""
    tools, bot = tmp_path / "one" / "two" / "bin", tmp_path / "bot"
    tools.mkdir(parents=True)
    bot.mkdir()
    (tools / "rustup").write_text('#!/bin/sh\npwd > "$0.asked"\necho /some/where/toolchain\n')
    (tools / "rustup").chmod(0o755)
    (tools / "strangec").symlink_to("rustup")
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.chdir(bot)
    assert tool("strangec") == Tool("/some/where/toolchain/bin/strangec", (Path("/some/where/toolchain"),))
    assert (tools / "strangec.asked").read_text() == "/\n"
    monkeypatch.setenv("PATH", ".")
    (bot / "planted").write_text("#!/bin/sh\n")
    (bot / "planted").chmod(0o755)
    assert tool("planted") == Tool("planted")
