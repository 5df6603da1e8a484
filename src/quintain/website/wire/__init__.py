"""What goes over the wire: every request, answer and message is one of these structs, and JSON."""

import msgspec


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something a client sends. A field that nobody knows is an error, not silence."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Something the server sends."""


class Trouble(Answer, frozen=True, kw_only=True):
    """The body of every error: plain words, and where it helps, what exactly was wrong."""

    error: str
    detail: str | None = None
    field: str | None = None  # the option that will not do
