"""Playing, watching and replaying in a real browser (Debian's chromium, driven by Playwright)."""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.website.client import Site, Visit
from tests.website.visitor import CHOICES, Come, Visitor

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
    lines = visitor.tap_the_sockets()
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
    expect(page.get_by_text("stands in")).to_be_visible()
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_text("stands in")).to_be_hidden()
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
    expect(page.get_by_text("Bob", exact=True).first).to_be_visible()
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


def test_a_whole_match_with_the_keyboard_alone(come: Come) -> None:
    visitor = come()
    page = visitor.open("/games/jaffre")
    visitor.press_on("Rules of the house")
    visitor.tab_to("Target")
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    for button in ("Create table", "Sit here", "Fill with bots", "Start the match"):
        page.get_by_role("button", name=button).first.wait_for()
        visitor.press_on(button)
    ready = page.locator(f"{CHOICES}, .outcome")
    for played in range(200):
        ready.first.wait_for()
        if visitor.over:
            break
        before = visitor.moment()
        if page.locator(".auction button").count():
            visitor.press_on("Skip" if page.locator(".auction .skip").count() else "Bet 7")
        else:
            play_a_card(visitor, ["Enter", " ", "number"][played % 3])
        visitor.wait_for_news(before)
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    visitor.press_on("Rematch")
    ready.first.wait_for()


def play_a_card(visitor: Visitor, key: str) -> None:
    """The first one that may be played: a number reaches for the hand, arrows go along it."""
    page, cards = visitor.page, visitor.page.locator(".hand button")
    legal = cards.evaluate_all("cards => cards.findIndex(card => card.classList.contains('legal'))")
    if not page.evaluate("!!document.activeElement.closest('.hand')"):
        page.keyboard.press("1")
        expect(cards.first).to_be_focused()
    page.keyboard.press("Home")
    for _ in range(legal):
        page.keyboard.press("ArrowRight")
    expect(cards.nth(legal)).to_be_focused()
    page.keyboard.press(str(legal + 1) if key == "number" else key)


def test_the_focus_stays_on_the_hand(come: Come) -> None:
    visitor = come()
    page = visitor.quickplay()
    played = 0
    while played < 9:  # past a deal
        page.locator(CHOICES).first.wait_for()
        before = visitor.moment()
        if page.locator(".auction button").count():
            page.locator(".auction button").last.focus()
            page.keyboard.press("Enter")
        else:
            play_a_card(visitor, "Enter")
            played += 1
        visitor.wait_for_news(before)
    assert page.evaluate("!!document.activeElement.closest('.hand')")


def test_a_dealer_who_may_not_skip_is_told_to_bet(come: Come) -> None:
    visitor = come()

    def no_skip(message: dict[str, Any]) -> None:
        message["legal"] = [choice for choice in message.get("legal", ()) if choice["text"] != "skip"]

    visitor.rewrite_messages(no_skip)
    page = visitor.quickplay()
    page.locator(".auction").wait_for()
    expect(page.get_by_text("Your turn: you must bet")).to_be_visible()


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
    spectator.wait_for_news(before)
    assert "Your turn" not in watched.title()


def test_bots_alone_are_an_open_book(come: Come, visit: Visit) -> None:
    host = visit("Hostess")
    table = host.post("/api/tables", game="jaffre", pace=0.4)
    for seat in range(4):
        host.post(f"/api/tables/{table['id']}/bot", seat=seat, player="advanced")
    host.post(f"/api/tables/{table['id']}/start")
    page = come().open(f"/tables/{table['id']}")
    expect(page.locator(".open").first).to_be_visible()
    assert page.locator(".open").count() == 4
    expect(page.get_by_role("heading", name="What the bots think")).to_be_visible()
    page.get_by_label("Seen by").select_option("1")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(page.get_by_role("list", name="Reasons")).to_contain_text("Bot 2")
    thinkers = page.get_by_role("list", name="Reasons").locator("strong").all_inner_texts()
    assert set(thinkers) == {"Bot 2 (advanced)"}, "through a seat's eyes one reads that seat's reasons"
    for _ in range(12):  # its turn comes and goes, and whoever watches is never asked
        assert page.locator(CHOICES).count() == 0
        assert "Your turn" not in page.title()
        page.wait_for_timeout(100)


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
