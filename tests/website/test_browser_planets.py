"""Planets in a real browser: a war is won with clicks and keys, orders can be thought over, and nobody is kept out."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.website.client import eventually
from tests.website.visitor import Come, Visitor

MOST_TURNS = 120
# The planets as the map has them; where they lie is in pixels.
PLANETS = """() => [...document.querySelectorAll('.planet')].map(planet => {
    const {x, y, width, height} = planet.querySelector('.body').getBoundingClientRect(), data = planet.dataset;
    return {number: +data.planet, owner: +data.owner, ships: +data.ships, own: planet.classList.contains('own'),
            x: x + width / 2, y: y + height / 2};
})"""
# How many different places the fleets are drawn at while they fly.
PLACES = """() => new Promise(done => {
    const places = new Set(), began = performance.now();
    const look = () => {
        document.querySelectorAll('.ship').forEach(ship => places.add(ship.getAttribute('transform')));
        if (places.size > 3 || performance.now() - began > 10000) done(places.size);
        else requestAnimationFrame(look);
    };
    document.querySelector('.bar .primary').click();
    look();
})"""

# Two homes for each player and a planet in the middle.
TWO_EACH = """
P 1 0 0 1 1 10
P 2 0 4 1 1 10
P 3 6 2 1 0 3
P 4 12 0 1 2 10
P 5 12 4 1 2 10
"""

Planet = dict[str, Any]


def war(visitor: Visitor, bots: str = "bully", **options: Any) -> Page:
    """A table where the person is asked for the first orders."""
    page = visitor.open(visitor.table("planets", bots, options={"map": "duel", **options}))
    expect(end_turn(page)).to_be_enabled()
    return page


def end_turn(page: Page) -> Any:
    return page.get_by_role("button", name=re.compile("^End turn"))


def planets(page: Page, own: bool) -> list[Planet]:
    return [planet for planet in page.evaluate(PLANETS) if planet["own"] == own]


def click(page: Page, planet: Planet) -> None:
    page.mouse.click(planet["x"], planet["y"])


def nearest(planet: Planet, others: list[Planet]) -> Planet:
    return min(others, key=lambda other: (other["x"] - planet["x"]) ** 2 + (other["y"] - planet["y"]) ** 2)


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


def test_a_person_wins_a_war_by_clicks_and_keys(come: Come) -> None:
    visitor = come()
    page = war(visitor)
    aimed: set[int] = set()  # neutral planets that fleets fly to
    for _ in range(MOST_TURNS):
        if visitor.over:
            break
        turn = turn_of(page)
        settle(page, aimed)
        storm(page)
        page.keyboard.press("Enter")
        wait_for_turn(page, turn)
    expect(page.get_by_text("The war is over: you have won!")).to_be_visible()
    replay_is_scrubbed(visitor)


def settle(page: Page, aimed: set[int]) -> None:
    """Each planet takes what is neutral and near, with just enough."""
    for planet in planets(page, own=True):
        free = [other for other in planets(page, own=False) if other["owner"] == 0 and other["number"] not in aimed]
        if not free:
            return
        target = nearest(planet, free)
        if planet["ships"] > target["ships"]:
            aimed.add(target["number"])
            click(page, planet)
            click(page, target)
            page.keyboard.press("n")
            page.keyboard.press("Enter")


def storm(page: Page) -> None:
    """Everything against the weakest planet of the foe, if that is enough."""
    foes = [planet for planet in planets(page, own=False) if planet["owner"]]
    if not foes:
        return
    lasso_everything(page)
    click(page, min(foes, key=lambda planet: int(planet["ships"])))
    if page.get_by_role("button", name=re.compile("^Enough")).count():
        page.keyboard.press("a")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def lasso_everything(page: Page) -> None:
    box = page.get_by_role("group", name="Map").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
    page.mouse.up()


def replay_is_scrubbed(visitor: Visitor) -> None:
    page = visitor.page
    page.get_by_role("link", name="Replay").click()
    bar = page.get_by_label("Step", exact=True)
    bar.fill("0")
    expect(page.locator(".turn strong")).to_have_text("Turn 1")
    assert page.get_by_role("img", name=re.compile("^Ships on planets")).count() == 0
    start = page.evaluate(PLANETS)
    bar.fill("60")
    expect(page.get_by_role("img", name=re.compile("^Ships on planets after turn"))).to_be_visible()
    # Steps come in pages: the board follows when the page with this one is there.
    eventually(lambda: page.evaluate(PLANETS) != start)
    assert end_turn(page).count() == 0
    bar.fill("0")
    expect(page.locator(".turn strong")).to_have_text("Turn 1")
    assert page.evaluate(PLANETS) == start
    page.get_by_label("Seen by").select_option("0")
    expect(page.get_by_text("Seen by player")).to_be_visible()


def test_one_click_and_the_war_begins(come: Come) -> None:
    page = come().open()
    page.get_by_role("article").filter(has_text="Planets").get_by_role("button", name="QuickPlay").click()
    expect(end_turn(page)).to_be_enabled()
    assert planets(page, own=True)


# --- orders ----------------------------------------------------------------------------------------------------------


def test_orders_can_be_thought_over_until_the_turn_is_ended(come: Come) -> None:
    visitor = come()
    page = war(visitor)
    orders = page.get_by_role("region", name="Orders of this turn")
    home = planets(page, own=True)[0]
    targets = [planet for planet in planets(page, own=False) if planet["owner"] == 0][:2]
    before = visitor.moment()
    for target in targets:
        click(page, home)
        click(page, target)
        page.get_by_role("button", name="Half").click()
        page.get_by_role("button", name="Add order").click()
    expect(orders.get_by_role("listitem")).to_have_count(2)
    assert page.locator(f".planet[data-planet='{home['number']}']").get_attribute("aria-label") == (
        f"Planet {home['number']}: yours, 2 ships, 0 left, grows 1"
    )
    orders.get_by_role("button", name=re.compile("^Remove")).first.click()
    orders.get_by_role("button", name=re.compile("^Change")).first.click()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(orders.get_by_role("listitem")).to_have_text(re.compile("2 ships from"))
    assert visitor.moment() == before, "nothing was sent yet"
    turns = orders.locator("small").inner_text()
    end_turn(page).click()
    way = f"2 ships of player {home['owner']} leave from {home['number']} to {targets[1]['number']}: {turns}"
    expect(page.get_by_role("list", name="Events")).to_contain_text(way)
    expect(orders.get_by_role("listitem")).to_have_count(0)


RESIGN = """() => new Promise(done => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api${location.pathname}/live`);
    const say = message => socket.send(JSON.stringify(message));
    socket.onopen = () => [{type: 'hello'}, {type: 'resign', seat: 0}].forEach(say);
    socket.onmessage = ({data}) => JSON.parse(data).type === 'ended' && done(socket.close());
})"""


def test_a_war_that_ends_while_ships_are_counted_says_so(come: Come) -> None:
    page = war(come())
    click(page, planets(page, own=True)[0])
    click(page, planets(page, own=False)[0])
    amount = page.get_by_role("group", name="How many ships")
    expect(amount).to_be_visible()
    page.evaluate(RESIGN)
    expect(page.locator(".bar").get_by_role("status")).to_have_text(re.compile("is over"))
    expect(amount).to_have_count(0)


def test_several_planets_send_together(come: Come) -> None:
    page = war(come(), file=TWO_EACH)
    target = next(planet for planet in planets(page, own=False) if planet["owner"] == 0)
    page.locator(".planet.own").nth(0).click()
    page.locator(".planet.own").nth(1).click(modifiers=["Shift"])
    click(page, target)
    amount = page.get_by_role("group", name="How many ships")
    expect(amount).to_contain_text("of 20")
    expect(page.get_by_role("button", name="Enough: 4")).to_be_visible()
    expect(amount).to_contain_text("you take it with")
    page.keyboard.press("3")
    expect(amount.locator("output")).to_have_text("6")
    page.keyboard.press("Enter")
    orders = page.get_by_role("region", name="Orders of this turn").get_by_role("listitem")
    expect(orders).to_have_text([re.compile("^3 ships"), re.compile("^3 ships")])


def test_a_refused_order_is_explained_and_the_plan_is_kept(come: Come) -> None:
    visitor = come()

    def more_than_there_are(message: dict[str, Any]) -> None:
        for planet in (message.get("view") or {}).get("planets", ()):
            if planet["owner"] == message["view"]["id"]:
                planet["ships"] += 50

    visitor.rewrite_messages(more_than_there_are)
    page = war(visitor)
    click(page, planets(page, own=True)[0])
    click(page, planets(page, own=False)[0])
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("has 2 ships")
    expect(page.get_by_text("Your plan is kept")).to_be_visible()
    orders = page.get_by_role("region", name="Orders of this turn")
    expect(orders.get_by_role("listitem")).to_have_count(1)
    orders.get_by_role("button", name=re.compile("^Remove")).click()
    end_turn(page).click()
    expect(page.locator(".turn strong")).to_have_text("Turn 2")


def test_a_message_goes_out_with_the_orders(come: Come) -> None:
    visitor = come()
    page = war(visitor, map="generated", players=2, planets=10)
    page.get_by_label("A number").fill("4294967296")
    expect(page.get_by_text("A whole number from 0 to 4294967295")).to_be_visible()
    page.get_by_label("A number").fill("0xFF")
    page.get_by_role("button", name="Send with my orders").click()
    expect(page.get_by_text("This turn you send: 255 (0xFF)")).to_be_visible()
    end_turn(page).click()
    expect(page.get_by_role("list", name="Events")).to_contain_text("send 255")
    expect(page.locator(".turn strong")).to_have_text("Turn 2")
    expect(page.get_by_text("This turn you send: nothing")).to_be_visible()


def test_a_war_with_the_keyboard_alone(come: Come) -> None:
    visitor = come()
    page = war(visitor, turn_limit=4)
    page.locator(".planet[tabindex='0']").focus()
    home = planets(page, own=True)[0]["number"]
    go_to(page, home)
    page.keyboard.press("Enter")
    expect(page.locator(".planet.chosen")).to_have_count(1)
    go_to(page, next(planet["number"] for planet in planets(page, own=False) if planet["owner"] == 0))
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider", name=re.compile("^From planet"))).to_be_focused()
    page.keyboard.press("5")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".amount output")).to_have_text("2")
    page.keyboard.press("Enter")
    expect(end_turn(page)).to_have_text("End turn with 1 order")
    page.keyboard.press("Enter")
    expect(page.locator(".turn strong")).to_have_text("Turn 2")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.classList.contains('planet')")
    while not visitor.over:
        turn = turn_of(page)
        visitor.tab_until(end_turn(page))
        page.keyboard.press("Enter")
        wait_for_turn(page, turn)


def go_to(page: Page, number: int) -> None:
    """Walk over the planets in their order."""
    page.keyboard.press("Home")
    for _ in range(number):
        page.keyboard.press("PageDown")
    expect(page.locator(f".planet[data-planet='{number}']")).to_be_focused()


# --- looking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(360, 780), (1440, 900)])
def test_every_state_fits_and_keeps_nobody_out(come: Come, width: int, height: int) -> None:
    visitor = come(width=width, height=height)
    page = war(visitor, map="generated", players=2, planets=14)
    page.locator(".planet.own").click()
    page.locator(".planet:not(.own)").first.click()
    visitor.inspect("planets-amount")
    page.get_by_role("button", name="Cancel").click()
    for turn in (1, 2):
        end_turn(page).click()
        wait_for_turn(page, f"Turn {turn}")
    page.get_by_role("button", name="Zoom in").click()
    visitor.inspect("planets-zoomed")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_fleets_fly_unless_somebody_wants_no_motion(come: Come, motion: str) -> None:
    page = war(come(reduced_motion=motion))
    home = planets(page, own=True)[0]
    click(page, home)
    click(page, max(planets(page, own=False), key=lambda planet: abs(planet["x"] - home["x"])))
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    places = page.evaluate(PLACES) if motion == "no-preference" else page.evaluate(PLACES.replace("10000", "1500"))
    assert (places > 3) is (motion == "no-preference")
