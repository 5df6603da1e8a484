"""Admiral Radar in a real browser: whoever holds a seat plays it, and sees no more than it may."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import named_bot
from quintain.bots.chance import Chance
from quintain.core.match import Match
from quintain.website.catalogue import opponent_of
from quintain.website.history import History
from tests.website.client import LONG
from tests.website.visitor import Come, Visitor, tap

SEATS = 8
CAPTAIN, FIRST_MATE, ENGINEER, RADIO_OPERATOR = range(4)
LISTENING = {"map": "compact", "turn_cap": 400}  # long enough to listen to
CREW = "chance"
SHORT = {"map": "tiny", "turn_cap": 20, "first_team": "blue"}
MOST_ACTS = 400


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """On a new machine the rules are compiled here, and not while people wait for a page."""
    game = games.load("admiral")
    named_bot(game, opponent_of(game)).bot().start(game, CAPTAIN)
    match = Match(game, seed=1)
    play(match, [InProcess(Chance(), bot_rng(1, seat)) for seat in range(SEATS)])
    history = History(match)
    for eyes in history.eyes:
        history.sync("", eyes, 0.0)


# --- people at their stations ----------------------------------------------------------------------------------------


def seated(visitor: Visitor, own: int, pace: float = 0, **options: Any) -> str:
    """A table at which this person holds a seat and bots the others; returns its path."""
    visitor.post("/api/guest", name="Ann")
    wishes = {"options": {**SHORT, **options}, "pace": pace, "time_control": LONG}
    made = visitor.post("/api/tables", game="admiral", **wishes)
    path = f"/api/tables/{made['id']}"
    visitor.post(f"{path}/sit", seat=own)
    for seat in set(range(SEATS)) - {own}:
        visitor.post(f"{path}/bot", seat=seat, player=CREW)
    return f"/tables/{made['id']}"


def started(visitor: Visitor, table: str) -> Page:
    visitor.post(f"/api{table}/start")
    return visitor.open(table)


def pick(page: Page) -> None:
    """The first glowing cell of the chart, and yes to it."""
    page.locator("[data-cell]").first.click()
    page.locator(".confirm .primary").click()


def command(page: Page) -> bool:
    """What a captain can do now, weapons first; nothing if it is for others to act."""
    if page.locator("dialog[open]").count():
        page.locator("dialog button[type=submit]").click()
    elif page.locator("[data-cell]").count() and not page.locator(".pad .open").count():
        pick(page)
    elif not tap(page, ".pad .open"):
        return any(tried(page, name) for name in ("Dive", "Aim", "Drop", "Send", "Ask", "Set off", "Surface", "End"))
    return True


def tried(page: Page, name: str) -> bool:
    button = page.get_by_role("region", name="Captain").get_by_role("button", name=re.compile(f"^{name}"))
    if not button.count():
        return False
    button.first.click()
    if name in ("Aim", "Drop", "Set off"):
        pick(page)
    elif name == "Send":
        page.get_by_role("group", name="Send the drone to").get_by_role("button").first.click()
    return True


def mark(page: Page) -> bool:
    """An engineer's work."""
    return tap(page, ".node.open")


def play_out(visitor: Visitor, act: Any) -> int:
    """Act whenever there is something to do, until the match is over; returns how often."""
    acts = 0
    for _ in range(MOST_ACTS):
        visitor.page.locator(".prompt.yours, .outcome").first.wait_for()
        if visitor.over:
            return acts
        before = visitor.moment()
        if act(visitor.page):
            acts += 1
        visitor.wait_for_news(before)
    raise AssertionError("the match does not end")


# --- playing ---------------------------------------------------------------------------------------------------------


def test_a_captain_with_a_crew_of_bots_plays_to_the_end(come: Come) -> None:
    visitor = come()
    page = started(visitor, seated(visitor, CAPTAIN))
    expect(page.get_by_role("group", name="Chart of the blue captain")).to_be_visible()
    assert play_out(visitor, command) > 10
    expect(page.locator(".outcome")).to_be_visible()
    expect(page.get_by_text(re.compile("(Blue|Red) has won|A draw")).first).to_be_visible()


