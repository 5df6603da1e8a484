"""Crews in a real browser: teams with roles, talk, quick phrases, and several seats in one hand.

Jaffre is played in silence by four, so this module has a server with a game of its own.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.website.client import WITH_EXTRA_GAMES, Browser, Site
from tests.website.visitor import Come, Visitor

SITE = "talking_site"
MARKUP = "<img src=x id=xss onerror=alert(1)>"


@pytest.fixture(scope="module")
def talking_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site") / "talk.db", command=WITH_EXTRA_GAMES) as running:
        yield running


def sit_down(visitor: Visitor, path: str, name: str, seat: int) -> Page:
    visitor.post("/api/guest", name=name)
    visitor.post(f"/api{path}/sit", seat=seat)
    return visitor.open(path)


def say(page: Page, words: str) -> None:
    page.get_by_label("Your words").fill(words)
    page.keyboard.press("Enter")


def test_seats_stand_by_team_with_their_roles(come: Come) -> None:
    visitor = come()
    page = visitor.open("/games/signals")
    page.get_by_role("button", name="Create table").click()
    for team in ("Team A", "Team B"):
        seats = page.get_by_role("region", name=team).get_by_role("listitem")
        expect(seats).to_have_count(4)
        for role, place in zip(("captain", "first mate", "engineer", "radio operator"), seats.all(), strict=True):
            expect(place).to_contain_text(role)
    page.get_by_role("region", name="Team B").get_by_role("button", name="Sit here").nth(2).click()
    expect(page.get_by_text("(you)")).to_be_visible()
    page.get_by_role("button", name="Fill with bots").click()
    look_at(visitor, "crews-waiting")
    page.get_by_role("button", name="Start the match").click()
    crew = page.get_by_role("region", name="Players").get_by_role("list", name="Team B")
    expect(crew.get_by_role("listitem").nth(2)).to_contain_text("engineer")
    page.get_by_role("list", name="What you can do").wait_for()
    look_at(visitor, "crews-playing")


def look_at(visitor: Visitor, name: str) -> None:
    for width in (360, 1440):
        visitor.page.set_viewport_size({"width": width, "height": 900})
        visitor.screenshot(f"{name}-{width}")
        assert visitor.overflow() <= 0, (name, width)
    assert visitor.barriers() == []
    visitor.page.set_viewport_size({"width": 320, "height": 640})
    assert visitor.overflow() <= 0, name
    visitor.page.set_viewport_size({"width": 1280, "height": 900})


def test_a_team_talks_and_nobody_else_hears_it(come: Come) -> None:
    ann, bob, eve = come(), come(width=360, height=740), come()
    ann.post("/api/guest", name=f"A{MARKUP}"[:24])
    path = ann.table("signals", bots="chance", start=False)
    for seat in (1, 4):
        ann.post(f"/api{path}/clear", seat=seat)
    mate, enemy = sit_down(bob, path, "Bob", 1), sit_down(eve, path, "Eve", 4)
    ann.post(f"/api{path}/start")
    page = ann.open(path)
    say(page, f"hard to port {MARKUP}")
    expect(page.get_by_role("group", name="Talk so far")).to_contain_text(f"You hard to port {MARKUP}")

    talk = mate.get_by_text("Team talk")
    expect(mate.get_by_text("new", exact=False).first).to_be_visible()
    expect(mate.get_by_label("Your words")).to_be_hidden()  # on a phone it waits to be opened
    talk.click()
    heard = mate.get_by_role("group", name="Talk so far")
    expect(heard).to_contain_text(f"hard to port {MARKUP}")
    mate.get_by_role("button", name="Well played!").click()
    expect(page.get_by_role("group", name="Talk so far")).to_contain_text("Bob Well played!")

    say(enemy, "dive")
    expect(enemy.get_by_role("group", name="Talk so far")).to_contain_text("You dive")
    expect(enemy.locator("body")).not_to_contain_text("hard to port")
    assert "dive" not in page.locator("body").inner_text()
    for visitor in (ann, bob, eve):
        assert visitor.page.locator("#xss, b#xss").count() == 0
    look_at(bob, "talk")
    ann.screenshot("talk-laptop")


def test_too_much_talk_is_refused_in_words(come: Come) -> None:
    visitor = come()
    page = visitor.open(visitor.table("signals", bots="chance"))
    for n in range(6):
        say(page, f"word {n}")
    expect(page.get_by_role("alert")).to_contain_text("too many messages")


def test_what_bots_say_and_think_is_inert(come: Come, talking_site: Site) -> None:
    with Browser(talking_site, "Host") as host:
        table = host.post("/api/tables", game="signals", pace=0.3)
        for seat in range(8):
            host.post(f"/api/tables/{table['id']}/bot", seat=seat, player="rascal")
        host.post(f"/api/tables/{table['id']}/start")
        visitor = come()
        page = visitor.open(f"/tables/{table['id']}")
        expect(page.get_by_role("list", name="Reasons")).to_contain_text(f"because {MARKUP}")
        expect(page.get_by_role("list", name="Reasons")).to_contain_text("<i id=xss>")
        expect(page.get_by_role("group", name="Talk so far")).to_contain_text(f"flags {MARKUP}")
        expect(page.get_by_label("Your words")).to_have_count(0)  # whoever watches is silent
        assert page.locator("#xss").count() == 0
        expect(page.get_by_role("heading", name="Final score")).to_be_visible()
        page.get_by_role("link", name="Replay").click()
        page.get_by_label("Step", exact=True).press("End")  # which is an action: earlier ones may be talk
        expect(page.get_by_role("list", name="Reasons")).to_contain_text(f"because {MARKUP}")
        assert page.locator("#xss").count() == 0
        look_at(visitor, "crews-replay")


def test_a_person_may_hold_several_seats(come: Come) -> None:
    visitor = come()
    sent = visitor.rewrite_messages(lambda message: None)
    path = visitor.table("signals", bots="chance", start=False, pace=5.0)
    visitor.post(f"/api{path}/sit", seat=1, also=True)
    visitor.post(f"/api{path}/start")
    page = visitor.open(path)
    page.get_by_role("list", name="What the first mate can do").get_by_role("button", name="raise 2").click()
    expect(page.get_by_role("list", name="What the captain can do")).to_be_visible()
    page.get_by_role("list", name="What the captain can do").get_by_role("button", name="raise 3").click()
    visitor.until(lambda: sum(message["type"] == "act" for message in sent) == 2)
    acts = [(message["seat"], message["actions"][0]["flags"]) for message in sent if message["type"] == "act"]
    assert acts == [(1, 2), (0, 3)]
