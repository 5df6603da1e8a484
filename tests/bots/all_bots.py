"""Matches of every house bot of a game, at every level: `python -m tests.bots.all_bots jaffre`.

It prints a JSON object: for each bot what it did first, its faults, and the kernels that its start had not got ready.
The process gets the rules ready, by a match at random, and then plays each bot in a fork of its own, so that none gets
anything ready for another. What is fetched from the compiler's cache counts as not ready as well.
"""

import gc
import json
import sys
import time
import typing
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any, Literal

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import house_bots, named_bot, parameters
from quintain.arbiter.preparing import play_at_random, prepare_rules
from quintain.bots.chance import Chance
from quintain.core import cache, kernel
from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.record import Acted

COMPARED = 20  # actions
A_FEW = 4  # actions of a bot that takes its time, where it is interpreted
QUICK = 0.05  # seconds for those that are compared: a bot that is as quick interpreted plays a whole match there, too
LONGEST = 400  # actions, where they are machine code
AT_RANDOM = 1000  # actions: enough for everything to happen that the rules know
LEAST = {"budget": 0.005, "iterations": 20, "worlds": 2}  # how little a bot may think, so that a match takes seconds
GAME = games.load(sys.argv[1]) if __name__ == "__main__" else None


class Curious(Chance):
    """Asks for all that a bot can be shown, so that the game has it ready."""

    def act(self, turn: Turn) -> Any:
        assert turn.events is not None
        assert turn.view is not None
        return super().act(turn)


def ready() -> set[str]:
    """Every kernel that can be called, once for each combination of types."""
    if cache.MODE == "interpreted":
        return set()
    kernels = [thing for thing in gc.get_objects() if issubclass(type(thing), kernel.Kernel)]
    return {f"{each.__module__}.{each.__qualname__}{types}" for each in kernels for types in each.signatures}


def names(game: Game) -> Iterator[str]:
    """Each bot at each of its levels, thinking as little as it can."""
    for name, kind in house_bots(game).items():
        known = parameters(kind)
        least = [f"{key}={value}" for key, value in LEAST.items() if key in known]
        level = known["level"].annotation if "level" in known else None
        levels = typing.get_args(level) if typing.get_origin(level) is Literal else ()
        for settings in [[f"level={each}", *least] for each in levels] or [least]:
            yield f"{name}:{','.join(settings)}".rstrip(":")


def played(game: Game, bots: list[Bot], longest: int) -> Match:
    match = Match(game, seed=1, longest=longest)
    play(match, [InProcess(bot, bot_rng(1, seat)) for seat, bot in enumerate(bots)])
    return match


def longest(name: str) -> int:
    if cache.MODE != "interpreted":
        return LONGEST
    return A_FEW if "budget" in name else COMPARED


def started(name: str) -> list[Bot]:
    assert GAME
    bots = [named_bot(GAME, name).bot() for _ in GAME.seating(GAME.options())]
    for seat, bot in enumerate(bots):
        bot.start(GAME, seat)
    return bots


def report(name: str) -> dict[str, Any]:
    """What a bot does in a match against itself, and what it needs there that its start has not got ready."""
    assert GAME
    bots = started(name)
    before, began = ready(), time.process_time()
    match = played(GAME, bots, longest(name))
    if cache.MODE == "interpreted" and time.process_time() - began < QUICK:
        match = played(GAME, started(name), LONGEST)
    deeds = [f"{entry.seat}: {entry.actions}" for entry in match.record if isinstance(entry, Acted)]
    return {
        "deeds": deeds[:COMPARED],
        "faults": [fault.why for fault in match.outcome.faults] if match.outcome else [],
        "late": sorted(ready() - before),
    }


def main() -> None:
    assert GAME
    if cache.MODE != "interpreted":
        prepare_rules(GAME)
        play_at_random(GAME)
        played(GAME, [Curious() for _ in GAME.seating(GAME.options())], AT_RANDOM)
    found = list(names(GAME))
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        print(json.dumps(dict(zip(found, pool.map(report, found, chunksize=1), strict=True))))


if __name__ == "__main__":
    main()
