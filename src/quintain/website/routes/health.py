"""For whoever runs the server: does it work, and how much is going on?"""

import asyncio
from collections import Counter
from datetime import datetime

from litestar import Response, get

from quintain.core.errors import StoreError
from quintain.ranker.contest.ranker import Ranker
from quintain.website.answers import AnyRequest, answer
from quintain.website.arena import Arena
from quintain.website.metrics import TEXT, Labels, Metric, Metrics, single, written
from quintain.website.refusals import NotThere
from quintain.website.servers import Peers
from quintain.website.wire import Answer, Trouble

PATIENCE = 5.0  # seconds for the database


class Health(Answer, frozen=True, kw_only=True):
    status: str = "ok"
    ladder: str = "off"  # off, paused or on
    ladder_last: datetime | None = None  # when its last match was stored: proof of progress


@get("/healthz", include_in_schema=False)
async def health(arena: Arena) -> Response[Health] | Response[Trouble]:
    """Fine if the database can be read; whoever is in front of us may send people elsewhere if not."""
    try:
        async with asyncio.timeout(PATIENCE):
            await arena.store.person("")
    except (StoreError, TimeoutError):
        return answer(503, "the database does not answer")
    ladder = arena.ladder
    if not ladder:
        return Response(Health())
    return Response(Health(ladder="paused" if ladder.paused else "on", ladder_last=ladder.last))


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
        *(of_peers(arena.peers) if arena.peers else ()),
        Metric("quintain_tables", "gauge", "Tables, by what is going on at them.", states),
        single("quintain_sockets", "Live sockets.", sum(len(table.connections) for table in tables)),
        single("quintain_people", "People who are at a table or look at one.", len(people)),
        *(of_ladder(arena.ladder) if arena.ladder else ()),
    ]


def of_ladder(ladder: Ranker) -> list[Metric]:
    stored: dict[Labels, float] = {(("game", game),): ladder.finished[game] for game in ladder.games}
    return [
        Metric("quintain_ladder_matches_total", "counter", "Ladder matches that were stored.", stored),
        single("quintain_ladder_idle_seconds", "Since the last of them was stored, or since the start.", ladder.idle),
        single("quintain_ladder_playing", "Ladder matches that are being played.", len(ladder.running)),
        single("quintain_ladder_paused", "1 while administrators have paused it.", float(ladder.paused)),
        single("quintain_ladder_refused_total", "Results that were refused.", ladder.refused, "counter"),
        single("quintain_ladder_workers_lost_total", "Workers that died or hung.", ladder.lost, "counter"),
        single("quintain_ladder_errors_total", "Mistakes that it went on after.", ladder.errors, "counter"),
        single("quintain_ladder_cpu_seconds_total", "Processor time of its workers.", ladder.crew.cpu(), "counter"),
    ]


def of_peers(peers: Peers) -> list[Metric]:
    passed: dict[Labels, float] = {(("kind", kind),): peers.passed_on[kind] for kind in ("request", "socket")}
    return [
        single("quintain_servers", "Servers on this database, with this one.", peers.count),
        Metric("quintain_passed_on_total", "counter", "What was passed on to the server that has the table.", passed),
    ]


ROUTES = [health, metrics]
