"""What a worker does: it plays a batch of matches and returns what came of them."""

import sys
import threading
import time
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from typing import Any

import msgspec

from quintain import games
from quintain.arbiter import actors as seating
from quintain.arbiter import loop
from quintain.arbiter.actors import Failure, bot_rng
from quintain.arbiter.players import Named, named_player
from quintain.arbiter.preparing import prepare_rules
from quintain.arbiter.programs.player import Handling
from quintain.core.clock import UNLIMITED
from quintain.core.errors import UnknownRules
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.record import Acted, Struck
from quintain.core.replay import Replay
from quintain.ranker.jobs import Job, Pace, Played, Terms

# A cluster's worker may have several threads, and bots print and keep things in their modules as if they were alone.
_alone = threading.Lock()


def play_batch(terms: Terms, jobs: Sequence[Job], replays: bool) -> bytes:
    """Play these matches; what comes back is read as typed data, so that it can do no harm."""
    # What a bot prints must not get between the results.
    with _alone, redirect_stdout(sys.stderr):
        return msgspec.msgpack.encode([play(terms, job, replays) for job in jobs])


def read_batch(data: Any) -> list[Played]:
    """What a worker has returned; raises msgspec.MsgspecError or TypeError if it is something else."""
    return msgspec.msgpack.decode(data, type=list[Played])


def play(terms: Terms, job: Job, replays: bool = False) -> Played:
    match, actors = match_of(terms, job)
    began = time.perf_counter()
    outcome = loop.play(match, actors, dice=int(job.bot_seed))
    return Played(
        id=job.id,
        outcome=outcome,
        actions=match.actions,
        seconds=round(time.perf_counter() - began, 6),
        paces=paces(match),
        struck=tuple(entry.seat for entry in match.record if isinstance(entry, Struck)),
        replay=Replay.of(match).to_bytes() if replays else b"",
    )


def match_of(terms: Terms, job: Job) -> tuple[Match, list[Any]]:
    """The match before its beginning, and who answers for its seats."""
    game, options = loaded(terms)
    named = [player_named(game, name, terms.trusted) for name in job.players]
    match = Match(
        game,
        options,
        int(job.seed),
        players=[bot.player for bot in named],
        time_control=terms.control,
        faults=terms.faults,
    )
    return match, [bot.actor(bot_rng(int(job.bot_seed), seat)) for seat, bot in enumerate(named)]


@cache
def loaded(terms: Terms) -> tuple[Game, Any]:
    game = games.load(terms.game)
    if game.rules_version != terms.rules_version:
        raise UnknownRules(
            f"a worker has version {game.rules_version} of the {game.name} rules, not {terms.rules_version}: "
            "install the same Quintain everywhere"
        )
    prepare_rules(game)  # off everybody's clock
    return game, game.options_from(msgspec.json.decode(terms.options))


@cache
def player_named(game: Game, name: str, trusted: bool) -> Named:
    return named_player(game, name, Handling(trusted=trusted))


def paces(match: Match) -> tuple[Pace, ...]:
    spent: list[list[float]] = [[] for _ in match.seats]
    for entry in match.record:
        if isinstance(entry, Acted | Struck):
            spent[entry.seat].append(entry.spent)
    return tuple(Pace(len(each), round(sum(each), 6), round(max(each, default=0.0), 6)) for each in spent)


def prepare_players(game: Game, players: Sequence[Named]) -> None:
    """Compile here and once what the workers will need; they find it in a cache."""
    prepare_rules(game)
    options = game.options_from({})
    for player in players:
        actor = player.actor(bot_rng(0, 0))
        if actor.immediate:
            with suppress(Failure):  # it will fail in its matches and be charged there
                loop.without_waiting(actor.start(seating.Terms(game, options, 0, player.name, UNLIMITED)))
