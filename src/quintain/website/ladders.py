"""Ladders as the pages show them. What many look at within a moment is read once for all of them."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from quintain.core.game import Game
from quintain.datastore import FixtureRow, FormRow, LadderRow, PlayerRow, RatingRow, SeasonRow, StandingRow, Store
from quintain.ranker.contest.leagues import boss_ratings, is_above
from quintain.ranker.contest.setup import contest_of
from quintain.ranker.ratings import Rating
from quintain.website.catalogue import game_named
from quintain.website.links import link_to
from quintain.website.wire import ladder as wire
from quintain.website.wire.administration import Season
from quintain.website.wire.ladder import Among, LadderPage, LadderTop, Pairing, Rated, Result

PAGE = 50
MOST = 20_000  # players of a game who are shown at all
FORM = 6  # results
PLAYING = 6  # matches that are named as being played
FRESH = 1.0  # seconds for which an answer is good enough for everybody
KEPT = 512  # answers
TOP = 3
FIRST_SEASON = "Before the seasons"
KINDS: dict[Among, Collection[str]] = {
    "all": ("person", "bot", "program"),
    "people": ("person",),
    "house": ("bot",),
    "programs": ("program",),
}
Found = TypeVar("Found")


class Kept:
    """Answers that are given again for a moment; whoever comes while one is being made waits for it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._made: OrderedDict[object, tuple[float, asyncio.Task[Any]]] = OrderedDict()

    async def get(self, key: object, make: Callable[[], Awaitable[Found]]) -> Found:
        at, task = self._made.get(key, (-FRESH, None))
        if task is None or (task.done() and (self._now() - at > FRESH or task.cancelled() or task.exception())):
            task = asyncio.ensure_future(make())
            self._made[key] = self._now(), task
            self._made.move_to_end(key)
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        # Others may wait for the same answer, though this one gives up.
        answer: Found = await asyncio.shield(task)
        return answer


class Standings(NamedTuple):
    """A whole ladder at one moment: rows by place, and what the bosses are worth."""

    game: Game
    rows: list[LadderRow]
    bosses: dict[str, Rating]

    def league(self, row: LadderRow) -> str | None:
        return self.league_at(Rating(row.mu, row.sigma)) if row.matches else None

    def league_at(self, rating: Rating) -> str | None:
        """Leagues are climbed one by one."""
        name = None
        for league in contest_of(self.game).leagues:
            if league.boss and not is_above(rating, self.bosses.get(league.boss)):
                break
            name = league.name
        return name

    def boss_of(self, player: PlayerRow) -> str | None:
        """The league whose border this player is."""
        if player.kind != "bot" or player.name not in self.bosses or player.version != str(self.game.rules_version):
            return None
        return next(league.name for league in contest_of(self.game).leagues if league.boss == player.name)

    def ratings(self) -> list[RatingRow]:
        return [RatingRow(row.player, row.mu, row.sigma, row.matches) for row in self.rows]

    def row_of(self, player_id: str) -> LadderRow | None:
        return next((row for row in self.rows if row.player.id == player_id), None)


