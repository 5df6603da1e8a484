"""Bottle Bats in a real browser: a war is won by pulling from fort to fort, orders can be thought over, fog is fog."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.website.visitor import Come, Visitor

MOST_TURNS = 250
# The forts as the map has them; where they lie is in pixels, and which of them a road joins is in the view.
FORTS = """() => [...document.querySelectorAll('.castle')].map(castle => {
    const {x, y, width, height} = castle.querySelector('.reach').getBoundingClientRect(), data = castle.dataset;
    const number = text => text === undefined ? null : +text;
    return {number: +data.fort, owner: number(data.owner), own: castle.classList.contains('own'),
            soldiers: number(data.soldiers), x: x + width / 2, y: y + height / 2};
})"""

Fort = dict[str, Any]


def war(visitor: Visitor, bots: str = "destroy", **options: Any) -> Page:
    """A table where the person is asked for the first orders."""
    page = visitor.open(visitor.table("bottlebats", bots, options={"map": "duel", **options}))
    expect(end_turn(page)).to_be_enabled()
    return page


def end_turn(page: Page) -> Any:
    return page.get_by_role("button", name=re.compile("^End turn"))


def forts(page: Page, own: bool) -> list[Fort]:
    return [fort for fort in page.evaluate(FORTS) if fort["own"] == own]


def beside(page: Page, fort: Fort) -> list[Fort]:
    """The forts that a road leads to from this one, which is chosen."""
    page.mouse.click(fort["x"], fort["y"])
    numbers = [int(n) for n in page.locator(".castle.open").evaluate_all("all => all.map(one => one.dataset.fort)")]
    return [other for other in page.evaluate(FORTS) if other["number"] in numbers]


def pull(page: Page, one: Fort, other: Fort) -> None:
    """From where they are now: whoever clicks below the map may have scrolled."""
    page.evaluate("scrollTo(0, 0)")
    forts = {fort["number"]: fort for fort in page.evaluate(FORTS)}
    one, other = forts[one["number"]], forts[other["number"]]
    page.mouse.move(one["x"], one["y"])
    page.mouse.down()
    page.mouse.move((one["x"] + other["x"]) / 2, (one["y"] + other["y"]) / 2)
    page.mouse.move(other["x"], other["y"])
    page.mouse.up()


def wait_for_turn(page: Page, turn: str) -> None:
    """Until another turn than this can be played, or the war is over."""
    page.wait_for_function(
        "turn => document.querySelector('.outcome') || (document.querySelector('.turn strong').innerText !== turn && "
        "document.querySelector('.bar .primary:not(:disabled)'))",
        arg=turn,
    )


def turn_of(page: Page) -> str:
    return page.locator(".turn strong").inner_text()


# --- a whole war -----------------------------------------------------------------------------------------------------


def test_a_person_wins_a_war_by_pulling_from_fort_to_fort(come: Come) -> None:
    visitor = come()
    page = war(visitor, map="hourglass")
    for _ in range(MOST_TURNS):
        if visitor.over:
            break
        turn = turn_of(page)
        for fort in forts(page, own=True):
            command(page, fort)
        page.keyboard.press("Enter")
        wait_for_turn(page, turn)
    expect(page.get_by_text("The war is over: you have won!")).to_be_visible()
    replay_is_scrubbed(visitor)


def command(page: Page, fort: Fort) -> None:
    """Take what is nobody's with just enough, and storm what is weak; a fort behind the lines sends its soldiers on."""
    near = beside(page, fort)
    foes = sorted((other for other in near if not other["own"]), key=lambda other: other["soldiers"] or 0)
    if foes:
        pull(page, fort, foes[0])
        if page.get_by_role("button", name=re.compile("^Enough")).count():
            page.keyboard.press("n" if foes[0]["owner"] is None else "8")
            page.keyboard.press("Enter")
            return
    elif fort["soldiers"] > 1:
        enemy = [other for other in forts(page, own=False) if other["owner"] is not None or other["soldiers"] is None]
        if enemy:
            ahead = min(near, key=lambda other: min(abs(other["x"] - e["x"]) + abs(other["y"] - e["y"]) for e in enemy))
            pull(page, fort, ahead)
            page.keyboard.press("a")
            page.keyboard.press("Enter")
            return
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def replay_is_scrubbed(visitor: Visitor) -> None:
    page = visitor.page
    page.get_by_role("link", name="Replay").click()
    bar = page.get_by_label("Step", exact=True)
    bar.fill("0")
    expect(page.locator(".turn strong")).to_have_text("Turn 1")
    start = page.evaluate(FORTS)
    bar.fill("40")
    expect(page.get_by_role("img", name=re.compile("^Forts after turn"))).to_be_visible()
    assert end_turn(page).count() == 0
    bar.fill("0")
    expect(page.locator(".turn strong")).to_have_text("Turn 1")
    assert page.evaluate(FORTS) == start
    assert page.locator(".fog").count() == 0, "whoever sees everything sees no fog"
    page.get_by_label("Seen by").select_option("0")
    expect(page.locator(".fog")).to_be_visible()


