"""What people send becomes an archive of our own, or is refused in plain words, whatever it is."""

import io
import json
import os
import random
import struct
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.arbiter import manifest
from quintain.arbiter.uploads.archives import files_of, normalised, packed, unpack, upload_of
from quintain.arbiter.uploads.entries import LARGEST, MOST, UNPACKED
from quintain.core.errors import BadBot, BadManifest, BadUpload
from tests.arbiter.uploads.parcels import GOOD, MANIFEST, entry, member, tar_of, zeros, zip_bomb, zip_of

CLASS = (
    b"from quintain.core.bot import Bot\n\n\nclass Mine(Bot):\n    def act(self, turn):\n        return turn.legal[0]\n"
)


def contents(source: bytes) -> dict[str, bytes]:
    return {path: file.content for path, file in files_of(source).items()}


# --- what is taken ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bot.zip", zip_of(GOOD)),
        ("BOT.ZIP", zip_of({f"my bot/{name}": content for name, content in GOOD.items()})),
        ("bot.zip", zip_of(dict(reversed(GOOD.items())), zipfile.ZIP_STORED)),
        (
            "bot.zip",
            zip_of({**{f"b/{n}": c for n, c in GOOD.items()}, "__MACOSX/b/._bot.py": b"x", "b/.DS_Store": b"x"}),
        ),
        ("bot.tar.gz", tar_of(GOOD)),
        ("bot.tgz", tar_of({f"./{name}": content for name, content in GOOD.items()}, format=tarfile.GNU_FORMAT)),
        ("bot.tgz", tar_of({f"b/{n}": c for n, c in GOOD.items()}, member("b", type=tarfile.DIRTYPE))),
        ("bot.tgz", tar_of(GOOD, format=tarfile.USTAR_FORMAT)),
    ],
    ids=["zip", "one folder", "stored", "clutter", "tar", "gnu tar", "tar with a folder", "old tar"],
)
def test_the_same_files_are_the_same_bytes_however_they_come(name: str, content: bytes) -> None:
    taken = normalised(name, content, "jaffre")
    assert contents(taken.source) == GOOD
    assert taken.source == normalised("bot.zip", zip_of(GOOD), "jaffre").source
    assert taken.manifest.run == "python3 bot.py"
    assert normalised("again.zip", taken.source, "jaffre").source == taken.source


def test_long_names_of_both_kinds_of_tar_and_what_may_be_executed() -> None:
    deep = "/".join(["a" * 50] * 3) + "/run.sh"
    for format in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        taken = normalised("bot.tgz", tar_of({**GOOD, deep: b"true"}, format=format), "jaffre")
        assert contents(taken.source)[deep] == b"true"
    marked = zip_of([*GOOD.items(), (entry("run.sh", 0o100755), b"true")])
    files = files_of(normalised("bot.zip", marked, "jaffre").source)
    assert [name for name, file in files.items() if file.executable] == ["run.sh"]


@pytest.mark.parametrize(
    ("name", "content", "started"),
    [
        ("my bot.py", b"import sys\nfor line in sys.stdin: pass\n", {"run": "python3 bot.py"}),
        ("Mine.PY", CLASS, {"bot": "bot.py"}),
        ("x.js", b"console.log(1)", {"run": "node bot.js"}),
        ("x.mjs", b"console.log(1)", {"run": "node bot.mjs"}),
    ],
)
def test_one_file_gets_its_manifest(name: str, content: bytes, started: dict[str, str]) -> None:
    taken = normalised(name, content, "rummy")
    found = manifest.parse(contents(taken.source)["quintain.toml"])
    assert found == taken.manifest
    assert {"game": found.game, **started} == {"game": "rummy", **{key: getattr(found, key) for key in started}}


def test_what_is_stored_can_always_be_read_again() -> None:
    """Also where it is far smaller than its files, or has archives in it."""
    nested = zip_of({f"{n}": b"" for n in range(MOST + 50)}, zipfile.ZIP_STORED)
    files = {**GOOD, "zeros": bytes(3 << 20), "nested.bin": zlib.compress(nested, 0)}
    assert contents(
        normalised("bot.tgz", tar_of(files | {"noise": random.Random(1).randbytes(1 << 19)}), "jaffre").source
    )
    assert contents(upload_of(packed(files), "jaffre").source) == files


