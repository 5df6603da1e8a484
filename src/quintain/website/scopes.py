"""What API tokens are good for: every route says which scope it takes, and one that says nothing takes none.

Reading takes `read` unless the route says otherwise. What only somebody may do who is signed in, such as making
tokens, no token is good for.
"""

from typing import Any

from litestar.handlers.base import BaseRouteHandler

from quintain.website.refusals import NotYours

READ, PLAY, BOTS = "read", "play", "bots"
ANY = "any"
OF_PLAY: dict[str, Any] = {"scope": PLAY}
OF_BOTS: dict[str, Any] = {"scope": BOTS}
OF_ANY: dict[str, Any] = {"scope": ANY}
SIGNED_IN: dict[str, Any] = {"scope": None}  # no token will do
SAFE = {"GET", "HEAD", "OPTIONS"}


def scope_of(route: BaseRouteHandler, method: str) -> str | None:
    """The scope that a token needs here; None if none will do."""
    usual = READ if method in SAFE else None
    scope: str | None = route.opt.get("scope", usual)
    return scope


def check_scope(scopes: tuple[str, ...], needed: str | None) -> None:
    if needed is None:
        raise NotYours("an API token is not good for this; sign in to do it")
    if needed != ANY and needed not in scopes:
        has = " and ".join(scopes) or "nothing"
        raise NotYours(f"this API token is good for {has}, and this needs one for {needed}; make another one")
