"""Versions of bots on this machine: unpacked and built once, tried out, and kept while they are used.

Each version has a folder in the cache, named by its id and what is in it: whoever finds it there finds all of it. Any
number of processes share it.
"""

import hashlib
import os
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from quintain.arbiter import manifest
from quintain.arbiter.preparing import prepare_rules
from quintain.arbiter.programs import building, checking
from quintain.arbiter.programs.building import built
from quintain.arbiter.programs.findings import Report, failure, report_of
from quintain.arbiter.uploads.archives import unpack
from quintain.core import cache
from quintain.core.clock import TimeControl
from quintain.core.errors import BadBot, BadBuild, BadProgram, QuintainError, UnknownPlayer
from quintain.core.game import Game
from quintain.sandbox import isolated
from quintain.sandbox.program import MIB

BUILD = 150.0  # seconds for a build
MOST_KEPT = 200  # versions
LARGEST = 4096 * MIB  # bytes of all of them, with what was built
IN_USE = 3600.0  # seconds after which nobody plays with what nobody has asked for


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How a version is tried out: just as the matches are played that it is meant for."""

    called: str  # the bot's name
    options: bytes  # of the game, as JSON
    control: TimeControl


def folder_of(version_id: str, source: bytes) -> Path:
    """The folder of a version, built in the sandbox; `named_player` by this path plays it.

    Raises BadBot, BadBuild, BadProgram or NotIsolated. It may take minutes: not in an event loop.
    """
    isolated()
    folder = unpacked(version_id, source)
    built(folder, manifest.read(folder), trusted=False, patience=BUILD)
    return folder


def check_version(version_id: str, source: bytes, terms: Terms) -> Report:
    """Build a version and let it play; whatever is wrong with it is in the report. NotIsolated is raised."""
    isolated()
    folder = unpacked(version_id, source)
    try:
        found = manifest.read(folder)
        plan = plan_of(found.rules(), terms)
        prepare_rules(found.rules())
        return report_of(checking.check(folder, found, plan))
    except BadBuild as error:
        return failure("It cannot be built.", without_our_places(error, folder))
    except (BadBot, BadProgram, UnknownPlayer) as error:
        return failure("It cannot be started.", without_our_places(error, folder))


def plan_of(game: Game, terms: Terms) -> checking.Plan:
    """Two matches against the weakest, in two places at the table."""
    easy = game.page.levels.easy or "chance"
    return checking.Plan(
        opponents=(easy, easy),
        options=game.options_from(msgspec.json.decode(terms.options)),
        control=terms.control,
        called=terms.called,
        anew=False,
        patience=BUILD,
        # Nobody knows beforehand which match it will be.
        seed=secrets.randbits(32),
    )


def without_our_places(error: QuintainError, folder: Path) -> str:
    """Where we keep bots is nobody's business."""
    return str(error).replace(f"{folder}/", "").replace(str(folder), "the bot")


# --- the cache -------------------------------------------------------------------------------------------------------


def unpacked(version_id: str, source: bytes) -> Path:
    """The files of a version, as they were sent."""
    home = cache.built_home() / "versions"
    name = hashlib.sha256(version_id.encode() + b"\0" + hashlib.sha256(source).digest()).hexdigest()[:32]
    folder = home / name
    if not folder.is_dir():
        home.mkdir(parents=True, exist_ok=True)
        draft = home / f".{name}.{secrets.token_hex(8)}"
        try:
            unpack(source, draft)
            with suppress(OSError):  # another process was faster
                draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        make_room(home, folder)
    os.utime(folder)
    return folder


def make_room(home: Path, newest: Path) -> None:
    """What was used longest ago goes, and what somebody left half-done."""
    now, places = time.time(), []
    for place in home.iterdir():
        with suppress(OSError):  # another process has tidied up, too
            places.append((place.stat().st_mtime, place))
    room, number = LARGEST, 0
    for used, place in sorted(places, reverse=True):
        room, number = room - size_of(place), number + 1
        draft = place.name.startswith(".")
        crowded = number > MOST_KEPT or room < 0
        if place != newest and now - used > IN_USE and (draft or crowded):
            building.forget(place)
            remove(place)


def remove(place: Path) -> None:
    """All of it at once, for whoever looks: it has another name before the first file goes."""
    gone = place.with_name(f".{place.name}.{secrets.token_hex(8)}")
    with suppress(OSError):
        place.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def size_of(place: Path) -> int:
    """Bytes of a version and of what was built from it."""
    copies = (place, *cache.built_home().glob(f"{building.name_of(place)}-*"))
    size = 0
    for copy in copies:
        for file in copy.rglob("*"):
            with suppress(OSError):
                size += file.lstat().st_size
    return size
