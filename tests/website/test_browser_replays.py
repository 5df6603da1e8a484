"""Replays in a real browser: pages of steps come as they are needed, and it is plain who played."""

import sqlite3

import pytest
from playwright.sync_api import Page, expect

from tests.website.client import Browser, Site
from tests.website.leaving import match_without
from tests.website.visitor import Come

# Jump there, and say how often nothing was to be seen until the step was.
JUMP = """async to => {
    const bar = document.querySelector('input[type=range]');
    const there = () => bar.getAttribute('aria-valuetext').startsWith(`Step ${to}:`);
    let gaps = 0;
    bar.value = to;
    bar.dispatchEvent(new Event('input', { bubbles: true }));
    while (!there()) {
        gaps += document.querySelectorAll('.felt').length !== 1;
        await new Promise(done => requestAnimationFrame(done));
    }
    return gaps;
}"""


@pytest.fixture(scope="module")
def left(site: Site) -> str:
    """A long match that Anna has left early."""
    with Browser(site, "Anna") as anna, Browser(site, "Bob") as bob:
        return str(match_without(anna, bob, steps=400)["id"])


def asked_for(page: Page) -> list[str]:
    """The pages of steps that the page has asked for from now on, by their query."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/steps?" in request.url else None)
    return asked


def test_steps_are_fetched_as_they_are_needed_and_nothing_flickers(come: Come, left: str) -> None:
    visitor = come()
    asked = asked_for(visitor.page)
    page = visitor.open(f"/matches/{left}")
    expect(page.locator(".felt")).to_be_visible()
    assert [url.partition("?")[2] for url in asked] == ["seat=all&first=0&count=20"]
    last = int(page.locator("input[type=range]").get_attribute("max") or 0)
    for to in (last // 2, last, 5, last - 30, last // 2 + 1):
        assert page.evaluate(JUMP, str(to)) == 0
        expect(page.locator(".count")).to_have_text(f"{to} / {last}")
    boards = [url for url in asked if "views=false" not in url]
    assert len(boards) == len(set(boards)), "what is here is not asked for again"
    expect(page.locator(".outcome")).to_contain_text("Anna (guest) (then shark)")


def test_a_replay_runs_on_across_pages(come: Come, left: str) -> None:
    page = come().open(f"/matches/{left}?step=15")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('input[type=range]').valueAsNumber > 45")
    page.get_by_role("button", name="Pause").click()


def test_the_board_in_words_is_fetched_when_it_is_opened(come: Come, left: str) -> None:
    visitor = come()
    asked = asked_for(visitor.page)
    page = visitor.open(f"/matches/{left}?step=30")
    page.get_by_text("The board in words").click()
    expect(page.locator("details pre")).to_contain_text("trump", ignore_case=True)
    assert sum("texts=true" in url for url in asked) == 1


def test_it_is_plain_who_played(come: Come, left: str) -> None:
    visitor = come()
    page = visitor.open(f"/matches/{left}?step=2")
    players = page.get_by_role("region", name="Players")
    expect(players).to_contain_text("until step")
    expect(players).to_contain_text("Anna’s stand-in")
    expect(players.locator("[aria-current]").first).to_contain_text("Anna")
    expect(page.get_by_text("Anna left, so the result does not count for Anna.")).to_be_visible()
    page.evaluate(JUMP, page.locator("input[type=range]").get_attribute("max"))
    expect(players.locator("[aria-current]").first).to_contain_text("Anna’s stand-in")
    expect(page.get_by_role("region", name="What happened")).not_to_contain_text("Anna:")
    visitor.open("/")
    expect(page.get_by_role("link", name="Anna (guest) (then shark) & Bot 3 (intermediate)").first).to_be_visible()


def test_a_match_by_other_rules_is_told_in_words(come: Come, site: Site, left: str) -> None:
    database = sqlite3.connect(site.database)
    with database:
        database.execute("UPDATE matches SET rules_version = 0 WHERE id = ?", (left,))
    try:
        visitor = come()
        page = visitor.open(f"/matches/{left}")
        expect(page.get_by_text("version 0 of the Jaffre rules, and this server has version")).to_be_visible()
        expect(page.get_by_text("shark takes over from Anna")).to_be_visible()
        expect(page.locator(".outcome")).to_contain_text("Anna (guest) (then shark)")
        page.get_by_role("button", name="Show more").click()
        assert visitor.barriers() == []
    finally:
        with database:
            database.execute("UPDATE matches SET rules_version = 2 WHERE id = ?", (left,))
        database.close()
