"""Who takes part in a tournament: made by its host, joined by people with their bots, begun and ended.

Each change is worked out from the event as it is stored and happens only from there; if somebody else was faster, it is
worked out again.
"""

import secrets
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec.structs import replace

from quintain.core.errors import BadSetting, QuintainError, WrongSeats
from quintain.datastore import BotRow, EntrantRow, EventRow, PlayerRow, Store, bot_player, program_id
from quintain.datastore.database import Further
from quintain.datastore.event_steps import Entered, change_field, close_event, entered_in
from quintain.ranker.events.settings import MOST_ENTRANTS, USUAL, Settings, check, settings_of
from quintain.ranker.events.starting import begun
from quintain.ranker.events.stepping import step
from quintain.website.catalogue import game_named, house_player, options_of
from quintain.website.names import INVISIBLE, check_marks, clean_text
from quintain.website.quota import check_options
from quintain.website.refusals import BadRequest, NotNow, NotThere, NotYours
from quintain.website.wire.events import EventChange, EventRequest
from quintain.website.wire.people import Person

TRIES = 10  # to change what others change, too
MOST_AT_ONCE = 5  # open or running tournaments of one host


class Act(NamedTuple):
    """Who changes something, and whether as an administrator."""

    person: Person
    admin: bool = False


class Field(NamedTuple):
    """An event as it is stored."""

    event: EventRow
    settings: Settings
    entered: list[Entered]

    @property
    def rows(self) -> list[EntrantRow]:
        return [one.row(self.event.id) for one in self.entered]

    def hosted_by(self, act: Act) -> bool:
        return act.admin or self.event.host_id == act.person.id

    def check_host(self, act: Act) -> None:
        if not self.hosted_by(act):
            raise NotYours("only the host of this tournament may do this")

    def check_open(self, what: str) -> None:
        if self.event.state != "open":
            raise NotNow(f"this tournament {WORDS[self.event.state]}; {what}")


class Wanted(NamedTuple):
    """What shall become of it."""

    event: EventRow
    rows: Sequence[EntrantRow]
    players: Sequence[PlayerRow] = ()


WORDS = {"running": "has begun", "over": "is over", "stopped": "was stopped"}
Change = Callable[[Field], Awaitable[Wanted]]


async def field_of(store: Store, id: str) -> Field:
    event = await store.event(id)
    if event is None:
        raise NotThere("there is no such tournament")
    return Field(event, settings_of(event), await entered_in(store, id))


async def changed(store: Store, id: str, change: Change, further: Sequence[Further] = ()) -> None:
    for _ in range(TRIES):
        field = await field_of(store, id)
        wanted = await change(field)
        rows = (field.rows, wanted.rows)
        if await change_field(store, field.event, wanted.event, rows, wanted.players, further):
            return
    raise NotNow("many people change this tournament just now; try again")


# --- the host --------------------------------------------------------------------------------------------------------


async def create(store: Store, act: Act, wish: EventRequest) -> EventRow:
    game = game_named(wish.game)
    check_options(wish.options)
    options_of(game, wish.options)
    if wish.rated and not act.admin:
        raise NotYours("only administrators hold rated tournaments; leave that out, and it will not move the ladder")
    settings = Settings(
        options=wish.options,
        matches=wish.matches or 1,
        rounds=wish.rounds,
        control=wish.time_control or USUAL,
        per_owner=wish.per_owner,
        seeding=wish.seeding,
        rated=wish.rated,
        about=clean_about(wish.about),
    )
    check(game, wish.format, settings)
    await check_quota(store, act)
    event = EventRow(
        id=secrets.token_urlsafe(9),
        game=game.name,
        name=clean_title(wish.name),
        host_id=act.person.id,
        format=wish.format,
        settings=settings.encoded(),
        created=datetime.now(UTC),
    )
    await store.create_event(event)
    return event


