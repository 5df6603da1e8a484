"""Whoever is signed out is out at once, whatever their sockets have said so far; and an older cookie opens nothing."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quintain.website.identity import digest
from quintain.website.standing import Standing
from tests.website.client import Browser, Socket, Visit, new_table
from tests.website.sessions import ANN, opened

PASSWORD = "correct horse battery"
OTHER = "another staple"

End = Callable[[Browser], None]


class Sockets:
    """Somebody plays at one table and watches another, with sockets that have said hello and sockets that have not."""

    def __init__(self, browser: Browser, watched: str, headers: dict[str, str] | None = None) -> None:
        self.browser, self.headers = browser, headers
        self.table = new_table(browser, options={"first_dealer": 3})
        browser.post(f"/api/tables/{self.table}/start")
        self.seated, self.watching = self.open(self.table), self.open(watched)
        self.silent = [self.open(self.table, greet=False), self.open(watched, greet=False)]
        self.question = self.seated.until("sync")
        self.watching.until("sync")

    def open(self, table: str, **hello: Any) -> Socket:
        if self.headers is None:
            return self.browser.live(table, **hello)
        socket = Socket(self.browser.site.url, table, self.headers, **hello)
        self.browser.sockets.append(socket)
        return socket

    def check_closed(self, why: str) -> None:
        """None of them is shown anything more, and none can act."""
        for socket in (self.seated, self.watching, *self.silent):
            speak(socket, self.question["seq"])
            heard = len(socket.seen)
            assert socket.closed() == (4401, why)
            assert not {message["type"] for message in socket.seen[heard:]} & {"sync", "step"}, socket.seen
        assert all(not socket.seen for socket in self.silent)


def speak(socket: Socket, seq: int) -> None:
    socket.send("hello")
    socket.send("act", seq=seq, seat=0, actions=[{"type": "skip"}])
    socket.send("resign", seat=0)


def sign_out(ann: Browser) -> None:
    ann.post("/api/signout")


def end_the_session_from_elsewhere(ann: Browser) -> None:
    with Browser(ann.site) as other:
        other.post("/api/signin", name=ann.person["name"], password=PASSWORD)
        for row in other.get("/api/me/sessions"):
            if not row["current"]:
                assert other.status("DELETE", f"/api/me/sessions/{row['id']}") == 204


def sign_in_again(ann: Browser) -> None:
    ann.post("/api/signin", name=ann.person["name"], password=PASSWORD)


def change_the_password(ann: Browser) -> None:
    ann.post("/api/me/password", old=PASSWORD, new=OTHER)


def account(visit: Visit, name: str) -> Browser:
    browser = visit()
    browser.person = browser.post("/api/signup", name=name, password=PASSWORD)
    return browser


@pytest.fixture
def watched(visit: Visit) -> str:
    """A match of somebody else, who does nothing."""
    host = visit("Host")
    table = new_table(host, options={"first_dealer": 3})
    host.post(f"/api/tables/{table}/start")
    return table


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (sign_out, "you have signed out"),
        (end_the_session_from_elsewhere, "you have signed out"),
        (sign_in_again, "you have signed in anew"),
        (change_the_password, "the password was changed; sign in again"),
    ],
)
def test_no_socket_of_an_ended_session_sees_or_does_anything(visit: Visit, watched: str, end: End, why: str) -> None:
    ann, bob = account(visit, f"Ann {end.__name__}"[:24]), visit("Bob")
    sockets, old = Sockets(ann, watched), ann.http.cookies["quintain_session"]
    untouched = bob.live(watched)
    untouched.until("sync")
    end(ann)
    sockets.check_closed(why)
    assert person_of(ann, old) is None
    table = bob.get(f"/api/tables/{sockets.table}")
    assert (table["state"], table["seats"][0]["kind"]) == ("playing", "person"), "nobody has resigned"
    untouched.send("ping")
    assert untouched.until("pong"), "others' sockets stay open"


def test_a_guest_who_signs_up_has_a_new_session_and_the_same_seats(visit: Visit, watched: str) -> None:
    ann = visit("Ann")
    sockets, old, guest = Sockets(ann, watched), ann.http.cookies["quintain_session"], ann.person["id"]
    assert ann.post("/api/signup", name="Ann who signed up", password=PASSWORD)["id"] == guest
    sockets.check_closed("you have signed in anew")
    assert person_of(ann, old) is None
    assert person_of(ann, ann.http.cookies["quintain_session"]) == guest
    with ann.live(sockets.table) as socket:
        assert socket.until("sync")["eyes"] == 0
        assert ann.get(f"/api/tables/{sockets.table}")["you"]["seats"] == [0]


def test_a_guest_who_signs_in_leaves_no_cookie_behind(visit: Visit, watched: str) -> None:
    account(visit, "Ann who signs in")
    guest = visit("Guest")
    sockets, old = Sockets(guest, watched), guest.http.cookies["quintain_session"]
    guest.post("/api/signin", name="Ann who signs in", password=PASSWORD)
    sockets.check_closed("you have signed in anew")
    assert person_of(guest, old) is None
    assert guest.get("/api/me")["person"]["name"] == "Ann who signs in"


@pytest.mark.parametrize("keep", [False, True])
def test_tokens_end_by_revocation_or_with_the_password(visit: Visit, watched: str, keep: bool) -> None:
    ann = account(visit, f"Ann with tokens {keep}")
    mine, other = (ann.post("/api/me/tokens", label=label) for label in ("mine", "other"))
    first, second = (Sockets(ann, watched, {"Authorization": f"Bearer {token['secret']}"}) for token in (mine, other))
    assert ann.status("DELETE", f"/api/me/tokens/{mine['id']}") == 204
    first.check_closed("this API token was revoked")
    second.seated.send("ping")
    assert second.seated.until("pong")
    ann.post("/api/me/password", old=PASSWORD, new=OTHER, keep_tokens=keep)
    if keep:
        second.seated.send("ping")
        assert second.seated.until("pong")
    else:
        second.check_closed("the password was changed; sign in again")


def test_who_may_change_a_password(visit: Visit) -> None:
    ann, guest = account(visit, "Ann of the password"), visit("Guest")
    assert ann.status("POST", "/api/me/password", old="a wrong one", new=OTHER) == 401
    assert ann.status("POST", "/api/me/password", old=PASSWORD, new="short") == 422
    assert guest.status("POST", "/api/me/password", old=PASSWORD, new=OTHER) == 403
    assert visit().status("POST", "/api/me/password", old=PASSWORD, new=OTHER) == 401
    bearer = {"authorization": f"Bearer {ann.post('/api/me/tokens', label='mine')['secret']}"}
    wish = {"old": PASSWORD, "new": OTHER}
    assert ann.http.post("/api/me/password", headers=bearer, json=wish).status_code == 403
    ann.post("/api/me/password", **wish)
    assert ann.get("/api/me")["person"]["name"] == "Ann of the password", "this browser stays signed in"
    assert visit().status("POST", "/api/signin", name="Ann of the password", password=PASSWORD) == 401
    assert visit().status("POST", "/api/signin", name="Ann of the password", password=OTHER) == 200


def test_wrong_old_passwords_are_limited(visit: Visit) -> None:
    ann = account(visit, "Ann who is guessed at")
    statuses = [ann.status("POST", "/api/me/password", old="a wrong one", new=OTHER) for _ in range(6)]
    assert statuses == [401] * 5 + [429]


def person_of(browser: Browser, cookie: str) -> str | None:
    with Browser(browser.site) as other:
        other.http.cookies.set("quintain_session", cookie)
        person = other.get("/api/me")["person"]
        return person["id"] if person else None


# --- behind the doors ------------------------------------------------------------------------------------------------


def test_somebody_revoked_while_the_store_is_asked_does_not_come_in(tmp_path: Path) -> None:
    async def run() -> None:
        arena = await opened(tmp_path)
        try:
            await arena.store.create_person(ANN.id, ANN.name)
            secret = await arena.identity.new_session(ANN)
            with arena.identity.standing.admitted(digest(secret)) as leave:
                visitor = await arena.identity.visitor(secret, None)
                assert visitor.person == ANN
                await arena.identity.end_session(visitor, "out")  # before there is a connection
                with pytest.raises(Exception, match="out"):
                    leave.check()
        finally:
            await arena.close()

    asyncio.run(run())


def test_passes_are_forgotten_when_their_sockets_are_gone() -> None:
    standing = Standing()
    with standing.admitted("a") as first:
        with standing.admitted("a") as second, standing.admitted(None) as nobodys:
            standing.revoke(["a", "b"], "why")
            assert (first.taken, second.taken, nobodys.taken) == ("why", "why", None)
        assert standing._passes
    assert not standing._passes
