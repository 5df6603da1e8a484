"""Which version of a player's own files plays: a tournament that goes on must not go on with another."""

from hashlib import blake2b
from pathlib import Path

from quintain.arbiter import manifest
from quintain.arbiter.programs.building import place_of
from quintain.arbiter.programs.class_player import is_class
from quintain.arbiter.programs.folder_player import is_folder
from quintain.arbiter.programs.player import is_program
from quintain.cli.files import read_whole


def digest_of(name: str) -> str:
    """Of a player that is a file or a folder, what is in it; nothing for others."""
    if is_program(name):
        return ""  # any command; nobody knows which files it reads
    if is_folder(name):
        return place_of(Path(name), manifest.read(Path(name))).name
    path = Path(name.split(":")[1 if is_class(name) else 0])
    return blake2b(read_whole(path), digest_size=8).hexdigest() if path.suffix == ".py" else ""
