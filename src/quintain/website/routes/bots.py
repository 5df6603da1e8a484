"""Bots of people: make one, send versions of it, see what the check says, and choose which one plays."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import Parameter

from quintain.website.answers import AnyRequest
from quintain.website.arena import Arena
from quintain.website.documented import file_of
from quintain.website.identity import Visitor
from quintain.website.intake import LARGEST_UPLOAD
from quintain.website.own_bots import source_shown, version_shown
from quintain.website.refusals import BadRequest
from quintain.website.scopes import OF_BOTS
from quintain.website.wire.bots import ActivateRequest, NewBot, OwnBot, OwnBots, SeatLog, Source, Version

ZIP = "application/zip"
MOST_SEATS = 1000
FORM = "multipart/form-data"
MISSING = "send the file as the body with ?filename=my_bot.zip, or as the field `file` of a form"


@get("/api/me/bots", opt=OF_BOTS)
async def own_bots(arena: Arena, visitor: Visitor) -> OwnBots:
    return await arena.roster.all(visitor.account)


@post("/api/me/bots", status_code=200, opt=OF_BOTS)
async def new_bot(arena: Arena, visitor: Visitor, data: NewBot) -> OwnBot:
    arena.limits.new_bots.take(visitor.account.id)
    return await arena.roster.create(visitor.account, data)


@get("/api/me/bots/{id:str}", opt=OF_BOTS)
async def own_bot(arena: Arena, visitor: Visitor, id: str) -> OwnBot:
    return await arena.roster.one(visitor.account, id)


@post("/api/me/bots/{id:str}/versions", status_code=200, request_max_body_size=LARGEST_UPLOAD, opt=OF_BOTS)
async def new_version(request: AnyRequest, arena: Arena, visitor: Visitor, id: str, filename: str = "") -> Version:
    """A file or an archive, as the body or as the field `file` of a form. It waits for its check."""
    person = visitor.account
    await arena.roster.own(person, id)
    arena.limits.uploads.take(person.id)
    # Nobody who is refused until here has had anything read of what they send.
    with arena.limits.uploads_at_once.held(person.id), arena.limits.all_uploads_at_once.held(""):
        name, content = await sent(request, filename)
        return await arena.roster.submit(person, id, name, content)


async def sent(request: AnyRequest, filename: str) -> tuple[str, bytes]:
    if request.content_type[0] != FORM:
        if not filename:
            raise BadRequest(MISSING)
        return filename, await request.body()
    file: Any = (await request.form()).get("file")
    if not isinstance(file, UploadFile):
        raise BadRequest(MISSING)
    return filename or file.filename, await file.read()


@post("/api/me/bots/{id:str}/activate", status_code=200, opt=OF_BOTS)
async def activate(arena: Arena, visitor: Visitor, id: str, data: ActivateRequest) -> OwnBot:
    """The version that plays from now on; an older one to go back."""
    return await arena.roster.activate(visitor.account, id, data.version)


@post("/api/me/bots/{id:str}/retire", status_code=200, opt=OF_BOTS)
async def retire(arena: Arena, visitor: Visitor, id: str) -> OwnBot:
    """None of its versions plays any more; to activate one brings it back."""
    return await arena.roster.retire(visitor.account, id)


@get("/api/versions/{id:str}", opt=OF_BOTS)
async def version(arena: Arena, visitor: Visitor, id: str) -> Version:
    return version_shown(*await arena.roster.own_version(visitor.account, id))


@get("/api/versions/{id:str}/source", opt=OF_BOTS)
async def source(arena: Arena, visitor: Visitor, id: str) -> Source:
    """Its files as text, for an editor."""
    _, row, content = await arena.roster.source(visitor.account, id)
    return source_shown(row, content)


@get("/api/versions/{id:str}/file", opt=OF_BOTS | {"packed": True}, responses=file_of(ZIP, "all files of the version"))
async def file(arena: Arena, visitor: Visitor, id: str) -> Response[bytes]:
    bot, row, content = await arena.roster.source(visitor.account, id)
    name = f"{bot.game}-{bot.id}-{row.number}.zip"
    return Response(content, media_type=ZIP, headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/api/matches/{id:str}/log", opt=OF_BOTS)
async def log(arena: Arena, visitor: Visitor, id: str, seat: Annotated[int, Parameter(ge=0, le=MOST_SEATS)]) -> SeatLog:
    """What a program of yours wrote to its standard error in this seat."""
    return await arena.roster.log(visitor.account, id, seat)


ROUTES = [own_bots, new_bot, own_bot, new_version, activate, retire, version, source, file, log]
