"""The published Basic bot. The other published bots are the same with other manners."""

from functools import cache

from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.games.rummy.actions import Action, decode
from quintain.games.rummy.bots.manners import BASIC, CHANCE, NOW, WITH, decide, workspace
from quintain.games.rummy.rules.state import BUY, DISCARD, GO_DOWN, GO_OUT, PASS, TAKE

WORDS = {
    TAKE: "takes the discard",
    BUY: "asks for the discard",
    PASS: "does not want the discard",
    GO_DOWN: "goes down",
    GO_OUT: "goes out",
    DISCARD: "cannot lay down anything",
}


class Basic(Bot):
    """Takes and buys every discard that improves its hand by the published evaluation."""

    strength = 20
    documented = True
    listens = False
    manner = BASIC  # how it treats the discard

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> list[Action]:
        rows, numbers = workspace()
        n = decide(turn.seen.record.copy(), turn.seat, self.manner, turn.rng, rows, numbers)
        kind = int(rows[0, 0])
        text = WORDS.get(kind, "leaves the discard" if kind < GO_DOWN else "lays off")
        found = {"value": float(numbers[NOW])}
        if kind < GO_DOWN:
            found |= {"with_discard": float(numbers[WITH]), "dice": float(numbers[CHANCE])}
        turn.explain(text, **found)
        return [decode(row) for row in rows[:n].tolist()]


@cache
def prepare(game: Game) -> None:
    """Use them once, so that no compiling happens on the clock."""
    opening = Position.start(game).seen_by(0).record.copy()
    decide(opening, 0, BASIC, seeded("rummy"), *workspace())
