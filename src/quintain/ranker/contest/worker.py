"""A worker of the ladder: it plays matches, or looks into what another one has played, until nobody asks any more."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from quintain import games
from quintain.arbiter import loop
from quintain.arbiter.actors import bot_rng
from quintain.arbiter.players import Named, named_bot
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.folder_player import named_folder
from quintain.arbiter.programs.player import Handling
from quintain.arbiter.workers.line import framed, received
from quintain.core.errors import BadReplay, QuintainError, UnknownRules
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.record import Player
from quintain.core.replay import Replay
from quintain.ranker.contest.budget import Budget
from quintain.ranker.contest.errands import (
    Beat,
    Check,
    Entrant,
    Errand,
    Finished,
    Order,
    Reply,
    Right,
    Trouble,
    Written,
    encode,
    read_errand,
)
from quintain.ranker.jobs import Played, fits
from quintain.ranker.playing import paces
from quintain.sandbox.processes import tree_cpu

LOOK = 0.1  # seconds between two looks at what was spent
BEAT = 1.0  # seconds between two signs of life
LONGEST_BUILD = 600  # signs of life while programs are built
NAP = 0.5  # seconds, at the longest, without a sign of life
AHEAD = 0.25  # seconds' worth of processor time that a match may be ahead of its share

Tell = Callable[[Beat], None]


def serve(line: socket.socket) -> None:
    def tell(reply: Reply) -> None:
        line.sendall(framed(encode(reply)))

    while frame := received(line):
        tell(answer(read_errand(frame), tell))


def answer(errand: Errand, tell: Tell) -> Reply:
    """What comes of an errand."""
    try:
        return examined(errand) if isinstance(errand, Check) else played(errand, tell)
    except QuintainError as error:
        return Trouble(str(error))


# --- playing ---------------------------------------------------------------------------------------------------------


def played(order: Order, tell: Tell) -> Finished:
    """Play the match to its end."""
    game, accounts = game_of(order), list[Account]()
    with telling(tell):
        named = {id: named_entrant(game, entrant, accounts) for id, entrant in order.entrants.items()}
    try:
        match = match_of(game, order)
        actors = [actor_of(named[id], order, seat) for seat, id in enumerate(order.job.players)]
        began = time.perf_counter()
        outcome = loop.play(match, actors, Pacing(order.share, tell), dice=int(order.job.bot_seed))
    finally:
        for player in named.values():
            player.close()
    result = Played(
        id=order.job.id,
        outcome=outcome,
        actions=match.actions,
        seconds=round(time.perf_counter() - began, 6),
        paces=paces(match),
        replay=Replay.of(match).to_bytes(),
    )
    written = tuple(Written(account.seat, account.log.text.encode()) for account in accounts if account.log.size)
    return Finished(played=result, logs=written)


def game_of(order: Order) -> Game:
    game = games.load(order.game)
    if game.rules_version != order.rules_version:
        raise UnknownRules(f"this is version {game.rules_version} of the {game.name} rules, not {order.rules_version}")
    return game


def named_entrant(game: Game, entrant: Entrant, accounts: list[Account]) -> Named:
    """Programs of strangers are confined, always."""
    if not entrant.version_id:
        return named_bot(game, entrant.name)
    from quintain.arbiter.uploads.workshop import folder_of  # here, for most workers play bots of the house alone

    folder = folder_of(entrant.version_id, entrant.source)
    return named_folder(game, str(folder), Handling(told=accounts.append))


@contextmanager
def telling(tell: Tell) -> Iterator[None]:
    """While something is built, which has a bound of its own: tell that nobody needs to worry."""
    done = threading.Event()

    def go_on() -> None:
        for _ in range(LONGEST_BUILD):
            if done.wait(BEAT):
                return
            tell(Beat(0))

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def actor_of(named: Named, order: Order, seat: int) -> Any:
    """Bots of the house have as long as their settings make them think: they are ours, and the machine is busy."""
    program = bool(order.entrants[order.job.players[seat]].version_id)
    return named.actor(bot_rng(int(order.job.bot_seed), seat), timed=program)


def match_of(game: Game, order: Order) -> Match:
    return Match(
        game,
        game.options_from(msgspec.json.decode(order.options)),
        int(order.job.seed),
        players=players_of(order),
        time_control=order.control,
        faults=order.faults,
    )


def players_of(order: Order) -> list[Player]:
    """By the names that people know; where the files of a program are is nobody's business."""
    entrants = [(id, order.entrants[id]) for id in order.job.players]
    return [
        Player(one.name, "program", id=id) if one.version_id else Player(one.name, timed=False) for id, one in entrants
    ]


class Pacing:
    """Looks on at a match: tells that it goes on, and lets it rest when it has spent more than its share."""

    def __init__(self, share: float, tell: Tell) -> None:
        self._budget = Budget(share, lambda: time.process_time() + tree_cpu(os.getpid()), ahead=AHEAD)
        self._tell, self._told, self._looked = tell, 0.0, time.monotonic()

    def __call__(self, match: Match) -> None:
        now = time.monotonic()
        if now < self._looked + LOOK:
            return
        until = now + self._budget.rest()
        self.tell(match)
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, NAP))
            self.tell(match)
        self._looked = time.monotonic()

    def tell(self, match: Match) -> None:
        if time.monotonic() > self._told + BEAT:
            self._told = time.monotonic()
            self._tell(Beat(match.actions))


# --- looking into a result -------------------------------------------------------------------------------------------


def examined(check: Check) -> Right | Trouble:
    """Is this what came of the order? The record is believed about time and faults, and about nothing else."""
    order, played = check.order, check.played
    if not fits(order.job, played):
        return Trouble("the result does not fit the fixture")
    game = game_of(order)
    replay = Replay.from_bytes(played.replay)
    if differs := difference(replay, Replay.of(match_of(game, order))):
        return Trouble(f"the replay is of another match: {differs}")
    match = last(replay, game)
    if match.outcome is None or match.outcome != played.outcome:
        return Trouble("the replay does not lead to this outcome")
    if (match.actions, paces(match)) != (played.actions, played.paces):
        return Trouble("the replay does not tell of these actions or times")
    return Right(replay.header())


def difference(replay: Replay, expected: Replay) -> str:
    """Which part of the beginning is not as it was ordered."""
    parts = ("game", "rules_version", "options", "seed", "players", "time_control", "faults", "longest")
    return ", ".join(name for name in parts if getattr(replay, name) != getattr(expected, name))


def last(replay: Replay, game: Game) -> Match:
    *_, (_, match) = replay.steps(game)
    if match.outcome is None:
        raise BadReplay("the match has not come to its end")
    return match
