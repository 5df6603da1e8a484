"""Matches of people that count: what must be so before one begins, and what is stored with its outcome.

People and bots share one scale, so such a match is played as the game's ladder is, in public, and everybody who sits
there has agreed to it. Whoever lets a bot stand in is charged with that, and does not come back.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from quintain.arbiter.programs.account import Account
from quintain.core.clock import TimeControl
from quintain.core.game import Game
from quintain.datastore import BotRow, LogRow, Store
from quintain.datastore.database import Further
from quintain.datastore.ratings import Key
from quintain.ranker.contest.setup import control_of
from quintain.ranker.stored import rates
from quintain.website.catalogue import bots_of
from quintain.website.data import Chair, TableData, agreed_now, terms_of
from quintain.website.eyes import own_seats
from quintain.website.refusals import NotNow, NotYours
from quintain.website.seating import VERSION, check_host, check_waiting, version_of
from quintain.website.table import Table
from quintain.website.wire.people import Person


def wish(table: Table, person: Person, counts: bool) -> None:
    """The host wants the next match to count, or not."""
    check_host(table, person)
    check_waiting(table)
    if counts and person.guest:
        raise NotYours("a guest has no rating; sign up first")
    if counts:
        check_table(table.game, table.data)
    table.data.rated, table.data.agreed = counts, {}


def check_by_hand(data: TableData, by_token: bool) -> None:
    """What counts for people, people begin and play: programs are uploaded, and have ratings of their own."""
    if by_token and data.rated:
        raise NotYours("a program cannot begin a rated match of people; upload it, and it is rated")


def agree(table: Table, person: Person, agreed: bool) -> None:
    """Somebody who sits here lets the match count, as it would be played now: other players are another match."""
    check_waiting(table)
    if not table.data.rated:
        raise NotNow("the host has not asked for a rated match")
    if not own_seats(table.data, person.id):
        raise NotYours("only those who sit here may say so")
    if person.guest:
        raise NotYours("a guest has no rating; sign up first")
    table.data.agreed.pop(person.id, None)
    if agreed:
        table.data.agreed[person.id] = terms_of(table.data)


def rated_again(table: Table, person: Person) -> None:
    """A rematch counts again where the one who asks for it plays against bots; others would have to agree first."""
    people = {chair.person for chair in table.data.chairs if chair.person}
    table.data.rated = table.data.rated and people == {person.id}
    table.data.agreed = {person.id: terms_of(table.data)} if table.data.rated else {}


async def will_count(store: Store, table: Table) -> bool:
    """Does the match that begins now count? Raises NotNow with what is in the way, where the host wants it to."""
    data = table.data
    if not data.rated:
        return False
    check_table(table.game, data)
    check_people(data)
    people = {chair.person for chair in data.chairs}
    bots = [await checked_bot(store, chair, people) for chair in data.chairs if chair.program]
    check_owners(bots)
    for chair in data.chairs:
        if chair.kind == "bot" and not chair.program:
            check_house_bot(table.game, chair)
    return True


def check_table(game: Game, data: TableData) -> None:
    if not data.public:
        raise NotNow("only matches at public tables count; make the table public first")
    if data.draft or data.forked_from:
        raise NotNow("what is tried out, or played on from another match, does not count")
    usual = game.options_from(game.page.contest.options)
    if game.options_from(data.options) != usual:
        raise NotNow(f"a rated match of {game.title} has the options of its ladder; make a table without other options")
    check_time(game, data.time_control)


def check_time(game: Game, control: TimeControl) -> None:
    """Nobody loses to a clock that runs faster than the ladder's: a quick host would win by choosing it."""
    ladder = control_of(game)
    pairs = ((control.limit, ladder.limit), (control.bank, ladder.bank))
    if any(given is not None and least is not None and given < least for given, least in pairs):
        raise NotNow(
            f"in a rated match of {game.title} everybody has at least {ladder.limit:g} seconds for a decision and "
            f"{ladder.bank:g} in all; make a table with more time"
        )


def check_people(data: TableData) -> None:
    people = {chair.person: chair for chair in data.chairs if chair.person}
    if not people:
        raise NotNow("bots among themselves are rated on the ladder; sit down, or let the match not count")
    if guests := [chair.name for chair in people.values() if chair.guest]:
        raise NotNow(f"{guests[0]} is a guest and has no rating; let the match not count, or have them sign up")
    agreed = agreed_now(data)
    if missing := [chair.name for person, chair in people.items() if person not in agreed and person != data.host]:
        raise NotNow(f"{missing[0]} has not agreed that this match counts; ask them, or let it not count")


def check_house_bot(game: Game, chair: Chair) -> None:
    if chair.player not in (game.page.contest.house or bots_of(game)):
        raise NotNow(f"{chair.player} is not on the ladder as it is set here; choose another bot, or let it not count")


async def checked_bot(store: Store, chair: Chair, people: set[str | None]) -> BotRow:
    """The bot in this chair, which may play here for rating."""
    version = await store.version(version_of(chair.program or ""))
    bot = await store.bot(version.bot_id) if version else None
    if version is None or bot is None or bot.active != version.id or bot.disabled:
        raise NotNow(f"{chair.name} does not play on the ladder now; choose another bot, or let the match not count")
    if bot.owner_id in people:
        raise NotNow(f"{chair.name} is the bot of somebody who sits here, and such matches do not count")
    return bot


def check_owners(bots: Iterable[BotRow]) -> None:
    """The bots of one owner never meet for rating, whoever has brought them together."""
    known: dict[str, BotRow] = {}
    for bot in bots:
        other = known.setdefault(bot.owner_id or bot.id, bot)
        if other.id != bot.id:
            raise NotNow(f"{other.name} and {bot.name} have the same owner, and such matches do not count")


# --- what is stored with the outcome ---------------------------------------------------------------------------------


def ratings_with(table: Table, ended: datetime) -> Sequence[Further]:
    """The new ratings of everybody who played, if the match counts."""
    data = table.data
    return [rates(data.game, Key(ended, data.match or ""))] if data.counts else []


def program_logs(table: Table, accounts: Mapping[int, Account]) -> list[LogRow]:
    """What uploaded programs wrote to their standard error: for their owners."""
    chairs = enumerate(table.data.chairs)
    programs = [(seat, chair.program) for seat, chair in chairs if chair.program and chair.program.startswith(VERSION)]
    return [
        LogRow(table.data.match or "", seat, program, accounts[seat].log.text.encode(errors="replace"))
        for seat, program in programs
        if seat in accounts
    ]
