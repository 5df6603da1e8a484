"""The languages that have a name here: how people call them, and how a bot in them is usually built and started."""

from typing import NamedTuple


class Language(NamedTuple):
    """What a bot in this language needs, and how it is built and started."""

    title: str
    needs: str
    build: str
    run: str


LANGUAGES = {
    "python": Language("Python", "Python 3.8 or newer, and no packages", "", "python3 bot.py"),
    "javascript": Language("JavaScript", "Node.js 18 or newer, and no packages", "", "node bot.mjs"),
    "rust": Language("Rust", "rustc, and no crates", "rustc -O -o bot bot.rs", "./bot"),
    "c": Language("C", "gcc", "gcc -O2 -o bot bot.c -lm", "./bot"),
    "java": Language("Java", "a JDK of version 17 or newer", "javac -d classes Bot.java", "java -cp classes Bot"),
    "go": Language("Go", "Go 1.18 or newer, and no modules", "go build -o bot bot.go", "./bot"),
    "bash": Language("Bash", "Bash 4 or newer", "", "bash bot.sh"),
}


def title(language: str) -> str:
    """As people read it; a language that is not known is what its author calls it."""
    known = LANGUAGES.get(language)
    return known.title if known else language
