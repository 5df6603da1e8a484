"""Challenges: an unrated match against somebody's bot, at once, by oneself or by a bot of one's own."""

from quintain.core.game import Game
from quintain.datastore import BotRow
from quintain.website import seating
from quintain.website.arena import Arena
from quintain.website.catalogue import game_named, opponent_of
from quintain.website.data import Chair
from quintain.website.quota import room_for_programs
from quintain.website.refusals import NotNow, NotThere
from quintain.website.seating import VERSION, bot_chair, program_chair
from quintain.website.table import Table
from quintain.website.wire.editor import ChallengeRequest
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest


async def challenge(arena: Arena, bot_id: str, wishes: ChallengeRequest, person: Person) -> Table:
    """The table at which the match has begun: the one side, and the bot in as many seats of the others as may be."""
    bot = await bot_named(arena, bot_id)
    game = game_named(bot.game)
    theirs = await playing_version(arena, game, person, bot)
    mine = await own_version(arena, game, person, wishes.mine) if wishes.mine else None
    options = (
        {**game.page.one_click, **wishes.options} if mine is None else {**game.page.contest.options, **wishes.options}
    )
    table = arena.new_table(TableRequest(game=game.name, options=options, public=False), person)
    try:
        seat_sides(table, person, theirs, mine)
        await arena.start(table)
    except BaseException:
        arena.tables.pop(table.data.id, None)
        raise
    return table


def seat_sides(table: Table, person: Person, theirs: Chair, mine: Chair | None) -> None:
    """Seat 0 is the challenger's, with the rest of its team; the bot has the first of the other teams' seats."""
    room = room_for_programs(person.guest)
    team = table.places[0].team
    if mine is None:
        seating.sit(table, person, 0)
    else:
        room -= seat_program(
            table, mine, [seat for seat, place in enumerate(table.places) if place.team == team], room // 2
        )
    seat_program(table, theirs, [seat for seat, place in enumerate(table.places) if place.team != team], room)
    for seat in seating.free_seats(table):
        table.data.chairs[seat] = bot_chair(table, seat, opponent_of(table.game))


def seat_program(table: Table, chair: Chair, seats: list[int], most: int) -> int:
    """A program in so many of these seats; several of one name are numbered."""
    for number, seat in enumerate(seats[:most], 1):
        name = chair.name if min(len(seats), most) == 1 else f"{chair.name} {number}"
        table.data.chairs[seat] = Chair("bot", name, chair.player, program=chair.program, owner=chair.owner)
    return min(len(seats), most)


async def bot_named(arena: Arena, bot_id: str) -> BotRow:
    bot = await arena.store.bot(bot_id)
    if bot is None:
        raise NotThere("there is no such bot")
    return bot


async def playing_version(arena: Arena, game: Game, person: Person, bot: BotRow) -> Chair:
    if bot.active is None:
        raise NotNow(f"{bot.name} has no version that plays now")
    return await program_chair(arena.store, game, person, f"{VERSION}{bot.active}")


async def own_version(arena: Arena, game: Game, person: Person, bot_id: str) -> Chair:
    """The bot of one's own that takes up the challenge."""
    bot = await bot_named(arena, bot_id)
    if bot.owner_id != person.id:
        raise NotThere("you have no such bot")
    if bot.game != game.name:
        raise NotNow(f"{bot.name} plays another game")
    return await playing_version(arena, game, person, bot)
