"""How fast bots act: as the server says, times what suits the game, unless the host wishes otherwise or nothing is
decided."""

import asyncio
import json
from pathlib import Path
from typing import Any

from quintain import games
from quintain.core.game import EVERYTHING
from quintain.website import seating
from quintain.website.arena import Arena
from quintain.website.connection import Connection
from quintain.website.replays import fork, replay_of
from quintain.website.wire.matches import ForkRequest
from quintain.website.wire.tables import TableRequest
from tests.processes import PATIENCE
from tests.website.client import QUINTAIN, Browser, Site
from tests.website.sessions import ANN, opened


def test_a_game_sets_the_pace_of_its_tables(tmp_path: Path) -> None:
    with Site(tmp_path / "site.db", pace=0.5, command=QUINTAIN) as site, Browser(site, "Ann") as ann:
        assert ann.post("/api/tables", game="jaffre")["pace"] == 0.5
        assert ann.post("/api/tables", game="admiral")["pace"] == 0.5 * games.load("admiral").page.pace
        assert ann.post("/api/tables", game="admiral", pace=0.1)["pace"] == 0.1


def test_a_bot_of_admiral_acts_every_1_2_seconds() -> None:
    assert games.load("admiral").page.pace == 1.2


def test_a_bot_with_one_legal_action_does_not_pause(tmp_path: Path) -> None:
    """Bots pause for an hour here, but play the cards of a last trick at once, for there is nothing to choose."""

    async def play() -> None:
        arena = await opened(tmp_path)
        arena.pace = 3600.0
        try:
            await arena.store.create_person(ANN.id, ANN.name)
            match = await bots_alone(arena)
            table = await fork(arena, match, ForkRequest(step=await last_trick(arena, match), seats=[None] * 4), ANN)
            connection = Connection(table, None)
            connection.greet("auto", None, None)
            async with asyncio.timeout(PATIENCE):
                while not any(cards(message) == [8, 8, 8, 8] for message in news(connection)):
                    await asyncio.sleep(0.01)  # until the next deal, where each of them has something to decide
            assert table.playing
            assert len(table.playing.live._asked) == 1, "whoever is to bet now pauses"
        finally:
            await arena.close()

    asyncio.run(play())


async def bots_alone(arena: Arena) -> str:
    """A finished match of bots that do not pause."""
    table = arena.new_table(TableRequest(game="jaffre", options={"target": 30}, pace=0), ANN)
    seating.fill(table, ANN, "advanced")
    await arena.start(table)
    async with asyncio.timeout(PATIENCE):
        while table.data.state != "over":
            await asyncio.sleep(0.01)
    return table.data.match or ""


async def last_trick(arena: Arena, match: str) -> int:
    """A step after which everybody has one card."""
    played = await arena.replays.get(match, lambda: replay_of(arena, match))
    await arena.replays.play_to(played)
    steps = [step for first in range(0, len(played.steps), 50) for step in played.page(EVERYTHING, first, 50).steps]
    return next(step.n for step in steps if step.acting and [len(hand) for hand in step.view.hands] == [1, 1, 1, 1])


def news(connection: Connection) -> list[dict[str, Any]]:
    """What it would be sent now."""
    messages = [json.loads(text) for text in iter(connection._next, None)]
    return [message for message in messages if message["type"] in ("sync", "step")]


def cards(message: dict[str, Any]) -> list[int]:
    return [len(hand) for hand in message["view"]["hands"]]
