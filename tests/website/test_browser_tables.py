"""Tables in a real browser: who sits where, bots and their settings, the host, clocks, pace and sound."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.website.client import Visit
from tests.website.visitor import CHOICES, Come

LISTEN = """
    window.sounds = 0;
    const Original = window.AudioContext;
    window.AudioContext = class extends Original { constructor() { super(); window.sounds++; } };
"""


def seat(page: Page, number: int) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_text(f"seat {number}", exact=True))


# --- before the match ------------------------------------------------------------------------------------------------


def test_a_host_adds_bots_with_settings_removes_and_swaps_them(come: Come) -> None:
    visitor = come()
    page = visitor.open("/games/jaffre")
    page.get_by_role("button", name="Create table").click()
    seat(page, 0).get_by_role("button", name="Sit here").click()
    expect(seat(page, 0)).to_contain_text("(you)")
    expect(seat(page, 0)).to_contain_text("host")
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()
    page.get_by_label("Bot for seat 1").select_option("search")
    seat(page, 1).get_by_text("Settings of search").click()
    page.get_by_label("iterations").fill("50")
    seat(page, 1).get_by_role("button", name="Add bot").click()
    expect(seat(page, 1)).to_contain_text("search, iterations 50")
    seat(page, 0).get_by_role("button", name="Swap").click()
    seat(page, 1).get_by_role("button", name="Swap here").click()
    expect(seat(page, 0)).to_contain_text("iterations 50")
    expect(seat(page, 1)).to_contain_text("(you)")
    seat(page, 0).get_by_role("button", name="Remove").click()
    expect(seat(page, 0)).to_contain_text("Free")
    page.get_by_label("Bot for seat 2").select_option("beginner")
    page.get_by_role("button", name="Fill with bots").click()
    expect(seat(page, 2)).to_contain_text("beginner")
    expect(seat(page, 3)).to_contain_text("shark")
    page.get_by_role("button", name="Start the match").click()
    page.locator(CHOICES).first.wait_for()


def test_when_the_host_leaves_the_next_person_is_host(come: Come) -> None:
    ann, bob = come(), come()
    page = ann.open("/games/jaffre")
    page.get_by_role("button", name="Create table").click()
    seat(page, 0).get_by_role("button", name="Sit here").click()
    expect(seat(page, 0)).to_contain_text("(you)")
    other = bob.open(page.url.removeprefix(ann.url))
    other.get_by_label("Your name").fill("Bob")
    seat(other, 2).get_by_role("button", name="Sit here").click()
    expect(seat(other, 2)).to_contain_text("Bob (you)")
    expect(other.get_by_role("button", name="Start the match")).to_have_count(0)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Play against people and bots")).to_be_visible()
    expect(seat(other, 2)).to_contain_text("host")
    other.get_by_role("button", name="Fill with bots").click()
    other.get_by_role("button", name="Start the match").click()
    other.locator(CHOICES).first.wait_for()
    expect(other.get_by_label("Bots' pace")).to_be_visible()


def test_a_new_machine_says_how_far_it_has_compiled_a_game_and_lets_people_play(come: Come) -> None:
    visitor = come()
    visitor.page.route(re.compile("/api/games$"), lambda route: route.fulfill(json=unready(route)))
    page = visitor.open()
    expect(page.get_by_role("status").filter(has_text="still compiling the game (3 of 9)").first).to_be_visible()
    expect(page.get_by_role("progressbar", name="Compiling Jaffre")).to_be_visible()
    assert visitor.barriers() == []
    assert visitor.overflow() <= 0
    visitor.screenshot("compiling")
    visitor.quickplay_of("Jaffre").click()
    page.locator(CHOICES).first.wait_for()


def unready(route: Route) -> object:
    return [{**game, "ready": False, "compiled": 3, "to_compile": 9} for game in route.fetch().json()]


# What these have shown, however briefly.
REMEMBER = """selector => {
    window.shown = new Set();
    new MutationObserver(() => document.querySelectorAll(selector).forEach(at => shown.add(at.innerText)))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


# --- during the match ------------------------------------------------------------------------------------------------


def test_a_clock_that_runs_out_warns_twice_and_then_a_bot_takes_over(come: Come) -> None:
    visitor = come()
    clock = {"bank": None, "increment": 0, "limit": 3.0}
    path = visitor.table(time_control=clock, pace=0.2, start=False)
    page = visitor.open(path)
    page.evaluate(REMEMBER, "[role=alert], [aria-label=Players], [role=timer]")
    visitor.post(f"/api{path}/start")
    warning = page.get_by_role("alert").filter(has_text="Your time ran out")
    bot = page.get_by_role("alert").filter(has_text="A bot plays for you")
    expect(bot).to_be_visible()
    shown = page.evaluate("[...shown]")
    assert any("Your time ran out" in text and "strike 2" in text for text in shown), shown
    assert any("2 strikes" in text for text in shown), shown
    expect(warning).to_be_hidden()
    expect(page.get_by_text("stands in")).to_be_visible()
    assert page.locator(CHOICES).count() == 0, "whoever is stood in for is not asked"
    events = page.get_by_role("list", name="Events").inner_text()
    assert all(f"Strike {n} for Hanna: out of time" in events for n in (1, 2)), events
    assert "takes over from Hanna, who ran out of time" in events, events
    bot.get_by_role("button", name="Take my seat back").click()
    expect(bot).to_be_hidden()
    expect(page.get_by_text("stands in")).to_be_hidden()


def test_the_pace_is_the_hosts(come: Come, visit: Visit) -> None:
    visitor, guest = come(), come()
    path = visitor.table(pace=0.0)
    page = visitor.open(path)
    slider = page.get_by_label("Bots' pace")
    expect(slider).to_have_value("0")
    expect(page.get_by_text("Bots' pace: instant")).to_be_visible()
    slider.fill("2")
    expect(page.get_by_text("Bots' pace: relaxed")).to_be_visible()
    somebody = visit()
    visitor.until(lambda: bool(somebody.get(f"/api{path}")["pace"] == 2))
    watched = guest.open(path)
    expect(watched.locator(".felt")).to_be_visible()
    expect(watched.get_by_label("Bots' pace")).to_have_count(0)


def test_sound_is_off_until_somebody_wants_it(come: Come) -> None:
    visitor = come()
    visitor.page.add_init_script(LISTEN)
    page = visitor.quickplay()
    toggle = page.get_by_role("button", name="Sound")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    visitor.play(2)
    assert page.evaluate("window.sounds") == 0
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    visitor.play(2)
    assert page.evaluate("window.sounds") == 1
    page.reload()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")


def test_cards_fly_unless_motion_is_unwelcome(come: Come) -> None:
    for motion, flights in (("no-preference", True), ("reduce", False)):
        visitor = come(reduced_motion=motion)
        visitor.page.add_init_script(
            "const original = Element.prototype.animate; window.flights = 0;"
            "Element.prototype.animate = function (...how) { window.flights++; return original.apply(this, how); };"
        )
        visitor.quickplay()
        visitor.play(4)
        assert (visitor.page.evaluate("window.flights") > 0) == flights, motion


# --- after the match -------------------------------------------------------------------------------------------------


def test_a_rematch_with_other_seats(come: Come) -> None:
    visitor = come()
    page = visitor.open(visitor.table(options={"target": 1}))
    visitor.play()
    first = visitor.page.get_by_role("link", name="Replay").get_attribute("href")
    page.get_by_text("Seats for the next match").click()
    seat(page, 0).get_by_role("button", name="Swap").click()
    seat(page, 3).get_by_role("button", name="Swap here").click()
    expect(seat(page, 3)).to_contain_text("(you)")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name="Final score")).to_be_hidden()
    visitor.play()
    second = visitor.page.get_by_role("link", name="Replay").get_attribute("href")
    assert first != second
