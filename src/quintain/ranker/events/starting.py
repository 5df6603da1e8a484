"""The start of an event: who plays, in which order, fixed from now on."""

import secrets
from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from quintain.core.errors import WrongSeats
from quintain.datastore import EntrantRow, EventRow, program_id
from quintain.datastore.event_steps import Entered
from quintain.ranker.events.settings import Settings, check_size
from quintain.ranker.ratings import NEWCOMER


def begun(
    event: EventRow, settings: Settings, entered: Sequence[Entered], ratings: Mapping[str, float], rules_version: int
) -> tuple[Settings, list[EntrantRow]]:
    """The settings with the order of seeds, and the entrants as they play: each bot with the version it has now."""
    playing = [replace(one.row(event.id), player_id=player_of(one)) for one in entered]
    rows = seeded(playing, settings, ratings, Random(secrets.randbits(64)))
    fixed = replace(
        settings,
        rules_version=rules_version,
        seed=str(secrets.randbits(128)),
        players=tuple(row.player_id for row in rows),
        joining=False,
    )
    check_size(event, fixed)
    return fixed, [replace(row, seed=number) for number, row in enumerate(rows, 1)]


def player_of(entered: Entered) -> str:
    """Who plays for an entrant from now on."""
    if entered.bot_id is None:
        return entered.player.id
    if entered.disabled:
        raise WrongSeats(f"{entered.player.name} may not play any more; remove it first")
    if entered.active is None:
        raise WrongSeats(
            f"{entered.player.name} has no version that plays; remove it first, or let its owner activate one"
        )
    return program_id(entered.active)


def seeded(
    rows: Sequence[EntrantRow], settings: Settings, ratings: Mapping[str, float], rng: Random
) -> list[EntrantRow]:
    """The best first: by rating, as the host has put them, or by lot."""
    if settings.seeding == "random":
        return rng.sample(rows, len(rows))
    if settings.seeding == "hand":
        return list(rows)
    return sorted(rows, key=lambda row: -ratings.get(row.player_id, NEWCOMER.mu))
