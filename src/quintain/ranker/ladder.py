"""A ladder without a website: its players and their matches are in the database, and matchmaking goes on and on."""

import asyncio
import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from quintain.arbiter.players import NamedBot, named_bot
from quintain.core.errors import QuintainError, WrongSeats
from quintain.core.game import Game, Seat
from quintain.core.outcome import Outcome
from quintain.core.replay import Replay
from quintain.datastore import FinishedMatch, MatchRow, PlayerRow, RatingRow, SeatRow, Store, bot_player
from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Workforce
from quintain.ranker.jobs import Job, Played, Terms
from quintain.ranker.matchmaking import Matchmaker
from quintain.ranker.pairing import rotated, rotations, seated
from quintain.ranker.playing import prepare_players
from quintain.ranker.ratings import NEWCOMER, Rating
from quintain.ranker.stored import rate_anew

GRACE = 2.0  # seconds that matches have to come to their end when somebody stops the ladder
SHORT = 12  # letters of a digest: enough to tell versions of a file apart


def ladder_player(game: Game, name: str) -> PlayerRow:
    """Who is rated under this name: a house bot by the version of the rules, a bot in a file by what is in the file."""
    named_bot(game, name)  # raises what is wrong with it
    word, colon, settings = name.partition(":")
    path = Path(word)
    if path.suffix != ".py" and "/" not in word:
        return bot_player(game.name, game.rules_version, name)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:SHORT]
    version, name = f"{game.rules_version}-{digest}", f"{path.resolve()}{colon}{settings}"
    return PlayerRow(f"bot:{game.name}:{version}:{name}", "bot", name, game=game.name, version=version)


def shown_name(player: PlayerRow) -> str:
    """Short, and with its version where the file may have others."""
    word, colon, settings = player.name.partition(":")
    _, _, digest = (player.version or "").partition("-")
    return f"{Path(word).name}{colon}{settings}" + (f" ({digest[:6]})" if digest else "")


class Place(NamedTuple):
    """A player of the ladder, and why it cannot play now, if it cannot."""

    row: RatingRow
    bot: NamedBot | None
    why: str = ""


def place_of(game: Game, row: RatingRow) -> Place:
    if row.player.kind != "bot":
        return Place(row, None, "is a person")
    try:
        now = ladder_player(game, row.player.name)
    except (QuintainError, OSError) as error:
        return Place(row, None, str(error))
    if now.id != row.player.id:
        return Place(row, None, "has changed since; add it again to rate the new version")
    return Place(row, named_bot(game, row.player.name))


class Ladder:
    """The ladder of a game. Matches are played in whole sets: each seed once in every seating."""

    def __init__(self, game: Game, options: Any, store: Store, runner: asyncio.Runner) -> None:
        self.game, self.options, self.store, self.runner = game, options, store, runner
        self.seats: tuple[Seat, ...] = game.seating(options)

    def add(self, names: Sequence[str]) -> list[PlayerRow]:
        players = [ladder_player(self.game, name) for name in names]
        self.runner.run(self.store.enter_ladder(self.game.name, players, NEWCOMER.mu, NEWCOMER.sigma))
        return players

    def rows(self) -> list[RatingRow]:
        """All players, the strongest first."""
        return self.runner.run(self.store.ladder(self.game.name))

    def places(self) -> list[Place]:
        return [place_of(self.game, row) for row in self.rows()]

    def play(self, matches: int, workforce: Workforce, seed: int | None = None) -> Iterator[list[str]]:
        """Play so many matches, rounded up to whole sets; what is yielded are the ids of those just stored."""
        playing = {place.row.player.name: place for place in self.places() if place.bot}
        sides = rotations(self.seats)
        if len(playing) < sides:
            raise WrongSeats(f"{len(playing)} players can play, and a match takes {sides}; add some to the ladder")
        prepare_players(self.game, [place.bot for place in playing.values() if place.bot])
        rng = Random(secrets.randbits(64) if seed is None else seed)
        maker = Matchmaker(sides, rng)
        for name, (row, _, _) in playing.items():
            maker.enter(name, Rating(row.mu, row.sigma), row.matches)
        jobs = Jobs(self.seats, maker, rng, matches)
        keeper = Keeper(self, {name: place.row.player for name, place in playing.items()})
        dispatcher = Dispatcher(workforce, self.terms(), replays=True)
        try:
            for batch in dispatcher.play(jobs):
                yield keeper.keep([(jobs.taken(played.id), played) for played in batch])
                maker.learn({row.player.name: Rating(row.mu, row.sigma) for row in self.rows()})
        except KeyboardInterrupt:
            for batch in dispatcher.landed(GRACE):
                keeper.keep([(jobs.taken(played.id), played) for played in batch])
            raise

    def terms(self) -> Terms:
        options = msgspec.json.encode(self.options)
        return Terms(game=self.game.name, rules_version=self.game.rules_version, options=options)


class Jobs:
    """The matches of the sets that matchmaking chooses, one after the other, as they are asked for."""

    def __init__(self, seats: Sequence[Seat], maker: Matchmaker, rng: Random, matches: int) -> None:
        self.seats, self.maker, self.rng = seats, maker, rng
        self.sets = -(-matches // rotations(seats))
        self._out: dict[str, Job] = {}

    def __iter__(self) -> Iterator[Job]:
        for _ in range(self.sets):
            lineup = seated(self.maker.next_set(), self.seats)
            seed = secrets.randbits(128)
            for turn in range(rotations(self.seats)):
                players = tuple(lineup[i] for i in rotated(self.seats, turn))
                id, bot_seed = secrets.token_hex(16), self.rng.getrandbits(63)
                self._out[id] = Job(id=id, seed=str(seed), bot_seed=str(bot_seed), players=players)
                yield self._out[id]

    def taken(self, id: str) -> Job:
        return self._out.pop(id)


class Keeper:
    """Stores what was played, with the ratings that follow from it."""

    def __init__(self, ladder: Ladder, players: Mapping[str, PlayerRow]) -> None:
        self.ladder, self.players = ladder, players
        self._last = datetime.min.replace(tzinfo=UTC)

    def keep(self, batch: Sequence[tuple[Job, Played]]) -> list[str]:
        """All of a batch in one transaction; the ids of those that are new."""
        matches = [self.finished(job, played) for job, played in batch]
        return self.ladder.runner.run(self.ladder.store.add_matches(matches, rule=rate_anew))

    def finished(self, job: Job, played: Played) -> FinishedMatch:
        # One after the other: the order in which they came in is the order in which they count.
        self._last = max(datetime.now(UTC), self._last + timedelta(microseconds=1))
        match = MatchRow(
            id=job.id,
            game=self.ladder.game.name,
            rules_version=self.ladder.game.rules_version,
            header=Replay.from_bytes(played.replay).header(),
            began=self._last - timedelta(seconds=played.seconds),
            ended=self._last,
            outcome=msgspec.json.encode(played.outcome),
            rated=True,
            seats=tuple(self.seat(number, name, played.outcome) for number, name in enumerate(job.players)),
        )
        return FinishedMatch(match, played.replay)

    def seat(self, number: int, name: str, outcome: Outcome) -> SeatRow:
        player = self.players[name]
        faults = [str(fault.ending) for fault in outcome.faults if fault.seat == number and not fault.mended]
        return SeatRow(
            number,
            shown_name(player),
            player,
            rank=outcome.ranks[number],
            score=outcome.scores[number],
            fault=faults[0] if faults else None,
            team=self.ladder.seats[number].team,
        )
