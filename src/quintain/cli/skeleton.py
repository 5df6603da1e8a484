"""Skeletons: the files of a first bot or a first game, filled in from templates."""

import keyword
import os
import shutil
import tempfile
from pathlib import Path
from string import Template

import quintain.games
from quintain.cli.files import umask
from quintain.core.errors import BadSetting

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".template"


def filled(name: str, words: dict[str, str]) -> str:
    """The template of this name with these words in it."""
    return Template((TEMPLATES / f"{name}{SUFFIX}").read_text()).substitute(words)


def class_name(stem: str) -> str:
    """`my_bot` as `MyBot`."""
    parts = "".join(letter if letter.isalnum() else " " for letter in stem).split()
    name = "".join(part[0].upper() + part[1:] for part in parts)
    return name if name.isidentifier() and not keyword.iskeyword(name) else f"Bot{name}"


def checked_name(name: str) -> str:
    """The name, if a game can have it."""
    if not name.isidentifier() or not name.isascii() or name != name.lower() or keyword.iskeyword(name):
        raise BadSetting(f"{name!r} cannot be the name of a game; write a word in small letters, like auction")
    if name in quintain.games.names() or (games_folder() / name).exists():
        raise BadSetting(f"there is a game {name!r} already; choose another name")
    if not os.access(games_folder(), os.W_OK):
        raise BadSetting(f"{games_folder()} is not writable; run this in a checkout of Quintain")
    return name


def games_folder() -> Path:
    return Path(quintain.games.__path__[0])


def tests_folder() -> Path | None:
    """The tests of the checkout that this package is in, if it is in one."""
    root = games_folder().parents[2]
    return root / "tests" / "games" if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def make_game(name: str) -> list[Path]:
    """Write the game's folder and its tests; returns the files."""
    words = {"name": name, "title": name.replace("_", " ").capitalize()}
    written = place(TEMPLATES / "game", games_folder() / name, words)
    if tests := tests_folder():
        tests.mkdir(parents=True, exist_ok=True)
        if not (tests / name).exists():
            written += place(TEMPLATES / "tests", tests / name, words)
    return written


def place(source: Path, target: Path, words: dict[str, str]) -> list[Path]:
    """Fill in a folder of templates beside its place and then move it there: it appears whole or not at all."""
    draft = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        draft.chmod(0o777 & ~umask())
        files = [path.relative_to(source) for path in sorted(source.rglob(f"*{SUFFIX}"))]
        for file in files:
            out = (draft / file).with_suffix("")
            out.parent.mkdir(exist_ok=True)
            out.write_text(filled(str((source / file).relative_to(TEMPLATES).with_suffix("")), words))
        draft.rename(target)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return [(target / file).with_suffix("") for file in files]