async def check_quota(store: Store, act: Act) -> None:
    going = [event for state in ("open", "running") for event in await store.events(state=state)]
    own = sum(event.host_id == act.person.id for event in going)
    if own >= MOST_AT_ONCE and not act.admin:
        raise NotNow(f"{own} tournaments of yours are open or running, which is the most at a time; end one first")


def clean_title(title: str) -> str:
    words = " ".join(unicodedata.normalize("NFC", title).split())
    if not words:
        raise BadRequest("a tournament needs a name")
    if any(unicodedata.category(letter).startswith("C") or ord(letter) in INVISIBLE for letter in words):
        raise BadRequest("a name may not have control characters or invisible letters")
    check_marks(words)
    return words


def clean_about(words: str) -> str:
    """Lines may be told apart; nothing in them is invisible."""
    return "\n".join(map(clean_text, words.strip().splitlines()))


async def configure(store: Store, id: str, act: Act, wish: EventChange) -> None:
    async def change(field: Field) -> Wanted:
        field.check_host(act)
        field.check_open("its settings stay as they are")
        about = None if wish.about is None else clean_about(wish.about)
        given = {"joining": wish.joining, "per_owner": wish.per_owner, "seeding": wish.seeding, "about": about}
        settings = replace(field.settings, **{name: value for name, value in given.items() if value is not None})
        name = clean_title(wish.name) if wish.name is not None else field.event.name
        return Wanted(replace(field.event, name=name, settings=settings.encoded()), field.rows)

    await changed(store, id, change)


async def add_house(store: Store, id: str, act: Act, names: Sequence[str]) -> None:
    async def change(field: Field) -> Wanted:
        field.check_host(act)
        field.check_open("nobody can be added any more")
        game = game_named(field.event.game)
        players = [bot_player(game.name, game.rules_version, house_player(game, name).name) for name in names]
        known = {one.player.id for one in field.entered}
        for player in players:
            if player.id in known:
                raise NotNow(f"{player.name} is in this tournament already")
            known.add(player.id)
        check_room(len(known))
        return Wanted(field.event, [*field.rows, *(entrant(field, player.id) for player in players)], players)

    await changed(store, id, change)


def entrant(field: Field, player_id: str, person: str | None = None) -> EntrantRow:
    return EntrantRow(event_id=field.event.id, player_id=player_id, person_id=person, joined=datetime.now(UTC))


def check_room(count: int) -> None:
    if count > MOST_ENTRANTS:
        raise NotNow(f"a tournament has at most {MOST_ENTRANTS} entrants, and this one is full")


async def remove(store: Store, id: str, act: Act, player: str, further: Sequence[Further] = ()) -> None:
    """Before it begins the entrant is gone; later it loses whatever it has not played."""

    def find(field: Field) -> Entered:
        field.check_host(act)
        return the(field, lambda one: one.player.id == player)

    await take_out(store, id, find, further)


async def order(store: Store, id: str, act: Act, players: Sequence[str]) -> None:
    async def change(field: Field) -> Wanted:
        field.check_host(act)
        field.check_open("its seeds stay as they are")
        rows = {row.player_id: row for row in field.rows}
        if sorted(players) != sorted(rows):
            raise NotNow("these are not the entrants of this tournament any more; look again and try again")
        settings = replace(field.settings, seeding="hand")
        ordered = [replace(rows[player], seed=number) for number, player in enumerate(players, 1)]
        return Wanted(replace(field.event, settings=settings.encoded()), ordered)

    await changed(store, id, change)


async def start(store: Store, id: str, act: Act, further: Sequence[Further] = ()) -> None:
    ratings: dict[str, float] = {}

    async def change(field: Field) -> Wanted:
        field.check_host(act)
        field.check_open("it cannot be started again")
        game = game_named(field.event.game)
        ratings.update({row.player.id: row.mu for row in await store.ladder(game.name)})
        try:
            settings, rows = begun(field.event, field.settings, field.entered, ratings, game.rules_version)
        except (WrongSeats, BadSetting) as error:
            raise NotNow(str(error)) from None
        after = replace(field.event, settings=settings.encoded(), state="running", began=datetime.now(UTC))
        return Wanted(after, rows)

    await changed(store, id, change, further)
    await step(store, id)


