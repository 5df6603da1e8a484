"""Dice: the published numbers of ChaCha20, steps, and that every number is as likely as another."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.core.cache import MODES
from quintain.core.dice import (
    BLOCK,
    COUNTER,
    KEY,
    STEP,
    USED,
    WORDS,
    keyed,
    keyed_word,
    next_step,
    random_below,
    roll_anew,
    seeded,
)
from quintain.core.kernel import Cells
from tests.processes import PATIENCE

Make = Callable[..., Cells]

both = pytest.mark.parametrize("make", [seeded, keyed])

# RFC 8439, 2.3.2 and A.1: key, counter, nonce, block.
BLOCKS = [
    (
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        1,
        "000000090000004a00000000",
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        "00" * 32,
        0,
        "00" * 12,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        "00" * 32,
        1,
        "00" * 12,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        "00" * 31 + "01",
        1,
        "00" * 12,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
    (
        "00ff" + "00" * 30,
        2,
        "00" * 12,
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
        "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    ),
    (
        "00" * 32,
        0,
        "00" * 11 + "02",
        "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
        "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
    ),
]


def block(key: str, counter: int, nonce: str) -> str:
    rng = keyed()
    rng[KEY:COUNTER] = np.frombuffer(bytes.fromhex(key), "<u4")
    rng[COUNTER] = counter
    rng[STEP:USED] = np.frombuffer(bytes.fromhex(nonce), "<u4")
    keyed_word(rng)
    return rng[WORDS:].astype("<u4").tobytes().hex()


def rolls(rng: Cells, n: int = 40, below: int = 1000) -> list[int]:
    return [random_below(rng, below) for _ in range(n)]


# --- what the numbers are


@pytest.mark.parametrize(("key", "counter", "nonce", "expected"), BLOCKS)
def test_blocks_are_those_of_the_standard(key: str, counter: int, nonce: str, expected: str) -> None:
    assert block(key, counter, nonce) == expected


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_rolls_the_same(mode: str) -> None:
    code = (
        "from tests.core.test_dice import BLOCKS, block, keyed, rolls, seeded\n"
        "assert [block(*given) for *given, _ in BLOCKS] == [expected for *_, expected in BLOCKS]\n"
        "print(rolls(seeded('golden')), rolls(keyed('golden')))"
    )
    environment = {**os.environ, "QUINTAIN_KERNELS": mode}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout == f"{rolls(seeded('golden'))} {rolls(keyed('golden'))}\n", done.stderr


def test_the_dice_are_the_same_on_every_machine() -> None:
    assert rolls(seeded("golden"), 8) == [619, 977, 63, 427, 183, 115, 188, 369]
    assert rolls(keyed("golden"), 8) == [767, 129, 735, 713, 503, 343, 877, 345]


@both
def test_a_key_always_gives_the_same_dice(make: Make) -> None:
    assert rolls(make("bot", 1, 2)) == rolls(make("bot", 1, 2))


@both
def test_near_keys_give_different_dice(make: Make) -> None:
    keys = [("a", seed) for seed in range(100)] + [("b", seed) for seed in range(100)]
    assert len({tuple(rolls(make(*key), 4)) for key in keys}) == 200


@both
def test_dice_can_be_copied(make: Make) -> None:
    rng = make(1)
    rolls(rng, 3)
    copy = rng.copy()
    assert rolls(rng) == rolls(copy)


# --- steps


@given(st.integers(0, 50), st.integers(0, 50))
def test_the_numbers_of_a_step_do_not_depend_on_what_was_drawn_before(one: int, other: int) -> None:
    few, many = keyed("steps"), keyed("steps")
    rolls(few, one)
    rolls(many, other)
    next_step(few)
    next_step(many)
    assert (few[:WORDS] == many[:WORDS]).all()
    assert rolls(few) == rolls(many)


def test_steps_and_blocks_differ() -> None:
    rng, found = keyed("steps"), []
    for _ in range(20):
        found += [tuple(rolls(rng, BLOCK)) for _ in range(3)]
        next_step(rng)
    assert len(set(found)) == 60


def test_quick_dice_know_no_steps() -> None:
    rng = seeded("steps")
    next_step(rng)
    assert rolls(rng) == rolls(seeded("steps"))


def test_quick_dice_can_be_rolled_anew() -> None:
    rng = seeded("anew")
    lying = []
    for secret in (b"one", b"other"):
        for step in range(10):
            roll_anew(rng, secret, step)
            lying.append(int(rng[0]))
    assert len(set(lying)) == 20
    roll_anew(rng, b"one", 3)
    assert rng[0] == lying[3]


# --- how likely they are


@given(st.integers(-(2**63), 2**63 - 1).filter(bool), st.integers(1, 2_000_000_000))
def test_a_random_number_is_below_its_limit(state: int, limit: int) -> None:
    rng, sure = np.array([state]), keyed(state)
    for _ in range(5):
        assert 0 <= random_below(rng, limit) < limit
        assert 0 <= random_below(sure, limit) < limit
        assert rng[0] != 0


@both
@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 52])
def test_all_numbers_are_equally_likely(make: Make, limit: int) -> None:
    """Chi-square: with so many degrees of freedom, more than this comes once in a thousand keys."""
    n, most = 1000 * limit, {1: 0.0, 2: 10.8, 3: 13.8, 6: 20.5, 7: 22.5, 52: 87.0}[limit]
    found = Counter(rolls(make("even", limit), n, limit))
    assert set(found) == set(range(limit))
    assert sum((seen - 1000) ** 2 / 1000 for seen in found.values()) <= most


@both
def test_the_highest_numbers_are_as_likely_as_the_lowest(make: Make) -> None:
    rng, limit, n = make("top"), 2_000_000_000, 20_000
    tenths = Counter(random_below(rng, limit) * 10 // limit for _ in range(n))
    assert all(0.9 < tenths[tenth] / (n / 10) < 1.1 for tenth in range(10))


@both
def test_rolls_do_not_follow_from_the_roll_before(make: Make) -> None:
    pairs = Counter(pairwise(rolls(make("pairs"), 36_001, 6)))
    assert all(850 < pairs[one, other] < 1150 for one in range(6) for other in range(6))


def test_the_first_numbers_of_steps_are_equally_likely() -> None:
    rng, found = keyed("steps"), Counter[int]()
    for _ in range(6000):
        next_step(rng)
        found[random_below(rng, 6)] += 1
    assert sum((seen - 1000) ** 2 / 1000 for seen in found.values()) <= 20.5
