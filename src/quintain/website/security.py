"""What protects people from other websites: headers, the token on every change, and the origin of requests."""

import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from quintain.website.refusals import NotYours

AnyConnection = ASGIConnection[Any, Any, Any, Any]
CSRF_COOKIE = "csrftoken"
CSRF_HEADER = "x-csrftoken"
CSRF_BYTES = 24
CSRF_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")  # as many letters as those bytes have
SAFE = {"GET", "HEAD", "OPTIONS"}

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer carries them, errors too."""
    if message["type"] == "http.response.start":
        headers = [*message["headers"], *HEADERS]
        if str(scope.get("path", "")).startswith("/api/"):
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers


class RefuseForgeries(ASGIMiddleware):
    """A change that comes with a cookie must come from our own pages: they know the token, other sites do not.

    Requests with an API token have no cookie that a browser would send along, so they need none.
    """

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        connection: AnyConnection = ASGIConnection(scope)
        if scope.get("method") not in SAFE and "authorization" not in connection.headers:
            check_origin(connection)
            cookie, header = csrf_of(connection), connection.headers.get(CSRF_HEADER, "")
            if cookie is None or not secrets.compare_digest(cookie.encode(), header.encode()):
                raise NotYours(f"the header {CSRF_HEADER} must repeat the cookie {CSRF_COOKIE}; reload the page")
        await next_app(scope, receive, send)


def csrf_of(connection: AnyConnection) -> str | None:
    """The token in the cookie, if it can be one of ours; nothing else comes back in a header or a page."""
    cookie = connection.cookies.get(CSRF_COOKIE, "")
    return cookie if CSRF_TOKEN.fullmatch(cookie) else None


def check_origin(connection: AnyConnection) -> None:
    """A browser tells where a page came from; a page of another site gets nothing."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower():
        raise NotYours("this request comes from another website")


def is_secure(connection: AnyConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def cookie(connection: AnyConnection, name: str, value: str, days: int) -> Cookie:
    """A cookie that scripts cannot read, unless it is the token that they have to send back."""
    return Cookie(
        key=name,
        value=value,
        path="/",
        max_age=days * 86_400,
        httponly=name != CSRF_COOKIE,
        samesite="lax",
        secure=is_secure(connection),
    )
