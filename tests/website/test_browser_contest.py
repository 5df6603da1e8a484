"""The pages of the contest in a real browser, on a laptop and on a phone: they fit, keep nobody out, and work."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.website.client import Site
from tests.website.contest import GAME, MARKUP, OWNER, PASSWORD, Contest, filled
from tests.website.visitor import Come, Visitor

SITE = "arena"
LAPTOP: dict[str, Any] = {"width": 1366, "height": 768, "color_scheme": "dark"}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "color_scheme": "light"}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Contest]:
    database = str(tmp_path_factory.mktemp("contest") / "quintain.db")
    return database, filled(database)


@pytest.fixture(scope="module")
def arena(stored: tuple[str, Contest]) -> Iterator[Site]:
    with Site(stored[0], pace=1.0) as running:
        yield running


@pytest.fixture
def contest(stored: tuple[str, Contest]) -> Contest:
    return stored[1]


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_every_page_of_the_contest_fits_and_keeps_nobody_out(
    come: Come, contest: Contest, screen: dict[str, Any]
) -> None:
    visitor = come(**screen)
    page = visitor.open("/ladder")
    expect(page.get_by_role("region", name="Ladder of Jaffre").get_by_role("link", name="shark")).to_be_visible()
    visitor.inspect("ladders")
    visitor.open(f"/ladder/{GAME}")
    expect(page.get_by_role("row", name=re.compile("Trickster"))).to_be_visible()
    visitor.inspect("ladder")
    visitor.open(f"/players/{contest.house}")
    expect(page.get_by_role("img", name=re.compile("Rating over time"))).to_be_visible()
    visitor.inspect("house-bot")
    visitor.open(f"/matches/{contest.matches[-1]}")
    expect(page.get_by_role("heading", name="Ratings")).to_be_visible()
    visitor.open(f"/tv?game={GAME}")
    expect(page.locator(".felt").first).to_be_visible()
    visitor.inspect("tv")
    owners_see(visitor, contest)


def owners_see(visitor: Visitor, contest: Contest) -> None:
    visitor.post("/api/signin", name=OWNER, password=PASSWORD)
    page = visitor.open("/bots")
    expect(page.get_by_text("It did not start.")).to_be_visible()
    visitor.inspect("own-bots")
    visitor.open(f"/bots/{contest.bot}")
    expect(page.get_by_role("region", name="Your bot")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Roll back to it")).first).to_be_visible()
    visitor.inspect("bot")
    visitor.open("/administration")
    expect(page.get_by_role("heading", name="Audit log")).to_be_visible()
    visitor.inspect("administration")


def test_names_with_markup_are_inert(come: Come, contest: Contest) -> None:
    visitor = come()
    for path in (f"/ladder/{GAME}", f"/bots/{contest.other}", f"/bots/{contest.bot}", "/players/person:stranger"):
        page = visitor.open(path)
        expect(page.get_by_text("<img src=x").first).to_be_visible()
        assert page.locator("#xss").count() == 0
    expect(page.get_by_role("heading", name=MARKUP[:24]).first).to_be_visible()


def test_the_ladder_is_searched_and_filtered_and_its_address_tells(come: Come) -> None:
    visitor = come()
    page = visitor.open(f"/ladder/{GAME}")
    page.get_by_role("searchbox", name="Name").fill("trick")
    expect(page.locator("tbody tr")).to_have_count(1)
    visitor.until(lambda: "name=trick" in page.url)
    page.get_by_role("searchbox", name="Name").fill("")
    page.get_by_label("Show").select_option("people")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("link", name="Ann Onymous").first).to_be_visible()
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(1)


def test_the_keyboard_gets_from_the_menu_to_a_bots_page(come: Come) -> None:
    visitor = come(width=390, height=844)
    page = visitor.open()
    visitor.press_on("Menu")
    visitor.press_on("My bots")
    expect(page.get_by_role("link", name="Sign in or sign up")).to_be_visible()
    visitor.press_on("Menu")
    visitor.press_on("Ladder")
    expect(page.get_by_role("heading", name="Ladders")).to_be_visible()
    visitor.press_on("Jaffre")
    expect(page.get_by_role("heading", name="Jaffre ladder")).to_be_visible()
    visitor.press_on("Trickster")
    expect(page.get_by_role("heading", name="Trickster")).to_be_visible()


def test_a_slow_decision_is_shown_in_its_replay(come: Come, contest: Contest) -> None:
    visitor = come()
    page = visitor.open(f"/players/{contest.house}")
    page.locator("section").filter(has=page.get_by_role("heading", name="Slowest decisions")).get_by_role(
        "link"
    ).first.click()
    expect(page.get_by_text(re.compile(r"^[1-9]\d* / \d+$"))).to_be_visible()


def test_an_owner_makes_a_bot_rolls_back_and_reads_a_log(come: Come, contest: Contest) -> None:
    visitor = come()
    visitor.open()
    visitor.post("/api/signin", name=OWNER, password=PASSWORD)
    page = visitor.open("/bots")
    form = page.locator("form").filter(has_text="New bot")
    form.get_by_label("Game").select_option(GAME)
    form.get_by_label("Name").fill("Trickster")
    form.get_by_role("button", name="Create the bot").click()
    expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_label("Name").fill("Newcomer")
    form.get_by_role("button", name="Create the bot").click()
    expect(page.get_by_text("There is no version yet.")).to_be_visible()
    visitor.open(f"/bots/{contest.bot}")
    page.get_by_role("button", name=re.compile("Roll back to it version 2")).click()
    expect(page.get_by_role("button", name=re.compile("Activate version 3"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Log")).first.click()
    expect(page.get_by_role("region", name="Log")).to_contain_text("thinking hard")
    visitor.complaints.clear()  # the browser reports the refusal


def test_an_administrator_pauses_and_disables_and_the_log_says_so(come: Come) -> None:
    visitor = come()
    visitor.open()
    visitor.post("/api/signin", name=OWNER, password=PASSWORD)
    page = visitor.open("/administration")
    page.get_by_role("button", name="Pause ranked play").click()
    expect(page.get_by_text("Ranked play is paused.")).to_be_visible()
    page.get_by_role("button", name="Let it go on").click()
    expect(page.get_by_role("button", name="Pause ranked play")).to_be_visible()
    page.get_by_role("searchbox", name="Name of a person or bot").fill("Ann Onymous")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Disable… Ann Onymous").click()
    page.get_by_label("Why, for the log").fill("for a test")
    page.get_by_role("button", name="Disable Ann Onymous").click()
    log = page.locator("section").filter(has=page.get_by_role("heading", name="Audit log"))
    expect(log.get_by_text("for a test")).to_be_visible()
    expect(log.get_by_text("Olive disabled person Ann Onymous")).to_be_visible()
    page.get_by_role("button", name="Enable… Ann Onymous").click()
    page.get_by_role("button", name="Enable Ann Onymous").click()
    expect(page.get_by_role("button", name="Disable… Ann Onymous")).to_be_visible()
