"""In a real browser: a whole match of every game by reading its board in words, with the keyboard alone."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from quintain import games
from tests.website.visitor import Come, Visitor

MOST_ACTS = 400
# Seldom wrong, and soon over.
WANTED = ("go out", "go down", "done", "skip", "pass", "draw", "end", "move", "surface")


class Short(NamedTuple):
    """A match that is soon over, of a game that would go on for long."""

    bots: str
    options: dict[str, Any]


SHORT = {
    "jaffre": Short("intermediate", {"target": 1}),
    "admiral": Short("chance", {"map": "tiny", "turn_cap": 20}),
    "planets": Short("random", {"map": "duel", "turn_limit": 3}),
    "bottlebats": Short("onebyone", {"map": "duel", "max_steps": 3}),
    "rummy": Short("dumb", {"players": 2, "rounds": 1}),
}


@pytest.mark.parametrize("game", games.names())
def test_a_whole_match_by_reading_and_with_the_keyboard_alone(come: Come, game: str) -> None:
    visitor, short = come(), SHORT.get(game, Short("chance", {}))
    page = visitor.open(visitor.table(game, short.bots, options=short.options))
    visitor.press_on("The board in words")
    choices = page.get_by_role("list", name="What you can do").get_by_role("button")
    for acts in range(MOST_ACTS):
        choices.or_(page.locator(".outcome")).first.wait_for()
        if visitor.over:
            break
        assert len(page.locator("pre").inner_text()) > 40
        before = visitor.moment()
        press(visitor, choices, by_tab=acts == 0)
        visitor.wait_for_news(before)
    expect(page.locator(".outcome")).to_be_visible()
    visitor.tab_until(page.get_by_role("link", name="Replay"))


def press(visitor: Visitor, choices: Locator, by_tab: bool) -> None:
    """Where the keyboard has come once it comes again: only the first time all the way there is walked."""
    texts = choices.all_inner_texts()
    wanted = next((n for word in WANTED for n, text in enumerate(texts) if text.split("(")[0].startswith(word)), 0)
    if by_tab:
        visitor.tab_until(choices)
    choices.nth(wanted).focus()
    visitor.page.keyboard.press("Enter")
