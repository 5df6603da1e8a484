"""What the website refuses, and with which status: the texts are for people."""

from typing import ClassVar

from quintain.core.errors import QuintainError, StoreDamaged, UnknownRules


class Refused(QuintainError):
    """The request makes sense, and the answer is no."""

    status: ClassVar[int] = 409
    code: ClassVar[str] = "refused"  # for programs, on the live socket


class SignInFirst(Refused):
    status, code = 401, "person"


class NotYours(Refused):
    status, code = 403, "seat"


class NotThere(Refused):
    status, code = 404, "missing"


class NotKept(Refused):
    """It was here, and has been tidied away."""

    status, code = 410, "gone"


class SetAside(Refused):
    """It is in the store, but it cannot be read."""

    status, code = 410, "damaged"


class NotNow(Refused):
    status, code = 409, "now"


class Stale(Refused):
    status, code = 409, "stale"


class BadRequest(Refused):
    """A name, a password or a setting that will not do."""

    status, code = 422, "message"


class BadOption(BadRequest):
    """An option of a game that will not do, and which one."""

    def __init__(self, words: str, option: str | None) -> None:
        super().__init__(words)
        self.option = option


class Closed(Refused):
    """This server cannot do it, whoever asks."""

    status, code = 503, "closed"


class TooMany(Refused):
    status, code = 429, "rate"


def damaged(what: str, why: Exception) -> SetAside:
    """For whoever asks: why, if that tells no secret of a match, and where to go."""
    reason = f": {why}" if isinstance(why, StoreDamaged | UnknownRules | NotThere) else ""
    return SetAside(
        f"{what} was set aside, for what is stored of it cannot be read{reason}. Nothing was deleted: "
        "whoever runs this server can get at it (see Damage in docs/run-a-server.md)"
    )