# --- orders ----------------------------------------------------------------------------------------------------------


def test_orders_can_be_thought_over_until_the_turn_is_ended_and_repeated_after_it(come: Come) -> None:
    visitor = come()
    page = war(visitor)
    orders = page.get_by_role("region", name="Orders of this turn")
    home = forts(page, own=True)[0]
    near = beside(page, home)
    before = visitor.moment()
    page.mouse.click(near[0]["x"], near[0]["y"])
    page.get_by_role("button", name="Half").click()
    page.get_by_role("button", name="Add order").click()
    expect(orders.get_by_role("listitem")).to_have_count(1)
    orders.get_by_role("button", name=re.compile("^Take back")).click()
    expect(orders.get_by_role("listitem")).to_have_count(0)
    pull(page, home, near[0])
    expect(page.get_by_role("group", name="How many soldiers")).to_contain_text("Arrives in")
    page.get_by_role("slider", name=re.compile("^From ")).fill("1")
    page.keyboard.press("Enter")
    expect(orders.get_by_role("listitem")).to_have_text(re.compile("^1 soldier from"))
    assert visitor.moment() == before, "nothing was sent yet"
    end_turn(page).click()
    expect(page.locator(".turn strong")).to_have_text("Turn 2")
    page.get_by_role("button", name="Repeat last orders").click()
    expect(orders.get_by_role("listitem")).to_have_text(re.compile("^1 soldier from"))
    expect(end_turn(page)).to_have_text("End turn with 1 order")


def test_after_the_last_turn_its_orders_are_no_longer_meant(come: Come) -> None:
    """Those soldiers have left: the same road does not show them twice."""
    page = war(come(), max_steps=1)
    home = forts(page, own=True)[0]
    pull(page, home, beside(page, home)[0])
    page.keyboard.press("Enter")
    expect(page.locator(".way")).to_have_count(1)
    end_turn(page).click()
    expect(page.get_by_text("The war is over: a draw.")).to_be_visible()
    expect(page.locator(".way")).to_have_count(0)


def test_a_war_with_the_keyboard_alone(come: Come) -> None:
    visitor = come()
    page = war(visitor, max_steps=4)
    page.locator(".castle[tabindex='0']").focus()
    home = forts(page, own=True)[0]
    target = beside(page, home)[0]["number"]
    page.keyboard.press("Escape")
    page.locator(".castle[tabindex='0']").focus()
    go_to(page, home["number"])
    page.keyboard.press("Enter")
    expect(page.locator(".castle.chosen")).to_have_count(1)
    go_to(page, target)
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider", name=re.compile("^From "))).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(end_turn(page)).to_have_text("End turn with 1 order")
    page.keyboard.press("Enter")
    expect(page.locator(".turn strong")).to_have_text("Turn 2")
    while not visitor.over:
        turn = turn_of(page)
        visitor.tab_until(end_turn(page))
        page.keyboard.press("Enter")
        wait_for_turn(page, turn)


def go_to(page: Page, number: int) -> None:
    """Walk over the forts in their order: those in the fog are left out."""
    page.keyboard.press("Home")
    for fort in sorted(page.evaluate(FORTS), key=lambda fort: int(fort["number"])):
        if fort["number"] == number:
            break
        page.keyboard.press("PageDown")
    expect(page.locator(f".castle[data-fort='{number}']")).to_be_focused()


