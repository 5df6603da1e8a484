"""Getting a game ready: whatever would be compiled in the middle of a match is compiled now.

`python -m quintain.arbiter.preparing GAME` does so for other processes: what it compiles is kept in a cache. It prints
a line for every step, like `3 9 veteran`: the third of nine is done. With the word `later` it leaves the machine to
others; with `helping` it only does the game's own bots, strongest first, while another process begins at the other end;
with `attended` it ends as soon as whoever holds its input is gone.
"""

import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import NamedTuple

from quintain import games
from quintain.arbiter.players import bots_of, house_bots
from quintain.bots.chance import Chance
from quintain.bots.playouts import random_decisions
from quintain.core import cache, meanwhile
from quintain.core.bot import Bot, Turn
from quintain.core.dice import random_below, seeded
from quintain.core.game import EVERYTHING, Game
from quintain.core.kernel import PUBLIC, compilations, yardstick
from quintain.core.match import Match
from quintain.core.position import Position

LATER = 10  # how nice a process is that nobody waits for; nicer still while somebody waits for another
WARM_UP = 30  # actions: as many as it takes to see what every match does
RULES = "rules"


class Step(NamedTuple):
    name: str
    use: Callable[[], None]


def prepare(game: Game, done: Callable[[int, str], None] = lambda number, name: None) -> None:
    """Use all of a game once: its rules, random play, and the kernels of every house bot."""
    for number, step in enumerate(steps(game), 1):
        step.use()
        done(number, step.name)


def steps(game: Game) -> list[Step]:
    """All that there is to compile of a game, what matches need first."""
    bots = [Step(name, partial(start, game, kind)) for name, kind in house_bots(game).items()]
    return [Step(RULES, partial(prepare_rules, game)), Step("random play", partial(play_at_random, game)), *bots]


def prepare_rules(game: Game) -> None:
    """Use the rules once; after the first time on a machine they come from a cache."""
    position, dice = Position.start(game), seeded("prepare")
    seat = position.acting[0]
    position.seen_by(seat).imagined(seat, dice)
    position.play(seat, position.legal(seat)[0], dice).scores()
    random_below(dice, 2)


def play_at_random(game: Game) -> None:
    """Random play in a kernel, and a match with all that is shown of it."""
    random_decisions(game, 100)
    match, dice, chance = Match(game, seed=1, longest=WARM_UP), seeded("prepare"), Chance()
    while not match.outcome:
        position = match.position
        seat = position.acting[0]
        for eyes in (seat, PUBLIC, EVERYTHING):
            position.view(eyes)
        action = chance.act(Turn(seat, position.seen_by(seat), dice))
        position.why_not(seat, action)
        match.act(seat, action, 0.0)
    match.tellings()


def start(game: Game, kind: type[Bot]) -> None:
    kind().start(game, 0)


# --- what other processes have compiled ------------------------------------------------------------------------------


def kernels_of(game: str) -> tuple[str, ...]:
    """The modules whose kernels a match of this game may need."""
    return f"quintain.games.{game}.rules", f"quintain.games.{game}.bots", "quintain.bots"


def is_compiled(game: str) -> bool:
    """Does nothing of the game need the compiler any more?"""
    return cache.cached(*kernels_of(game))


def begin_interpreted() -> None:
    """Let nobody in this process wait for a compiler: games are interpreted until they are compiled and loaded."""
    if cache.MODE != "interpreted":
        meanwhile.interpret_meanwhile(games.names(), is_compiled, lambda name: prepare(games.load(name)))


def load(game: Game) -> None:
    """Have all of a game as machine code in this process."""
    meanwhile.load(game.name) if meanwhile.interpreting(game.name) else prepare(game)


class Cost(NamedTuple):
    """What it took to compile a game."""

    seconds: float  # of a processor
    yardstick: float  # seconds for a kernel that is always the same: a slow or busy machine needs longer for both
    kernels: int
    compilations: int


def compile_game(name: str) -> None:
    """Compile all of a game into the cache, and tell how far it has come."""
    gc.disable()  # the compiler keeps nearly all that it makes: looking for what it does not costs a tenth of the time
    game = games.load(name)
    total = len(steps(game))
    print(0, total, "begun", flush=True)
    with compilations() as kernels:
        began = time.process_time()
        prepare(game, lambda number, step: print(number, total, step, flush=True))
        seconds = time.process_time() - began
    cost = Cost(seconds, yardstick(), len(kernels), sum(kernels.values()))
    cache.mark_cached(*kernels_of(name), note=json.dumps(cost._asdict()))


def help_to_compile(name: str) -> None:
    gc.disable()
    game = games.load(name)
    for step in reversed(steps(game)):
        if step.name in own_bots(game):
            step.use()


def own_bots(game: Game) -> set[str]:
    package = import_module(f"quintain.games.{game.name}.bots")
    return set(bots_of(package))


def cost_of(game: str) -> Cost:
    """What it took to compile this game, which has been compiled."""
    return Cost(**json.loads(cache.note_of(*kernels_of(game))))


def end_when_left_alone() -> None:
    """Nobody who was killed has told us to stop; but the other end of our input is gone with them."""

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main(name: str, *how: str) -> None:
    if "attended" in how:
        end_when_left_alone()
    if "later" in how:
        os.nice(LATER)
    help_to_compile(name) if "helping" in how else compile_game(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
