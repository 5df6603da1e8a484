"""People: guests and accounts, their sessions and their tokens."""

from typing import Annotated, Literal

from msgspec import Meta

from quintain.website.wire import Answer, Request

LONGEST_NAME = 24
Password = Annotated[str, Meta(min_length=8, max_length=256)]
Scope = Literal["read", "play", "bots"]  # of an API token: look, sit at tables, own bots
SCOPES: tuple[Scope, ...] = ("read", "play", "bots")
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # looked at closely by identity.clean_name


class NameRequest(Request, frozen=True, kw_only=True):
    name: Name


class Credentials(Request, frozen=True, kw_only=True):
    name: Name
    password: Annotated[str, Meta(min_length=1, max_length=256)]


class SignUp(Request, frozen=True, kw_only=True):
    name: Name
    password: Password


class NewPassword(Request, frozen=True, kw_only=True):
    old: Annotated[str, Meta(min_length=1, max_length=256)]
    new: Password
    keep_tokens: bool = False  # else API tokens are revoked, too


class TokenRequest(Request, frozen=True, kw_only=True):
    label: Annotated[str, Meta(min_length=1, max_length=60)]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=10)] = SCOPES


class Person(Answer, frozen=True, kw_only=True):
    id: str
    name: str
    guest: bool


class Me(Answer, frozen=True, kw_only=True):
    person: Person | None
    csrf: str  # to be sent back as the header x-csrftoken with every change
    admin: bool = False


class Token(Answer, frozen=True, kw_only=True):
    id: str
    label: str
    created: float
    scopes: tuple[Scope, ...]
    last_used: float | None = None


class NewToken(Answer, frozen=True, kw_only=True):
    id: str
    label: str
    scopes: tuple[Scope, ...]
    secret: str  # shown once


class Session(Answer, frozen=True, kw_only=True):
    id: str
    created: float
    last_seen: float
    current: bool
