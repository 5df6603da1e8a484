"""A store with a contest in it: house bots, people and uploaded bots who have played rated matches."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from argon2 import PasswordHasher

from quintain import games
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.record import Player
from quintain.core.replay import Replay
from quintain.datastore import (
    BotRow,
    FinishedMatch,
    LogRow,
    MatchRow,
    PlayerRow,
    SeatRow,
    Store,
    VersionRow,
    bot_player,
    person_player,
)
from quintain.datastore.ratings import Key
from quintain.ranker.pairing import seated
from quintain.ranker.ratings import NEWCOMER
from quintain.ranker.stored import rates

GAME = "jaffre"
OPTIONS = {"target": 1}
OWNER, PASSWORD = "Olive", "correct horse"
MARKUP = "<img src=x id=xss>"
HOUSE = ("chance", "intermediate", "advanced", "shark")  # the weakest first
PASSED = b'{"passed":true,"summary":"It plays.","lines":["It won 2 of 4 matches."]}'
REFUSED = (
    b'{"passed":false,"summary":"It did not start.","mistakes":["bot.py has no main function"],"advice":["Add one."]}'
)


class Contest(NamedTuple):
    owner: str  # whose bots these are
    bot: str
    other: str  # a bot of somebody with a strange name
    house: str  # the best house bot, as a player
    matches: list[str]  # the newest last


def filled(database: Path | str, matches: int = 40) -> Contest:
    """All of it in a database that nobody has open. The owner is an administrator, too."""

    async def fill() -> Contest:
        async with await Store.open(database) as store:
            return await contest_in(store, matches)

    # In a thread, for a browser's event loop may run in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(fill())).result()


async def contest_in(store: Store, matches: int) -> Contest:
    rules, now = games.load(GAME), datetime.now(UTC)
    owner = (await store.create_person("olive", OWNER, PasswordHasher().hash(PASSWORD))).id
    await store.set_admin(owner, True)
    stranger = await store.create_person("stranger", MARKUP[:24], "no password")
    person = await store.create_person("rated-ann", "Ann Onymous", "no password")
    bot = await new_bot(store, owner, "Trickster", ["Python", "Python", "C"], now)
    other = await new_bot(store, stranger.id, MARKUP, ["Rust"], now)
    await add_refused(store, bot.id, now)
    house = [bot_player(GAME, rules.rules_version, name) for name in HOUSE]
    uploaded = [
        PlayerRow(f"program:{id}", "program", one.name, game=GAME, version="1")
        for one, id in await ready(store, [bot, other])
    ]
    field = [*house[:2], *uploaded, person_player(person.id, person.name), *house[2:]]
    await store.enter_ladder(
        GAME, [*field, bot_player(GAME, rules.rules_version, "search:iterations=200")], NEWCOMER.mu, NEWCOMER.sigma
    )
    ids = await played(store, rules, field, matches, now)
    return Contest(owner, bot.id, other.id, house[-1].id, ids)


async def new_bot(store: Store, owner: str, name: str, languages: Sequence[str], now: datetime) -> BotRow:
    bot = BotRow(
        id=f"bot-{len(name)}-{owner}"[:40],
        game=GAME,
        name=name,
        owner_id=owner,
        created=now,
        about=f"Counts trumps. {MARKUP}",
    )
    await store.create_bot(bot)
    for number, language in enumerate(languages):
        version = VersionRow(id=f"{bot.id}-{number}", bot_id=bot.id, language=language, created=now, note="bolder bids")
        await store.add_version(version, b"")
        await store.claim_version("test", 60)
        await store.judge_version(version.id, "test", "ready", PASSED)
    await store.set_active(bot.id, f"{bot.id}-{len(languages) - 1}")
    return bot


async def add_refused(store: Store, bot: str, now: datetime) -> None:
    await store.add_version(VersionRow(id=f"{bot}-refused", bot_id=bot, language="Python", created=now), b"")
    await store.claim_version("test", 60)
    await store.judge_version(f"{bot}-refused", "test", "refused", REFUSED)


async def ready(store: Store, bots: Sequence[BotRow]) -> list[tuple[BotRow, str]]:
    """The versions that can play, by bot."""
    versions = [(bot, version) for bot in bots for version in await store.versions_of(bot.id)]
    return [(bot, version.id) for bot, version in versions if version.state == "ready"]


async def played(store: Store, game: Game, field: Sequence[PlayerRow], matches: int, now: datetime) -> list[str]:
    """The later in the field, the stronger; one match a minute, the last one just now."""
    rng, replay, ids = Random(1), by_chance(game), []
    for number in range(matches):
        weaker, stronger = sorted(rng.sample(range(len(field)), 2))
        won = rng.random() < 0.5 + 0.06 * (stronger - weaker)
        winner, loser = (stronger, weaker) if won else (weaker, stronger)
        row = match_row(game, replay, field[winner], field[loser], now - timedelta(minutes=matches - number), number)
        ended = row.match.ended or now
        logs = [
            LogRow(row.match.id, seat.seat, seat.player.id, b"thinking hard\n")
            for seat in row.match.seats
            if seat.player.kind == "program"
        ]
        await store.add_matches([row], [rates(GAME, Key(ended, row.match.id)), store.put_logs(logs)])
        ids.append(row.match.id)
    return ids


def match_row(
    game: Game, replay: Replay, winner: PlayerRow, loser: PlayerRow, ended: datetime, number: int
) -> FinishedMatch:
    outcome = replay.outcome
    assert outcome is not None
    seats = game.seating(game.options_from(OPTIONS))
    best = seats[outcome.ranks.index(1)].team
    lineup = seated([winner, loser] if best == 0 else [loser, winner], seats)
    told = msgspec.structs.replace(replay, players=tuple(seat_player(one) for one in lineup))
    match = MatchRow(
        id=f"match-{number:04}",
        game=game.name,
        rules_version=game.rules_version,
        header=told.header(),
        began=ended - timedelta(seconds=20),
        ended=ended,
        outcome=msgspec.json.encode(outcome),
        rated=True,
        seats=tuple(
            SeatRow(
                seat,
                one.name,
                one,
                rank=outcome.ranks[seat],
                score=outcome.scores[seat],
                team=seats[seat].team,
                slowest=0.1 + number / 100,
            )
            for seat, one in enumerate(lineup)
        ),
    )
    return FinishedMatch(match, told.to_bytes())


def seat_player(player: PlayerRow) -> Player:
    if player.kind == "person":
        return Player(player.name, "person", id=player.person_id or "")
    return (
        Player(player.name, "program", id=player.id) if player.kind == "program" else Player(player.name, timed=False)
    )


def by_chance(game: Game) -> Replay:
    """A match that somebody has won."""
    for seed in range(100):
        dice = Random(seed)
        match = Match(game, game.options_from(OPTIONS), seed, players=[Player("chance", timed=False)] * 4)
        at = 0.0
        while not match.outcome:
            seat = match.position.acting[0]
            at += 0.1
            match.act(seat, dice.choice(match.position.legal(seat)), at)
        if sorted(match.outcome.ranks) == [1, 1, 2, 2] or 2 in match.outcome.ranks:
            return Replay.of(match)
    raise AssertionError("nobody ever wins")
