"""Who may sit where, and what only the host may do."""

from collections.abc import Iterable, Mapping, Sequence

from quintain.core.errors import UnknownPlayer
from quintain.core.game import Game, Seat
from quintain.core.record import Player
from quintain.datastore import BotRow, Store
from quintain.website.catalogue import house_player
from quintain.website.data import Chair
from quintain.website.eyes import bots_only, own_seats
from quintain.website.refusals import NotNow, NotThere, NotYours
from quintain.website.table import Table
from quintain.website.wire.people import Person
from quintain.website.wire.tables import SettingsRequest

VERSION = "program:"  # before the id of a version, in the id of the player that it is
DRAFT = "draft:"
LEAST_TIME = 30.0  # seconds that a person finds in the bank on coming back


def chair_at(table: Table, seat: int) -> Chair:
    if seat >= len(table.data.chairs):
        raise NotThere(f"there is no seat {seat}; the last one is {len(table.data.chairs) - 1}")
    return table.data.chairs[seat]


def check_waiting(table: Table) -> None:
    if table.data.state == "playing":
        raise NotNow("the match is running; seats change before it begins and after it has ended")


def check_host(table: Table, person: Person) -> None:
    if table.data.host != person.id:
        raise NotYours("only the host of the table may do this")


def check_together(places: Sequence[Seat], seats: Iterable[int]) -> None:
    """One person may hold several seats of one team, in games where seats have roles."""
    held = [places[seat] for seat in seats]
    if len(held) > 1 and (len({place.team for place in held}) > 1 or not all(place.role for place in held)):
        raise NotNow("one person holds several seats only where seats have roles, and only in one team")


def sit(table: Table, person: Person, seat: int, also: bool = False) -> None:
    """Take this seat, instead of those that one has or in addition to them."""
    check_waiting(table)
    chair = chair_at(table, seat)
    if chair.person == person.id:
        return
    if chair.kind == "person":
        raise NotNow(f"{chair.name} sits there already")
    if chair.kind == "bot" and table.data.host != person.id:
        raise NotNow("a bot sits there; the host can remove it")
    held = own_seats(table.data, person.id)
    if also:
        check_together(table.places, (*held, seat))
    else:
        get_up(table, held)
    table.data.chairs[seat] = Chair("person", person.name, person=person.id, guest=person.guest)
    if table.data.host is None:
        table.data.host = person.id


def stand(table: Table, person: Person) -> None:
    check_waiting(table)
    held = own_seats(table.data, person.id)
    if not held:
        raise NotNow("you do not sit at this table")
    get_up(table, held)


def get_up(table: Table, seats: Iterable[int]) -> None:
    for seat in seats:
        table.data.chairs[seat] = Chair()


async def seat_bot(store: Store, table: Table, person: Person, seat: int, player: str) -> None:
    check_host(table, person)
    check_waiting(table)
    if chair_at(table, seat).kind == "person":
        raise NotNow(f"{chair_at(table, seat).name} sits there; a bot needs a free seat")
    table.data.chairs[seat] = await chosen_chair(store, table, person, seat, player)


def fill(table: Table, person: Person, player: str) -> None:
    """House bots sit down wherever nobody does."""
    check_host(table, person)
    check_waiting(table)
    house_player(table.game, player)
    for seat in free_seats(table):
        table.data.chairs[seat] = bot_chair(table, seat, player)


async def fill_with(store: Store, table: Table, person: Person, player: str, players: Mapping[str, str]) -> None:
    """The same with bots of any kind, by seat."""
    check_host(table, person)
    check_waiting(table)
    wanted = {seat: players.get(str(seat), player) for seat in free_seats(table)}
    chairs = {seat: await chosen_chair(store, table, person, seat, name) for seat, name in wanted.items()}
    for seat, chair in chairs.items():
        table.data.chairs[seat] = chair


def free_seats(table: Table) -> list[int]:
    return [seat for seat, chair in enumerate(table.data.chairs) if chair.kind == "empty"]


def bot_chair(table: Table, seat: int, player: str) -> Chair:
    """A bot at a table is a player with a name of its own."""
    house_player(table.game, player)
    return Chair("bot", bot_name(table.game, table.places[seat], seat, player), player)


def bot_name(game: Game, place: Seat, seat: int, player: str) -> str:
    """`Bot-Captain-blue` where seats have roles, else what it is: `Bot 1 (shark)`."""
    if not place.role:
        return plain_name(seat, player)
    team = game.teams[place.team] if game.teams else str(place.team + 1)
    return f"Bot-{place.role.title().replace(' ', '-')}-{team}"


def plain_name(seat: int, player: str) -> str:
    return f"Bot {seat + 1} ({player.partition(':')[0]})"


def clear(table: Table, person: Person, seat: int) -> None:
    """The host frees any seat, everybody else their own."""
    if chair_at(table, seat).person != person.id:
        check_host(table, person)
    check_waiting(table)
    table.data.chairs[seat] = Chair()