def test_a_captain_plays_to_the_end_with_the_keyboard_alone(come: Come) -> None:
    visitor = come()
    page = started(visitor, seated(visitor, CAPTAIN))
    assert play_out(visitor, lambda _: command_with_keys(visitor)) > 10
    visitor.tab_until(page.get_by_role("button", name="Rematch"))


def command_with_keys(visitor: Visitor) -> bool:
    page, captain = visitor.page, visitor.page.get_by_role("region", name="Captain")
    courses, cells = page.locator(".pad .open"), page.locator("[data-cell]")
    once = captain.get_by_role("button", name=re.compile("^(Dive|End|Surface)"))
    if page.locator("dialog[open]").count():
        visitor.tab_until(page.locator("dialog button[type=submit]"))
    elif cells.count() and not courses.count():
        visitor.tab_until(cells)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        visitor.tab_until(page.locator(".confirm .primary"))
    elif courses.count() or once.count():
        visitor.tab_until(courses if courses.count() else once)
    else:
        return False
    page.keyboard.press("Enter")
    return True


def test_an_engineer_under_a_bot_captain_never_learns_where_the_boat_is(come: Come) -> None:
    visitor = come()
    views = overheard(visitor)
    page = started(visitor, seated(visitor, ENGINEER, turn_cap=60))  # chance may mark little in a short match
    expect(page.get_by_role("group", name="Engineering board")).to_be_visible()

    def mark_and_look(page: Page) -> bool:
        assert drawn_at_sea(page) == 0
        return mark_blindly(page)

    assert play_out(visitor, mark_and_look) > 4
    before_the_end = [view for view in views if view["phase"] != "over"]
    assert len(before_the_end) > 20
    for view in before_the_end:
        for boat in view["boats"]:
            assert (boat["cell"], boat["trail"], boat["mines"], boat["gauges"]) == (None, None, None, None)


def test_one_person_is_captain_and_engineer_of_blue(come: Come) -> None:
    visitor = come()
    page = visitor.open(seated(visitor, CAPTAIN, first_team="blue"))
    visitor.post(f"/api{page.url.removeprefix(visitor.url)}/clear", seat=ENGINEER)
    crew = page.get_by_role("region", name="Blue", exact=True)
    engineer = crew.get_by_role("listitem").nth(ENGINEER)
    engineer.get_by_role("button", name="Also sit here").click()
    expect(engineer).to_contain_text("Ann (you)")
    fits(visitor, "admiral-two-seats")
    engineer.get_by_role("button", name="Give back").click()
    expect(engineer).to_contain_text("Free")
    engineer.get_by_role("button", name="Also sit here").click()
    page.get_by_role("button", name="Start the match").click()
    stations = page.locator("section.station")
    expect(stations).to_have_count(2)
    assert [each.get_attribute("aria-label") for each in stations.all()] == ["Captain", "Engineer"]
    deeds = [both_work(visitor) for _ in range(30)]
    assert deeds.count("captain") > 5
    assert deeds.count("engineer") > 3
    expect(stations).to_have_count(2)
    fits(visitor, "admiral-two-stations")


def both_work(visitor: Visitor) -> str:
    """Whatever the captain or the engineer can do now; returns who did it."""
    page = visitor.page
    page.locator(".prompt.yours, .outcome").first.wait_for()
    before = visitor.moment()
    done = "" if visitor.over else "engineer" if mark(page) else "captain" if command(page) else ""
    if not visitor.over:
        visitor.wait_for_news(before)
    return done


