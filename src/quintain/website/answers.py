"""Errors as HTTP responses: a status, and plain words."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException

from quintain.arbiter.live import NotWritten
from quintain.core.errors import QuintainError, StoreDamaged, StoreUnavailable
from quintain.website.refusals import BadOption, Refused, damaged
from quintain.website.wire import Trouble

log = logging.getLogger(__name__)
AnyRequest = Request[Any, Any, Any]


def address(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where it comes from: limits count by it."""
    return request.client.host if request.client else "?"


TEXTS = {
    400: "this request cannot be understood",
    404: "there is nothing here",
    405: "this address does not take such requests",
    413: "that is too much at once",
    415: "send JSON",
    500: "something went wrong on our side; it has been noted",
}


def answer(status: int, error: str, detail: str | None = None, field: str | None = None) -> Response[Trouble]:
    return Response(Trouble(error=error, detail=detail, field=field), status_code=status, media_type="application/json")


def on_refusal(_: AnyRequest, error: Refused) -> Response[Trouble]:
    return answer(error.status, str(error))


def on_bad_option(_: AnyRequest, error: BadOption) -> Response[Trouble]:
    return answer(error.status, str(error), field=error.option)


def on_user_error(_: AnyRequest, error: QuintainError) -> Response[Trouble]:
    return answer(422, str(error))


def on_store_error(_: AnyRequest, error: StoreUnavailable | NotWritten) -> Response[Trouble]:
    return answer(503, f"{error}; nothing was changed, try again in a moment")


def on_damage(request: AnyRequest, error: StoreDamaged) -> Response[Trouble]:
    """Said to whoever asks; the log has it, too, at the pace at which refusals are logged."""
    return on_refusal(request, damaged("this", error))


def on_http_error(_: AnyRequest, error: HTTPException) -> Response[Trouble]:
    if isinstance(error, ValidationException):
        return answer(422, "some of this is not as it should be", described(error))
    detail = error.detail if error.status_code == 400 else None
    return answer(error.status_code, TEXTS.get(error.status_code, "this does not work"), detail)


def described(error: ValidationException) -> str:
    """Which field, and what it should have been."""
    parts = error.extra if isinstance(error.extra, list) else []
    texts = [": ".join(str(part[key]) for key in ("key", "message") if part.get(key)) for part in parts]
    return "; ".join(texts) or error.detail


def on_our_fault(request: AnyRequest, error: Exception) -> Response[Trouble]:
    """A programmer's fault: logged here in full, and reported to the client in general terms."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(500, TEXTS[500])


def on_unreadable_body(_: AnyRequest, error: Exception) -> Response[Trouble]:
    """What JSON decoders raise for brackets without end and for letters that are none."""
    return answer(400, TEXTS[400], type(error).__name__)


HANDLERS: dict[Any, Any] = {
    BadOption: on_bad_option,
    Refused: on_refusal,
    StoreDamaged: on_damage,
    StoreUnavailable: on_store_error,
    NotWritten: on_store_error,
    QuintainError: on_user_error,
    HTTPException: on_http_error,
    RecursionError: on_unreadable_body,
    UnicodeDecodeError: on_unreadable_body,
    Exception: on_our_fault,
}
