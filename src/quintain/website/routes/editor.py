"""The editor: templates, drafts that are tried out, what their programs say, and versions made of them; challenges."""

import asyncio

from litestar import get, post

from quintain.arbiter import kits
from quintain.arbiter.programs.languages import LANGUAGES
from quintain.core.errors import NotIsolated
from quintain.core.game import Game
from quintain.website.answers import AnyRequest, address
from quintain.website.arena import Arena
from quintain.website.catalogue import game_named, opponent_of
from quintain.website.challenges import challenge
from quintain.website.eyes import bots_only
from quintain.website.identity import Visitor
from quintain.website.mistakes import program_log
from quintain.website.refusals import BadRequest
from quintain.website.scopes import OF_BOTS, OF_PLAY
from quintain.website.trials import LONGEST_SOURCE, check_source, try_out
from quintain.website.wire.bots import NewBot
from quintain.website.wire.editor import (
    ChallengeRequest,
    EditorLanguage,
    EditorPage,
    ProgramLog,
    SubmitRequest,
    Submitted,
    Template,
    Trial,
    TrialRequest,
)
from quintain.website.wire.tables import Seated

LARGEST_DRAFT = 1024 * 1024  # bytes of a request: the longest source, however its letters are written down
EDITED: tuple[EditorLanguage, ...] = ("python", "javascript")


@get("/api/editor/{game:str}")
async def editor(arena: Arena, game: str) -> EditorPage:
    """What a bot for this game may start from."""
    rules = game_named(game)
    closed = await why_closed(arena)
    if closed is None:
        arena.background.spawn(arena.programs.prepare(rules))
    return EditorPage(
        templates=tuple(template(rules, language) for language in EDITED),
        opponent=opponent_of(rules),
        longest=LONGEST_SOURCE,
        closed=closed,
    )


async def why_closed(arena: Arena) -> str | None:
    try:
        await arena.programs.check()
    except NotIsolated as error:
        return str(error)
    return None


def template(game: Game, language: EditorLanguage) -> Template:
    source = kits.template(game.name, language)
    return Template(language=language, title=LANGUAGES[language].title, file=kits.ONE_FILE[language], source=source)


@post("/api/editor/test", status_code=200, request_max_body_size=LARGEST_DRAFT, opt=OF_BOTS)
async def test(request: AnyRequest, arena: Arena, visitor: Visitor, data: TrialRequest) -> Trial:
    """Let a draft play against a house bot, at a table that nobody else sees."""
    person = visitor.known
    arena.limits.trials.take(person.id)
    arena.limits.trials_by_address.take(address(request))
    table, seats = await try_out(arena, data, person)
    return Trial(table=table.data.id, seats=seats)


@post("/api/editor/submit", status_code=200, request_max_body_size=LARGEST_DRAFT, opt=OF_BOTS)
async def submit(arena: Arena, visitor: Visitor, data: SubmitRequest) -> Submitted:
    """A new version of a bot of one's own, or the first one of a new bot; it waits for its check."""
    person = visitor.account
    check_source(data.source)
    arena.limits.uploads.take(person.id)
    await arena.programs.check()
    bot = data.bot
    if bot is None:
        if not data.name:
            raise BadRequest("a new bot needs a name")
        arena.limits.new_bots.take(person.id)
        bot = (await arena.roster.create(person, NewBot(game=data.game, name=data.name))).id
    files = await asyncio.to_thread(kits.files_of, data.game, data.language, data.source)
    version = await arena.roster.submit_files(person, bot, files)
    return Submitted(bot=bot, version=version.id, number=version.number)


@get("/api/tables/{id:str}/logs", opt=OF_BOTS)
async def logs(arena: Arena, visitor: Visitor, id: str) -> tuple[ProgramLog, ...]:
    """What the asking person's own programs have done and said in the match of this table."""
    table = await arena.table(id, visitor.known.id)
    if table.data.state == "playing" and not bots_only(table.data):
        return ()  # a program may write down its hand, and those who play would read it
    accounts = arena.programs.accounts(table.data.match or "")
    outcome = table.playing.match.outcome if table.playing else None
    own = [seat for seat, chair in enumerate(table.data.chairs) if chair.program and chair.owner == visitor.known.id]
    found = [(seat, accounts[seat]) for seat in own if seat in accounts]
    return tuple(program_log(seat, account, outcome.faults if outcome else ()) for seat, account in found)


@post("/api/bots/{id:str}/challenge", status_code=200, opt=OF_PLAY)
async def challenged(arena: Arena, visitor: Visitor, id: str, data: ChallengeRequest) -> Seated:
    """An unrated match against this bot begins at once."""
    arena.limits.tables.take(visitor.known.id)
    table = await challenge(arena, id, data, visitor.known)
    return Seated(table=table.data.id, seat=None if data.mine else 0)


ROUTES = [editor, test, submit, logs, challenged]
