"""What is played next in a game: whole sets, each one seed in every seating, among those who may play now."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random
from typing import NamedTuple

import msgspec

from quintain.core.dice import SEED_BITS
from quintain.core.errors import WrongSeats
from quintain.core.game import Game
from quintain.datastore import FixtureRow, PlayerRow, RatingRow, Store
from quintain.datastore.contenders import contenders
from quintain.ranker.contest.keeping import drop
from quintain.ranker.contest.setup import control_of, house_players, light_ids, options_of
from quintain.ranker.matchmaking import Matchmaker
from quintain.ranker.pairing import rotated, rotations, seated
from quintain.ranker.ratings import NEWCOMER, Rating

AHEAD = 2  # sets that wait for somebody to play them
SETTLED = 40.0  # points of doubt below which a rating has settled
ENOUGH = 300  # matches after which it has settled in any case: some meet nobody who fits


class Contestant(NamedTuple):
    """Who may play now."""

    player: PlayerRow
    rating: Rating
    matches: int
    owner_id: str | None = None

    @property
    def settled(self) -> bool:
        return self.rating.sigma < SETTLED or self.matches >= ENOUGH


class Schedule:
    """The sets of one game. Several rankers may each have one on the same database."""

    def __init__(self, game: Game, store: Store, rng: Random | None = None) -> None:
        self.game, self.store, self.rng = game, store, rng or Random(secrets.randbits(64))
        self.options, self.control = options_of(game), msgspec.json.encode(control_of(game))
        self.seats = game.seating(game.options_from(msgspec.json.decode(self.options)))
        self.sides = rotations(self.seats)
        self.settled = False  # is nothing new to be learnt of anybody?
        self._maker = Matchmaker(self.sides, self.rng)
        self._owners: dict[str, str | None] = {}
        self.players: dict[str, PlayerRow] = {}  # who may play, by id

    async def top_up(self, light: bool = False, programs: bool = True) -> bool:
        """Have a few sets waiting, and none with somebody who may not play any more. Can anything be played?

        `light`: only what is quick though the game is interpreted; without `programs`: only bots of the house.
        """
        field = await self.field()
        waiting = await self.drop_stale([row for row in await self.store.open_fixtures(self.game.name) if free(row)])
        self.settled = all(one.settled for one in field) and not any(row.event_id for row in waiting)
        chosen = [one for one in field if self.fit(one, light, programs)]
        ids = {one.player.id for one in chosen}
        if light and any(not ids.issuperset(row.players) for row in waiting):
            return False  # what waits would take an interpreter minutes
        self.learn(chosen)
        missing = AHEAD - len({row.set_id for row in waiting})
        fixtures = [row for _ in range(missing) for row in self.next_set()]
        await self.store.add_fixtures(fixtures)
        return bool(waiting or fixtures)

    def fit(self, one: Contestant, light: bool, programs: bool) -> bool:
        if one.player.kind == "program":
            return programs and not light
        return not light or one.player.id in light_ids(self.game)

    async def field(self) -> list[Contestant]:
        """All who may play: the house bots, who are entered where they are missing, and active versions."""
        house, uploaded = house_players(self.game), await contenders(self.store, self.game.name)
        rows = {row.player.id: row for row in await self.store.ladder(self.game.name)}
        players = {player.id: player for player in [*house, *(one.player for one in uploaded)]}
        if missing := [player for id, player in players.items() if id not in rows]:
            await self.store.enter_ladder(self.game.name, missing, NEWCOMER.mu, NEWCOMER.sigma)
        self._owners, self.players = {one.player.id: one.owner_id for one in uploaded}, players
        return [self.contestant(player, rows.get(id)) for id, player in players.items()]

    def contestant(self, player: PlayerRow, row: RatingRow | None) -> Contestant:
        owner = self._owners.get(player.id)
        if row is None:
            return Contestant(player, NEWCOMER, 0, owner)
        return Contestant(player, Rating(row.mu, row.sigma), row.matches, owner)

    async def drop_stale(self, waiting: list[FixtureRow]) -> list[FixtureRow]:
        """Those of the ladder whose players may not play any more are not played; events look after their own."""
        allowed = {*self._owners, *(player.id for player in house_players(self.game))}
        stale = {
            row.id for row in waiting if row.event_id is None and row.rated and not allowed.issuperset(row.players)
        }
        if stale:
            why = "a player was replaced, put to rest or disabled"
            await drop(self.store, [row for row in waiting if row.id in stale], why)
        return [row for row in waiting if row.id not in stale]

    def learn(self, field: Iterable[Contestant]) -> None:
        """Matchmaking is among these, as they are rated now."""
        now = {one.player.id: one for one in field}
        for gone in [player for player in self._maker.players if player not in now]:
            self._maker.leave(gone)
        for id, one in now.items():
            self._maker.enter(id, one.rating, one.matches, one.owner_id)
        self._maker.learn({id: one.rating for id, one in now.items()})

    def next_set(self) -> list[FixtureRow]:
        """The fixtures of the set that tells most; none, if there are not enough who may meet."""
        try:
            lineup = seated(self._maker.next_set(), self.seats)
        except WrongSeats:
            return []
        set_id, seed, created = secrets.token_hex(16), secrets.randbits(SEED_BITS), datetime.now(UTC)
        return [
            FixtureRow(
                id=secrets.token_hex(16),
                game=self.game.name,
                set_id=set_id,
                players=tuple(lineup[place] for place in rotated(self.seats, turn)),
                seed=str(seed),
                bot_seed=str(self.rng.getrandbits(63)),
                options=self.options,
                control=self.control,
                created=created,
            )
            for turn in range(self.sides)
        ]


def free(row: FixtureRow) -> bool:
    return row.lease is None or row.lease < datetime.now(UTC)
