"""What a person sends becomes an archive of our own, the same bytes for the same files, or a refusal in plain words."""

import os
from collections.abc import Mapping
from pathlib import Path, PurePath

import msgspec

from quintain.arbiter import manifest
from quintain.arbiter.bot_classes import has_bot_class
from quintain.arbiter.manifest import FILE, Manifest
from quintain.arbiter.programs.languages import LANGUAGES
from quintain.arbiter.uploads.entries import LARGEST, Collection, File, Files
from quintain.arbiter.uploads.tars import untarred
from quintain.arbiter.uploads.zips import unzipped, zipped
from quintain.core.errors import BadManifest, BadUpload
from quintain.sandbox.program import MIB

SCRIPTS = {".py": "python", ".js": "javascript", ".mjs": "javascript"}  # what may come as one file
TAKEN = "send one file .py, .js or .mjs, or a .zip or .tar.gz with a quintain.toml in it"


class Upload(msgspec.Struct, frozen=True):
    """A bot as it is stored."""

    source: bytes  # the archive
    manifest: Manifest


def normalised(filename: str, content: bytes, game: str) -> Upload:
    """The upload of a bot for this game; raises BadUpload or BadManifest."""
    if len(content) > LARGEST:
        raise BadUpload(f"an upload has at most {LARGEST // MIB} MiB")
    if not content:
        raise BadUpload(f"the file is empty; {TAKEN}")
    return upload_of(files_in(filename, content, game), game)


def upload_of(files: Files, game: str) -> Upload:
    """The same for files that are there one by one, as an editor has them."""
    if FILE not in files:
        raise BadUpload(
            f"there is no {FILE} in it, at the top or in its one folder; docs/write-a-bot.md has one to copy"
        )
    try:
        found = manifest.parse(files[FILE].content)
    except BadManifest as error:
        raise BadManifest(f"{FILE}: {error}") from None
    if found.game != game:
        raise BadUpload(f"its {FILE} says that it plays {found.game}, and this bot plays {game}")
    if found.bot and str(PurePath(found.bot)) not in files:
        raise BadUpload(f"its {FILE} names {found.bot!r}, and there is no such file in it")
    return Upload(zipped(files), found)


def files_in(filename: str, content: bytes, game: str) -> Files:
    """What is in whatever was sent, by how its name ends."""
    name = filename.lower()
    if name.endswith(".zip"):
        return at_the_top(unzipped(content))
    if name.endswith((".tar.gz", ".tgz")):
        return at_the_top(untarred(content))
    suffix = PurePath(name).suffix
    if suffix in SCRIPTS:
        return single(suffix, content, game)
    raise BadUpload(f"a file of this kind is not taken; {TAKEN}")


def at_the_top(files: Files) -> Files:
    """Without the one folder that everything may be in."""
    tops = {path.partition("/")[0] for path in files}
    if FILE in files or len(tops) != 1:
        return files
    return {path.partition("/")[2]: file for path, file in files.items() if "/" in path}


def single(suffix: str, content: bytes, game: str) -> Files:
    """A script and the manifest that it needs."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise BadUpload(f"the file is not UTF-8 text, at byte {error.start}") from None
    if "\0" in text:
        raise BadUpload("the file is not text: it has a zero byte in it")
    return {f"bot{suffix}": File(content), FILE: File(manifest_for(suffix, text, game).encode())}


def manifest_for(suffix: str, text: str, game: str) -> str:
    """The manifest of a bot that is one script: a class of ours, or a program."""
    language = SCRIPTS[suffix]
    program = LANGUAGES[language].run.split()[0]
    started = 'bot = "bot.py"' if suffix == ".py" and has_a_bot(text) else f'run = "{program} bot{suffix}"'
    return f'game = "{game}"\nlanguage = "{language}"\n{started}\n'


def has_a_bot(text: str) -> bool:
    try:
        return has_bot_class(text)
    except SyntaxError as error:
        raise BadUpload(f"line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadUpload(f"this is no Python file: {error}") from None


# --- our own archives ------------------------------------------------------------------------------------------------


def packed(contents: Mapping[str, bytes]) -> Files:
    """Files from the texts of an editor, looked at like those of an archive."""
    collection = Collection(LARGEST)
    for name, content in contents.items():
        collection.add(collection.enter(name), content, executable=False)
    return collection.files


def files_of(source: bytes) -> Files:
    """What is in an archive of ours: names and sizes are looked at once more, for it comes from a database."""
    return unzipped(source, ours=True)


def unpack(source: bytes, into: Path) -> None:
    """Write the files of an archive of ours into a new folder."""
    into.mkdir(parents=True)
    for path, file in files_of(source).items():
        spot = into / path
        spot.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(spot, flags, 0o755 if file.executable else 0o644), "wb") as written:
            written.write(file.content)