def test_it_is_unpacked_into_a_new_folder(tmp_path: Path) -> None:
    taken = normalised("bot.zip", zip_of([*GOOD.items(), (entry("sub/run.sh", 0o100755), b"true")]), "jaffre")
    unpack(taken.source, tmp_path / "bot")
    assert (tmp_path / "bot/bot.py").read_bytes() == GOOD["bot.py"]
    assert os.access(tmp_path / "bot/sub/run.sh", os.X_OK)
    assert not os.access(tmp_path / "bot/bot.py", os.X_OK)


# --- what is refused -------------------------------------------------------------------------------------------------


def lying(change: Callable[[bytearray, int, int], None]) -> bytes:
    """A zip whose only file is not as large as it says; `change` is given both places where that is written."""
    made = bytearray(zip_of({"bot.py": bytes(range(256)) * 64}))
    change(made, made.index(b"PK\x03\x04"), made.index(b"PK\x01\x02"))
    return bytes(made)


def smaller(made: bytearray, head: int, table: int) -> None:
    crc = zlib.crc32(bytes(range(256)))
    struct.pack_into("<I", made, table + 16, crc)
    struct.pack_into("<I", made, table + 24, 256)
    struct.pack_into("<I", made, head + 14, crc)
    struct.pack_into("<I", made, head + 22, 256)


def larger(made: bytearray, _: int, table: int) -> None:
    struct.pack_into("<I", made, table + 24, 10 << 20)


def elsewhere(made: bytearray, _: int, table: int) -> None:
    struct.pack_into("<I", made, table + 42, 0x7FFFFFF0)


def encrypted(made: bytearray, _: int, table: int) -> None:
    made[table + 8] |= 1


def badly_named(made: bytearray, head: int, table: int) -> None:
    made[table + 46] = made[head + 30] = 0xFF


def badly_named_utf8(made: bytearray, head: int, table: int) -> None:
    badly_named(made, head, table)
    made[table + 9] |= 8
    made[head + 7] |= 8


