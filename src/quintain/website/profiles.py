"""The page of a player: a person, a house bot, or an uploaded bot with all its versions."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace as replaced

from quintain.datastore import BotRow, PlayerRow, VersionRow, person_player
from quintain.datastore.profiles import worths_of
from quintain.datastore.ratings import Worth
from quintain.ranker.contest.leagues import league_of
from quintain.ranker.contest.setup import house_players
from quintain.ranker.elo import share_of
from quintain.ranker.ratings import Rating
from quintain.website.catalogue import game_named
from quintain.website.ladders import Ladders, Standings
from quintain.website.links import link_to
from quintain.website.refusals import NotThere
from quintain.website.wire.ladder import (
    Course,
    CoursePoint,
    Opponent,
    PlayerPage,
    Rated,
    SlowDecision,
    VersionLine,
)
from quintain.website.wire.matches import PlayerLink

POINTS = 200  # of a curve
CURVES = 8  # versions whose course is drawn, the latest ones
SLOWEST = 5
FIRST = 60.0  # seconds that a curve begins before the end of the first match
MOST_OPPONENTS = 200
PROGRAM = "program:"


async def player_page(ladders: Ladders, id: str, game: str | None, visitor: str | None) -> PlayerPage:
    if id.startswith(PROGRAM):
        version = await ladders.store.version(id.removeprefix(PROGRAM))
        if version is not None:
            return await bot_page(ladders, version.bot_id, visitor)
    player = await ladders.store.player(id) or await newcomer(ladders, id)
    if player is None:
        raise NotThere("there is no such player")
    worths = await worths_of(ladders.store, [id])
    games = sorted(name for _, name in worths)
    wanted = game if game in games else player.game or next(iter(games), None)
    page = PlayerPage(player=link_to(player), game=wanted, games=tuple(games))
    if player.kind == "person" and player.person_id:
        page = await with_person(ladders, page, player.person_id)
    return page if wanted is None else await with_results(ladders, page, wanted, [player], worths)


async def newcomer(ladders: Ladders, id: str) -> PlayerRow | None:
    """Those who have not played yet have a page, too: people with an account, and the house's bots."""
    kind, _, rest = id.partition(":")
    if kind == "person":
        person = await ladders.store.person(rest)
        return person_player(person.id, person.name) if person else None
    name = rest.partition(":")[0]
    try:
        house = house_players(game_named(name)) if kind == "bot" else []
    except NotThere:
        return None
    return next((player for player in house if player.id == id), None)


async def with_person(ladders: Ladders, page: PlayerPage, person_id: str) -> PlayerPage:
    person = await ladders.store.person(person_id)
    bots = [bot for bot in await ladders.store.bots_of(person_id) if not bot.disabled]
    link = replaced(page.player, name=person.name) if person else page.player
    return replaced(
        page, player=link, bots=tuple(map(bot_link, bots)), disabled=bool(person and person.disabled is not None)
    )


def bot_link(bot: BotRow) -> PlayerLink:
    return link_to(PlayerRow(f"{PROGRAM}{bot.active or ''}", "program", bot.name, game=bot.game), bot.id)


async def bot_page(ladders: Ladders, id: str, visitor: str | None) -> PlayerPage:
    """All versions together; the rating is that of the one that plays."""
    store = ladders.store
    bot = await store.bot(id)
    if bot is None:
        raise NotThere("there is no such bot")
    versions = sorted(await store.versions_of(id), key=lambda version: -version.number)
    yours = visitor is not None and visitor == bot.owner_id
    shown = versions if yours else [version for version in versions if version.state == "ready"]
    players = [program_player(bot, version) for version in versions if version.state == "ready"]
    worths = await worths_of(store, [player.id for player in players])
    owner = await store.person(bot.owner_id) if bot.owner_id else None
    page = PlayerPage(
        player=bot_link(bot),
        game=bot.game,
        games=(bot.game,),
        bot=bot.id,
        owner=link_to(person_player(owner.id, owner.name)) if owner else None,
        language=language_of(bot, shown),
        about=bot.about,
        disabled=bot.disabled is not None,
        yours=yours,
        versions=tuple(version_line(bot, version, worths) for version in shown),
    )
    return await with_results(ladders, page, bot.game, players, worths)


def language_of(bot: BotRow, versions: Sequence[VersionRow]) -> str | None:
    """Of the version that plays, else of the latest."""
    playing = [version for version in versions if version.id == bot.active]
    return next((version.language for version in [*playing, *versions]), None)


def program_player(bot: BotRow, version: VersionRow) -> PlayerRow:
    return PlayerRow(version.player_id, "program", bot.name, game=bot.game, version=str(version.number))