def fits(visitor: Visitor, name: str) -> None:
    for width, height in ((360, 780), (1440, 900)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.screenshot(f"{name}-{width}")
        assert visitor.overflow() <= 0, (name, width)
    assert visitor.barriers() == []


def overheard(visitor: Visitor) -> list[dict[str, Any]]:
    """The views that the server sends to this person from now on."""
    views: list[dict[str, Any]] = []

    def note(payload: str | bytes) -> None:
        message = json.loads(payload)
        if "view" in message:
            views.append(message["view"])

    def listen(line: WebSocket) -> None:
        line.on("framereceived", note)

    visitor.page.on("websocket", listen)
    return views


def mark_blindly(page: Page) -> bool:
    assert drawn_at_sea(page) == 0
    return mark(page)


def drawn_at_sea(page: Page) -> int:
    """Boats, cells and trails on the page."""
    return page.locator(".boat, [data-cell], .trail").count()


def test_two_people_share_a_crew_and_talk_by_button(come: Come) -> None:
    ann, bob = come(), come(width=360, height=740)
    table = seated(ann, CAPTAIN)
    ann.post(f"/api{table}/clear", seat=ENGINEER)
    bob.post("/api/guest", name="Bob")
    bob.post(f"/api{table}/sit", seat=ENGINEER)
    deck, engines = started(ann, table), bob.open(table)
    pick(deck)
    deck.get_by_text("Tell the crew").click()
    deck.get_by_role("group", name="Protect").get_by_role("button", name="red").click()
    deck.get_by_role("button", name="Keep clear").click()
    expect(words(engines, "Captain")).to_have_text("Keep red clear.")
    expect(engines.get_by_text("keep clear!")).to_be_visible()
    engines.get_by_role("button", name="Tell the captain").click()
    expect(words(deck, "Engineer")).to_have_text(re.compile("^Best courses: north"))
    course = deck.locator(".pad .open").first
    course.click()
    engines.locator(".node.open").first.click()
    expect(engines.locator(".node.marked")).to_have_count(1)


def words(page: Page, role: str) -> Locator:
    """What this one of the crew said last."""
    return page.locator("dl > div").filter(has=page.locator("dt", has_text=role)).locator("dd")


def test_a_radio_operator_fits_the_track_and_reports(come: Come) -> None:
    visitor = come()
    page = started(visitor, seated(visitor, RADIO_OPERATOR, pace=0.05, **LISTENING))
    track = page.locator(".part").first
    page.locator(".part .point, .part .bad").nth(2).wait_for()
    before = track.locator(".way").get_attribute("d")
    track.focus()
    page.keyboard.press("ArrowRight")
    assert track.locator(".way").get_attribute("d") != before
    page.get_by_role("button", name="Mark cells").click()
    for cell in ("A1", "B1"):
        page.locator(f"[data-cell={cell}]").click()
    page.get_by_role("button", name="Report 2 cells").click()
    expect(words(page, "Radio operator")).to_have_text(re.compile("2 cells"))


# --- looking ---------------------------------------------------------------------------------------------------------


def test_onlookers_see_what_is_public_and_no_more(come: Come) -> None:
    player, spectator = come(), come()
    page = started(player, seated(player, CAPTAIN))
    views = overheard(spectator)
    watched = spectator.open(page.url.removeprefix(player.url))
    expect(watched.get_by_role("group", name="Chart of red")).to_be_visible()
    pick(page)
    watched.locator(".pad, .turn").first.wait_for()
    assert watched.locator(".boat, [data-cell], [aria-label=Gauges]").count() == 0
    assert all(boat["cell"] is None for view in views for boat in view["boats"])


@pytest.mark.parametrize(("width", "height"), [(360, 780), (1440, 900)])
def test_every_station_fits_and_keeps_nobody_out(come: Come, width: int, height: int) -> None:
    visitor = come(width=width, height=height)
    page = started(visitor, seated(visitor, CAPTAIN, map="alpha"))
    pick(page)
    page.locator(".pad .open").first.wait_for()
    visitor.inspect(f"admiral-captain-{width}")
    for name, seat in (("mate", FIRST_MATE), ("engineer", ENGINEER)):
        started(visitor, seated(visitor, seat, map="alpha"))
        page.locator(".prompt.yours").wait_for()
        visitor.inspect(f"admiral-{name}-{width}")
    started(visitor, seated(visitor, RADIO_OPERATOR, pace=0.1, **LISTENING))
    page.locator(".part .point").nth(2).wait_for()
    visitor.inspect(f"admiral-radio-{width}")


# --- what is known, and what is not ----------------------------------------------------------------------------------

FLAT = 1 / 196  # of the water of the map alpha


def reported(likely: list[tuple[str, float]], cells: int) -> dict[str, Any]:
    """What a radio operator of blue says, as it comes over the wire."""
    message = {"type": "position report", "cells": cells, "bits": 1.0, "sectors": [], "advice": [], "blocked": []}
    shares = [{"cell": cell, "share": share} for cell, share in likely]
    return {"type": "said", "seat": RADIO_OPERATOR, "words": "", "message": {**message, "likely": shares}}


@pytest.mark.parametrize(
    ("likely", "cells", "shaded"),
    [
        ([(f"{column}{row}", FLAT) for column in "ABCD" for row in range(1, 6)], 196, []),
        ([(f"{column}1", round(FLAT, 4) + n * 1e-5) for n, column in enumerate("ABCDE")], 196, []),
        ([("A1", 1 / 3), ("B1", 1 / 3), ("C1", 1 / 3)], 3, ["A1", "B1", "C1"]),
        ([("A1", 0.4), ("B1", 0.4), ("C1", 0.01), ("D1", 0.01)], 22, ["A1", "B1"]),
    ],
    ids=["flat", "flat but for the rounding", "three cells", "two stand out"],
)
def test_shading_is_flat_where_knowledge_is(
    come: Come, likely: list[tuple[str, float]], cells: int, shaded: list[str]
) -> None:
    visitor = come()

    def tell(message: dict[str, Any]) -> None:
        if message["type"] == "sync":
            message["events"].append(reported(likely, cells))
            message["lines"].append("a report")

    visitor.rewrite_messages(tell)
    page = visitor.open(visitor.table("admiral", bots="chance", options={"map": "alpha"}))
    page.locator("[data-cell]").first.wait_for()
    expect(page.get_by_label("Radio's guess")).to_be_enabled()
    expect(page.locator(".heat rect")).to_have_count(len(shaded))
    shades = page.locator(".heat rect").evaluate_all("cells => cells.map(cell => cell.getAttribute('fill-opacity'))")
    assert len(set(shades)) <= 1, "the same share, the same shade"
    expect(page.get_by_text("No cell is likelier than the others.")).to_have_count(0 if shaded else 1)


def test_onlookers_are_told_that_a_heard_track_has_no_place(come: Come) -> None:
    captain, onlooker = come(), come()
    path = captain.table("admiral", bots="chance", options={"map": "alpha", "first_team": "blue"})
    place_and_go(captain, path)
    page = onlooker.open(path)
    told = page.get_by_role("region", name="Blue boat").get_by_text("Nobody has heard where it lies")
    expect(told).to_be_visible()


def place_and_go(captain: Visitor, path: str) -> None:
    page = captain.open(path)
    page.locator("[data-cell]").nth(10).click()
    page.locator(".confirm button").first.click()
    page.get_by_role("group", name="Courses").locator("button.open").first.click()


def test_the_end_shows_both_boats_and_where_they_have_been(come: Come) -> None:
    captain = come()
    path = captain.table("admiral", bots="chance", options=SHORT)
    place_and_go(captain, path)
    captain.page.get_by_role("button", name="Leave, a bot plays on").click()
    both = captain.page.get_by_role("region", name="Both voyages")
    expect(both).to_be_visible()
    for team in ("blue", "red"):
        expect(both.get_by_role("img", name=f"{team} submarine")).to_be_visible()
        assert both.locator(f"path.voyage.{team}").get_attribute("d").count("L") >= 1  # type: ignore[union-attr]
    on_water = both.locator("path.voyage").evaluate_all(
        """(ways, unit) => ways.every(way => way.getAttribute('d').split(/[ML]/).slice(1).every(point => {
            const [x, y] = point.split(' ').map(at => Math.floor(at / unit));
            return x >= 0 && y >= 0 && x < 15 && y < 15;
        }))""",
        10,
    )
    assert on_water
