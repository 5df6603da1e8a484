"""Chance: two kinds of dice, both a row of cells, so that they can be copied, stored and passed to rules.

Quick dice have one cell (xorshift). They serve bots that think and imagine; whoever has seen enough of their numbers
can work out all the others. What players must not foretell comes from keyed dice: ChaCha20 (RFC 8439), whose key is
made of the match's seed and a purpose, and whose nonce counts steps. From any number of its outcomes nobody can compute
another without the key: a map tells nothing about who got which id, nor one deal about the next, though all come from
one stream. The numbers of a step depend on the key and the step alone, not on what was drawn before.
"""

import hashlib

import numpy as np

from quintain.core.kernel import Cells, compiled

# The cells of keyed dice: what a block is made of, how many of its words are used up, and the words.
KEY, COUNTER, STEP, USED, WORDS = 4, 12, 13, 16, 17
BLOCK = 16  # words
CELLS = WORDS + BLOCK
CONSTANTS = np.frombuffer(b"expand 32-byte k", "<u4")
QUARTERS = 80  # quarter rounds: eight for each of ten double rounds
WORD = 0xFFFFFFFF

SEED_BITS = 128  # of a seed that nobody can guess by trying


def seeded(*key: int | str) -> Cells:
    """Quick dice for this key."""
    return np.array([int.from_bytes(_digest(key, 8), signed=True) or 1])


def keyed(*key: int | str) -> Cells:
    """Dice for this key that nobody can foretell who does not have it."""
    rng = np.zeros(CELLS, np.int64)
    rng[:KEY] = CONSTANTS
    rng[KEY:COUNTER] = np.frombuffer(_digest(key, 32), "<u4")
    rng[USED] = BLOCK
    return rng


def roll_anew(quick: Cells, secret: bytes, step: int) -> None:
    """Let quick dice lie as this secret has them lie at this step: the numbers of one step tell nothing of others'."""
    quick[0] = int.from_bytes(_digest((secret.hex(), step), 8), signed=True) or 1


def _digest(key: tuple[int | str, ...], size: int) -> bytes:
    return hashlib.blake2b("/".join(map(str, key)).encode(), digest_size=size).digest()


@compiled
def random_below(rng: Cells, n: int) -> int:
    """The next random number in 0..n-1, for n up to two thousand million: a word of 32 bits, scaled to n.

    Short, so that it becomes a part of the kernels that call it. Quick dice are shifts and masks: the compiler takes it
    for granted that products of signed numbers do not overflow.
    """
    if len(rng) > 1:
        return int(keyed_word(rng) * n >> 32)
    x = rng[0]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    rng[0] = x
    return int(((x >> 32) & WORD) * n >> 32)


@compiled
def keyed_word(rng: Cells) -> int:
    """The next word, after RFC 8439, 2.3.

    Every kernel that draws holds a copy of this, so it is written to be short once compiled, with one loop over all
    quarter rounds, down the columns and then along the diagonals; and in one piece, which is long enough that the
    compiler does not put it into the callers of `random_below`.
    """
    used = int(rng[USED])
    if used == BLOCK:
        for i in range(BLOCK):
            rng[WORDS + i] = rng[i]
        for turn in range(QUARTERS):
            column, slant = turn & 3, turn >> 2 & 1
            i, j = WORDS + column, WORDS + 4 + (column + slant & 3)
            k, m = WORDS + 8 + (column + 2 * slant & 3), WORDS + 12 + (column + 3 * slant & 3)
            a, b, c, d = int(rng[i]), int(rng[j]), int(rng[k]), int(rng[m])
            a = a + b & WORD
            d = ((d ^ a) << 16 | (d ^ a) >> 16) & WORD
            c = c + d & WORD
            b = ((b ^ c) << 12 | (b ^ c) >> 20) & WORD
            a = a + b & WORD
            d = ((d ^ a) << 8 | (d ^ a) >> 24) & WORD
            c = c + d & WORD
            b = ((b ^ c) << 7 | (b ^ c) >> 25) & WORD
            rng[i], rng[j], rng[k], rng[m] = a, b, c, d
        for i in range(BLOCK):
            rng[WORDS + i] = rng[WORDS + i] + rng[i] & WORD
        rng[COUNTER] = rng[COUNTER] + 1 & WORD
        used = 0
    rng[USED] = used + 1
    return int(rng[WORDS + used])


@compiled
def next_step(rng: Cells) -> None:
    """From now on keyed dice give the numbers of the next step, however many were drawn in this one."""
    if len(rng) > 1:
        rng[STEP] += 1  # of 2**32
        rng[COUNTER] = 0
        rng[USED] = BLOCK
