"""Rummy in a real browser: turns with the mouse, a round with the keyboard alone, and nobody is kept out."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.website.visitor import Come, Visitor

MOST_ACTS = 300
ASKED = "[data-action], .hand button[data-act], .outcome"


def round_of(visitor: Visitor, bots: str = "dumb", **options: Any) -> Page:
    """A table where one round is played, for two groups of three unless other cards are wanted."""
    page = visitor.open(visitor.table("rummy", bots, options={"players": 2, "rounds": 1, **options}))
    page.locator(ASKED).first.wait_for()
    return page


def play(visitor: Visitor, act: Any, most: int = MOST_ACTS) -> None:
    for _ in range(most):
        visitor.page.locator(ASKED).first.wait_for()
        if visitor.over:
            return
        before = visitor.moment()
        act(visitor)
        visitor.wait_for_news(before)


# --- playing ---------------------------------------------------------------------------------------------------------


def test_some_turns_with_the_mouse(come: Come) -> None:
    visitor = come()
    page = round_of(visitor)
    play(visitor, click, most=10)
    expect(page.get_by_role("list", name="Events")).to_contain_text("Hanna: discard")


def click(visitor: Visitor) -> None:
    """Draw, lay down what can be laid down, and throw the last card away."""
    page = visitor.page
    for action in ("propose", "draw", "pass"):
        if (button := page.locator(f"[data-action={action}]")).count():
            button.click()
            return
    page.locator(".hand button").last.click()
    added = page.get_by_role("group", name="Add it to").get_by_role("button")
    (added if added.count() else page.locator("[data-action=discard]")).first.click()


def test_a_round_with_the_keyboard_alone(come: Come) -> None:
    visitor = come()
    page = round_of(visitor)
    play(visitor, press)
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    visitor.press_on("Replay")
    page.get_by_label("Step", exact=True).fill("2")
    expect(page.get_by_text(re.compile(r"^2 / \d+$"))).to_be_visible()
    assert page.locator("[data-act]").count() == 0, "nothing can be done in a replay"


def press(visitor: Visitor) -> None:
    page = visitor.page
    for action in ("propose", "draw", "pass"):
        if page.locator(f"[data-action={action}]").count():
            visitor.tab_until(page.locator(f"[data-action={action}]"))
            page.keyboard.press("Enter")
            return
    visitor.tab_until(page.locator(".hand button"))
    page.keyboard.press("End")
    expect(page.locator(".hand button").last).to_be_focused()
    page.keyboard.press("Enter")
    visitor.tab_until(page.locator("[aria-label='Add it to'] button, [data-action=discard]"))
    page.keyboard.press("Enter")


def begin_contract(visitor: Visitor) -> None:
    """Pass and draw until a contract may be laid down."""
    page, compose = visitor.page, visitor.page.locator("[data-action=compose]")
    page.locator(ASKED).first.wait_for()
    while not compose.count():
        before = visitor.moment()
        page.locator("[data-action=draw], [data-action=pass]").first.click()
        visitor.wait_for_news(before)
        page.locator(ASKED).first.wait_for()  # or the bots are at it, and there is nothing to click yet
    compose.click()


def test_a_contract_is_put_together_card_by_card(come: Come) -> None:
    """What does not make it is refused in words, and nothing of it is lost."""
    visitor = come()
    page = round_of(visitor)
    begin_contract(visitor)
    contract = page.get_by_role("region", name="Lay down your contract")
    for place in range(2):
        page.locator(".hand button").first.click()
        contract.locator("[data-act=slot]").nth(place).click()
    expect(contract.get_by_role("button", name=re.compile("^Take back"))).to_have_count(2)
    contract.get_by_role("button", name="Lay down", exact=True).click()
    expect(page.locator(".error[role=alert]")).to_contain_text("has fewer than three cards")
    contract.get_by_role("button", name=re.compile("^Take back")).first.click()
    expect(contract.get_by_role("button", name=re.compile("^Take back"))).to_have_count(1)
    contract.get_by_role("button", name="Not now").click()
    expect(contract).to_be_hidden()


# --- looking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(360, 780), (1440, 900)])
def test_every_state_fits_and_keeps_nobody_out(come: Come, width: int, height: int) -> None:
    visitor = come(width=width, height=height)
    page = round_of(visitor, players=4, first_round=7)
    visitor.inspect("rummy-asking")
    begin_contract(visitor)
    page.locator(".hand button").first.click()
    page.get_by_role("button", name="Score sheet").click()
    visitor.inspect("rummy-laying-down")
