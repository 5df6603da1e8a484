"""The 32 bits that one sage2 tells the next: a pattern to know each other by, who speaks, and what about which planet.

    bits 31-24  the pattern 1011 0101
    bits 23-22  the word: 1 "I take this neutral planet", 2 "I need help at this one", 3 "I attack this enemy's one"
    bits 21-17  the id of the player who says it
    bits 16-10  the planet
    bits  9- 4  in how many turns, at most 63
    bits  3- 0  the sum of all other groups of four bits, as a check

Plain ids, of which everybody's discovery is made, are far below the pattern and mean what they always mean. A number
without the pattern or with a wrong sum says nothing.
"""

from typing import NamedTuple

PATTERN = 0b1011_0101
CLAIM, HELP, ATTACK = 1, 2, 3
LONGEST = 63


class Word(NamedTuple):
    kind: int  # CLAIM, HELP or ATTACK
    player: int
    planet: int
    turns: int


def spoken(word: Word) -> int:
    bits = PATTERN << 24 | word.kind << 22 | word.player << 17 | word.planet << 10 | min(word.turns, LONGEST) << 4
    return bits | check(bits)


def heard(message: int) -> Word | None:
    """What a message says; None if it is not of this language."""
    if message >> 24 != PATTERN or message & 15 != check(message):
        return None
    word = Word(message >> 22 & 3, message >> 17 & 31, message >> 10 & 127, message >> 4 & LONGEST)
    return word if word.kind and word.player else None


def check(message: int) -> int:
    return sum(message >> at & 15 for at in range(4, 32, 4)) & 15
