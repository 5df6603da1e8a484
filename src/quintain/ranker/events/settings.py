"""What an event is: what its host has chosen, and what was fixed when it began."""

from typing import Any, Literal

import msgspec

from quintain import games
from quintain.core.clock import TimeControl
from quintain.core.errors import BadSetting, StoreDamaged, WrongSeats
from quintain.core.game import Game
from quintain.datastore import EventRow
from quintain.ranker.formats import format_named
from quintain.ranker.pairing import rotations
from quintain.ranker.runner import expected
from quintain.ranker.tournament import Schedule, Tournament

Seeding = Literal["rating", "hand", "random"]

FEWEST, MOST_ENTRANTS = 2, 64
MOST_MATCHES = 5000  # of a whole event
MOST_OF_PAIRING = 1000
MOST_ROUNDS = 100
LONGEST_LIMIT = 60.0  # seconds for a decision: nobody shall hold up an event for days
LONGEST_BANK = 3600.0
USUAL = TimeControl(limit=5.0)


class Forfeit(msgspec.Struct, frozen=True, array_like=True):
    """A match that is not played: who would have sat where, and whose fault it is. Nobody's: then all are level."""

    players: tuple[int, ...]  # by seat, as numbers in the order of seeds
    charged: tuple[int, ...]  # seats


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    options: dict[str, Any] = {}
    matches: int = 1  # of each pairing, at least: every seed is played in every seating
    rounds: int | None = None  # as many as the format needs
    control: TimeControl = USUAL
    per_owner: int = 1  # bots that one person may enter
    seeding: Seeding = "rating"
    rated: bool = False
    joining: bool = True  # may people join? The host always adds and removes
    about: str = ""
    # From here on fixed at the start.
    rules_version: int = 0
    seed: str = ""  # where all dice come from; a secret until it is over
    players: tuple[str, ...] = ()  # in the order of seeds, the first named first
    # From here on what has happened.
    out: tuple[str, ...] = ()  # players that cannot play any more
    forfeits: dict[str, Forfeit] = {}  # by the id of the match
    asked: dict[str, int] = {}  # how often each match of this round was wanted: nobody may have been able to play it
    champions: tuple[str, ...] = ()  # at the end; several if they are level

    def encoded(self) -> bytes:
        return msgspec.json.encode(self)


def settings_of(event: EventRow) -> Settings:
    try:
        return msgspec.json.decode(event.settings, type=Settings)
    except msgspec.MsgspecError as error:
        raise StoreDamaged(f"what is stored of event {event.id!r} cannot be read: {error}") from None


def check(game: Game, format: str, settings: Settings) -> None:
    """Raises what is wrong with it, in words."""
    format_named(format)
    game.options_from(settings.options)
    within(settings.matches, 1, MOST_OF_PAIRING, "matches of a pairing")
    within(settings.per_owner, 1, MOST_ENTRANTS, "bots of one owner")
    if settings.rounds is not None:
        within(settings.rounds, 1, MOST_ROUNDS, "rounds")
    check_control(settings.control)


def within(number: int, low: int, high: int, what: str) -> None:
    if not low <= number <= high:
        raise BadSetting(f"{what}: from {low} to {high}, not {number}")


def check_control(control: TimeControl) -> None:
    """A bot that never answers must not hold up the others for ever."""
    if control.limit is None and control.bank is None:
        raise BadSetting("a tournament needs a clock: seconds for a decision, or for the match")
    if control.limit is not None and not 0 < control.limit <= LONGEST_LIMIT:
        raise BadSetting(f"a decision has at most {LONGEST_LIMIT:.0f} seconds, and more than none")
    if control.bank is not None and not 0 < control.bank <= LONGEST_BANK:
        raise BadSetting(f"a match has at most {LONGEST_BANK:.0f} seconds for each seat, and more than none")
    if not 0 <= control.increment <= LONGEST_LIMIT:
        raise BadSetting(f"a decision adds at most {LONGEST_LIMIT:.0f} seconds")


def check_size(event: EventRow, settings: Settings) -> None:
    """Before it begins: are there enough players, and will it end some day?"""
    count = len(settings.players)
    if count < FEWEST:
        raise WrongSeats(f"a tournament needs at least {FEWEST} entrants; this one has {count or 'none'}")
    if count > MOST_ENTRANTS:
        raise WrongSeats(f"a tournament has at most {MOST_ENTRANTS} entrants")
    matches = expected(schedule_of(event, settings), {})
    if matches > MOST_MATCHES:
        raise BadSetting(
            f"this would be {matches} matches, and a tournament has at most {MOST_MATCHES}: "
            "play fewer of each pairing, fewer rounds, or in another format"
        )


def schedule_of(event: EventRow, settings: Settings) -> Schedule:
    """The matches of an event; their ids begin with its own."""
    game = games.load(event.game)
    places = rotations(game.seating(game.options_from(settings.options)))
    schedule = Schedule(
        Tournament(
            game=game.name,
            rules_version=game.rules_version,
            options=settings.options,
            players=settings.players,
            format=event.format,
            rounds=settings.rounds or format_named(event.format).rounds(len(settings.players), places),
            matches=settings.matches,
            seed=settings.seed,
            control=settings.control,
        )
    )
    schedule.id = event.id
    return schedule
