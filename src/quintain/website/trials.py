"""Trying a draft out: a table of its author's own, at which it plays against a house bot until its first mistake."""

from quintain.core.clock import TimeControl
from quintain.website.arena import Arena
from quintain.website.catalogue import game_named
from quintain.website.data import Chair, Draft
from quintain.website.quota import room_for_programs
from quintain.website.refusals import BadRequest
from quintain.website.seating import DRAFT, bot_chair
from quintain.website.table import Table
from quintain.website.wire.editor import TrialRequest
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest

LONGEST_SOURCE = 200_000  # characters
PACE = 0.2  # of the site's: quick, but one can see what happens
DECISION = TimeControl(limit=2.0)  # about as on the ladder, without a bank that a slow line could empty


def check_source(source: str) -> None:
    if not source.strip():
        raise BadRequest("there is nothing in it yet; the template is a start")
    if len(source) > LONGEST_SOURCE:
        raise BadRequest(f"this has {len(source)} characters, and a bot of one file has at most {LONGEST_SOURCE}")
    if "\0" in source:
        raise BadRequest("there is a zero byte in it, which is not text")
    try:
        source.encode()
    except UnicodeEncodeError:
        raise BadRequest("there are halves of letters in it, which cannot be stored") from None


async def try_out(arena: Arena, wishes: TrialRequest, person: Person) -> tuple[Table, tuple[int, ...]]:
    """The table at which the draft plays from now on, and its seats there. An earlier trial of this person ends."""
    game = game_named(wishes.game)
    check_source(wishes.source)
    await arena.programs.check()
    await end_trials(arena, person)
    request = TableRequest(
        game=game.name,
        options=game.page.contest.options,
        time_control=DECISION,
        public=False,
        pace=PACE * arena.pace * game.page.pace,
    )
    table = arena.new_table(request, person)
    table.data.draft = Draft(wishes.language, wishes.source)
    try:
        seats = seat_draft(table, person, wishes.opponent)
        await arena.start(table)
    except BaseException:
        arena.tables.pop(table.data.id, None)
        raise
    return table, seats


def seat_draft(table: Table, person: Person, opponent: str) -> tuple[int, ...]:
    """The draft plays the first team, as far as its author may have programs; the others are the house bot."""
    own = [seat for seat, place in enumerate(table.places) if place.team == table.places[0].team]
    own = own[: room_for_programs(person.guest)]
    id = f"{DRAFT}{person.id}:{table.game.name}"
    for seat in range(len(table.places)):
        if seat in own:
            name = "Your draft" if len(own) == 1 else f"Your draft {own.index(seat) + 1}"
            table.data.chairs[seat] = Chair("bot", name, id, program=id, owner=person.id)
        else:
            table.data.chairs[seat] = bot_chair(table, seat, opponent)
    return tuple(own)


async def end_trials(arena: Arena, person: Person) -> None:
    """Whoever tries something else out has seen enough of what was before."""
    for table in [table for table in arena.tables.values() if table.data.draft and table.data.owner == person.id]:
        await table.stop("its author tries something else out")
        if table.data.state == "over" and not table.connections:
            await arena.tidying.remove(table)
