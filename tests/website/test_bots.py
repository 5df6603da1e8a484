"""Bots of people over HTTP: made, sent, checked, activated; and what others get of them, which is nothing."""

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quintain.website.intake import LARGEST_UPLOAD, UPLOAD
from quintain.website.routes.bots import new_version
from tests.website.client import Visit
from tests.website.own_bots import (
    NOTHING,
    Bearer,
    account,
    checked,
    kit,
    new_bot,
    tarred,
    upload,
    uploaded,
    zipped,
)


def test_a_program_in_c_with_a_build_step_is_sent_checked_and_active(visit: Visit, tmp_path: Path) -> None:
    ann, bob = account(visit), account(visit, "Second")
    files = kit("planets", "c", tmp_path / "rosinante")
    bot = new_bot(bob, "planets")
    sent = uploaded(bob, bot, tarred(files), "rosinante.tar.gz")
    assert (sent["number"], sent["language"], sent["state"], sent["active"]) == (1, "C", "waiting", False)
    first = checked(bob, sent["id"])
    assert (first["state"], first["active"]) == ("ready", True), first
    assert first["report"]["passed"]
    assert first["report"]["lines"][0].startswith("built in")
    assert "A bot for Planets in C" in first["report"]["summary"]
    # What was sent comes back, for its owner alone.
    archive = bob.request("GET", f"/api/versions/{sent['id']}/file")
    assert archive.headers["content-disposition"].startswith("attachment; filename=")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as opened:
        assert {f"rosinante/{name}": opened.read(name) for name in opened.namelist()} == files
    shown = {file["path"]: file["text"] for file in bob.get(f"/api/versions/{sent['id']}/source")["files"]}
    assert shown["bot.c"].encode() == files["rosinante/bot.c"]
    for path in (f"/api/me/bots/{bot}", *(f"/api/versions/{sent['id']}{end}" for end in ("", "/source", "/file"))):
        assert ann.status("GET", path) == 404
    # A second version that cannot be built changes nothing.
    broken = uploaded(bob, bot, zipped({**files, "rosinante/bot.c": b"this is no C\n"}))
    second = checked(bob, broken["id"])
    assert (second["number"], second["state"], second["active"]) == (2, "refused", False)
    assert second["report"]["summary"] == "It cannot be built."
    assert "bot.c:1" in "\n".join(second["report"]["log"])
    assert bob.status("POST", f"/api/me/bots/{bot}/activate", version=broken["id"]) == 409
    assert ann.status("POST", f"/api/me/bots/{bot}/activate", version=sent["id"]) == 404
    # It may rest, and come back.
    assert bob.post(f"/api/me/bots/{bot}/retire")["active"] is None
    assert bob.post(f"/api/me/bots/{bot}/activate", version=sent["id"])["active"] == sent["id"]
    (listed,) = bob.get("/api/me/bots")["bots"]
    assert [version["number"] for version in listed["versions"]] == [2, 1]
    assert ann.get("/api/me/bots")["bots"] == []


def test_two_uploads_at_once_each_get_their_own_number(visit: Visit) -> None:
    owner = account(visit)
    bot = new_bot(owner)
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda _: upload(owner, bot, zipped(NOTHING)), range(2)))
    assert sorted(answer.json()["number"] for answer in answers) == [1, 2]
    assert len({answer.json()["id"] for answer in answers}) == 2


def test_a_form_and_a_token_do_as_well(visit: Visit) -> None:
    owner = account(visit)
    program = Bearer(owner, "bots")
    made = program.request("POST", "/api/me/bots", json={"game": "jaffre", "name": "Formal"}).json()
    address = f"/api/me/bots/{made['id']}/versions"
    answer = program.request("POST", address, files={"file": ("my bot.py", b"print(1)\n")})
    assert answer.status_code == 200, answer.text
    assert answer.json()["language"] == "Python"
    (version,) = program.request("GET", f"/api/me/bots/{made['id']}").json()["versions"]
    files = program.request("GET", f"/api/versions/{version['id']}/source").json()["files"]
    assert [file["path"] for file in files] == ["bot.py", "quintain.toml"]


@pytest.mark.parametrize(
    ("content", "filename", "status", "words"),
    [
        (b"hello", "bot.zip", 422, "no zip archive"),
        (zipped({"../evil": b""}), "bot.zip", 422, "leads out of"),
        (zipped({**NOTHING, "zeros": bytes(15 << 20)}), "bot.zip", 413, "too much at once"),
        (tarred({**NOTHING, "zeros": bytes(15 << 20)}), "bot.tgz", 422, "100 times its size"),
        (zipped({"quintain.toml": b'game = "rummy"\nrun = "./a"'}), "bot.zip", 422, "plays rummy"),
        (zipped({"quintain.toml": b'game = "jaffre"\nrum = "./a"'}), "bot.zip", 422, "did you mean 'run'"),
        (b"MZ", "bot.exe", 422, "is not taken"),
        (b"", "bot.py", 422, "is empty"),
        (b"print(1)", "", 422, "?filename="),
    ],
    ids=["no zip", "a way out", "too much", "a bomb", "another game", "a slip", "no archive", "empty", "no name"],
)
def test_what_is_not_taken_is_said_at_once(
    visit: Visit, content: bytes, filename: str, status: int, words: str
) -> None:
    owner = account(visit)
    bot = new_bot(owner)
    answer = upload(owner, bot, content, filename)
    assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.text
    assert owner.get(f"/api/me/bots/{bot}")["versions"] == []


def test_only_uploads_may_be_large(visit: Visit) -> None:
    """The door that counts bytes knows the route's address, and lets nobody else send as much."""
    (path,) = new_version.paths
    assert UPLOAD.fullmatch(path.replace("{id:str}", "x").encode())
    assert not UPLOAD.fullmatch(b"/api/me/bots/x/versions/y")
    owner = account(visit)
    assert upload(owner, new_bot(owner), bytes(LARGEST_UPLOAD + 1)).status_code == 413
    for path in ("/api/me/bots", "/api/tables", "/api/me/bots/x/activate"):
        assert owner.request("POST", path, content=bytes(65 * 1024)).status_code == 413


def test_names_of_bots(visit: Visit) -> None:
    owner, other = account(visit), account(visit)
    owner.post("/api/me/bots", game="jaffre", name="Bucephalus")
    other.post("/api/me/bots", game="planets", name="Bucephalus")
    taken = ("Bucephalus", "bucephalus", "Buce-phalus", "beginner", "Beginner", "shark")
    for name in taken:
        assert other.status("POST", "/api/me/bots", game="jaffre", name=name) == 409, name
    for name in ("", " ", "a\u202eb", "x" * 25, "Bucephalu\u0455"):
        assert other.status("POST", "/api/me/bots", game="jaffre", name=name) == 422, name
    assert other.status("POST", "/api/me/bots", game="chess", name="Deep") == 404


def test_a_person_has_so_many_bots_and_sends_so_often(visit: Visit) -> None:
    owner = account(visit)
    bots = [new_bot(owner) for _ in range(20)]
    answer = owner.request("POST", "/api/me/bots", json={"game": "jaffre", "name": "One more"})
    assert (answer.status_code, "which is the most" in answer.json()["error"]) == (409, True)
    assert [upload(owner, bots[0], b"hello").status_code for _ in range(21)] == [422] * 20 + [429]
