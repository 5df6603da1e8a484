"""What an attacker on the dice has: every number that was drawn so far, and linear algebra.

`python -m tests.dice_attack jaffre 3 '{"target": 41}' 400` prints what is drawn in three matches of so many actions,
step by step, first with keyed dice and then with one quick generator for the whole match, as it once was. It needs
QUINTAIN_KERNELS=interpreted.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from quintain import games
from quintain.core import match as matches
from quintain.core.dice import random_below, seeded
from quintain.core.game import Game
from quintain.core.kernel import Cells

Draw = tuple[int, int]  # a number below what, and which one

BITS = 64
WORD = 32
MOST_GUESSED = 12  # bits


# --- what is drawn


def drawn(game: Game, options: Any, seed: int, actions: int, dice: Callable[..., Cells]) -> list[list[Draw]]:
    """All numbers that the rules draw in a match with such dice: in the set-up, and in each action that draws any."""
    log: list[list[Draw]] = [[]]

    def recording(rng: Cells, n: int) -> int:
        log[-1].append((int(n), random_below(rng, n)))
        return log[-1][-1][1]

    for name, module in list(sys.modules.items()):
        if name.startswith(f"quintain.games.{game.name}.rules") and hasattr(module, "random_below"):
            module.random_below = recording  # type: ignore[attr-defined]
    matches.keyed = dice  # type: ignore[attr-defined]
    match = matches.Match(game, options, seed)
    for _ in range(actions):
        seat = match.position.acting[0]
        log.append([])
        match.act(seat, game.default(match.position.seen_by(seat), seat))
    return [step for step in log if step]


# --- what an attacker makes of it


class Attacker:
    """Takes all numbers for those of one xorshift generator. What it knows of them are linear equations over two
    numbers (exclusive or) in the 64 bits that the generator began with."""

    def __init__(self) -> None:
        self.now = [1 << bit for bit in range(BITS)]  # each bit of the generator now, as a set of bits at the beginning
        self.equations: dict[int, tuple[int, int]] = {}  # by highest bit: which bits, and what they come to
        self.contradictions = 0

    def step(self) -> None:
        self.now = [row ^ (self.now[bit - 13] if bit >= 13 else 0) for bit, row in enumerate(self.now)]
        self.now = [row ^ (self.now[bit + 7] if bit + 7 < BITS else 0) for bit, row in enumerate(self.now)]
        self.now = [row ^ (self.now[bit - 17] if bit >= 17 else 0) for bit, row in enumerate(self.now)]

    def see(self, draw: Draw) -> None:
        """The word behind a number lies between two others; the bits that these begin with alike are its own."""
        n, number = draw
        self.step()
        low, high = -(-(number << WORD) // n), -(-(number + 1 << WORD) // n) - 1
        for bit in reversed(range(WORD)):
            if (low ^ high) >> bit & 1:
                return
            self.learn(self.now[WORD + bit], low >> bit & 1)

    def learn(self, bits: int, value: int) -> None:
        while bits and bits.bit_length() in self.equations:
            known, sum_ = self.equations[bits.bit_length()]
            bits, value = bits ^ known, value ^ sum_
        if bits:
            self.equations[bits.bit_length()] = bits, value
        else:
            self.contradictions += value

    def beginnings(self) -> Iterator[int]:
        """What the generator may have begun with; if very much is left to guess, only a few of them."""
        free = [bit for bit in range(BITS) if bit + 1 not in self.equations][:MOST_GUESSED]
        for guess in range(1 << len(free)):
            found = sum((guess >> i & 1) << bit for i, bit in enumerate(free))
            for highest in sorted(self.equations):
                bits, value = self.equations[highest]
                found |= (value ^ (bits & found).bit_count() & 1) << (highest - 1)
            yield found


def quick_rolls(beginning: int, draws: list[Draw]) -> list[int]:
    rng = np.array([beginning - (1 << BITS) if beginning >> (BITS - 1) else beginning])
    return [random_below(rng, n) for n, _ in draws]


def attack(known: list[Draw], secret: list[Draw]) -> tuple[Attacker, list[int]]:
    """What an attacker who has seen the known numbers takes the secret ones to be."""
    attacker = Attacker()
    for draw in known:
        attacker.see(draw)
    numbers, possible = [number for _, number in known], list(attacker.beginnings())
    fitting = (beginning for beginning in possible if quick_rolls(beginning, known) == numbers)
    return attacker, quick_rolls(next(fitting, possible[0]), known + secret)[len(known) :]


if __name__ == "__main__":
    name, seeds, options, actions = sys.argv[1:]
    game = games.load(name)
    settings = game.options_from(json.loads(options))
    kinds = (matches.keyed, seeded)  # type: ignore[attr-defined]
    for seed in range(int(seeds)):
        print(json.dumps([drawn(game, settings, seed, int(actions), dice) for dice in kinds]))
