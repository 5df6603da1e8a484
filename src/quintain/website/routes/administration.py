"""For administrators: pause the ladder, shut somebody out, start a season, and see who did what."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from quintain.website import administration
from quintain.website.arena import Arena
from quintain.website.identity import Visitor
from quintain.website.scopes import SIGNED_IN
from quintain.website.wire.administration import (
    AuditLog,
    DisableRequest,
    Overview,
    PauseRequest,
    Season,
    SeasonRequest,
    Subject,
)

LONGEST_NAME = 200
LAST_ENTRY = 2**53  # more than there will ever be


@get("/api/administration", opt=SIGNED_IN)
async def overview(arena: Arena, visitor: Visitor) -> Overview:
    visitor.check_administrator()
    return await administration.overview(arena)


@get("/api/administration/search", opt=SIGNED_IN)
async def search(
    arena: Arena, visitor: Visitor, name: Annotated[str, Parameter(max_length=LONGEST_NAME)]
) -> list[Subject]:
    """People and bots of a name, to find out their ids."""
    visitor.check_administrator()
    return await administration.search(arena, name)


@get("/api/administration/log", opt=SIGNED_IN)
async def audit_log(
    arena: Arena, visitor: Visitor, before: Annotated[int, Parameter(ge=0, le=LAST_ENTRY)] = LAST_ENTRY
) -> AuditLog:
    """Who did what, the latest first."""
    visitor.check_administrator()
    return await administration.log_page(arena, before)


@post("/api/administration/ladder", status_code=200, opt=SIGNED_IN)
async def pause(arena: Arena, visitor: Visitor, data: PauseRequest) -> Overview:
    await administration.pause(arena, visitor.administrator, data.paused)
    return await administration.overview(arena)


@post("/api/administration/bots/{id:str}", status_code=200, opt=SIGNED_IN)
async def disable_bot(arena: Arena, visitor: Visitor, id: str, data: DisableRequest) -> Subject:
    return await administration.disable_bot(arena, visitor.administrator, id, data)


@post("/api/administration/people/{id:str}", status_code=200, opt=SIGNED_IN)
async def disable_person(arena: Arena, visitor: Visitor, id: str, data: DisableRequest) -> Subject:
    return await administration.disable_person(arena, visitor.administrator, id, data)


@post("/api/administration/seasons", status_code=200, opt=SIGNED_IN)
async def start_season(arena: Arena, visitor: Visitor, data: SeasonRequest) -> Season:
    return await administration.start_season(arena, visitor.administrator, data)


ROUTES = [overview, search, audit_log, pause, disable_bot, disable_person, start_season]
