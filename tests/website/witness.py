"""People who keep every byte that they are sent while a match runs, to compare two matches or to look for secrets."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.website.client import Browser, Socket

# When things happened, and how much time is left: numbers that no two matches share.
TIMES = re.compile(r'"(at|left|began|ended|away_until|created|last_seen)":-?[0-9.e-]+')
SESSION = re.compile(r'"[0-9a-f]{24}"')
OF_GAMES = ("/api/games", "/api/games/{name}", "/api/editor/{game}")  # the same for everybody, whatever is played
OF_OTHERS = ("/api/tv",)  # rows of the lobby, and which of them is on depends on all other tables
OF_MANY = ("/api/lobby", "/api/me/matches", "/api/me/tables", "/api/events", "/api/ladder", "/api/ladder/{game}")


class Witness:
    """Somebody at a table, or looking at it."""

    def __init__(self, browser: Browser, table: str, *seats: int) -> None:
        self.browser, self.table, self.seats = browser, table, seats
        self.pages: list[str] = []
        self.socket = browser.live(table)
        self.asides: list[Socket] = []
        self.settle()

    @property
    def name(self) -> str:
        return str(self.browser.person.get("name", "nobody"))

    def settle(self, socket: Socket | None = None) -> None:
        """Read all that there is to read."""
        socket = socket or self.socket
        socket.send("ping")
        while socket.receive()["type"] != "pong":
            pass

    def act(self, seat: int, action: dict[str, Any]) -> None:
        self.settle()
        self.socket.send("act", seq=self.latest["seq"], seat=seat, actions=[action])
        self.settle()

    def say(self, seat: int, **words: Any) -> None:
        self.socket.send("say", seat=seat, **words)
        self.settle()

    @property
    def latest(self) -> dict[str, Any]:
        return next(message for message in reversed(self.socket.seen) if message["type"] in ("sync", "step"))

    @property
    def steps(self) -> list[str]:
        return [text for text in self.socket.texts if text.startswith('{"type":"step"')]

    @property
    def errors(self) -> list[str]:
        return [message["detail"] for message in self.socket.seen if message["type"] == "error"]

    def look_about(self, match: str, seats: int) -> None:
        """Every page that there is, the match again from its first step, and through everybody else's eyes."""
        game = self.browser.get(f"/api/tables/{self.table}")["game"]
        for path in routes(self.browser):
            for address in dict.fromkeys(path.format(id=id, game=game) for id in (self.table, match)):
                self.ask(path, address, match)
        self.asides.append(self.browser.live(self.table))
        for eyes in ("all", "public", *range(seats), "auto"):
            self.greet(eyes=eyes)
        self.greet(match=match, since=0)
        self.greet(match=match, since=self.latest["seq"])
        self.asides[-1].close()

    def ask(self, path: str, address: str, match: str) -> None:
        answer = self.browser.request("GET", address)
        text = rows_of(answer.json(), self.table, match) if path in OF_MANY else answer.text
        self.pages.append(f"GET {address} {answer.status_code} {text}")

    def greet(self, **hello: Any) -> None:
        """Say hello once more, at another socket."""
        self.asides[-1].send("hello", **hello)
        self.settle(self.asides[-1])

    @property
    def heard(self) -> list[str]:
        """All of it, as it came."""
        asides = [text for socket in self.asides for text in socket.texts]
        return [*self.socket.texts, *asides, *self.pages]


def routes(browser: Browser) -> list[str]:
    """Every address that answers to GET, from the server's own list."""
    paths = browser.get("/api/schema")["paths"]
    return sorted(path for path, methods in paths.items() if "get" in methods and path not in OF_GAMES + OF_OTHERS)


def rows_of(answer: Any, table: str, match: str) -> str:
    """A list of many tables or matches as far as these are in it: others come and go."""
    return json.dumps(list(found_in(answer, (table, match))), separators=(",", ":"))


def found_in(answer: Any, ids: tuple[str, str]) -> Iterator[Any]:
    """Whatever has one of these ids, however deep."""
    if isinstance(answer, dict) and answer.get("id") in ids:
        yield answer
    elif isinstance(answer, dict | list):
        for part in answer.values() if isinstance(answer, dict) else answer:
            yield from found_in(part, ids)


def comparable(witness: Witness, match: str, everybody: Iterable[Browser]) -> list[str]:
    """What the witness was sent, without times and with names instead of ids."""
    names = {witness.table: "(table)", match: "(match)", witness.browser.csrf: "(token)"}
    names |= {browser.person["id"]: browser.person["name"] for browser in everybody if browser.person}
    return [plain(text, names) for text in witness.heard]


def plain(text: str, names: dict[str, str]) -> str:
    for id, name in names.items():
        text = text.replace(id, name)
    return SESSION.sub('"(session)"', TIMES.sub(r'"\1":0', text))
