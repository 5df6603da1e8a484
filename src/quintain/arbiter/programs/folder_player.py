"""Bots in a folder of their own, by the path of the folder: its manifest says how to build and start them."""

from pathlib import Path

from quintain.arbiter import manifest
from quintain.arbiter.manifest import Manifest
from quintain.arbiter.programs.building import built
from quintain.arbiter.programs.class_player import NamedClass, bundle_of
from quintain.arbiter.programs.player import Handling, NamedProgram, checked_program, protocols
from quintain.arbiter.programs.tools import tool
from quintain.core.errors import UnknownPlayer
from quintain.core.game import Game


def is_folder(name: str) -> bool:
    return "/" in name and Path(name, manifest.FILE).is_file()


def named_folder(game: Game, name: str, handling: Handling | None = None) -> NamedProgram | NamedClass:
    """The bot in that folder, built if need be; raises before anything is started that plays."""
    folder, handling = Path(name), handling or Handling()
    found = manifest.read(folder)
    if found.game != game.name:
        raise UnknownPlayer(f"{name} is a bot for {found.game}, not for {game.name}")
    if found.bot:
        return NamedClass(name, game.name, bundle_of(folder, found.bot), handling)
    return program_of(name, found, built(folder, found, trusted=handling.trusted).folder, handling)


def program_of(name: str, found: Manifest, folder: Path, handling: Handling) -> NamedProgram:
    """The program of a manifest in the folder where it was built."""
    first, *rest = found.run_command
    started = tool(first)
    return checked_program(
        NamedProgram(
            name,
            (started.file, *rest),
            protocols(found.rules()).get(found.protocol),
            folder=folder,
            readable=started.places,
            handling=handling,
        )
    )
