"""The accounting check: an independent look at what is stored, which proves that nothing was lost or counted twice.

Of every set that was ever made, each match must be stored, or open as a fixture, or dropped with a line in the audit
log, and be so once. Every rated match must count once, and all ratings must be what the matches say.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, text

from quintain import games
from quintain.core.errors import QuintainError
from quintain.datastore import Store, program_id
from quintain.datastore.contest_models import AuditModel, BotModel, FixtureModel, VersionModel
from quintain.datastore.models import MatchModel, RatingModel, SeatModel
from quintain.ranker.contest.keeping import DROPPED
from quintain.ranker.pairing import rotations
from quintain.ranker.stored import rerated

DISABLED = "disable"  # what an administrator did, in the audit log; its detail begins with an id
STUCK = timedelta(hours=1)  # for which a fixture may wait, while the ladder goes on


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The books of one game, and what is wrong with them."""

    game: str
    sets: int
    matches: int  # that belong to sets
    rated: int  # that count, in this season
    waiting: int  # fixtures
    dropped: int
    wrong: tuple[str, ...]


class Undone(Exception):
    """Nothing that was computed here is to be stored."""

    def __init__(self, account: Account) -> None:
        self.account = account


async def accounts(store: Store) -> list[Account]:
    """The books of every game that has any; nothing is changed."""
    return [await account_of(store, game) for game in await games_of(store)]


async def games_of(store: Store) -> list[str]:
    known = select(MatchModel.game).where(MatchModel.rated | MatchModel.set_id.is_not(None))
    query = known.union(select(FixtureModel.game), select(RatingModel.game)).order_by("game")
    async with store.reading() as connection:
        return [str(game) for game in await connection.scalars(query)]


async def account_of(store: Store, game: str) -> Account:
    """All of it is read in one transaction, which is undone: ratings are computed anew, and compared."""

    def look(connection: Connection) -> None:
        raise Undone(Books(connection, game).account())

    try:
        await store.write(f"the accounts of {game}", look)
    except Undone as undone:
        return undone.account
    raise AssertionError("it always ends with what was found")