class Ladders:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.kept = Kept()

    async def standings(self, game: str) -> Standings:
        return await self.kept.get(("standings", game), lambda: self._standings(game_named(game)))

    async def _standings(self, game: Game) -> Standings:
        rows = await self.store.ladder_page(game.name, MOST)
        ratings = [RatingRow(row.player, row.mu, row.sigma, row.matches) for row in rows]
        return Standings(game, rows, boss_ratings(game, ratings))

    async def tops(self, games: Sequence[str]) -> list[LadderTop]:
        return [await self.kept.get(("top", game), lambda game=game: self._top(game)) for game in games]  # type: ignore[misc]

    async def _top(self, game: str) -> LadderTop:
        standings = await self.standings(game)
        rows = [row for row in standings.rows[:TOP] if row.matches]
        return LadderTop(
            game=game, players=len(standings.rows), rows=tuple(shown_row(standings, row, ()) for row in rows)
        )

    async def page(self, game: str, among: Among, name: str, season: int | None, first: int) -> LadderPage:
        game_named(game)  # raises NotThere
        wanted = name.strip().casefold()
        key = ("page", game, among, wanted, season, first)
        return await self.kept.get(key, lambda: self._page(game, among, wanted, season, first))

    async def _page(self, game: str, among: Among, name: str, season: int | None, first: int) -> LadderPage:
        seasons = await self.seasons(game)
        past = next((one for one in seasons[1:] if one.number == season), None)
        if past:
            return await self._past_page(game, among, name, past, seasons, first)
        standings = await self.standings(game)
        found = [row for row in standings.rows if matches(row.player, row.owner, KINDS[among], name)]
        rows = found[first : first + PAGE]
        form = await self.store.form_of([row.player.id for row in rows], FORM, game) if rows else {}
        low, high = scale(rows)
        return LadderPage(
            game=game,
            season=seasons[0] if seasons else None,
            seasons=tuple(seasons),
            over=False,
            paused=await self.store.setting("ladder.paused") == "1",
            total=len(found),
            first=first,
            low=low,
            high=high,
            rows=tuple(shown_row(standings, row, form.get(row.player.id, ())) for row in rows),
            playing=await self.playing(game, standings),
        )

    async def _past_page(
        self, game: str, among: Among, name: str, season: Season, seasons: Sequence[Season], first: int
    ) -> LadderPage:
        standings = await self.store.standings(game, season.number)
        found = [row for row in standings if matches(row.player, None, KINDS[among], name)]
        rows = found[first : first + PAGE]
        low, high = scale(rows)
        return LadderPage(
            game=game,
            season=season,
            seasons=tuple(seasons),
            over=True,
            paused=False,
            total=len(found),
            first=first,
            low=low,
            high=high,
            rows=tuple(
                wire.LadderRow(place=row.place, player=link_to(row.player), rating=shown_rating(row)) for row in rows
            ),
        )

    async def seasons(self, game: str) -> list[Season]:
        """The newest first; before the first one there was a time without."""
        rows = await self.store.seasons(game)
        first = [SeasonRow(game, 0, FIRST_SEASON, datetime.fromtimestamp(0, UTC))] if rows else []
        return [
            Season(game=game, number=row.number, name=row.name, began=row.began.timestamp())
            for row in reversed([*first, *rows])
        ]

    async def playing(self, game: str, standings: Standings) -> tuple[Pairing, ...]:
        """Ranked matches that somebody is at now."""
        fixtures = [row for row in await self.store.open_fixtures(game) if is_leased(row)]
        rows = {row.player.id: row for row in standings.rows}
        return tuple(pairing(fixture, rows) for fixture in fixtures[:PLAYING])


def is_leased(fixture: FixtureRow) -> bool:
    return fixture.lease is not None and fixture.lease > datetime.now(UTC)


def pairing(fixture: FixtureRow, rows: dict[str, LadderRow]) -> Pairing:
    known = [rows[id] for id in dict.fromkeys(fixture.players) if id in rows]
    return Pairing(id=fixture.id, players=tuple(link_to(row.player, row.bot_id) for row in known))


def matches(player: PlayerRow, owner: str | None, kinds: Collection[str], name: str) -> bool:
    return player.kind in kinds and (name in player.name.casefold() or name in (owner or "").casefold())


def shown_rating(row: LadderRow | StandingRow) -> Rated:
    points, margin = Rating(row.mu, row.sigma).shown
    return Rated(points=points, margin=margin, matches=row.matches)


def shown_row(standings: Standings, row: LadderRow, form: Sequence[FormRow]) -> wire.LadderRow:
    return wire.LadderRow(
        place=row.place,
        player=link_to(row.player, row.bot_id),
        owner=row.owner if row.player.kind == "program" else None,
        language=row.language,
        rating=shown_rating(row),
        form=tuple(result_in(one.share) for one in reversed(form)),
        league=standings.league(row),
        boss=standings.boss_of(row.player),
    )


def result_in(share: float) -> Result:
    """In words, by the part of the others whom somebody has beaten."""
    if share in (0.0, 1.0):
        return "won" if share else "lost"
    return "drawn" if share == 0.5 else "above" if share > 0.5 else "below"


def scale(rows: Sequence[LadderRow | StandingRow]) -> tuple[int, int]:
    """From the lowest to the highest end of the intervals of those of whom something is known."""
    ratings = [shown_rating(row) for row in rows if row.matches]
    if not ratings:
        return 1000, 2000
    low = min(rating.points - rating.margin for rating in ratings)
    return low, max(rating.points + rating.margin for rating in ratings)