def test_a_turn_of_many_orders_is_one_message_and_one_view(come: Come) -> None:
    visitor = come()
    sent: list[str] = []
    steps: list[Any] = []
    visitor.page.on("websocket", lambda line: listen(line, sent, steps))
    page = war(visitor, map="chessboard", players=2)
    home = forts(page, own=True)[0]
    near = beside(page, home)
    page.keyboard.press("Escape")
    for other in near:
        pull(page, home, other)
        page.get_by_role("slider", name=re.compile("^From ")).fill("1")
        page.keyboard.press("Enter")
    expect(end_turn(page)).to_have_text(f"End turn with {len(near)} orders")
    del sent[:], steps[:]
    end_turn(page).click()
    expect(page.locator(".turn strong")).to_have_text("Turn 2")
    (message,) = (words for words in sent if "march" in words)
    assert message.count('"march"') == len(near) > 1
    assert [step["seq"] for step in steps] == sorted({step["seq"] for step in steps}), "one view for each step"
    assert 1 <= len(steps) <= 2, "the person's turn, and the bot's, if it was not quicker"


def listen(line: WebSocket, sent: list[str], steps: list[Any]) -> None:
    line.on("framesent", lambda words: sent.append(str(words)))
    line.on("framereceived", lambda words: steps.extend(step for step in [json.loads(words)] if step["type"] == "step"))


# --- looking ---------------------------------------------------------------------------------------------------------


def test_onlookers_are_told_why_they_see_nothing(come: Come) -> None:
    player, onlooker = come(), come()
    path = player.table("bottlebats", "destroy", options={"map": "duel"})
    player.open(path)
    page = onlooker.open(path)
    expect(page.get_by_text("All of the war lies in the fog.").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="onlookers see the war when it is over")).to_be_visible()
    counted = page.get_by_role("region", name="Players").locator("tbody td").all_text_contents()
    assert counted == ["?"] * 6
    onlooker.inspect("bottlebats-onlooker")


def test_a_fight_is_shown_where_marches_meet(come: Come) -> None:
    road = "2 forts:\na 0 0 p 50\nb 6 0 q 50\n1 roads:\na b\n0 marches:\n"
    page = war(come(), file=road, fog="off")
    one, other = sorted(page.evaluate(FORTS), key=lambda fort: -int(fort["own"]))
    pull(page, one, other)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    for turn in range(1, 4):
        assert page.locator("[data-fight]").count() == 0
        end_turn(page).click()
        wait_for_turn(page, f"Turn {turn}")
    # Fifty against forty-five, who set out at the same time: half-way, after three turns.
    expect(page.locator("[data-fight='45']")).to_be_visible()
    place = page.locator("[data-fight] path").bounding_box()
    assert place
    assert abs(place["x"] + place["width"] / 2 - (one["x"] + other["x"]) / 2) < 4


def test_forts_out_of_sight_are_remembered(come: Come) -> None:
    line = "3 forts:\na 0 0 p 5\nb 2 0 p 1\nc 4 0 q 60\n2 roads:\na b\nb c\n0 marches:\n"
    page = war(come(), "greedy", file=line)
    expect(page.locator(".castle:not(.hidden)")).to_have_count(3)
    for turn in ("Turn 1", "Turn 2"):
        end_turn(page).click()
        wait_for_turn(page, turn)
    hidden = page.locator(".castle.hidden")
    expect(hidden).to_have_count(1)
    expect(hidden).to_have_attribute("aria-label", re.compile("^c: in the fog, last known of .* with 5. soldiers$"))
    expect(page.get_by_role("img", name=re.compile("^Forts, as far as seen after turn"))).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 780), (1440, 900)])
def test_every_state_fits_and_keeps_nobody_out(come: Come, width: int, height: int) -> None:
    visitor = come(width=width, height=height)
    page = war(visitor, map="octagon", players=4)
    home = forts(page, own=True)[0]
    pull(page, home, beside(page, home)[0])
    visitor.inspect("bottlebats-amount")
    page.keyboard.press("Enter")
    end_turn(page).click()
    wait_for_turn(page, "Turn 1")
    page.get_by_role("button", name="Zoom in").click()
    visitor.inspect("bottlebats-zoomed")