class Books:
    def __init__(self, connection: Connection, game: str) -> None:
        self.connection, self.game = connection, game
        self.wrong: list[str] = []
        self.sizes: dict[bytes, int] = {}  # of sets, by options

    def account(self) -> Account:
        if self.connection.dialect.name != "sqlite":  # others go on meanwhile
            self.connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        of_sets = select(MatchModel.id, MatchModel.set_id).where(MatchModel.set_id.is_not(None))
        matches = self.rows(of_sets.where(MatchModel.game == self.game))
        waiting = self.rows(select(FixtureModel.id, FixtureModel.set_id).where(FixtureModel.game == self.game))
        dropped = self.dropped()
        self.check_sets(matches, waiting, dropped)
        self.check_stored({id for id, _ in matches})
        self.check_waiting()
        rated = self.check_ratings()
        sets = {set_id for _, set_id in [*matches, *waiting]}
        return Account(
            game=self.game,
            sets=len(sets),
            matches=len(matches),
            rated=rated,
            waiting=len(waiting),
            dropped=len(dropped),
            wrong=tuple(self.wrong),
        )

    def rows(self, query: Any) -> list[tuple[str, str]]:
        return [(id, set_id) for id, set_id in self.connection.execute(query)]

    def dropped(self) -> dict[str, str]:
        """The sets of fixtures that were dropped, by the ids of these."""
        query = select(AuditModel.subject, AuditModel.detail).where(AuditModel.act == DROPPED)
        found = {}
        for id, detail in self.connection.execute(query):
            game, _, rest = detail.partition(", set ")
            if game == self.game:
                found[id] = rest.partition(":")[0]
        return found

    def check_sets(
        self, matches: list[tuple[str, str]], waiting: list[tuple[str, str]], dropped: dict[str, str]
    ) -> None:
        """Every match of every set is somewhere, and in one place only."""
        where = Counter([id for id, _ in matches] + [id for id, _ in waiting] + list(dropped))
        for id in [id for id, times in where.items() if times > 1]:
            self.wrong.append(f"match {id} is in {where[id]} places: stored, waiting or dropped")
        sizes = Counter((dict(matches) | dict(waiting) | dropped).values())
        usual = self.size_of(b"{}")
        expected = self.expected({set_id for set_id, size in sizes.items() if size != usual})
        broken = {set_id for set_id, size in expected.items() if size and size != sizes[set_id]}
        for set_id in sorted(broken - self.shut_out(broken)):
            self.wrong.append(f"set {set_id} has {sizes[set_id]} matches of {expected[set_id]}")

    def shut_out(self, sets: set[str]) -> set[str]:
        """Those of these sets in which somebody was to play whom an administrator has disabled meanwhile."""
        if not sets:
            return set()
        disabled = {
            detail.partition(":")[0]
            for detail in self.connection.scalars(select(AuditModel.detail).where(AuditModel.act == DISABLED))
        }
        bots = (
            select(VersionModel.id)
            .join(BotModel, BotModel.id == VersionModel.bot_id)
            .where(BotModel.id.in_(disabled) | BotModel.owner_id.in_(disabled))
        )
        players = {program_id(version) for version in self.connection.scalars(bots)}
        seated = (
            select(MatchModel.set_id)
            .join(SeatModel, SeatModel.match_id == MatchModel.id)
            .where(MatchModel.game == self.game, SeatModel.player_id.in_(players))
        )
        return sets & set(self.connection.scalars(seated))

    def expected(self, sets: set[str]) -> dict[str, int]:
        """How many matches these sets of the ladder should have, by the options they are played with."""
        fixtures = select(FixtureModel.set_id, FixtureModel.options).where(FixtureModel.event_id.is_(None))
        headers = select(MatchModel.set_id, MatchModel.header).where(MatchModel.event_id.is_(None))
        found = {}
        for set_id in sets:
            options = self.connection.execute(fixtures.where(FixtureModel.set_id == set_id).limit(1)).first()
            header = self.connection.execute(headers.where(MatchModel.set_id == set_id).limit(1)).first()
            if options:
                found[set_id] = self.size_of(options[1])
            elif header:
                found[set_id] = self.size_of(msgspec.json.encode(msgspec.json.decode(header[1])["options"]))
        return found

    def size_of(self, options: bytes) -> int:
        """0 where that is not known: the game or the options may be those of other rules."""
        if options not in self.sizes:
            try:
                game = games.load(self.game)
                self.sizes[options] = rotations(game.seating(game.options_from(msgspec.json.decode(options))))
            except QuintainError:
                self.sizes[options] = 0
        return self.sizes[options]

    def check_stored(self, ids: set[str]) -> None:
        """Whatever is stored is whole."""
        of_game = MatchModel.game == self.game
        whole = (
            select(MatchModel.id)
            .where(of_game, MatchModel.set_id.is_not(None))
            .where(MatchModel.ended.is_not(None), MatchModel.outcome.is_not(None))
        )
        seated = select(SeatModel.match_id).where(SeatModel.match_id.in_(whole)).distinct()
        complete = set(self.connection.scalars(seated))
        # What is watched while it is played has its journal, and goes on after a restart.
        watched = select(MatchModel.id).where(of_game, MatchModel.ended.is_(None), MatchModel.table_id.is_not(None))
        for id in sorted(ids - complete - set(self.connection.scalars(watched))):
            self.wrong.append(f"match {id} has no outcome, or nobody sat in it")

    def check_waiting(self) -> None:
        """Nothing waits for ever while other matches are played."""
        last = self.connection.scalar(select(func.max(MatchModel.ended)).where(MatchModel.game == self.game))
        if last is None or last < datetime.now(UTC) - STUCK:
            return  # the ladder stands still: all may wait
        query = select(FixtureModel.id, FixtureModel.attempts).where(
            FixtureModel.game == self.game, FixtureModel.created < last - STUCK
        )
        for id, attempts in self.connection.execute(query):
            self.wrong.append(f"fixture {id} is stuck; it was taken {attempts} times")

    def check_ratings(self) -> int:
        """What all ratings would be if they were computed anew."""
        report = rerated(self.connection, self.game)
        if report.mended:
            self.wrong.append(f"{report.mended} ratings are not what the matches say (by up to {report.difference:g})")
        return report.matches
