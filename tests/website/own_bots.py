"""Bots of people, for the tests: small ones, kits as archives, and waiting until they are checked."""

import io
import itertools
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import httpx

from quintain import games
from quintain.cli.kits import make_kit
from tests.website.client import PATIENCE, Browser, Visit, eventually

PASSWORD = "correct horse battery"
names = itertools.count()
# It cannot be started, so that its check is short.
NOTHING = {"quintain.toml": b'game = "jaffre"\nrun = "./nothing"\n'}


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return made.getvalue()


def kit(game: str, language: str, folder: Path) -> dict[str, bytes]:
    """The files of a starter kit, in a folder of their own."""
    return {f"{folder.name}/{path.name}": path.read_bytes() for path in make_kit(games.load(game), language, folder)}


def account(visit: Visit, name: str = "Owner") -> Browser:
    browser = visit()
    browser.person = browser.post("/api/signup", name=f"{name} {next(names)}", password=PASSWORD)
    return browser


def new_bot(owner: Browser, game: str = "jaffre") -> str:
    return str(owner.post("/api/me/bots", game=game, name=f"Steed {next(names)}")["id"])


def upload(owner: Browser, bot: str, content: bytes, filename: str = "bot.zip") -> httpx.Response:
    return owner.request("POST", f"/api/me/bots/{bot}/versions?filename={filename}", content=content)


def uploaded(owner: Browser, bot: str, content: bytes, filename: str = "bot.zip") -> dict[str, Any]:
    answer = upload(owner, bot, content, filename)
    assert answer.status_code == 200, answer.text
    version: dict[str, Any] = answer.json()
    return version


def checked(owner: Browser, version: str) -> dict[str, Any]:
    """The version, when its check is over."""
    eventually(lambda: state(owner, version) in ("ready", "refused"), 5 * PATIENCE, pause=0.5)
    found: dict[str, Any] = owner.get(f"/api/versions/{version}")
    return found


def state(owner: Browser, version: str) -> str:
    return str(owner.get(f"/api/versions/{version}")["state"])


class Bearer:
    """A program with a token."""

    def __init__(self, owner: Browser, *scopes: str) -> None:
        wish = {"label": f"for {scopes}", "scopes": list(scopes)} if scopes else {"label": "as ever"}
        self.token = owner.post("/api/me/tokens", **wish)
        headers = owner.address | {"authorization": f"Bearer {self.token['secret']}"}
        self.http = httpx.Client(base_url=owner.site.url, timeout=PATIENCE, headers=headers)
        owner.sockets.append(self)  # type: ignore[arg-type]  # closed with the browser

    def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        return self.http.request(method, path, **arguments)

    def close(self) -> None:
        self.http.close()
