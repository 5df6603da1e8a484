"""The television: of each game the best match that runs. Where no people play, bots do, as long as somebody looks.

The ladder's next match among the best bots of the house is then played at a public table, slowly enough to watch. It
leaves the list of fixtures in the transaction that begins it, and counts like all others. Where there is none, the best
play a match that does not count. When nobody looks any more, it is played to its end without pauses.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable

import msgspec

from quintain.core.clock import TimeControl
from quintain.core.errors import QuintainError
from quintain.core.game import Game
from quintain.datastore import FixtureRow, bot_player
from quintain.ranker.contest.schedule import free
from quintain.ranker.contest.setup import contest_of, house_players, light_ids, options_of
from quintain.ranker.pairing import rotations, seated
from quintain.ranker.ratings import START
from quintain.website.arena import DECISION, Arena
from quintain.website.catalogue import game_named
from quintain.website.data import Chair, TableData
from quintain.website.ladders import Standings
from quintain.website.seating import bot_chair, set_pace
from quintain.website.table import Table

LOOKING = 15.0  # seconds after which somebody who has not asked again does not look any more
AGAIN = 1.0  # seconds between two looks at what runs
TROUBLE = 10.0  # seconds after something did not work
GRACE = 60.0

log = logging.getLogger(__name__)


class Television:
    def __init__(self, arena: Arena, now: Callable[[], float] = time.monotonic) -> None:
        self.arena, self._now = arena, now
        self._looked: dict[str, float] = {}  # by game: when somebody last did
        self._working = False

    # --- what is on

    def look(self, game: str) -> None:
        """Somebody looks at this game now."""
        self._looked[game_named(game).name] = self._now()
        self._work_on()

    def tidy_up(self) -> None:
        """After a restart nobody looks yet."""
        if any(table.data.television for table in self.arena.tables.values()):
            self._work_on()

    async def best(self, game: str) -> tuple[Table, int] | None:
        """The match to be shown, and the mean rating of its players: people first, then the strongest."""
        standings = await self.arena.ladders.standings(game)
        found = [(with_people(table), self.strength(standings, table), table) for table in await self.running(game)]
        if not found:
            return None
        _, strength, table = max(found, key=lambda one: one[:2])
        return table, round(strength)

    async def running(self, game: str) -> list[Table]:
        """The matches of a game that everybody may watch, at whatever server."""
        return [table for table in await self.arena.all_tables() if table.data.game == game and is_shown(table.data)]

    def strength(self, standings: Standings, table: Table) -> float:
        rows = {row.player.id: row.mu for row in standings.rows if row.matches}
        ratings = [rows.get(player_in(standings.game, chair), START) for chair in table.data.chairs]
        return sum(ratings) / len(ratings)

    # --- while somebody looks

    def _work_on(self) -> None:
        if not self._working:
            self._working = True
            self.arena.background.spawn(self._work())

    async def _work(self) -> None:
        """Until nobody looks, and nothing is left that runs for nobody."""
        try:
            while self._looked or any(map(is_own, self.arena.tables.values())):
                await asyncio.sleep(await self._attend())
        finally:
            self._working = False

    async def _attend(self) -> float:
        """Have something on wherever somebody looks; returns how long to wait."""
        late = self._now() - LOOKING
        self._looked = {game: at for game, at in self._looked.items() if at > late}
        for table in filter(is_own, self.arena.tables.values()):
            if table.data.game not in self._looked and table.data.pace:
                set_pace(table, 0.0)
        try:
            for game in list(self._looked):
                if not await self.running(game):
                    await self.put_on(game_named(game))
        except QuintainError as error:
            log.warning("nothing new is on television: %s", error)
            return TROUBLE
        return AGAIN

    async def put_on(self, game: Game) -> Table | None:
        """One table for a game at a time, whoever looks."""
        if any(is_own(table) and table.data.game == game.name for table in self.arena.tables.values()):
            return None
        standings = await self.arena.ladders.standings(game.name)
        fixture = await self.best_fixture(game, standings)
        table = self.ranked(game, fixture) if fixture else self.exhibition(game, standings)
        self.arena.tables[table.data.id] = table
        try:
            await self.arena.start(table, seed=int(fixture.seed) if fixture else None)
        except BaseException:
            self.arena.tables.pop(table.data.id, None)
            raise
        return table

    async def best_fixture(self, game: Game, standings: Standings) -> FixtureRow | None:
        """The ladder's match that nobody plays yet with the best bots of the house."""
        able = self.able(game)
        rows = {row.player.id: row.mu for row in standings.rows if row.matches}
        fixtures = [
            row
            for row in await self.arena.store.open_fixtures(game.name)
            if free(row) and row.rated and row.event_id is None and able.issuperset(row.players)
        ]
        return max(fixtures, key=lambda row: sum(rows.get(player, START) for player in row.players), default=None)

    def able(self, game: Game) -> set[str]:
        """The house bots that can play now: while a game is compiled, only those that are quick all the same."""
        house = {player.id for player in house_players(game)}
        return house if self.arena.preparation.ready(game.name) else house & light_ids(game)

    def ranked(self, game: Game, fixture: FixtureRow) -> Table:
        control = msgspec.json.decode(fixture.control, type=TimeControl)
        table = self.table(game, fixture.options, [name_in(player) for player in fixture.players], control)
        table.data.fixture, table.data.set_id = fixture.id, fixture.set_id
        return table

    def exhibition(self, game: Game, standings: Standings) -> Table:
        """The best among themselves, one for each side."""
        able = self.able(game)
        rated = [row.player.name for row in standings.rows if row.matches and row.player.id in able]
        others = [name_in(player) for player in reversed([one.id for one in house_players(game)]) if player in able]
        names = list(dict.fromkeys([*rated, *others])) or [contest_of(game).house[0]]
        seats = game.seating(game.options_from(msgspec.json.decode(options_of(game))))
        sides = [names[side % len(names)] for side in range(rotations(seats))]
        return self.table(game, options_of(game), seated(sides, seats), DECISION)

    def table(self, game: Game, options: bytes, names: list[str], control: TimeControl) -> Table:
        chosen = game.options_from(msgspec.json.decode(options))
        data = TableData(
            id=secrets.token_urlsafe(12),
            game=game.name,
            options=msgspec.to_builtins(chosen),
            time_control=control,
            public=True,
            watching="everything",
            pace=self.arena.pace * game.page.pace,
            grace=GRACE,
            host=None,
            owner=None,
            chairs=[Chair() for _ in names],
            television=True,
        )
        table = self.arena.table_of(game, data)
        data.chairs = [bot_chair(table, seat, name) for seat, name in enumerate(names)]
        return table


def is_shown(data: TableData) -> bool:
    return data.state == "playing" and data.public and data.watching != "nobody" and data.draft is None


def is_own(table: Table) -> bool:
    """Does a match run here that only the television wants?"""
    return table.data.television and table.data.state == "playing"


def with_people(table: Table) -> bool:
    return any(chair.kind == "person" for chair in table.data.chairs)


def player_in(game: Game, chair: Chair) -> str:
    """As the ladder knows who sits there."""
    if chair.person:
        return f"person:{chair.person}"
    return chair.program or bot_player(game.name, game.rules_version, chair.player or "").id


def name_in(player_id: str) -> str:
    """The name of a house bot: `bot:jaffre:1:shark` is shark."""
    return player_id.split(":", 3)[3]
