"""In a real browser: a tournament is created, filled, begun, and played by the ladder's workers to its champion."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.website.client import Site
from tests.website.own_bots import PASSWORD
from tests.website.visitor import Come, Visitor

SITE = "busy"
AT_EVENT = re.compile(r"/events/[\w-]+$")
FASTEST = 1_200_000  # milliseconds until a champion is found, on a machine that has much else to do


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that plays ranked matches, too."""
    with Site(tmp_path_factory.mktemp("busy") / "quintain.db", ladder=2.0) as running:
        yield running


def signed_up(come: Come, name: str, **size: int) -> Visitor:
    visitor = come(**size)
    visitor.post("/api/signup", name=name, password=PASSWORD)
    return visitor


def created(visitor: Visitor, *, name: str | None = None, format: str | None = None) -> Page:
    """By the form, with nothing changed but this."""
    page = visitor.open("/events")
    if name:
        page.get_by_label("Name").fill(name)
    if format:
        page.get_by_label("Format").select_option(format)
    page.get_by_role("button", name="Create tournament").click()
    expect(page).to_have_url(AT_EVENT)
    expect(page.get_by_role("heading", level=1)).to_contain_text(name or "cup")
    return page


def test_from_the_form_to_the_champion(come: Come) -> None:
    host = signed_up(come, "Hostess", width=1366, height=768)
    page = created(host, name="<img src=x onerror=alert(1)> open", format="knockout")
    expect(page.get_by_role("button", name="Start the tournament")).to_be_disabled()
    for bot in ("chance", "beginner", "intermediate"):
        page.get_by_label("Bot for the tournament").select_option(bot)
        page.get_by_role("button", name="Add bot to the tournament").click()
        expect(page.get_by_role("listitem").filter(has_text=bot)).to_be_visible()
    page.get_by_role("button", name="beginner up").focus()
    page.keyboard.press("Enter")
    first = page.locator("section", has=page.get_by_role("heading", name="Entrants")).get_by_role("listitem").first
    expect(first).to_contain_text("beginner")
    host.inspect("event-open")
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_role("region", name="Bracket")).to_be_visible()
    expect(page.get_by_role("region", name="Champion")).to_be_visible(timeout=FASTEST)
    expect(page.get_by_role("region", name="Bracket")).to_contain_text("Final")
    expect(page.get_by_role("region", name="Standings").get_by_role("row")).to_have_count(4)
    host.inspect("event-over")
    page.set_viewport_size({"width": 390, "height": 844})
    host.inspect("event-over")
    page.locator("a[href^='/matches/']").first.click()
    expect(page).to_have_url(re.compile("/matches/"))
    expect(page.get_by_role("slider").first).to_be_visible()


def test_a_phone_shows_lists_and_forms_without_scrolling_sideways(come: Come) -> None:
    host = signed_up(come, "Phone", width=390, height=844)
    created(host)
    host.open("/events")
    expect(host.page.get_by_role("link", name=re.compile("cup")).first).to_be_visible()
    host.inspect("events")
    stranger = come(width=390, height=844)
    page = stranger.open("/events")
    expect(page.get_by_role("link", name="Sign in or sign up")).to_be_visible()


def test_a_form_that_will_not_do_says_so_beside_the_button(come: Come) -> None:
    host = signed_up(come, "Formal")
    page = host.open("/events")
    page.get_by_label("Name").fill("  ")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("alert")).to_contain_text("needs a name")
    page.get_by_label("Name").fill("All right")
    page.get_by_label("Matches of each pairing").fill("0")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("alert")).to_have_text("Matches of each pairing must be a whole number from 1 to 1000.")
    expect(page.get_by_label("Matches of each pairing")).to_be_focused()
    page.get_by_label("Matches of each pairing").fill("")
    page.get_by_label("Game").select_option("planets")
    page.get_by_role("button", name="Create tournament").click()
    expect(page).to_have_url(AT_EVENT)
    host.complaints.clear()  # the browser reports the refusal
