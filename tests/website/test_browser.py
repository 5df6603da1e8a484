"""The pages in a real browser (Debian's chromium, driven by Playwright)."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect, sync_playwright

from tests.website.client import Browser, Site, Visit
from tests.website.visitor import FLAGS, SIZES, Visitor

CHROMIUM = shutil.which("chromium")
CHOICES = ".hand button.legal, .auction button"
MARKUP = "<img src=x id=xss>"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (Debian: apt-get install chromium)")

Come = Callable[..., Visitor]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def come(chromium: Chromium, site: Site) -> Iterator[Come]:
    """People with a browser each; none of their pages may have complained, or asked a stranger, when they leave."""
    with ExitStack() as stack:
        visitors = []

        def come(width: int = 1280, height: int = 900, **settings: Any) -> Visitor:
            settings = {"reduced_motion": "reduce", **settings}
            context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
            stack.callback(context.close)
            visitors.append(Visitor(context, site.url))
            return visitors[-1]

        yield come
        for visitor in visitors:
            visitor.content()


@pytest.fixture(scope="module")
def replay(site: Site) -> str:
    """A finished match."""
    with Browser(site, "Rita") as browser:
        seated = browser.post("/api/quickplay", game="jaffre", options={"target": 20})
        with browser.live(seated["table"]) as socket:
            socket.play(seated["seat"])
            return str(socket.seen[-1]["match"])


# --- playing ---------------------------------------------------------------------------------------------------------


def test_quickplay_to_the_final_score(come: Come) -> None:
    visitor = come()
    page = visitor.quickplay()
    assert visitor.play() > 8
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name="Final score")).to_be_hidden()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).not_to_have_count(0)


def test_a_reload_in_the_middle_changes_nothing(come: Come) -> None:
    visitor = come()
    page = visitor.quickplay()
    visitor.play(12)
    page.locator(CHOICES).first.wait_for()
    log = page.get_by_role("list", name="Events")
    hand, told = page.locator(".hand").inner_text(), log.inner_text()
    cards = page.locator(".hand button").evaluate_all("cards => cards.map(card => card.dataset.card)")
    page.reload()
    page.locator(CHOICES).first.wait_for()
    assert page.locator(".hand button").evaluate_all("cards => cards.map(card => card.dataset.card)") == cards
    assert (page.locator(".hand").inner_text(), log.inner_text()) == (hand, told)
    visitor.play(3)


@pytest.mark.parametrize("fault", ["cut", "silent"])
def test_a_lost_line_comes_back_without_losing_or_doubling(come: Come, fault: str) -> None:
    visitor = come()
    lines = visitor.tap_the_line()
    page = visitor.quickplay()
    visitor.play(5)
    page.locator(CHOICES).first.wait_for()
    if fault == "cut":
        lines[-1].close()
    else:
        lines[-1].on_message(lambda message: None)  # takes what is sent, and says nothing
    before = len(lines)
    visitor.until(lambda: len(lines) > before)
    visitor.play(5)
    page.locator(CHOICES).first.wait_for()
    told = page.get_by_role("list", name="Events").inner_text()
    page.reload()
    page.locator(CHOICES).first.wait_for()
    assert page.get_by_role("list", name="Events").inner_text() == told


def test_a_killed_server_is_a_short_pause(chromium: Chromium, tmp_path: Path) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(Site(tmp_path / "site.db"))
        context = chromium.new_context(reduced_motion="reduce")
        stack.callback(context.close)
        visitor = Visitor(context, first.url)
        page = visitor.quickplay()
        visitor.play(6)
        page.locator(CHOICES).first.wait_for()
        told = page.get_by_role("list", name="Events").inner_text()
        first.kill()
        expect(page.get_by_text("connection lost")).to_be_visible()
        stack.enter_context(first.restarted())
        expect(page.locator("small.live")).to_be_visible()
        page.locator(CHOICES).first.wait_for()
        assert page.get_by_role("list", name="Events").inner_text().startswith(told)
        visitor.play(3)


def test_leaving_and_taking_the_seat_back(come: Come) -> None:
    visitor = come()
    page = visitor.quickplay()
    visitor.play(2)
    page.get_by_label("Bots' pace").fill("2")
    page.get_by_role("button", name="Leave, a bot plays on").click()
    expect(page.get_by_text("bot standing in")).to_be_visible()
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_text("bot standing in")).to_be_hidden()
    page.get_by_label("Bots' pace").fill("0")
    visitor.play(2)


def test_two_people_and_two_bots_at_one_table(come: Come) -> None:
    ann, bob = come(), come(width=360, height=740)
    page = ann.open("/games/jaffre")
    page.get_by_text("Rules of the house").click()
    page.get_by_label("target").fill("1")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    link = page.get_by_label("Invite by link").input_value()
    other = bob.open(link.removeprefix(ann.url))
    other.get_by_label("Your name").fill("Bob")
    other.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_text("Bob")).to_be_visible()
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Start the match").click()

    def both_done() -> bool:
        for visitor in (ann, bob):
            if visitor.page.locator(CHOICES).count():
                visitor.act()
        return ann.over and bob.over

    ann.until(both_done)
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    expect(other.get_by_role("heading", name="Final score")).to_be_visible()


def test_keyboard_only(come: Come) -> None:
    visitor = come()
    page = visitor.open()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == "QuickPlay":
            break
    page.keyboard.press("Enter")
    ready = page.locator(CHOICES)
    played = 0
    while played < 10:  # past a deal
        ready.first.wait_for()
        before = visitor.moment()
        if page.locator(".auction button").count():
            page.locator(".auction button").last.focus()
            page.keyboard.press("Enter")
        else:
            cards = page.locator(".hand button")
            legal = cards.evaluate_all("cards => cards.findIndex(card => card.classList.contains('legal'))")
            page.keyboard.press("1")
            expect(cards.first).to_be_focused()
            for _ in range(legal):
                page.keyboard.press("ArrowRight")
            expect(cards.nth(legal)).to_be_focused()
            page.keyboard.press(["Enter", " ", str(legal + 1)][played % 3])
            played += 1
        page.wait_for_function("before => document.querySelector('[data-seq]')?.dataset.seq !== before", arg=before)
    assert page.evaluate("!!document.activeElement.closest('.hand')"), "the focus stays on the hand"


def test_the_board_in_words_is_enough_to_play(come: Come) -> None:
    visitor = come()
    page = visitor.quickplay()
    page.get_by_text("The board in words").click()
    for _ in range(4):
        choice = page.get_by_role("list", name="What you can do").get_by_role("button").first
        choice.wait_for()
        before = visitor.moment()
        choice.click()
        page.wait_for_function("before => document.querySelector('[data-seq]')?.dataset.seq !== before", arg=before)
    assert "Your hand:" in page.locator("pre").inner_text()


# --- watching --------------------------------------------------------------------------------------------------------


def test_a_spectator_sees_no_hands_while_people_play(come: Come) -> None:
    player, spectator = come(), come()
    page = player.quickplay()
    watched = spectator.open(page.url.removeprefix(player.url))
    expect(watched.locator(".felt")).to_be_visible()
    assert watched.locator(".hand, .open").count() == 0
    assert watched.locator(".auction").count() == 0
    before = spectator.moment()
    player.play(3)
    watched.wait_for_function("before => document.querySelector('[data-seq]').dataset.seq !== before", arg=before)


def test_bots_alone_are_an_open_book(come: Come, visit: Visit) -> None:
    host = visit("Hostess")
    table = host.post("/api/tables", game="jaffre", watching="everything", pace=0.4)
    for seat in range(4):
        host.post(f"/api/tables/{table['id']}/bot", seat=seat, player="advanced")
    host.post(f"/api/tables/{table['id']}/start")
    page = come().open(f"/tables/{table['id']}")
    expect(page.locator(".open").first).to_be_visible()
    assert page.locator(".open").count() == 4
    expect(page.get_by_role("heading", name="What the bots think")).to_be_visible()
    page.get_by_label("Seen by").select_option("1")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()


# --- replays ---------------------------------------------------------------------------------------------------------


def test_a_replay_is_scrubbed_shared_and_forked(come: Come, replay: str) -> None:
    visitor = come()
    page = visitor.open(f"/matches/{replay}")
    page.get_by_label("Step", exact=True).fill("30")
    expect(page.get_by_text(re.compile(r"^30 / \d+$"))).to_be_visible()
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step back").click()
    page.get_by_role("button", name="Step back").click()
    expect(page.get_by_text(re.compile(r"^29 / \d+$"))).to_be_visible()
    page.keyboard.press("Escape")
    words = page.locator("pre").text_content()
    link = page.get_by_label("Link to this step").input_value()
    shared = come().open(link.removeprefix(visitor.url))
    expect(shared.get_by_text(re.compile(r"^29 / \d+$"))).to_be_visible()
    assert shared.locator("pre").text_content() == words
    with shared.expect_download() as download:
        shared.get_by_role("link", name="Download the replay").click()
    assert download.value.failure() is None
    shared.get_by_role("button", name="Play on from step 29").click()
    expect(shared.get_by_role("group", name="Your hand")).to_be_visible()


def test_a_replay_runs_by_itself_and_through_other_eyes(come: Come, replay: str) -> None:
    page = come().open(f"/matches/{replay}")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text(re.compile(r"^([3-9]|[12]\d) / \d+$"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Seen by").select_option("2")
    expect(page.locator(".open")).to_have_count(0)
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    page.get_by_role("button", name="Key moment after").click()
    expect(page.get_by_text(re.compile(r"^(36|72) / \d+$"))).to_be_visible()


def test_leafing_through_a_replay_keeps_nothing(come: Come, replay: str) -> None:
    visitor = come()
    page = visitor.open(f"/matches/{replay}")
    page.locator(".felt").wait_for()
    visitor.seek(100)
    before = visitor.memory()
    visitor.seek(1000, every=20)
    assert visitor.memory() - before < 5_000_000


# --- everywhere ------------------------------------------------------------------------------------------------------


def test_markup_in_names_is_inert(come: Come) -> None:
    visitor = come()
    page = visitor.open("/account")
    page.get_by_label("Name").first.fill(MARKUP)
    page.get_by_role("button", name="Go in").click()
    expect(page.get_by_role("heading", name=MARKUP)).to_be_visible()
    page.goto(visitor.url)
    page.get_by_role("button", name="QuickPlay").first.click()
    expect(page.locator(".felt").get_by_text(MARKUP)).to_be_visible()
    visitor.play(2)
    assert page.locator("#xss").count() == 0


def test_an_account_keeps_its_matches_tokens_and_sessions(come: Come) -> None:
    page = come().open("/account")
    account = page.locator("form").nth(1)
    account.get_by_label("Name").fill("Ada")
    account.get_by_label("Password").fill("correct horse")
    account.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Ada")).to_be_visible()
    page.get_by_placeholder("What it is for").fill("my bot")
    page.get_by_role("button", name="New token").click()
    expect(page.get_by_text("shown only now")).to_be_visible()
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_be_hidden()
    expect(page.get_by_text("This browser")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_wrong_addresses_say_so(come: Come) -> None:
    visitor = come()
    for path in ("/nowhere", "/tables/nothing", "/matches/nothing", "/games/nothing"):
        visitor.open(path)
        expect(visitor.page.get_by_role("link", name=re.compile("games", re.IGNORECASE)).last).to_be_visible()
    visitor.complaints.clear()  # the browser reports each 404


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_every_page_fits_and_keeps_nobody_out(come: Come, visit: Visit, replay: str, width: int, scheme: str) -> None:
    visitor = come(width=width, height=780 if width < 500 else 900, color_scheme=scheme)
    host = visit("Host")
    waiting = host.post("/api/tables", game="jaffre")
    pages = {
        "home": "/",
        "game": "/games/jaffre",
        "account": "/account",
        "waiting": f"/tables/{waiting['id']}",
        "replay": f"/matches/{replay}?step=60",
    }
    for name, path in pages.items():
        visitor.open(path)
        visitor.page.wait_for_load_state("networkidle") if name in ("home", "account") else None
        inspect(visitor, f"{name}-{width}-{scheme}")
    visitor.quickplay()
    visitor.page.locator(CHOICES).first.wait_for()
    inspect(visitor, f"table-first-{width}-{scheme}")
    for _ in range(20):
        if visitor.page.locator(".hand button.legal").count() and visitor.page.locator(".hand button").count() < 8:
            break
        visitor.play(1)
    visitor.page.get_by_role("button", name="Score sheet").click()
    inspect(visitor, f"table-play-{width}-{scheme}")
    visitor.open("/account")
    expect(visitor.page.get_by_text("This browser")).to_be_visible()
    inspect(visitor, f"account-guest-{width}-{scheme}")


def inspect(visitor: Visitor, name: str) -> None:
    visitor.screenshot(name)
    assert visitor.overflow() <= 0, name
    assert visitor.barriers() == [], name


def test_320_pixels_are_enough(come: Come, replay: str) -> None:
    visitor = come(width=320, height=640)
    for path in ("/", "/games/jaffre", "/account", f"/matches/{replay}?step=60"):
        visitor.open(path)
        assert visitor.overflow() <= 0, path
    visitor.quickplay()
    visitor.play(4)
    assert visitor.overflow() <= 0
