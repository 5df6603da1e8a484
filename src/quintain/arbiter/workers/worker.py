"""A worker: a process that hosts bots and runs their errands, one after the other, until the server hangs up."""

import pickle
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from quintain import games
from quintain.arbiter.actors import Failure, described, listed
from quintain.arbiter.players import named_bot
from quintain.arbiter.workers.line import NOTHING, Reply, Shown, Start, encode_reply, framed, received
from quintain.core.bot import Bot, Turn
from quintain.core.errors import IllegalAction
from quintain.core.game import Game
from quintain.core.outcome import Ending, Outcome
from quintain.core.position import Position

packed = msgspec.msgpack.Encoder().encode


@dataclass
class Hosted:
    """A bot in this process, and what does not change from turn to turn."""

    bot: Bot
    game: Game
    seat: int
    options: Any = None

    def turn(self, shown: Shown) -> Turn:
        if shown.options is not None:
            self.options = shown.options
        record = np.frombuffer(shown.record, np.int64).copy()
        seen = Position(self.game, self.options, record, shown.acting)
        return Turn(self.seat, seen, shown.rng, shown.events, shown.clock, shown.number)


def serve(line: socket.socket) -> None:
    """Run errands until the server hangs up."""
    bots: dict[int, Hosted] = {}
    while frame := received(line):
        verb, number, content = pickle.loads(frame)
        if verb == "drop":
            bots.pop(number, None)
        else:
            line.sendall(framed(encode_reply(run(bots, verb, number, content))))


def run(bots: dict[int, Hosted], verb: str, number: int, content: Any) -> Reply:
    """What comes of an errand. Whatever the bot raises, even to stop the program, is its own fault."""
    began = time.process_time()
    try:
        reply = VERBS[verb](bots, number, content)
    except Failure as failure:
        reply = Reply(0.0, failure.ending, failure.why)
    except BaseException as error:  # noqa: BLE001
        reply = Reply(0.0, Ending.CRASHED, described(error))
    reply.seconds = time.process_time() - began
    return reply


def start(bots: dict[int, Hosted], number: int, wanted: Start) -> Reply:
    game = games.load(wanted.game)
    bot = named_bot(game, wanted.player).bot()
    bot.start(game, wanted.seat)
    bots[number] = Hosted(bot, game, wanted.seat)
    return Reply(0.0, silent=bot.silent)


def act(bots: dict[int, Hosted], number: int, shown: Shown) -> Reply:
    hosted = bots[number]
    turn = hosted.turn(shown)
    try:
        actions = hosted.game.turn(listed(hosted.bot.act(turn)))
    except IllegalAction as error:
        raise Failure(Ending.ILLEGAL, str(error)) from error
    return told(turn, msgspec.Raw(packed(actions)))


def speak(bots: dict[int, Hosted], number: int, shown: Shown) -> Reply:
    turn = bots[number].turn(shown)
    bots[number].bot.speak(turn)
    return told(turn)


def finish(bots: dict[int, Hosted], number: int, outcome: Outcome) -> Reply:
    bots.pop(number).bot.finish(outcome)
    return Reply(0.0)


def told(turn: Turn, actions: msgspec.Raw = NOTHING) -> Reply:
    words = msgspec.Raw(packed(turn.words))
    return Reply(0.0, actions=actions, words=words, reason=turn.reason)


VERBS: dict[str, Callable[[dict[int, Hosted], int, Any], Reply]] = {
    "start": start,
    "act": act,
    "speak": speak,
    "finish": finish,
}
