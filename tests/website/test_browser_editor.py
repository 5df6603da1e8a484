"""The beginner's door in a real browser: somebody signs up, writes a bot, tests it, submits it, and it climbs."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.website.client import Site
from tests.website.visitor import PATIENCE, Come, Visitor

SITE = "arena"
LAPTOP: dict[str, Any] = {"width": 1366, "height": 768, "color_scheme": "dark"}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "color_scheme": "light"}
CHECKING = 600_000  # milliseconds: a check plays two whole matches, and comes after people's tables
PASSWORD = "correct horse battery staple"


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("editor") / "quintain.db", ladder=1.0) as running:
        yield running


def opened(visitor: Visitor, path: str = "/editor/jaffre") -> Page:
    page = visitor.open(path)
    expect(page.locator(".code[data-ready]")).to_be_visible()
    return page


def sign_up(visitor: Visitor, name: str) -> None:
    page = visitor.open("/account")
    form = page.locator("form").filter(has_text="Password")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign up").click()
    expect(page.locator("header").get_by_role("link", name=name)).to_be_visible()


def write_at_the_top(page: Page, words: str) -> None:
    page.get_by_role("textbox", name=re.compile("Your bot")).click()
    page.keyboard.press("Control+Home")
    page.keyboard.type(words)


def test_somebody_signs_up_writes_tests_and_submits_a_bot_and_sees_it_climb(come: Come) -> None:
    visitor = come(**LAPTOP)
    sign_up(visitor, "Nora")
    page = opened(visitor)
    write_at_the_top(page, "# Nora was here.\n")
    expect(page.get_by_text("Kept in this browser.")).to_be_visible()
    page.get_by_role("button", name="Test", exact=True).click()
    expect(page.locator(".result .felt").first).to_be_visible()  # the board
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    expect(page.get_by_text(re.compile(r"[1-9]\d* answers"))).to_be_visible()
    visitor.inspect("editor")
    form = page.get_by_role("region", name="Submit")
    form.get_by_label("Its name").fill("Norabot")
    form.get_by_role("button", name="Submit", exact=True).click()
    expect(form.get_by_text("It passed its check.")).to_be_visible(timeout=CHECKING)
    form.get_by_role("link", name="See the ladder").click()
    row = page.get_by_role("row", name=re.compile("Norabot"))
    for _ in range(CHECKING // PATIENCE):
        with suppress(AssertionError):
            visitor.until(lambda: climbs(visitor))
            break
    page.reload()
    expect(row).to_be_visible()
    # The same bot again, as it was submitted.
    bot = visitor.context.request.get(f"{visitor.url}/api/me/bots").json()["bots"][0]["id"]
    opened(visitor, f"/editor/jaffre?bot={bot}")
    expect(page.locator(".cm-content")).to_contain_text("# Nora was here.")


def climbs(visitor: Visitor) -> bool:
    """Has the bot been rated for a match?"""
    bot = visitor.context.request.get(f"{visitor.url}/api/me/bots").json()["bots"][0]
    player = bot["versions"][0]["player"]
    page = visitor.context.request.get(f"{visitor.url}/api/ladder/jaffre").json()
    return any(row["player"]["id"] == player and row["rating"]["matches"] > 0 for row in page["rows"])


def test_a_mistake_is_shown_at_its_line_and_the_draft_survives(come: Come) -> None:
    visitor = come(**PHONE)
    page = opened(visitor, "/editor/planets")
    write_at_the_top(page, "nonsense()\n")
    page.keyboard.press("Control+Enter")
    wrong = page.get_by_role("region", name="What went wrong")
    expect(wrong.get_by_text("NameError: name 'nonsense' is not defined").first).to_be_visible()
    visitor.inspect("editor-mistake")
    wrong.get_by_role("button", name="Line 1", exact=True).click()
    expect(page.get_by_role("textbox", name=re.compile("Your bot"))).to_be_focused()
    # Nobody is caught in the editor: after Escape, Tab leaves it.
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name=re.compile("Your bot"))).not_to_be_focused()
    # Each language has its own draft.
    page.get_by_label("Language").select_option("javascript")
    expect(page.locator(".cm-content")).not_to_contain_text("nonsense()")
    page.get_by_label("Language").select_option("python")
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("nonsense()")
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Really start over?").click()
    expect(page.locator(".cm-content")).not_to_contain_text("nonsense()")
    expect(page.get_by_role("link", name="Sign up or sign in")).to_be_visible()  # a guest cannot submit
