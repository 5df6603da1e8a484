"""What the OpenAPI document says of refusals: derived from what a route takes, so that no route forgets to say it."""

from collections.abc import Iterable, Sequence
from inspect import signature
from typing import Any, TypeVar

from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec

from quintain.website.wire import Trouble

Route = TypeVar("Route")

MEANINGS = {
    400: "this cannot be understood: it is not JSON, or not HTTP",
    401: "nobody is signed in, or the API token is not valid",
    403: "not yours, or the token against forged requests is missing",
    404: "not there",
    409: "not now",
    413: "too much at once",
    422: "not valid; the detail says what",
    429: "too often; the text says when to try again",
    503: "the database or the sandbox is not available; nothing was changed",
}
OURS = {
    "arena",
    "visitor",
    "assets",
    "metrics",
    "request",
    "television",
}  # what a handler is given that is not part of the request


def with_refusals(routes: Iterable[Route]) -> Sequence[Route]:
    """The same routes, and they tell what they may refuse."""
    told = list(routes)
    for route in told:
        if isinstance(route, HTTPRouteHandler) and route.include_in_schema is not False:
            route.responses = {**refusals_of(route), **(route.responses or {})}
    return told


def refusals_of(route: HTTPRouteHandler) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(Trouble, generate_examples=False, description=MEANINGS[status])
        for status in sorted(statuses_of(route))
    }


def statuses_of(route: HTTPRouteHandler) -> set[int]:
    takes = {*signature(route.fn).parameters}
    changes = bool({*route.http_methods} - {"GET", "HEAD"})
    statuses = {503} if "arena" in takes else set()
    if "visitor" in takes:
        statuses |= {401, 403}
    if takes - OURS:
        statuses |= {400, 404, 422}
    if any("{id" in path for path in route.paths):
        statuses |= {409, 429}
    if changes:
        statuses |= {401, 403, 409, 413, 429}
    return statuses


def file_of(media_type: str, description: str) -> dict[int, ResponseSpec]:
    """A route that answers with a file instead of JSON."""
    return {200: ResponseSpec(bytes, generate_examples=False, media_type=media_type, description=description)}


def struct_of(kind: Any, description: str) -> dict[int, ResponseSpec]:
    """A route that encodes its answer before Litestar sees it."""
    return {200: ResponseSpec(kind, generate_examples=False, description=description)}