async def stop(store: Store, id: str, act: Act, further: Sequence[Further] = ()) -> None:
    for _ in range(TRIES):
        field = await field_of(store, id)
        field.check_host(act)
        if field.event.state in ("over", "stopped"):
            raise NotNow(f"this tournament {WORDS[field.event.state]} already")
        after = replace(field.event, state="stopped", ended=datetime.now(UTC))
        if await close_event(store, field.event, after, further):
            return
    raise NotNow("many people change this tournament just now; try again")


# --- everybody -------------------------------------------------------------------------------------------------------


async def join(store: Store, id: str, person: Person, bot_id: str) -> None:
    async def change(field: Field) -> Wanted:
        bot = await own_bot(store, person, bot_id)
        refusal = why_not(field, person.id, bot)
        if refusal is not None:
            raise refusal
        return Wanted(field.event, [*field.rows, entrant(field, program_id(bot.active or ""), person.id)])

    await changed(store, id, change)


async def own_bot(store: Store, person: Person, bot_id: str) -> BotRow:
    bot = await store.bot(bot_id)
    if bot is None:
        raise NotThere("there is no such bot")
    if bot.owner_id != person.id:
        raise NotYours("this bot is not yours")
    return bot


def why_not(field: Field, person: str, bot: BotRow) -> QuintainError | None:
    """Why this bot of this person cannot join, if it cannot."""
    event, most = field.event, field.settings.per_owner
    own = [one for one in field.entered if one.owner_id == person]
    if event.state != "open":
        return NotNow(f"this tournament {WORDS[event.state]}; nobody can join any more")
    if not field.settings.joining:
        return NotNow("the host lets nobody else join")
    if bot.game != event.game:
        titles = game_named(bot.game).title, game_named(event.game).title
        return BadRequest(f"{bot.name} plays {titles[0]}, and this is a tournament of {titles[1]}")
    if any(one.bot_id == bot.id for one in own):
        return NotNow(f"{bot.name} is in this tournament already")
    if bot.disabled:
        return NotNow(f"{bot.name} was disabled and may not play")
    if bot.active is None:
        return NotNow(f"{bot.name} has no version that is ready; upload one, or wait until it is checked")
    if len(own) >= most:
        return NotNow(f"everybody may enter {most} bot{'s' * (most > 1)} here, and you have; take one out first")
    if len(field.entered) >= MOST_ENTRANTS:
        return NotNow(f"a tournament has at most {MOST_ENTRANTS} entrants, and this one is full")
    return None


async def leave(store: Store, id: str, person: Person, bot_id: str) -> None:
    def find(field: Field) -> Entered:
        return the(field, lambda one: one.bot_id == bot_id and one.owner_id == person.id)

    await take_out(store, id, find)


async def take_out(store: Store, id: str, find: Callable[[Field], Entered], further: Sequence[Further] = ()) -> None:
    field = await field_of(store, id)
    if field.event.state == "running":
        await retire(store, id, find, further)
        return

    async def change(field: Field) -> Wanted:
        gone = find(field)
        field.check_open("who took part stays in its table")
        return Wanted(field.event, [row for row in field.rows if row.player_id != gone.player.id])

    await changed(store, id, change, further)


async def retire(store: Store, id: str, find: Callable[[Field], Entered], further: Sequence[Further]) -> None:
    for _ in range(TRIES):
        field = await field_of(store, id)
        gone = find(field)
        if gone.player.id in field.settings.out:
            raise NotNow(f"{gone.player.name} is out already")
        if await step(store, id, [gone.player.id], further):
            return
    raise NotNow("many matches end just now; try again")


def the(field: Field, wanted: Callable[[Entered], bool]) -> Entered:
    found = next(filter(wanted, field.entered), None)
    if found is None:
        raise NotThere("there is no such entrant in this tournament")
    return found
