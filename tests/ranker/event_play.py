"""Events for tests: their entrants, and workers who decide every match by a rule instead of playing it."""

import itertools
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from quintain import games
from quintain.core.outcome import Ending, Fault, Outcome
from quintain.datastore import (
    BotRow,
    EntrantRow,
    EventRow,
    FinishedMatch,
    FixtureRow,
    MatchRow,
    PlayerRow,
    SeatRow,
    Store,
    VersionRow,
    bot_player,
    program_id,
)
from quintain.datastore.event_steps import change_field, entered_in
from quintain.datastore.players import put_players
from quintain.ranker.events.settings import Settings, settings_of
from quintain.ranker.events.starting import begun

NUMBERS = itertools.count()
Decision = tuple[tuple[int, ...], tuple[int, ...]]  # ranks, and the seats that failed
Decide = Callable[[FixtureRow], Decision]


def house(game: str, number: int) -> str:
    return bot_player(game, games.load(game).rules_version, f"bot{number}").id


async def an_event(store: Store, players: int, format: str, game: str = "jaffre", **settings: Any) -> str:
    """One that has begun, between house bots that are seeded as they are numbered."""
    event = await an_open_event(store, format, game, **settings)
    names = [bot_player(game, games.load(game).rules_version, f"bot{i}") for i in range(players)]
    rows = [entrant(event.id, player.id) for player in names]
    assert await change_field(store, event, event, ([], rows), names)
    await begin(store, event.id)
    return event.id


async def an_open_event(store: Store, format: str = "round-robin", game: str = "jaffre", **settings: Any) -> EventRow:
    event = EventRow(
        id=f"event{next(NUMBERS)}",
        game=game,
        name="A cup",
        host_id=None,
        format=format,
        settings=Settings(**{"seeding": "hand", **settings}).encoded(),
        created=datetime.now(UTC),
    )
    await store.create_event(event)
    return event


def entrant(event: str, player: str, person: str | None = None) -> EntrantRow:
    return EntrantRow(event_id=event, player_id=player, person_id=person, joined=datetime.now(UTC))


async def begin(store: Store, id: str) -> Settings:
    event = await store.event(id)
    assert event
    entered = await entered_in(store, id)
    version = games.load(event.game).rules_version
    settings, rows = begun(event, settings_of(event), entered, {}, version)
    after = msgspec.structs.replace(event, settings=settings.encoded(), state="running", began=datetime.now(UTC))
    assert await change_field(store, event, after, ([one.row(id) for one in entered], rows))
    return settings


async def a_bot(store: Store, name: str, owner: str | None = None, game: str = "jaffre") -> BotRow:
    """With one version that is ready and active."""
    bot = BotRow(id=f"b{next(NUMBERS)}", game=game, name=name, owner_id=owner, created=datetime.now(UTC))
    await store.create_bot(bot)
    await a_version(store, bot.id)
    found = await store.bot(bot.id)
    assert found
    return found


async def a_version(store: Store, bot: str) -> str:
    """Active at once, and without a check, which a server beside the test would take over."""
    found = await store.bot(bot)
    assert found
    id = secrets.token_hex(8)
    row = VersionRow(id=id, bot_id=bot, language="python", state="ready", created=datetime.now(UTC))
    version = await store.add_version(row, b"")
    player = PlayerRow(program_id(id), "program", found.name, game=found.game, version=str(version.number))
    await store.write("a player", lambda connection: put_players(connection, [player]))
    await store.set_active(bot, id)
    return id


async def a_field_with_a_program(store: Store, format: str, players: int) -> tuple[str, str, str]:
    """The event, the bot and the player that takes part for it, seeded first."""
    event = await an_open_event(store, format)
    bot = await a_bot(store, f"Mine {event.id}")
    rows = [entrant(event.id, f"program:{bot.active}")]
    assert await change_field(store, event, event, ([], rows))
    names = [bot_player("jaffre", games.load("jaffre").rules_version, f"bot{i}") for i in range(1, players)]
    before, rows = rows, [*rows, *(entrant(event.id, player.id) for player in names)]
    assert await change_field(store, event, event, (before, rows), names)
    return event.id, bot.id, f"program:{bot.active}"


# --- deciding matches ------------------------------------------------------------------------------------------------


def number_of(player: str) -> int:
    return int(player.rpartition("bot")[2])


def teams_of(fixture: FixtureRow) -> list[int]:
    game = games.load(fixture.game)
    return [seat.team for seat in game.seating(game.options_from(msgspec.json.decode(fixture.options)))]


def first_wins(fixture: FixtureRow) -> Decision:
    """The one with the lowest number comes first, and so on."""
    numbers = [number_of(player) for player in fixture.players]
    return tuple(1 + sorted(set(numbers)).index(number) for number in numbers), ()


def all_draw(fixture: FixtureRow) -> Decision:
    return (1,) * len(fixture.players), ()


def seat_wins(fixture: FixtureRow) -> Decision:
    """The first team always wins, so every set is level."""
    teams = teams_of(fixture)
    return tuple(1 + sorted(set(teams)).index(team) for team in teams), ()


def crashing(*players: int) -> Decide:
    """These fail in every match."""

    def decide(fixture: FixtureRow) -> Decision:
        ranks, _ = first_wins(fixture)
        failed = tuple(seat for seat, player in enumerate(fixture.players) if number_of(player) in players)
        return tuple(len(ranks) if seat in failed else rank for seat, rank in enumerate(ranks)), failed

    return decide


def finished(fixture: FixtureRow, decision: Decision) -> FinishedMatch:
    ranks, failed = decision
    faults = tuple(Fault(seat, fixture.players[seat], Ending.CRASHED) for seat in failed)
    outcome = Outcome(scores=tuple(-rank for rank in ranks), ranks=ranks, ending=Ending.NORMAL, faults=faults)
    game = games.load(fixture.game)
    seats = tuple(
        SeatRow(
            seat,
            player,
            bot_player(game.name, game.rules_version, player.rpartition(":")[2])
            if player.startswith("bot:")
            else program(player, game.name),
            rank=ranks[seat],
            score=-ranks[seat],
            team=teams_of(fixture)[seat],
            fault="crashed" if seat in failed else None,
        )
        for seat, player in enumerate(fixture.players)
    )
    moment = datetime.now(UTC)
    row = MatchRow(
        id=fixture.id,
        game=fixture.game,
        rules_version=game.rules_version,
        header=b'{"options":{},"players":[],"seed":"7"}',
        began=moment,
        ended=moment,
        outcome=msgspec.json.encode(outcome),
        set_id=fixture.set_id,
        event_id=fixture.event_id,
        seats=seats,
    )
    return FinishedMatch(row, b"")


def program(player: str, game: str) -> PlayerRow:
    return PlayerRow(player, "program", player, game=game, version="1")


async def keep(store: Store, fixtures: Sequence[FixtureRow], decide: Decide) -> list[str]:
    """As a worker stores matches: in one transaction with the end of their fixtures."""
    rows = [finished(fixture, decide(fixture)) for fixture in fixtures]
    return await store.add_matches(rows, [store.fixture_done([fixture.id for fixture in fixtures])])
