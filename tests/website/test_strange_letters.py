"""Bytes that are no letters, wherever a request has room for them: the answer is never a fault of ours."""

import json
import socket

import pytest

from tests.website.client import Browser, Site, Visit

STRANGE = {
    "no UTF-8": b"\xff\xfe\xc3\x28",
    "a lone surrogate": b"\xed\xa0\x80",
    "percent": b"%ff%fe%ed%a0%80%00",
    "a quoted octal": b'"\\377\\355\\240\\200"',
    "beyond ASCII": "é漢😀".encode(),
    "commas and quotes": b'"\\",;=',
}


def requests_with(strange: bytes, browser: Browser) -> list[bytes]:
    """The bytes in cookies, headers, the path, the query and the body."""
    csrf, session = browser.csrf.encode(), browser.http.cookies["quintain_session"].encode()
    known = b"Cookie: csrftoken=" + csrf + b"; quintain_session=" + session + b"\r\nX-CSRFToken: " + csrf + b"\r\n"
    body = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
    wish = b'{"name": "' + strange + b'"}'
    return [
        b"GET /api/me HTTP/1.1\r\nCookie: csrftoken=" + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nCookie: quintain_session=" + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nCookie: " + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nAuthorization: Bearer " + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nAuthorization: " + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nAccept-Encoding: " + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nX-Forwarded-For: " + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nX-Forwarded-Proto: " + strange + b"\r\n",
        b"GET /api/me HTTP/1.1\r\nOrigin: " + strange + b"\r\n",
        b"GET /api/games/" + strange + b" HTTP/1.1\r\n",
        b"GET /api/matches/" + strange + b" HTTP/1.1\r\n",
        b"GET /api/tables/" + strange + b" HTTP/1.1\r\n",
        b"GET /" + strange + b" HTTP/1.1\r\n",
        b"GET /api/me/matches?before=" + strange + b" HTTP/1.1\r\n" + known,
        b"GET /api/matches/x/steps?seat=" + strange + b" HTTP/1.1\r\n",
        b"GET /api/matches/x/steps?first=" + strange + b" HTTP/1.1\r\n",
        b"GET /api/matches/x/steps?" + strange + b" HTTP/1.1\r\n",
        b"POST /api/guest HTTP/1.1\r\nX-CSRFToken: "
        + strange
        + b"\r\nCookie: csrftoken="
        + strange
        + b"\r\n"
        + body % (2, b"{}"),
        b"POST /api/guest HTTP/1.1\r\nOrigin: " + strange + b"\r\n" + known + body % (2, b"{}"),
        b"POST /api/guest HTTP/1.1\r\nContent-Type: " + strange + b"\r\n" + known + body % (2, b"{}"),
        b"POST /api/guest HTTP/1.1\r\n" + known + body % (len(wish), wish),
        b"DELETE /api/me/sessions/" + strange + b" HTTP/1.1\r\n" + known,
    ]


def answered(site: Site, request: bytes) -> tuple[int, bytes]:
    head, _, body = request.partition(b"\r\n\r\n")
    with socket.create_connection(("127.0.0.1", site.port), 30) as line:
        line.sendall(head.rstrip(b"\r\n") + b"\r\nHost: here\r\nConnection: close\r\n\r\n" + body)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    return int(answer.split(b" ")[1]), answer.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize("strange", STRANGE)
def test_strange_letters_are_no_fault_of_ours(visit: Visit, strange: str) -> None:
    ann = visit("Ann")
    for request in requests_with(STRANGE[strange], ann):
        status, body = answered(ann.site, request)
        assert status < 500, (request, body)
        assert status < 400 or json.loads(body)["error"], (request, body)


def test_a_token_that_is_not_ours_is_not_handed_back(visit: Visit) -> None:
    """Whatever stands in the cookie would come back in a header, and in the page."""
    ann = visit("Ann")
    for cookie in (b"\xff\xfe", b"short", b"x" * 300, b'"a\\073 b"'):
        status, body = answered(ann.site, b"GET /api/me HTTP/1.1\r\nCookie: csrftoken=" + cookie + b"\r\n")
        assert status == 200
        assert len(json.loads(body)["csrf"]) == 32
    assert ann.get("/api/me")["csrf"] == ann.csrf
