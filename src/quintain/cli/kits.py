"""Starter kits as folders: a small program in some language that plays a game at once, its manifest and a README."""

import shlex
import shutil
import tempfile
from pathlib import Path
from string import Template

from quintain.arbiter.kits import JSON, KITS, languages, manifest, protocol_of, sources
from quintain.arbiter.manifest import FILE
from quintain.arbiter.programs.languages import LANGUAGES
from quintain.cli.files import umask
from quintain.core.errors import BadSetting
from quintain.core.game import Game


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
    (draft / FILE).write_text(manifest(game.name, language, words["protocol"]))
    readme = Template((KITS / "README.md.template").read_text())
    (draft / "README.md").write_text(readme.substitute(words))


def described(game: Game, language: str, folder: Path) -> dict[str, str]:
    """The words of a kit's README."""
    title, needs, build, run = LANGUAGES[language]
    protocol = protocol_of(game.name, language)
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
