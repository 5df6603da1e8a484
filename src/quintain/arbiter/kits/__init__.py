"""Starter kits: a small program in some language that plays a game at once; and what makes a bot of one file.

A kit's folders hold the bots of every game, and beside them what all games of the language share.
"""

from pathlib import Path

from quintain.arbiter.bot_classes import has_bot_class
from quintain.arbiter.manifest import FILE
from quintain.arbiter.programs.languages import LANGUAGES

KITS = Path(__file__).parent
JSON = "quintain-json"
NATIVE = {"planets": "teamplanets", "bottlebats": "bottlebats"}  # what a program without JSON speaks in these games
ONE_FILE = {"python": "bot.py", "javascript": "bot.mjs"}  # the languages in which one file is enough, and its name


def languages(game: str) -> list[str]:
    """The languages that have a kit for this game."""
    return [language for language in LANGUAGES if (KITS / language / game).is_dir()]


def sources(game: str, language: str) -> list[Path]:
    """The files of a kit: those of the game, and what every game of the language shares."""
    folders = (KITS / language / game, KITS / language)
    return [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]


def protocol_of(game: str, language: str) -> str:
    """What a kit speaks."""
    return JSON if any(path.name.startswith("arena.") for path in sources(game, language)) else NATIVE[game]


def manifest(game: str, language: str, protocol: str) -> str:
    """The `quintain.toml` of a kit."""
    _, _, build, run = LANGUAGES[language]
    builds = f'build = "{build}"\n' if build else ""
    return (
        "# How an arena builds and starts this bot, and how it talks with it.\n"
        f'game = "{game}"\n'
        f'language = "{language}"\n'
        f'protocol = "{protocol}"\n'
        f'{builds}run = "{run}"\n'
    )


# --- bots of one file ------------------------------------------------------------------------------------------------


def template(game: str, language: str) -> str:
    """The bot of a kit, to start from; nothing where there is none."""
    file = KITS / language / game / ONE_FILE[language]
    return file.read_text() if file.is_file() else ""


def files_of(game: str, language: str, source: str) -> dict[str, bytes]:
    """All files of the folder of a bot that was written as one: with its manifest, and the line to the arena."""
    name = ONE_FILE[language]
    own = {name: source.encode()}
    if language == "python" and is_class(source):
        return own | {FILE: f'game = "{game}"\nlanguage = "python"\nbot = "{name}"\n'.encode()}
    shared = {path.name: path.read_bytes() for path in sorted((KITS / language).iterdir()) if path.is_file()}
    return shared | own | {FILE: manifest(game, language, JSON).encode()}


def is_class(source: str) -> bool:
    """Is this Python file a bot's class, rather than a program? It is read, never run; what cannot be is a program."""
    try:
        return has_bot_class(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
