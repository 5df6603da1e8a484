"""What the website refuses, and with which status: the words are for people."""

from typing import ClassVar

from quintain.core.errors import QuintainError


class Refused(QuintainError):
    """The request makes sense, and the answer is no."""

    status: ClassVar[int] = 409
    word: ClassVar[str] = "refused"  # for programs, on the live socket


class SignInFirst(Refused):
    status, word = 401, "person"


class NotYours(Refused):
    status, word = 403, "seat"


class NotThere(Refused):
    status, word = 404, "missing"


class NotNow(Refused):
    status, word = 409, "now"


class Stale(Refused):
    status, word = 409, "stale"


class BadWords(Refused):
    """A name, a password or a setting that will not do."""

    status, word = 422, "message"


class TooMany(Refused):
    status, word = 429, "rate"
