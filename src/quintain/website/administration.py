"""What administrators may do. Every act is in the audit log, and stored together with its entry there."""

from datetime import UTC, datetime

from quintain import games
from quintain.datastore import AuditRow, BotRow, SeasonRow
from quintain.datastore import Person as StoredPerson
from quintain.ranker import stored
from quintain.website.arena import Arena
from quintain.website.catalogue import game_named
from quintain.website.names import clean_name, clean_text
from quintain.website.refusals import NotNow, NotThere
from quintain.website.wire.administration import (
    AuditEntry,
    AuditLog,
    DisableRequest,
    Overview,
    Season,
    SeasonRequest,
    Subject,
)
from quintain.website.wire.people import Person

PAUSED = "ladder.paused"  # the setting that stops the ranker
ENTRIES = 50  # of the audit log on a page
SHUT_OUT = "an administrator has shut this account out"


async def overview(arena: Arena) -> Overview:
    latest = [(await arena.store.seasons(game))[-1:] for game in games.names()]
    return Overview(
        paused=await arena.store.setting(PAUSED) is not None,
        seasons=tuple(season_shown(season) for seasons in latest for season in seasons),
    )


async def pause(arena: Arena, admin: Person, paused: bool) -> None:
    noted = arena.store.audited(admin.id, "pause" if paused else "resume", "the ladder")
    await arena.store.put_setting(PAUSED, "1" if paused else None, noted)


async def disable_bot(arena: Arena, admin: Person, id: str, wish: DisableRequest) -> Subject:
    """It plays no more, and what it was to play is dropped; or it may play again."""
    bot = await arena.store.bot(id)
    if bot is None:
        raise NotThere("there is no such bot")
    noted = arena.store.audited(admin.id, verb(wish), f"bot {bot.name} ({bot.game})", detail(bot.id, wish))
    dropped = await arena.roster.fixtures_of([bot]) if wish.disabled else []
    await arena.store.disable_bot(bot.id, since(wish), noted, arena.store.fixture_done(dropped))
    return await found_bot(arena, bot.id)


async def disable_person(arena: Arena, admin: Person, id: str, wish: DisableRequest) -> Subject:
    """They are signed out everywhere, and their bots play no more; or they may come in again."""
    if id == admin.id:
        raise NotNow("you cannot shut yourself out; another administrator can")
    person = await arena.store.person(id)
    if person is None:
        raise NotThere("there is no such person")
    noted = arena.store.audited(admin.id, verb(wish), f"person {person.name}", detail(person.id, wish))
    dropped = await arena.roster.fixtures_of(await arena.store.bots_of(id)) if wish.disabled else []
    ended = await arena.store.disable_person(id, since(wish), noted, arena.store.fixture_done(dropped))
    if wish.disabled:
        tokens = [token.token_hash for token in await arena.store.tokens_of(id)]
        arena.identity.standing.revoke([*ended, *tokens], SHUT_OUT)
    return await found_person(arena, id)


async def start_season(arena: Arena, admin: Person, wish: SeasonRequest) -> Season:
    """Ratings of the game begin anew; those of the season before are kept."""
    game, name = game_named(wish.game), clean_name(wish.name)
    noted = arena.store.audited(admin.id, "start a season", game.name, name)
    return season_shown(await stored.start_season(arena.store, game.name, name, datetime.now(UTC), noted))


async def log_page(arena: Arena, before: int | None) -> AuditLog:
    rows = await arena.store.audit(ENTRIES + 1, before)
    return AuditLog(entries=tuple(map(entry_shown, rows[:ENTRIES])), more=len(rows) > ENTRIES)


async def search(arena: Arena, name: str) -> list[Subject]:
    """The account of this name and its bots, and the bots of this name, whatever they play."""
    person = await arena.store.person_named(name)
    named = [bot for game in games.names() if (bot := await arena.store.bot_named(game, name))]
    own = await arena.store.bots_of(person.id) if person else []
    bots = {bot.id: bot for bot in (*named, *own)}
    people = [subject_of_person(person)] if person else []
    return [*people, *[await found_bot(arena, id) for id in bots]]


# --- as they are shown -----------------------------------------------------------------------------------------------


def since(wish: DisableRequest) -> datetime | None:
    return datetime.now(UTC) if wish.disabled else None


def verb(wish: DisableRequest) -> str:
    return "disable" if wish.disabled else "enable"


def detail(id: str, wish: DisableRequest) -> str:
    why = clean_text(wish.why)
    return f"{id}: {why}" if why else id


async def found_person(arena: Arena, id: str) -> Subject:
    person = await arena.store.person(id)
    if person is None:
        raise NotThere("there is no such person")
    return subject_of_person(person)


async def found_bot(arena: Arena, id: str) -> Subject:
    bot = await arena.store.bot(id)
    if bot is None:
        raise NotThere("there is no such bot")
    return subject_of_bot(bot, await arena.store.person(bot.owner_id or ""))


def subject_of_person(person: StoredPerson) -> Subject:
    return Subject(
        kind="person", id=person.id, name=person.name, admin=person.admin, disabled=person.disabled is not None
    )


def subject_of_bot(bot: BotRow, owner: StoredPerson | None) -> Subject:
    return Subject(
        kind="bot",
        id=bot.id,
        name=bot.name,
        game=bot.game,
        owner=owner.name if owner else None,
        disabled=bot.disabled is not None,
    )


def season_shown(row: SeasonRow) -> Season:
    return Season(game=row.game, number=row.number, name=row.name, began=row.began.timestamp())


def entry_shown(row: AuditRow) -> AuditEntry:
    return AuditEntry(
        id=row.id, at=row.at.timestamp(), person=row.name, act=row.act, subject=row.subject, detail=row.detail
    )
