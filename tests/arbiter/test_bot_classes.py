"""Whether a Python text is a bot's class, found out without running it and without keeping others waiting."""

import ast

import pytest

from quintain.arbiter import kits
from quintain.arbiter.bot_classes import SMALL, has_bot_class

PADDING = "\n" + "# nothing\n" * (SMALL // 10 + 1)
TEXTS = {
    "class Mine(Bot):\n    pass\n": True,
    "import a\nclass Mine(a.core.Bot): ...\n": True,
    "class Mine(Other, TalkingBot, metaclass=Meta): ...\n": True,
    "class Mine(\n    Bot,\n): ...\n": True,
    "if True:\n    class Mine(Bot): ...\n": True,
    "class Robots(Bottom): ...\n": False,
    "class Alone: ...\n": False,
    "print('class Mine(Bot): ...')\n": False,
    "def play(Bot): ...\n": False,
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_class_is_found_in_short_and_in_long_texts(text: str) -> None:
    assert has_bot_class(text) == TEXTS[text]
    assert has_bot_class(text + PADDING) == TEXTS[text]


def test_a_long_text_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser holds the interpreter for seconds, and with it everybody's tables."""
    hostile = "a = [" + "0," * SMALL + "]\n"
    monkeypatch.setattr(ast, "parse", lambda text: pytest.fail(f"{len(text)} letters were parsed"))
    assert not has_bot_class(hostile)
    assert not kits.is_class(hostile)
    assert not has_bot_class("class A(" * SMALL)
