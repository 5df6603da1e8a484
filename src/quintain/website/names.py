"""Which names people may have: nothing invisible in them, and nobody looks like somebody else's account.

Two names look alike if they are the same letter for letter when each letter is exchanged for the plainest one that it
can be taken for: `ANNA`, `Anna_` and Anna with Cyrillic letters are all Anna.
"""

# ruff: noqa: RUF001 (letters that are taken for others are what this file is about)

import unicodedata
from collections.abc import Iterable

from quintain.website.refusals import BadRequest, NotNow
from quintain.website.wire.people import LONGEST_NAME

# Marks and letters that show nothing, beside the control and format characters.
INVISIBLE = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}
MOST_MARKS = 2  # accents on one letter
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "CHEROKEE", "COPTIC", "HEBREW", "ARABIC", "LISU")
GUEST = "guest"  # how the names begin that nobody with an account has

# Letters that are drawn like Latin ones, in two rows: those, and what they look like.
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԚԜавеѕіјкмнорстухүԛԝьгпһӏѵԁΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχγωσՕՍՏԼօսհոցյԱıɑɡɩʟοᴏꞮǀI1|0",
    "ABESIJKMHOPCTYXYQWabesijkmhopctyxyqwbrnhlvdABEZHIKMNOPTYXabenikvoptuxywoOUSLouhngjUiagilooillllO",
)
TOGETHER = (("rn", "m"), ("vv", "w"))
IGNORED = str.maketrans("", "", " .,_-‐‑‒–—―'’‘`´\"“”·•*~^°!?()[]")


def clean_name(name: str) -> str:
    """The name as it will be shown: trimmed, single spaces, nothing invisible; raises BadRequest."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    if not words:
        raise BadRequest("a name needs at least one letter")
    if len(words) > LONGEST_NAME:
        raise BadRequest(f"a name has at most {LONGEST_NAME} letters")
    if any(unicodedata.category(letter).startswith("C") or ord(letter) in INVISIBLE for letter in words):
        raise BadRequest("a name may not have control characters or invisible letters")
    check_marks(words)
    for word in words.split():
        check_alphabet(word)
    return words


def clean_text(text: str) -> str:
    """Words of somebody's own on one line, without anything invisible."""
    words = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(letter for letter in words if letter.isprintable() and ord(letter) not in INVISIBLE)


def check_marks(name: str) -> None:
    """Accents belong to letters, and do not pile up over the neighbouring lines."""
    marks = MOST_MARKS
    for letter in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise BadRequest("a name may not have so many accents on one letter, or accents without a letter")


def check_alphabet(word: str) -> None:
    alphabets = {alphabet_of(letter) for letter in word} - {""}
    if len(alphabets) > 1:
        raise BadRequest(f"one word of a name may not mix letters of several alphabets; {word!r} does")


def alphabet_of(letter: str) -> str:
    """One of the alphabets whose letters are taken for each other's; nothing for all else."""
    script = unicodedata.name(letter, "").partition(" ")[0]
    return script if script in ALPHABETS and unicodedata.category(letter).startswith("L") else ""


def looks(name: str) -> set[str]:
    """What it can be taken for, in capitals or not."""
    plain = unicodedata.normalize("NFKC", name)
    drawn = [plain.translate(ALIKE).casefold(), plain.casefold().translate(ALIKE).casefold()]
    found = set()
    for text in drawn:
        bare = unicodedata.normalize("NFKC", text).translate(IGNORED)
        for pair, letter in TOGETHER:
            bare = bare.replace(pair, letter)
        found.add(bare or name)
    return found


class TakenNames:
    """The names of all accounts, as they look."""

    def __init__(self, names: Iterable[str]) -> None:
        self._looks = {look for name in names for look in looks(name)}

    def add(self, name: str) -> set[str]:
        """For a new account; raises NotNow. Returns what has to be given back if nothing comes of it."""
        if name.casefold().startswith(GUEST):
            raise NotNow("names that begin with Guest are for those without an account")
        self.check(name)
        self._looks |= looks(name)
        return looks(name)

    def learn(self, name: str) -> None:
        """Another server has given it to an account."""
        self._looks |= looks(name)

    def give_back(self, found: set[str]) -> None:
        self._looks -= found

    def check(self, name: str) -> None:
        if looks(name) & self._looks:
            raise NotNow("somebody with an account has this name, or one that looks like it; if it is yours, sign in")
