"""Starter kits: a small program in some language that plays a game at once, with its manifest and a README."""

import shlex
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from quintain.arbiter.manifest import FILE
from quintain.cli.files import umask
from quintain.cli.skeleton import TEMPLATES, filled
from quintain.core.errors import BadSetting
from quintain.core.game import Game

KITS = TEMPLATES / "kits"
JSON = "quintain-json"
NATIVE = {"planets": "teamplanets", "bottlebats": "bottlebats"}  # what a program without JSON speaks in these games


class Language(NamedTuple):
    """What a kit in this language needs, and how it is built and started."""

    title: str
    needs: str
    build: str
    run: str


LANGUAGES = {
    "python": Language("Python", "Python 3.8 or newer, and no packages", "", "python3 bot.py"),
    "javascript": Language("JavaScript", "Node.js 18 or newer, and no packages", "", "node bot.mjs"),
    "rust": Language("Rust", "rustc, and no crates", "rustc -O -o bot bot.rs", "./bot"),
    "c": Language("C", "gcc", "gcc -O2 -o bot bot.c -lm", "./bot"),
    "java": Language("Java", "a JDK of version 17 or newer", "javac -d classes Bot.java", "java -cp classes Bot"),
    "go": Language("Go", "Go 1.18 or newer, and no modules", "go build -o bot bot.go", "./bot"),
    "bash": Language("Bash", "Bash 4 or newer", "", "bash bot.sh"),
}


def languages(game: str) -> list[str]:
    """The languages that have a kit for this game."""
    return [language for language in LANGUAGES if (KITS / language / game).is_dir()]


def sources(game: str, language: str) -> list[Path]:
    """The files of a kit: those of the game, and what every game of the language shares."""
    folders = (KITS / language / game, KITS / language)
    return [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]


def make_kit(game: Game, language: str, folder: Path) -> list[Path]:
    """Write a kit beside its place and then move it there; returns its files."""
    known = languages(game.name)
    if language not in known:
        others = f"{', '.join(known)} for {game.name}" if known else f"none for {game.name}"
        raise BadSetting(f"there is no kit in {LANGUAGES[language].title} for {game.title}; there is {others}")
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        draft.chmod(0o777 & ~umask())
        fill(draft, game, language, folder)
        draft.rename(folder)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise BadSetting(f"cannot write {folder}: {error.strerror}") from None
    return sorted(folder.iterdir())


def fill(draft: Path, game: Game, language: str, folder: Path) -> None:
    files = sources(game.name, language)
    for path in files:
        shutil.copyfile(path, draft / path.name)
    words = described(game, language, folder)
    words["files"] = "\n".join(f"- `{path.name}`: {about(path)}" for path in files)
    (draft / FILE).write_text(manifest(words))
    (draft / "README.md").write_text(filled("kits/README.md", words))


def described(game: Game, language: str, folder: Path) -> dict[str, str]:
    """The words of a kit's README."""
    title, needs, build, run = LANGUAGES[language]
    protocol = (
        JSON if any(path.name.startswith("arena.") for path in sources(game.name, language)) else NATIVE[game.name]
    )
    return {
        "name": folder.name,
        "game": game.name,
        "game_title": game.title,
        "language": language,
        "language_title": title,
        "needs": needs,
        "protocol": protocol,
        "build": build,
        "run": run,
        "folder": shlex.quote(str(folder)),
        # A path with a slash is a folder; a bare name would be looked up among the house's bots.
        "player": shlex.quote(str(folder) if "/" in str(folder) else f"./{folder}"),
        "opponent": game.page.levels.easy or "chance",
        "more": more(game, language, protocol),
    }


def more(game: Game, language: str, protocol: str) -> str:
    """What else there is to know."""
    if protocol != JSON:
        return "The comment at the top of the bot has the whole protocol."
    text = (
        "Both sides send one JSON object a line. `docs/protocol.md` of the arena describes them, and\n"
        f"`quintain schema {game.name}` prints every field of a view, an event and an action."
    )
    if language == "python":
        text += (
            "\n\nThe arena's own tools (positions that can be played on and imagined, compiled rules) are there for a\n"
            f"bot that is a class instead of a program: `quintain new-bot {game.name} my_bot.py` writes one."
        )
    return text


def about(path: Path) -> str:
    return "the line to the arena; you need not change it" if path.stem == "arena" else "the bot: here it decides"


def manifest(words: dict[str, str]) -> str:
    build = f'build = "{words["build"]}"\n' if words["build"] else ""
    return (
        "# How an arena builds and starts this bot, and how it talks with it.\n"
        f'game = "{words["game"]}"\n'
        f'language = "{words["language"]}"\n'
        f'protocol = "{words["protocol"]}"\n'
        f'{build}run = "{words["run"]}"\n'
    )
