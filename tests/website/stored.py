"""A store with matches in it, as a server leaves them behind: for tests of what the next one makes of them."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from quintain import games
from quintain.core.match import Match
from quintain.core.record import Player
from quintain.website.arena import Arena, Past
from quintain.website.data import Chair
from quintain.website.seating import bot_chair
from quintain.website.table import Table
from quintain.website.wire.tables import TableRequest
from tests.website.sessions import ANN, opened

BOT = {"jaffre": "beginner", "planets": "rage"}


def stored_tables(folder: Path, count: int, steps: int = 30, game: str = "jaffre", **options: Any) -> list[str]:
    """So many running matches of Ann's, each with a journal of so many lines."""

    async def run() -> list[str]:
        arena = await opened(folder)
        try:
            await arena.store.create_person(ANN.id, ANN.name)
            tables = [await begun(arena, game, options, seed, steps) for seed in range(count)]
            return [table.data.id for table in tables]
        finally:
            await arena.close()

    return asyncio.run(run())


async def begun(arena: Arena, game: str, options: dict[str, Any], seed: int, steps: int) -> Table:
    table = arena.new_table(TableRequest(game=game, options=options), ANN)
    table.data.owner = f"host {seed}"  # one person may not have so many
    table.data.chairs[0] = Chair("person", ANN.name, person=ANN.id)
    for seat in range(1, len(table.data.chairs)):
        table.data.chairs[seat] = bot_chair(table, seat, BOT[game])
    match = walked(game, options, seed, steps, [seat_player(chair) for chair in table.data.chairs])
    await arena.start(table, Past(match.seed, match.players, 0, list(match.record)))
    return table


def seat_player(chair: Chair) -> Player:
    return Player(chair.name, "person", id=ANN.id) if chair.person else Player(chair.player or "", timed=False)


def walked(game: str, options: dict[str, Any], seed: int, steps: int, players: Sequence[Player]) -> Match:
    """By chance."""
    rules, dice = games.load(game), Random(seed)
    match = Match(rules, rules.options_from(options), seed, players=players)
    for step in range(steps):
        seat = match.position.acting[0]
        match.act(seat, dice.choice(match.position.legal(seat)), float(step))
        assert not match.outcome
    return match
