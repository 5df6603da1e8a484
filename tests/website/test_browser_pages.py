"""Every page in every state, in a real browser: it fits, it keeps nobody out, it is dark or light, markup is inert."""

import re
from secrets import token_hex

import pytest
from playwright.sync_api import expect

from tests.website.client import Visit
from tests.website.visitor import Come, Visitor

MARKUP = "<img src=x id=xss>"


@pytest.mark.parametrize(("width", "height"), [(360, 780), (1440, 900)])
def test_every_page_fits_and_keeps_nobody_out(come: Come, visit: Visit, replay: str, width: int, height: int) -> None:
    visitor = come(width=width, height=height)
    strangers_see(visitor, bot_table(visit), replay)
    players_see(visitor)
    visitor.complaints.clear()  # the browser reports the 404


def strangers_see(visitor: Visitor, bots: str, replay: str) -> None:
    page = visitor.open()
    expect(page.get_by_role("link", name=re.compile("Watch")).first).to_be_visible()
    visitor.inspect("home")
    visitor.open("/games/jaffre")
    expect(page.locator("h1")).to_have_count(1)
    visitor.inspect("game")
    visitor.open("/account")
    visitor.inspect("account-out")
    visitor.open("/tables/nothing")
    visitor.inspect("error")
    visitor.open(bots)
    expect(page.get_by_role("list", name="Reasons")).to_be_visible()
    visitor.inspect("spectator")
    visitor.open(f"/matches/{replay}?step=60")
    expect(page.get_by_text(re.compile(r"^60 / \d+$"))).to_be_visible()
    visitor.inspect("replay")


def players_see(visitor: Visitor) -> None:
    page = visitor.page
    path = visitor.table(options={"target": 1}, start=False, bots="search:iterations=50")
    visitor.post(f"/api{path}/clear", seat=2)
    visitor.open(path)
    page.get_by_label("Bot for seat 2").select_option("search")
    visitor.inspect("waiting")
    page.get_by_role("button", name="Add bot").click()
    page.get_by_role("button", name="Start the match").click()
    page.locator(".auction").wait_for()
    visitor.inspect("table-bidding")
    visitor.play(1)
    page.locator(".hand button.legal").first.wait_for()
    visitor.play(2)
    page.get_by_role("button", name="Score sheet").click()
    visitor.inspect("table-playing")
    visitor.play()
    visitor.inspect("table-over")
    visitor.post("/api/signup", name=f"Player {token_hex(4)}", password="correct horse")
    visitor.open("/account")
    expect(page.get_by_text("This browser")).to_be_visible()
    visitor.inspect("account-in")


def bot_table(visit: Visit) -> str:
    """Bots alone, and slow enough to look at."""
    host = visit("Host")
    path = f"/tables/{host.post('/api/tables', game='jaffre', pace=5)['id']}"
    for seat in range(4):
        host.post(f"/api{path}/bot", seat=seat, player="advanced")
    host.post(f"/api{path}/settings", pace=0.05)
    host.post(f"/api{path}/start")
    with host.live(path.rpartition("/")[2], eyes="all") as socket:
        while not any(message.get("reasons") for message in socket.seen):
            socket.receive()
    host.post(f"/api{path}/settings", pace=5)
    return path


# --- names, accounts, wrong addresses --------------------------------------------------------------------------------


def test_markup_in_names_is_inert(come: Come) -> None:
    visitor = come()
    page = visitor.open("/account")
    page.get_by_label("Name").first.fill(MARKUP)
    page.get_by_role("button", name="Go in").click()
    expect(page.get_by_role("heading", name=MARKUP)).to_be_visible()
    page.goto(visitor.url)
    visitor.quickplay_of("Jaffre").click()
    expect(page.locator(".felt").get_by_text(MARKUP)).to_be_visible()
    visitor.play(2)
    assert page.locator("#xss").count() == 0


def test_markup_in_a_map_is_inert(come: Come) -> None:
    visitor = come()
    page = visitor.open(visitor.table("admiral", "chance", start=False, options={"drawing": MARKUP}))
    expect(page.get_by_text(f"drawing {MARKUP}")).to_be_visible()
    assert page.locator("#xss").count() == 0


def test_an_account_keeps_its_matches_tokens_and_sessions(come: Come) -> None:
    page = come().open("/account")
    account = page.locator("form").nth(1)
    account.get_by_label("Name").fill("Ada")
    account.get_by_label("Password").fill("correct horse")
    account.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Ada")).to_be_visible()
    page.get_by_placeholder("What it is for").fill("my bot")
    for scope in ("look at your tables", "sit at tables", "send versions"):
        page.get_by_label(scope).uncheck()
    expect(page.get_by_role("button", name="New token")).to_be_disabled()
    page.get_by_label("send versions").check()
    page.get_by_role("button", name="New token").click()
    expect(page.get_by_text("shown only now")).to_be_visible()
    expect(page.get_by_text("bots · made")).to_be_visible()
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
    visitor.open("/bots/%")
    expect(visitor.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    visitor.open("/editor/nothing")
    expect(visitor.page.get_by_role("heading", name="There is no game nothing")).to_be_visible()
    visitor.open("/ladder/jaffre?among=nobody&first=-5&season=x")
    expect(visitor.page.get_by_role("heading", name="Being played")).to_be_visible()
    assert [words for words in visitor.complaints if "404" not in words] == []
    visitor.complaints.clear()  # the browser reports each 404
