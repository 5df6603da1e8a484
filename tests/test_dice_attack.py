"""Nobody foretells a secret from what was drawn before: the attack that once succeeded, on every game.

The attacker is given more than any player can see: every number that the rules have drawn so far, in order.
"""

import json
import os
import subprocess
import sys
from math import sqrt
from typing import Any, NamedTuple

import pytest

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.core.bot import Bot, Turn
from quintain.core.dice import keyed, random_below, seeded
from quintain.core.match import Match
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre.rules.dealing import shuffled
from quintain.games.jaffre.rules.state import CARDS, DECK, SEATS
from tests.dice_attack import Draw, attack
from tests.processes import PATIENCE

MATCHES = 6


class Target(NamedTuple):
    """Where a game has dice, and which of its draws are the secret: the last step's, or the last so many."""

    options: dict[str, Any]
    actions: int = 0
    last: int | None = None


TARGETS = {
    "jaffre": Target({}, actions=75),  # the third deal, from the first two
    "rummy": Target({}, actions=400),  # the discards shuffled again, from the deal
    # Everybody's id and side, from the map: a shuffle of eight, and a coin for each pair.
    "planets": Target({"profile": "team", "flavour": "google", "players": 4}, last=7 + 4),
    # These two have no secrets by chance. What is left of a map is not foretold from the rest of it all the same.
    "admiral": Target({"map": "random"}, last=8),
    "bottlebats": Target({"generator": "original", "forts": 60}, last=24),
}


def matches(name: str) -> list[tuple[list[list[Draw]], list[list[Draw]]]]:
    """What is drawn in some matches, step by step: with the dice of matches, and with quick ones as it once was."""
    target = TARGETS[name]
    command = [sys.executable, "-m", "tests.dice_attack", name, str(MATCHES), json.dumps(target.options)]
    environment = {**os.environ, "QUINTAIN_KERNELS": "interpreted"}
    done = subprocess.run(
        [*command, str(target.actions)], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def split(name: str, steps: list[list[Draw]]) -> tuple[list[Draw], list[Draw]]:
    """What the attacker knows, and the secret."""
    draws = [draw for step in steps for draw in step]
    last = TARGETS[name].last or len(steps[-1])
    return draws[:-last], draws[-last:]


def luck(secret: list[Draw], guesses: list[int]) -> tuple[int, float, float]:
    """How many guesses are right; how many would be by chance; and how far from that is nothing unusual."""
    open_ = [(n, number == guess) for (n, number), guess in zip(secret, guesses, strict=True) if n > 1]
    return sum(right for _, right in open_), sum(1 / n for n, _ in open_), sum((1 - 1 / n) / n for n, _ in open_)


def test_every_game_is_attacked() -> None:
    missing = set(games.names()) - set(TARGETS)
    assert not missing, f"say in TARGETS where {', '.join(missing)} has dice"


@pytest.mark.parametrize("name", TARGETS)
def test_the_next_secret_is_foretold_no_better_than_by_guessing(name: str) -> None:
    right, expected, spread = 0, 0.0, 0.0
    for ours, quick in matches(name):
        known, secret = split(name, quick)
        attacker, guesses = attack(known, secret)
        assert attacker.contradictions == 0
        assert guesses == [number for _, number in secret]

        known, secret = split(name, ours)
        attacker, guesses = attack(known, secret)
        assert attacker.contradictions > 0
        hits, chance, variance = luck(secret, guesses)
        right, expected, spread = right + hits, expected + chance, spread + variance
    assert abs(right - expected) < 3.5 * sqrt(spread)


def test_what_the_attacker_sees_are_the_cards_of_the_players() -> None:
    """The numbers that a shuffle drew can be read off the cards in the order in which they were dealt."""
    for rng in (keyed("match", 5), seeded("match", 5)):
        match = Match(JAFFRE, seed=5)
        match.rng = rng
        packs = [shuffled(DECK, rng) for _ in range(4)]
        known = [draw for pack in packs[:3] for draw in draws_of(list(map(int, pack)))]
        secret = draws_of(list(map(int, packs[3])))
        _, guesses = attack(known, secret)
        assert (guesses == [number for _, number in secret]) == (len(rng) == 1)
    hands = match.position.state.hands
    dealt = shuffled(DECK, keyed("match", 5))
    assert [sum(1 << int(card) for card in dealt[seat::SEATS]) for seat in range(SEATS)] == hands


def draws_of(pack: list[int]) -> list[Draw]:
    """Card i was put to place j, and what lay there to place i: taken back from the last card on."""
    found = []
    for i in reversed(range(CARDS)):
        j = pack.index(i)
        pack[j] = pack[i]
        found.append((i + 1, j))
    return found[::-1]


# --- bots' own dice


class Roller(Bot):
    """Shows many numbers of its dice, and takes the first legal action."""

    def __init__(self, shown: list[list[Draw]]) -> None:
        self.shown = shown

    def act(self, turn: Turn) -> Any:
        self.shown.append([(32, random_below(turn.rng, 32)) for _ in range(20)])
        return turn.legal[0]


def test_a_bots_next_choice_is_not_foretold_from_those_before() -> None:
    shown: list[list[Draw]] = []
    play(Match(JAFFRE, longest=40), [InProcess(Roller(shown), bot_rng(1, seat)) for seat in range(4)])
    right = 0
    for before, after in zip(shown, shown[4:], strict=False):  # the same seat's next turn
        _, guesses = attack(before[:16], before[16:])
        assert guesses == [number for _, number in before[16:]], "its dice of one turn are quick ones"
        _, guesses = attack(before, after)
        right += luck(after, guesses)[0]
    assert len(shown) == 40
    assert right < 36 * 20 / 32 + 3.5 * sqrt(36 * 20 / 32)
