"""A match that begins interpreted and goes over to machine code: `python -m tests.bots.switching jaffre`.

It prints what was done in it, what was done in the same match when all of it was compiled, and how much machine code
there was before and after the match went over.
"""

import json
import sys
from typing import Any

from quintain import games
from quintain.arbiter.actors import Answer, InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import house_bots, named_bot, parameters
from quintain.arbiter.preparing import prepare
from quintain.core import meanwhile
from quintain.core.bot import Turn
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.record import Acted
from tests.bots.all_bots import ready

PATIENT = ("rollout", "search", "general")  # they wait for the compiler themselves
LONGEST = 60  # actions
compiled: set[str] = set()
machine_code: list[int] = []


class Counting(InProcess):
    """Counts the turns that it takes; with its second, the compiler is done."""

    turns = 0

    async def answer(self, turn: Turn) -> Answer:
        self.turns += 1
        if self.turns == 2 and not compiled:
            machine_code.append(len(ready()))
            compiled.add(turn.seen.game.name)
            meanwhile.wait_for(turn.seen.game.name)
            machine_code.append(len(ready()))
        return await super().answer(turn)


def steady_bots(game: Game) -> list[str]:
    """Those that do the same whenever they are asked the same: they have no budget of seconds."""
    kinds = house_bots(game).items()
    return [name for name, kind in kinds if name not in PATIENT and "budget" not in parameters(kind)]


def deeds(game: Game, names: list[str], counted: int) -> list[Any]:
    match = Match(game, seed=1, longest=LONGEST)
    bots = [named_bot(game, names[seat % len(names)]) for seat in range(len(match.seats))]
    kinds = [Counting if seat == counted else InProcess for seat in range(len(bots))]
    play(match, [kind(bot.bot(), bot_rng(1, seat)) for seat, (kind, bot) in enumerate(zip(kinds, bots, strict=True))])
    return [str((entry.seat, entry.actions, entry.reason)) for entry in match.record if isinstance(entry, Acted)]


def main() -> None:
    meanwhile.interpret_meanwhile(games.names(), compiled.__contains__, lambda name: prepare(games.load(name)))
    game = games.load(sys.argv[1])
    names = steady_bots(game)[::-1]
    first = deeds(game, names, counted=0)
    print(json.dumps({"switched": first, "compiled": deeds(game, names, counted=-1), "kernels": machine_code}))


if __name__ == "__main__":
    main()
