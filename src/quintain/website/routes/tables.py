"""Tables: make one, sit down, add bots, start, leave, come back."""

from litestar import Response, get, post

from quintain.website import rated, seating
from quintain.website.answers import AnyRequest, address
from quintain.website.arena import Arena
from quintain.website.identity import Visitor
from quintain.website.intake import LARGEST_BODY
from quintain.website.refusals import NotYours
from quintain.website.routes.people import session_cookie
from quintain.website.scopes import OF_PLAY, SIGNED_IN
from quintain.website.seating import check_host
from quintain.website.wire.tables import (
    AgreeRequest,
    BotRequest,
    FillRequest,
    QuickPlay,
    Seated,
    SeatRequest,
    SettingsRequest,
    SwapRequest,
    TableInfo,
    TableRequest,
)


@post("/api/quickplay", status_code=200, request_max_body_size=LARGEST_BODY, opt=OF_PLAY)
async def quick_play(request: AnyRequest, arena: Arena, visitor: Visitor, data: QuickPlay) -> Response[Seated]:
    """One click: a full table, and the match begins. A visitor without a name becomes a guest."""
    arena.limits.tables.take(visitor.person.id if visitor.person else address(request))
    if visitor.person:
        table = await arena.quick_play(data.game, data.options, visitor.person, level=data.level)
        return Response(Seated(table=table.data.id, seat=0))
    arena.limits.new_people.take(address(request))
    newcomer = arena.identity.new_guest()
    table = await arena.quick_play(data.game, data.options, newcomer.person, newcomer.rows, data.level)
    seated = Seated(table=table.data.id, seat=0)
    return Response(seated, cookies=[session_cookie(request, newcomer.secret)])


@post("/api/tables", status_code=200, request_max_body_size=LARGEST_BODY, opt=OF_PLAY)
async def new_table(arena: Arena, visitor: Visitor, data: TableRequest) -> TableInfo:
    arena.limits.tables.take(visitor.known.id)
    await arena.elsewhere.look()
    table = arena.new_table(data, visitor.known)
    await table.changed()
    return table.info(visitor.known.id)


@get("/api/tables/{id:str}")
async def one_table(arena: Arena, visitor: Visitor, id: str) -> TableInfo:
    person = visitor.person.id if visitor.person else None
    return (await arena.table(id, person)).info(person)


@post("/api/tables/{id:str}/sit", status_code=200, opt=OF_PLAY)
async def sit(arena: Arena, visitor: Visitor, id: str, data: SeatRequest) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        seating.sit(table, visitor.known, data.seat, data.also)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/stand", status_code=200, opt=OF_PLAY)
async def stand(arena: Arena, visitor: Visitor, id: str) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        seating.stand(table, visitor.known)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/bot", status_code=200, opt=OF_PLAY)
async def bot(arena: Arena, visitor: Visitor, id: str, data: BotRequest) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        await seating.seat_bot(arena.store, table, visitor.known, data.seat, data.player)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/fill", status_code=200, opt=OF_PLAY)
async def fill(arena: Arena, visitor: Visitor, id: str, data: FillRequest) -> TableInfo:
    """Bots for all the seats that are free now, whoever has sat down meanwhile."""
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        await seating.fill_with(arena.store, table, visitor.known, data.player, data.players)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/clear", status_code=200, opt=OF_PLAY)
async def clear(arena: Arena, visitor: Visitor, id: str, data: SeatRequest) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        seating.clear(table, visitor.known, data.seat)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/swap", status_code=200, opt=OF_PLAY)
async def swap(arena: Arena, visitor: Visitor, id: str, data: SwapRequest) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        seating.swap(table, visitor.known, data.a, data.b)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/start", status_code=200, opt=OF_PLAY)
async def start(arena: Arena, visitor: Visitor, id: str) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        check_host(table, visitor.known)
        rated.check_by_hand(table.data, visitor.by_token)
        await arena.start(table)
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/rematch", status_code=200, opt=OF_PLAY)
async def rematch(arena: Arena, visitor: Visitor, id: str) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        rated.check_by_hand(table.data, visitor.by_token)
        await arena.rematch(table, visitor.known)
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/leave", status_code=200, opt=OF_PLAY)
async def leave(arena: Arena, visitor: Visitor, id: str) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        await seating.leave(table, visitor.known)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/takeback", status_code=200, opt=OF_PLAY)
async def take_back(arena: Arena, visitor: Visitor, id: str, data: SeatRequest) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        await seating.take_back(table, visitor.known, data.seat)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/settings", status_code=200, opt=OF_PLAY)
async def settings(arena: Arena, visitor: Visitor, id: str, data: SettingsRequest) -> TableInfo:
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        if data.rated is not None and visitor.by_token:
            raise NotYours("a program cannot ask for a rated match of people; upload it, and it is rated")
        seating.change_settings(table, visitor.known, data)
        if data.rated is not None:
            rated.wish(table, visitor.known, data.rated)
        await table.changed()
    return table.info(visitor.known.id)


@post("/api/tables/{id:str}/agree", status_code=200, opt=SIGNED_IN)
async def agree(arena: Arena, visitor: Visitor, id: str, data: AgreeRequest) -> TableInfo:
    """Somebody who sits here lets the match count for their rating, or does not."""
    table = await arena.table(id, visitor.known.id)
    async with table.lock:
        rated.agree(table, visitor.known, data.agreed)
        await table.changed()
    return table.info(visitor.known.id)


ROUTES = [
    quick_play,
    new_table,
    one_table,
    sit,
    stand,
    bot,
    fill,
    clear,
    swap,
    start,
    rematch,
    leave,
    take_back,
    settings,
    agree,
]