def swap(table: Table, person: Person, a: int, b: int) -> None:
    check_host(table, person)
    check_waiting(table)
    first, second = chair_at(table, a), chair_at(table, b)
    for chair, old, new in ((first, a, b), (second, b, a)):
        held = {*own_seats(table.data, chair.person)}
        check_together(table.places, held - {old} | {new} if first.person != second.person else held)
    table.data.chairs[a], table.data.chairs[b] = second, first


async def leave(table: Table, person: Person) -> None:
    """Get up for good; in the middle of a match a bot stands in, and the seat can be taken back."""
    if table.data.state == "playing":
        await table.stand_in_for(person.id)
    else:
        table.give_up(person.id)
    table.note_presence(person.id)
    if table.data.host == person.id:
        table.data.host = None
        table.hand_over()


async def take_back(table: Table, person: Person, seat: int) -> None:
    """The person plays on; what the bot has done meanwhile stays the bot's."""
    chair = chair_at(table, seat)
    if chair.person != person.id:
        raise NotYours("that seat is not yours")
    if table.playing is None or table.data.state != "playing":
        raise NotNow("no match is running")
    if chair.kind == "person":
        return
    if table.data.counts:
        raise NotNow("this match counts for ratings: a bot plays on to its end")
    await table.playing.replace(seat, player_in(chair), bank=LEAST_TIME)
    table.note_absence(person.id)
    if table.data.host is None:
        table.data.host = person.id


def settle(table: Table) -> None:
    """Before another match: people who are here have their seats back, and stand-ins for others are plain bots."""
    for seat, chair in enumerate(table.data.chairs):
        if chair.program:
            chair.player = chair.program
        if chair.kind != "bot" or not chair.person:
            continue
        if table.is_here(chair.person):
            table.data.chairs[seat] = Chair("person", chair.name, person=chair.person, guest=chair.guest)
        else:
            table.data.chairs[seat] = bot_chair(table, seat, chair.player or "")


def player_in(chair: Chair) -> Player:
    """Who answers for the seat of this chair. House bots' pauses are ours, so they have no clock; programs have one."""
    if chair.program and chair.player == chair.program:
        return Player(chair.name, "program", id=chair.program)
    if chair.kind == "person" or chair.person:
        return Player(chair.name, "person", id=chair.person or "")
    return Player(chair.player or "", timed=False)


def change_settings(table: Table, person: Person, wishes: SettingsRequest) -> None:
    check_host(table, person)
    if wishes.pace is not None:
        set_pace(table, wishes.pace)
    if wishes.public is False and (table.data.rated or (table.data.counts and table.data.state == "playing")):
        raise NotNow("matches that count are played in public")
    if wishes.public is not None:
        table.data.public = wishes.public
    if wishes.watching is not None:
        table.data.watching = wishes.watching
    if wishes.delay is not None:
        set_delay(table, wishes.delay)


def set_delay(table: Table, delay: int) -> None:
    if delay < table.data.delay and table.data.state == "playing" and not bots_only(table.data):
        raise NotNow("while people play, onlookers cannot be brought nearer")
    table.data.delay = delay


def set_pace(table: Table, pace: float) -> None:
    table.data.pace = pace
    if table.playing:
        table.playing.live.pace = pace


# --- programs --------------------------------------------------------------------------------------------------------


def version_of(player: str) -> str:
    """The id of the version that this player is."""
    return player.removeprefix(VERSION)


async def program_chair(store: Store, game: Game, person: Person, player: str) -> Chair:
    """A bot that somebody has uploaded: the version that plays, or of one's own bots any that passed its check."""
    version = await store.version(version_of(player))
    bot = await store.bot(version.bot_id) if version else None
    own = bot is not None and bot.owner_id == person.id
    if version is None or bot is None or bot.game != game.name:
        raise UnknownPlayer(f"there is no such bot for {game.title}")
    if version.state != "ready" or not (own or bot.active == version.id):
        raise NotNow(f"{bot.name} does not play now")
    await check_not_shut_out(store, bot)
    name = bot.name if bot.active == version.id else f"{bot.name} (version {version.number})"
    return Chair("bot", name, player, program=player, owner=bot.owner_id)


async def check_not_shut_out(store: Store, bot: BotRow) -> None:
    """By an administrator, it or its owner."""
    owner = await store.person(bot.owner_id) if bot.owner_id else None
    if bot.disabled or (owner and owner.disabled):
        raise NotNow(f"{bot.name} does not play now")


async def check_programs_there(store: Store, chairs: Iterable[Chair]) -> None:
    """May those who sit here still play? They may have sat down long ago."""
    for player in {chair.program for chair in chairs if chair.program and chair.program.startswith(VERSION)}:
        version = await store.version(version_of(player))
        bot = await store.bot(version.bot_id) if version else None
        if bot is not None:  # what is gone, its loading says
            await check_not_shut_out(store, bot)


async def chosen_chair(store: Store, table: Table, person: Person, seat: int, player: str) -> Chair:
    """A house bot or an uploaded one."""
    if player.startswith(VERSION):
        return await program_chair(store, table.game, person, player)
    return bot_chair(table, seat, player)
