"""The manifest of a bot, `quintain.toml`: its game, how it is built and started, and how one talks with it."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quintain import games
from quintain.arbiter.programs.messages import NAME
from quintain.core.errors import BadManifest, QuintainError, did_you_mean
from quintain.core.game import Game

FILE = "quintain.toml"
LARGEST = 64 * 1024  # bytes
MOST_DOTS = 250  # in all of it: over a key with thousands of them the parser takes minutes and gigabytes
LONGEST_COMMAND = 1000

Command = Annotated[str, Meta(max_length=LONGEST_COMMAND)]


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in `quintain.toml`. A bot is a program (`run`) or a Python file with a class (`bot`)."""

    game: str
    language: Annotated[str, Meta(max_length=40)] = ""  # for people to read
    protocol: str = NAME
    build: Command = ""  # run once, in the bot's folder
    run: Command = ""  # what a match starts, in the same folder
    bot: Annotated[str, Meta(max_length=200)] = ""  # a Python file whose class extends quintain.core.bot.Bot
    options: dict[str, Any] = {}  # of the game, that this bot is written for

    @property
    def build_command(self) -> tuple[str, ...]:
        return tuple(shlex.split(self.build))

    @property
    def run_command(self) -> tuple[str, ...]:
        return tuple(shlex.split(self.run))

    def rules(self) -> Game:
        return games.load(self.game)

    def game_options(self) -> Any:
        return self.rules().options_from(self.options)


def read(folder: Path) -> Manifest:
    """The manifest of a bot's folder; raises BadManifest with what is wrong and how it should be."""
    path = folder / FILE
    if not folder.is_dir():
        raise BadManifest(f"{folder} is not a folder; a bot is a folder with a file {FILE} in it")
    if path.is_symlink():
        raise BadManifest(f"{path} is a link; a bot's manifest is a file of its own")
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadManifest(f"{folder} has no {FILE}; `quintain new-bot GAME DIR --language python` writes one") from None
    except OSError as error:
        raise BadManifest(f"cannot read {path}: {error.strerror}") from None
    try:
        manifest = parse(text)
    except BadManifest as error:
        raise BadManifest(f"{path}: {error}") from None
    check_files(manifest, folder)
    return manifest


def parse(text: bytes) -> Manifest:
    """A manifest that is sound in itself."""
    if len(text) > LARGEST:
        raise BadManifest(f"it is longer than {LARGEST // 1024} KiB")
    if text.count(b".") > MOST_DOTS:
        raise BadManifest(f"it has more than {MOST_DOTS} dots in it, and no bot needs so many")
    try:
        manifest = msgspec.toml.decode(text, type=Manifest)
    except msgspec.ValidationError as error:
        raise BadManifest(in_words(str(error))) from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadManifest(f"not TOML: {error}") from None
    check_game(manifest)
    check_commands(manifest)
    return manifest


def in_words(error: str) -> str:
    """What a validation error means to whoever wrote the file."""
    known = ", ".join(Manifest.__struct_fields__)
    if "unknown field" in error:
        name = error.split("`")[1]
        return f"there is no field {name!r}; {did_you_mean(name, Manifest.__struct_fields__)} (fields: {known})"
    if "missing required field" in error:
        return f'the field {error.split("`")[1]} is missing; write game = "jaffre" or whatever it plays'
    return error.replace("`$.", "`")


def check_game(manifest: Manifest) -> None:
    try:
        game = manifest.rules()
        manifest.game_options()
    except QuintainError as error:
        raise BadManifest(str(error)) from None
    known = (NAME, *getattr(game.protocol, "PROTOCOLS", ()))
    if manifest.protocol not in known:
        raise BadManifest(
            f"{game.name} has no protocol {manifest.protocol!r}; {did_you_mean(manifest.protocol, known)}"
        )


def check_commands(manifest: Manifest) -> None:
    if bool(manifest.run) == bool(manifest.bot):
        raise BadManifest('write either run = "./my_program" or, for a Python class, bot = "my_bot.py"')
    if manifest.bot and manifest.build:
        raise BadManifest("a Python class needs no build")
    for field in ("build", "run"):
        try:
            words = shlex.split(getattr(manifest, field))
        except ValueError as error:
            raise BadManifest(f"{field} cannot be split into words: {error}") from None
        if getattr(manifest, field) and not words:
            raise BadManifest(f"{field} is empty")


def check_files(manifest: Manifest, folder: Path) -> None:
    if not manifest.bot:
        return
    path = folder / manifest.bot
    if path.suffix != ".py" or Path(manifest.bot).is_absolute() or ".." in Path(manifest.bot).parts:
        raise BadManifest(f'bot = {manifest.bot!r} should be a Python file in the folder, like bot = "my_bot.py"')
    if not path.is_file():
        raise BadManifest(f"{folder} has no file {manifest.bot}, which its {FILE} names")
