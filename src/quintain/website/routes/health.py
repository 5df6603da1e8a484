"""For whoever runs the server: does it work, and how much is going on?"""

import asyncio
from collections import Counter

from litestar import Response, get

from quintain.core.errors import StoreError
from quintain.website.answers import AnyRequest, answer
from quintain.website.arena import Arena
from quintain.website.metrics import TEXT, Labels, Metric, Metrics, single, written
from quintain.website.refusals import NotThere
from quintain.website.wire import Answer, Trouble

PATIENCE = 5.0  # seconds for the database


class Health(Answer, frozen=True, kw_only=True):
    status: str = "ok"


@get("/healthz", include_in_schema=False)
async def health(arena: Arena) -> Response[Health] | Response[Trouble]:
    """Fine if the database can be read; whoever is in front of us may send people elsewhere if not."""
    try:
        async with asyncio.timeout(PATIENCE):
            await arena.store.person("")
    except (StoreError, TimeoutError):
        return answer(503, "the database does not answer")
    return Response(Health())


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, arena: Arena, metrics: Metrics) -> Response[bytes]:
    if not metrics.may_be_read(request):
        raise NotThere("there is nothing here")
    return Response(written([*of_arena(arena), *metrics.own()]).encode(), media_type=TEXT)


def of_arena(arena: Arena) -> list[Metric]:
    tables = list(arena.tables.values())
    states: Counter[Labels] = Counter({(("state", state),): 0 for state in ("waiting", "playing", "over")})
    states.update((("state", table.data.state),) for table in tables)
    people = {connection.person for table in tables for connection in table.connections} - {None}
    return [
        Metric("quintain_tables", "gauge", "Tables, by what is going on at them.", states),
        single("quintain_sockets", "Live sockets.", sum(len(table.connections) for table in tables)),
        single("quintain_people", "People who are at a table or look at one.", len(people)),
    ]


ROUTES = [health, metrics]
