"""In a real browser: teams are called by their names and wear their colours, and the end is reported in plain words."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.website.client import Visit, eventually, new_table
from tests.website.visitor import Come, Visitor

SHORT = {"map": "tiny", "turn_cap": 20}
READABLE = 3.0  # contrast of a mark, by WCAG 1.4.11
INK = """mark => {
    const surface = mark.closest('.panel');
    return [mark, surface].map((each, i) => getComputedStyle(each)[i ? 'backgroundColor' : 'color']);
}"""
SIZES = [(320, 640), (390, 844), (1440, 900), (1920, 1080)]
# Is the focused thing in the dock, or else free of it and on the screen?
SHOWN = """() => {
    const at = document.activeElement, dock = document.querySelector('.dock');
    const [its, docks] = [at.getBoundingClientRect(), dock.getBoundingClientRect()];
    return dock.contains(at) || (its.bottom <= docks.top + 1 && its.bottom > 0);
}"""


def finished(visitor: Visitor, game: str, bot: str, **options: Any) -> tuple[str, str]:
    """A match of bots, played to its end: the paths of its table and of its replay."""
    visitor.post("/api/guest", name="Hanna")
    made = visitor.post("/api/tables", game=game, options=options, pace=0)
    path = f"/api/tables/{made['id']}"
    for seat in range(len(made["seats"])):
        visitor.post(f"{path}/bot", seat=seat, player=bot)
    visitor.post(f"{path}/start")
    eventually(lambda: visitor.context.request.get(visitor.url + path).json()["state"] == "over")
    match = visitor.context.request.get(visitor.url + path).json()["match"]
    return f"/tables/{made['id']}", f"/matches/{match}"


def last_line(page: Page) -> Locator:
    return page.get_by_role("list", name="Events, the latest last").get_by_role("listitem").last


# --- names -----------------------------------------------------------------------------------------------------------


def test_teams_have_the_names_that_the_game_gives_them(come: Come) -> None:
    visitor = come()
    page = visitor.open(visitor.table("admiral", bots="chance", options=SHORT, start=False))
    assert page.get_by_role("heading", level=2).all_inner_texts() == ["▲ Blue", "● Red"]
    expect(page.get_by_role("region", name="Red", exact=True).get_by_role("listitem")).to_have_count(4)
    page.get_by_role("button", name="Start the match").click()
    crews = page.get_by_role("region", name="Players").get_by_role("heading", level=3)
    expect(crews).to_have_text(["▲ Blue", "● Red"])
    expect(page.get_by_text(re.compile("Team [AB]"))).to_have_count(0)


def test_the_end_is_told_with_the_names_of_the_teams(come: Come) -> None:
    visitor = come()
    table, replay = finished(visitor, "admiral", "chance", **SHORT)
    for path in (table, f"{replay}?step=99999"):
        page = visitor.open(path)
        expect(last_line(page)).to_have_text(re.compile(r"^the match is over: ((blue|red) wins, \d to \d|a draw)$"))
        expect(page.locator(".outcome li")).to_contain_text(["(bots)", "(bots)"])
        assert sorted(side.split()[1] for side in page.locator(".outcome li").all_inner_texts()) == ["Blue", "Red"]
    page = visitor.open("/")
    expect(
        page.get_by_role("link", name=re.compile(r"(Blue|Red) \(chance\): \d · (Blue|Red) \(chance\): \d")).first
    ).to_be_visible()


def test_teams_without_names_have_letters(come: Come) -> None:
    visitor = come()
    table, _ = finished(visitor, "planets", "bully_team", players=2, turn_limit=8)
    page = visitor.open(table)
    expect(last_line(page)).to_have_text(re.compile(r"^the match is over: (Team [AB] wins, \d+ to \d+|a draw)$"))
    powers = page.get_by_role("region", name="Powers").get_by_role("rowheader")
    expect(powers.filter(has_text="Team A")).to_have_count(2)
    expect(powers.filter(has_text="Team B")).to_have_count(2)


def test_whoever_plays_alone_is_called_by_name(come: Come) -> None:
    visitor = come()
    table, _ = finished(visitor, "planets", "bully_team", players=1, turn_limit=8)
    page = visitor.open(table)
    expect(last_line(page)).to_have_text(
        re.compile(r"^the match is over: (Bot [12] \(bully_team\) wins, \d+ to \d+|a draw)$")
    )
    expect(page.get_by_text(re.compile(r"\bteam \w\b", re.IGNORECASE))).to_have_count(0)


def test_people_read_who_gave_up(come: Come, visit: Visit) -> None:
    ann = visit("Ann")
    table = new_table(ann)
    ann.post(f"/api/tables/{table}/start")
    with ann.live(table) as socket:
        socket.send("resign", seat=0)
        socket.until("ended")
    page = come().open(f"/tables/{table}")
    expect(last_line(page)).to_have_text("the match is over because Ann gave up: Team B wins")
    expect(page.locator(".outcome")).to_contain_text("Ann gave up.")
    expect(page.get_by_text("The match is over", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("^It is .* turn$"))).to_have_count(0)


# --- colours ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_team_named_after_a_colour_wears_it(come: Come, scheme: str) -> None:
    visitor = come(color_scheme=scheme)
    page = visitor.open(visitor.table("admiral", bots="chance", start=False))
    blue, red = (ink(page.get_by_role("region", name=name, exact=True)) for name in ("Blue", "Red"))
    assert blue[2] > blue[1] > blue[0]
    assert red[0] > red[2]
    assert red[0] > red[1]


def ink(team: Locator) -> list[int]:
    """The colour of the team's mark, which can be seen on what is behind it."""
    mark, behind = (rgb(colour) for colour in team.locator("h2 span").evaluate(INK))
    light, dark = sorted((luminance(mark), luminance(behind)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= READABLE
    return mark


def rgb(colour: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", colour)[:3]]


def luminance(colour: list[int]) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


# --- the controls of a replay ----------------------------------------------------------------------------------------


def test_the_controls_of_a_replay_are_always_at_hand(come: Come) -> None:
    visitor = come()
    _, replay = finished(visitor, "admiral", "chance", **SHORT)
    page = visitor.open(f"{replay}?step=30")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert visitor.overflow() <= 0, width
        for place in (0, 300, 1_000_000):
            page.evaluate("place => scrollTo(0, place)", place)
            expect(page.get_by_label("Step", exact=True)).to_be_in_viewport(ratio=1)
            expect(page.get_by_role("button", name="Key moment after")).to_be_in_viewport(ratio=1)
        nothing_hides_below(page, width)
        page.evaluate("scrollTo(0, 0)")
        everything_focused_is_seen(page, width)
    assert visitor.barriers() == []


def nothing_hides_below(page: Page, width: int) -> None:
    """At the end of the page, all of it stands above the controls."""
    page.evaluate("scrollTo(0, 1e6)")
    log, dock = (page.locator(each).bounding_box() for each in ("[aria-label='What happened']", ".dock"))
    assert log is not None
    assert dock is not None
    assert log["y"] + log["height"] <= dock["y"], width


def everything_focused_is_seen(page: Page, width: int) -> None:
    page.locator("h1 a").focus()
    seen = 0
    while page.evaluate("document.activeElement !== document.body"):
        assert page.evaluate(SHOWN), (width, page.evaluate("document.activeElement.outerHTML").splitlines()[0])
        page.keyboard.press("Tab")
        seen += 1
    assert seen > 10