def overlapping() -> bytes:
    """Many entries for one and the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a0", random.Random(1).randbytes(200_000))
        for number in range(1, 60):
            twin = zipfile.ZipInfo(f"a{number}")
            first = archive.infolist()[0]
            for field in ("header_offset", "compress_size", "file_size", "CRC", "compress_type"):
                setattr(twin, field, getattr(first, field))
            archive.filelist.append(twin)
            archive.NameToInfo[twin.filename] = twin
    return made.getvalue()


def huge_head() -> bytes:
    """A tar that says millions of letters about one file."""
    return tar_of({}, member("bot.py", pax_headers={"comment": "x" * (8 << 20)}))


def wrong_size() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        archive.addfile(member("bot.py", size=3 << 20))
    return made.getvalue()


def negative_size() -> bytes:
    block = bytearray(member("bot.py").tobuf(tarfile.GNU_FORMAT))
    block[124:136] = b"\xff" * 12
    block[148:156] = b" " * 8
    block[148:156] = f"{sum(block):06o}\0 ".encode()
    return zlib.compress(bytes(block) + bytes(2048), wbits=31)


def link(name: str, kind: bytes, **fields: str) -> bytes:
    return tar_of(GOOD, member(name, type=kind, **fields))


def with_entry(name: str | zipfile.ZipInfo, content: bytes = b"x") -> bytes:
    return zip_of([*GOOD.items(), (name, content)])


EVIL: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "traversal": ("b.zip", lambda: with_entry("../evil"), "leads out of"),
    "traversal below": ("b.zip", lambda: with_entry("a/../../evil"), "leads out of"),
    "traversal in a tar": ("b.tgz", lambda: tar_of({**GOOD, "../evil": b""}), "leads out of"),
    "backslashes": ("b.zip", lambda: with_entry("..\\evil"), "leads out of"),
    "absolute": ("b.zip", lambda: with_entry("/etc/evil"), "absolute path"),
    "absolute in a tar": ("b.tgz", lambda: tar_of({**GOOD, "/etc/evil": b""}), "absolute path"),
    "a drive": ("b.zip", lambda: with_entry("C:/evil"), "absolute path"),
    "a link": ("b.zip", lambda: with_entry(entry("evil", 0o120777), b"/etc/passwd"), "links are not taken"),
    "a device": ("b.zip", lambda: with_entry(entry("evil", 0o020666)), "neither a file nor a folder"),
    "a link in a tar": ("b.tgz", lambda: link("evil", tarfile.SYMTYPE, linkname="/etc/passwd"), "links are not taken"),
    "a hard link": ("b.tgz", lambda: link("evil", tarfile.LNKTYPE, linkname="bot.py"), "links are not taken"),
    "a fifo": ("b.tgz", lambda: link("evil", tarfile.FIFOTYPE), "neither a file nor a folder"),
    "a device in a tar": ("b.tgz", lambda: link("evil", tarfile.CHRTYPE), "neither a file nor a folder"),
    "10,000 files": ("b.zip", lambda: zip_of({f"{n}": b"" for n in range(10_000)}), f"more than {MOST} files"),
    "10,000 files in a tar": ("b.tgz", lambda: tar_of({f"{n}": b"" for n in range(10_000)}), f"more than {MOST} files"),
    "600 files in a tar": ("b.tgz", lambda: tar_of({f"{n}": b"" for n in range(600)}), f"more than {MOST} files"),
    "a bomb": ("b.zip", lambda: zip_bomb(1 << 30), "unpacks to more than"),
    "a small bomb": ("b.zip", lambda: with_entry("zeros", bytes(15 << 20)), "more than 100 times"),
    "a bomb in a tar": ("b.tgz", lambda: zeros(1 << 30), "unpacks to more than"),
    "too large inside": (
        "b.zip",
        lambda: zip_of(
            {**GOOD, "a": b"0123456789abcdef" * (UNPACKED >> 4), "noise": random.Random(2).randbytes(1 << 19)}
        ),
        "unpacks to more than 16 MiB",
    ),
    "too large": ("b.zip", lambda: bytes(LARGEST + 1), "at most 4 MiB"),
    "twice": ("b.tgz", lambda: tar_of(GOOD, member("bot.py")), "twice"),
    "twice by case": ("b.zip", lambda: with_entry("BOT.py"), "twice"),
    "twice by accents": ("b.zip", lambda: with_entry_twice("é"), "twice"),
    "a file as a folder": ("b.zip", lambda: with_entry("bot.py/evil"), "in something that is a file"),
    "a folder as a file": ("b.zip", lambda: zip_of({**GOOD, "a/b": b"", "a": b""}), "twice"),
    "a zero byte in a name": ("b.zip", lambda: zeroed_name(), "control characters"),
    "a control character": ("b.zip", lambda: with_entry("bot\n.py"), "control characters"),
    "an invisible letter": ("b.zip", lambda: with_entry("bot\u202e.py"), "invisible letters"),
    "a long path": ("b.zip", lambda: with_entry("a/" * 11 + "b" * 101), "at most"),
    "a deep path": ("b.zip", lambda: with_entry("a/" * 13 + "b"), "at most"),
    "a smaller size": ("b.zip", lambda: lying(smaller), "is not what the archive says"),
    "a larger size": ("b.zip", lambda: lying(larger), "100 times its size"),
    "elsewhere": ("b.zip", lambda: lying(elsewhere), "outside the archive"),
    "encrypted": ("b.zip", lambda: lying(encrypted), "encrypted"),
    "not UTF-8": ("b.zip", lambda: lying(badly_named), "not UTF-8"),
    "not UTF-8 though it says so": ("b.zip", lambda: lying(badly_named_utf8), "no zip archive that can be read"),
    "another compression": ("b.zip", lambda: zip_of(GOOD, zipfile.ZIP_BZIP2), "with deflate"),
    "overlapping": ("b.zip", overlapping, "lie over each other"),
    "a huge head": ("b.tgz", huge_head, "more about a file than any file needs|100 times"),
    "a wrong size": ("b.tgz", wrong_size, "cut off"),
    "a negative size": ("b.tgz", negative_size, "wrong size"),
    "cut off": ("b.tgz", lambda: tar_of(GOOD)[:-20], "cut off"),
    "no tar": ("b.tgz", lambda: zlib.compress(b"hello" * 300, wbits=31), "no .tar.gz archive"),
    "no gzip": ("b.tar.gz", lambda: b"hello", "no .tar.gz archive"),
    "no zip": ("b.zip", lambda: b"hello", "no zip archive"),
    "empty": ("b.zip", lambda: b"", "is empty"),
    "no manifest": ("b.zip", lambda: zip_of({"bot.py": b"x"}), "no quintain.toml"),
    "two folders": ("b.zip", lambda: zip_of({"a/quintain.toml": MANIFEST, "b/bot.py": b""}), "no quintain.toml"),
    "another game": ("b.zip", lambda: zip_of({"quintain.toml": MANIFEST.replace(b"jaffre", b"rummy")}), "plays rummy"),
    "no class": ("b.zip", lambda: zip_of({"quintain.toml": b'game = "jaffre"\nbot = "b.py"'}), "there is no such file"),
    "another kind": ("bot.exe", lambda: b"MZ", "not taken"),
    "no Python": ("bot.py", lambda: b"def f(:", "line 1"),
    "not text": ("bot.js", lambda: b"\xff\xfe", "not UTF-8 text"),
    "a zero byte": ("bot.js", lambda: b"a\0b", "zero byte"),
    "brackets": ("bot.py", lambda: b"(" * 10_000, "no Python file|line"),
    "a key without end": ("b.zip", lambda: with_manifest(b"options." + b"a." * 5000 + b"a = 1"), "dots"),
    "a long manifest": (
        "b.zip",
        lambda: with_manifest(b"# " + random.Random(3).randbytes(40_000).hex().encode()),
        "64",
    ),
    "a long number": ("b.zip", lambda: with_manifest(b"[options]\na = " + b"9" * 5000), "not TOML"),
}


def with_manifest(more: bytes) -> bytes:
    return zip_of({"quintain.toml": MANIFEST + more})


def with_entry_twice(letter: str) -> bytes:
    names = {unicodedata.normalize(form, letter) for form in ("NFC", "NFD")}
    return zip_of([*GOOD.items(), *((name, b"") for name in names)])


def zeroed_name() -> bytes:
    return with_entry("bot.py?x").replace(b"bot.py?x", b"bot.py\0x")


@pytest.mark.parametrize("name", [name for name in EVIL if "bomb" not in name])
def test_what_is_not_taken_is_refused_in_words(name: str) -> None:
    filename, make, words = EVIL[name]
    with pytest.raises(BadBot, match=words) as refused:
        normalised(filename, make(), "jaffre")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_manifest_that_makes_no_sense_is_refused_as_on_the_command_line() -> None:
    with pytest.raises(BadManifest, match=r"^quintain.toml: there is no field 'rum'"):
        normalised("b.zip", zip_of({"quintain.toml": b'game = "jaffre"\nrum = "./bot"'}), "jaffre")


def test_a_name_that_begins_with_a_zero_byte_is_refused() -> None:
    damaged = zip_of(GOOD).replace(b"quintain.toml", b"\0uintain.toml")
    with pytest.raises(BadUpload):
        normalised("b.zip", damaged, "jaffre")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_anywhere_is_refused_or_harmless(data: st.DataObject) -> None:
    """Whatever bytes are changed, files come out or a refusal; never another error."""
    name, good = data.draw(st.sampled_from([("b.zip", zip_of(GOOD)), ("b.tgz", tar_of(GOOD))]))
    damaged = bytearray(good)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        taken = normalised(name, bytes(damaged), "jaffre")
    except BadBot:
        return
    assert set(contents(taken.source)) >= {"quintain.toml"}


MEASURE = """
import json, resource, sys
from quintain.arbiter.uploads.archives import normalised
from quintain.core.errors import BadUpload

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

contents = [(path, open(path, "rb").read()) for path in sys.argv[1:]]
before = peak()
for path, content in contents:
    try:
        normalised(path, content, "jaffre")
    except BadUpload:
        continue
    raise SystemExit(f"{path} was taken")
print(json.dumps(peak() - before))
"""


def test_bombs_are_refused_without_being_unpacked(tmp_path: Path) -> None:
    """Their gigabytes are never in memory: a process that refuses them all grows by less than 50 MB."""
    for number, (name, (filename, make, _)) in enumerate(EVIL.items()):
        if any(word in name for word in ("bomb", "files", "large", "huge", "head")):
            (tmp_path / f"{number}.{filename.partition('.')[2]}").write_bytes(make())
    paths = sorted(map(str, tmp_path.iterdir()))
    assert len(paths) >= 8
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *paths], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) < 50_000_000
    # Had one of them been unpacked, that would have been more than a gigabyte.


def test_an_editors_files_are_looked_at_like_an_archives() -> None:
    for name in ("../evil", "/evil", "a\n", ""):
        with pytest.raises(BadUpload):
            packed({name: b"x"})
    with pytest.raises(BadUpload, match="unpacks to more than"):
        packed({"a": bytes(UNPACKED + 1)})
