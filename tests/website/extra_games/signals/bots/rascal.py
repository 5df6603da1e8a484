"""A bot that tries to smuggle markup into the pages, in what it says and in its reasons."""

from typing import Any

from quintain.core.bot import Bot, Turn

MARKUP = "<img src=x id=xss onerror=alert(1)>"


class Rascal(Bot):
    """Says <b>markup</b>, thinks markup, and raises one flag."""

    strength = 1_000

    def act(self, turn: Turn) -> Any:
        turn.say(f"flags {MARKUP}")
        turn.explain(f"because {MARKUP}", **{"<i id=xss>": 1.0})
        return turn.legal[1]
