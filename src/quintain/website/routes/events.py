"""Tournaments: make one, join it, begin it, and see how far it has come."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import Parameter, QueryParameter

from quintain.website.answers import AnyRequest, address
from quintain.website.arena import Arena
from quintain.website.documented import file_of
from quintain.website.events import field
from quintain.website.events.acts import act_of, as_administrator, who
from quintain.website.identity import Visitor
from quintain.website.intake import LARGEST_BODY
from quintain.website.scopes import OF_BOTS
from quintain.website.wire.events import (
    EntryRequest,
    EventChange,
    EventPage,
    EventRequest,
    EventRound,
    EventSummary,
    HouseRequest,
    RemoveRequest,
    SeedsRequest,
)

STATES: dict[str, tuple[str, ...]] = {"open": ("open",), "running": ("running",), "over": ("over", "stopped")}
ALL = ("open", "running", "over", "stopped")
HTML = "text/html"


@get("/api/events")
async def all_events(
    arena: Arena,
    which: Annotated[Literal["open", "running", "over"] | None, QueryParameter(name="state")] = None,
    game: str | None = None,
) -> list[EventSummary]:
    """The latest hundred."""
    return await arena.events.listed(STATES[which] if which else ALL, game)


@post("/api/events", status_code=200, request_max_body_size=LARGEST_BODY, opt=OF_BOTS)
async def new_event(arena: Arena, visitor: Visitor, data: EventRequest) -> EventPage:
    act = act_of(visitor, arena.limits)
    arena.limits.events.take(act.person.id)
    event = await field.create(arena.store, act, data)
    return await arena.events.page(event.id, act)


@get("/api/events/{id:str}")
async def one_event(arena: Arena, visitor: Visitor, id: str) -> EventPage:
    return await arena.events.page(id, who(visitor))


@get("/api/events/{id:str}/rounds")
async def one_round(arena: Arena, id: str, round: Annotated[int, Parameter(ge=0, le=10_000)]) -> EventRound:
    """Counted from 0."""
    return await arena.events.round(id, round)


@get("/api/events/{id:str}/report", responses=file_of(HTML, "the report"))
async def report(request: AnyRequest, arena: Arena, id: str) -> Response[bytes]:
    """A page of its own, to keep."""
    await arena.limits.replays.keep(address(request))
    headers = {"content-disposition": f'attachment; filename="tournament-{id}.html"'}
    return Response(await arena.events.report(id), media_type=HTML, headers=headers)


@post("/api/events/{id:str}/settings", status_code=200, opt=OF_BOTS)
async def settings(arena: Arena, visitor: Visitor, id: str, data: EventChange) -> EventPage:
    act = act_of(visitor, arena.limits)
    await field.configure(arena.store, id, act, data)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/join", status_code=200, opt=OF_BOTS)
async def join(arena: Arena, visitor: Visitor, id: str, data: EntryRequest) -> EventPage:
    act = act_of(visitor, arena.limits)
    await field.join(arena.store, id, act.person, data.bot)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/leave", status_code=200, opt=OF_BOTS)
async def leave(arena: Arena, visitor: Visitor, id: str, data: EntryRequest) -> EventPage:
    act = act_of(visitor, arena.limits)
    await field.leave(arena.store, id, act.person, data.bot)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/house", status_code=200, request_max_body_size=LARGEST_BODY, opt=OF_BOTS)
async def house(arena: Arena, visitor: Visitor, id: str, data: HouseRequest) -> EventPage:
    act = act_of(visitor, arena.limits)
    await field.add_house(arena.store, id, act, data.players)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/remove", status_code=200, opt=OF_BOTS)
async def remove(arena: Arena, visitor: Visitor, id: str, data: RemoveRequest) -> EventPage:
    act = act_of(visitor, arena.limits)
    further = await as_administrator(arena.store, act, id, "remove an entrant", data.player)
    await field.remove(arena.store, id, act, data.player, further)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/seeds", status_code=200, request_max_body_size=LARGEST_BODY, opt=OF_BOTS)
async def seeds(arena: Arena, visitor: Visitor, id: str, data: SeedsRequest) -> EventPage:
    act = act_of(visitor, arena.limits)
    await field.order(arena.store, id, act, data.players)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/start", status_code=200, opt=OF_BOTS)
async def start(arena: Arena, visitor: Visitor, id: str) -> EventPage:
    act = act_of(visitor, arena.limits)
    further = await as_administrator(arena.store, act, id, "start a tournament")
    await field.start(arena.store, id, act, further)
    return await arena.events.page(id, act)


@post("/api/events/{id:str}/stop", status_code=200, opt=OF_BOTS)
async def stop(arena: Arena, visitor: Visitor, id: str) -> EventPage:
    act = act_of(visitor, arena.limits)
    further = await as_administrator(arena.store, act, id, "stop a tournament")
    await field.stop(arena.store, id, act, further)
    return await arena.events.page(id, act)


ROUTES = [
    all_events,
    new_event,
    one_event,
    one_round,
    report,
    settings,
    join,
    leave,
    house,
    remove,
    seeds,
    start,
    stop,
]