def version_line(bot: BotRow, version: VersionRow, worths: dict[tuple[str, str], Worth]) -> VersionLine:
    worth = worths.get((version.player_id, bot.game))
    return VersionLine(
        id=version.id,
        number=version.number,
        language=version.language,
        state=version.state,  # type: ignore[arg-type]
        active=version.id == bot.active,
        created=version.created.timestamp(),
        note=version.note,
        rating=shown_worth(worth) if worth else None,
    )


def shown_worth(worth: Worth) -> Rated:
    points, margin = Rating(worth.mu, worth.sigma).shown
    return Rated(points=points, margin=margin, matches=worth.matches)


# --- what came of matches --------------------------------------------------------------------------------------------


async def with_results(
    ladders: Ladders,
    page: PlayerPage,
    game: str,
    players: Sequence[PlayerRow],
    worths: dict[tuple[str, str], Worth],
) -> PlayerPage:
    standings = await ladders.standings(game)
    worth = worths.get((page.player.id, game))
    row = standings.row_of(page.player.id)
    page = replaced(
        page,
        place=row.place if row and row.matches else None,
        players=len(standings.rows),
        rating=shown_worth(worth) if worth else None,
        courses=await courses(ladders, game, players, worths),
        opponents=await opponents(ladders, standings, players, worth),
        slowest=await slowest(ladders, [player.id for player in players if player.kind != "person"]),
    )
    return with_league(page, standings, worth) if worth and worth.matches else page


def with_league(page: PlayerPage, standings: Standings, worth: Worth) -> PlayerPage:
    boss = next((row.player for row in standings.rows if row.player.id == page.player.id), None)
    guarded = standings.boss_of(boss) if boss else None
    where = league_of(standings.game, Rating(worth.mu, worth.sigma), standings.ratings())
    ahead = f"Whoever is surely better than this bot is in the league {guarded}." if guarded else where.missing
    return replaced(page, league=where.league.name, ahead=ahead)


async def courses(
    ladders: Ladders, game: str, players: Sequence[PlayerRow], worths: dict[tuple[str, str], Worth]
) -> tuple[Course, ...]:
    found = [await course(ladders, game, player, worths.get((player.id, game))) for player in players[:CURVES]]
    return tuple(one for one in reversed(found) if one.points)


async def course(ladders: Ladders, game: str, player: PlayerRow, worth: Worth | None) -> Course:
    """What the player was worth before its matches, and is now."""
    rows = await ladders.store.course_of(player.id, POINTS, game)
    # A match is followed by the rating before the next one.
    ends = [row.ended.timestamp() for row in rows]
    first = [ends[0] - min(FIRST, ends[-1] - ends[0])] if ends else []
    points = [course_point(at, row.mu, row.sigma) for at, row in zip([*first, *ends], rows, strict=False)]
    if rows and worth:
        points.append(course_point(ends[-1], worth.mu, worth.sigma))
    label = f"version {player.version}" if player.kind == "program" else player.name
    return Course(label=label, points=tuple(points))


def course_point(at: float, mu: float, sigma: float) -> CoursePoint:
    points, margin = Rating(mu, sigma).shown
    return CoursePoint(at=at, points=points, margin=margin)


async def opponents(
    ladders: Ladders, standings: Standings, players: Sequence[PlayerRow], worth: Worth | None
) -> tuple[Opponent, ...]:
    """Of all versions together, the most frequent first."""
    met: dict[str, tuple[PlayerRow, list[int]]] = {}
    for player in players:
        for row in await ladders.store.against(player.id, standings.game.name):
            _, counts = met.setdefault(row.player.id, (row.player, [0, 0, 0]))
            for at, number in enumerate((row.won, row.drawn, row.lost)):
                counts[at] += number
    own = {player.id for player in players}
    rows = sorted((one for id, one in met.items() if id not in own), key=lambda one: -sum(one[1]))
    rated = {row.player.id: row for row in standings.rows}
    found = []
    for rival, (won, drawn, lost) in rows[:MOST_OPPONENTS]:
        theirs = rated.get(rival.id)
        expected = share_of(worth.mu - theirs.mu) if worth and theirs else None
        link = link_to(rival, theirs.bot_id if theirs else None)
        found.append(Opponent(player=link, won=won, drawn=drawn, lost=lost, expected=expected))
    return tuple(found)


async def slowest(ladders: Ladders, player_ids: Collection[str]) -> tuple[SlowDecision, ...]:
    rows = [row for id in player_ids for row in await ladders.store.slowest_of(id, SLOWEST)]
    rows.sort(key=lambda row: -row.seconds)
    return tuple(
        SlowDecision(match=row.match_id, seat=row.seat, seconds=row.seconds, ended=row.ended.timestamp())
        for row in rows[:SLOWEST]
    )
