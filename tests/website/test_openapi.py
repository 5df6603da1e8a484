"""Whatever fits the OpenAPI document, or just does not, is answered as the document says, and never with an error."""

from contextlib import suppress
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.website.client import PATIENCE, Browser, Visit
from tests.website.test_administration import administrator
from tests.website.test_authorisation import things_of

EXAMPLES = 6  # for each operation and mode
ERRORS = 400
OWN = ("/api/me/bots", "/api/versions", "/api/administration")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_every_operation_answers_as_documented(visit: Visit) -> None:
    schema = schemathesis.openapi.from_dict(visit().get("/api/schema"))
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) > 30
    match, owner = a_match(visit("Bob")), administrator(visit)
    own = things_of(owner)
    for operation in operations:
        if operation.path.startswith(OWN):
            # Found by its id, and its own; another one cannot be shut out by chance.
            try_both(operation, owner, {"/bots/": own["bot"], "/versions/": own["version"], "/people/": "nobody"})
            continue
        ann = visit("Ann")
        ids = {"/tables/": a_table(ann), "/matches/": match}
        try_both(operation, ann, ids)


def try_both(operation: Any, browser: Browser, ids: dict[str, str]) -> None:
    try_out(operation.as_strategy(generation_mode=GenerationMode.POSITIVE), browser, ids)
    with suppress(Unsatisfiable):  # where there is nothing to get wrong
        try_out(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE), browser, ids)


def try_out(strategy: Any, browser: Browser, ids: dict[str, str]) -> None:
    session = requests.Session()

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def check(case: Any) -> None:
        # Chance would never find a table that is there.
        for room, id in ids.items():
            if room in case.path and "id" in case.path_parameters:
                case.path_parameters["id"] = id
        answer = case.call(base_url=browser.site.url, headers=credentials(browser), session=session, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        assert answer.status_code < ERRORS or answer.json()["error"]

    with session:
        check()


def credentials(browser: Browser) -> dict[str, str]:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    return {**browser.address, "cookie": cookies, "x-csrftoken": browser.csrf}


def a_table(browser: Browser) -> str:
    id: str = browser.table()["id"]
    return id


def a_match(browser: Browser) -> str:
    """A match that is over."""
    table = browser.post("/api/quickplay", game="jaffre")["table"]
    with browser.live(table) as socket:
        socket.send("resign", seat=0)
        id: str = socket.until("ended")["match"]
    return id
