"""In a real browser: every game's form makes a table, one click brings bots of a level, and the way back is shown."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from quintain import games
from tests.website.visitor import Come, Visitor

AT_A_TABLE = re.compile(r"/tables/[\w-]+$")


# --- the form of a new table -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.names())
def test_the_form_of_a_new_table_can_be_sent_untouched(come: Come, game: str) -> None:
    visitor = come()
    page = visitor.open(f"/games/{game}")
    page.get_by_role("button", name="Create table").click()
    expect(page).to_have_url(AT_A_TABLE)
    expect(page.get_by_role("button", name="Sit here").first).to_be_visible()
    table = table_of(visitor)
    assert table["options"] == usual(visitor, game)


@pytest.mark.parametrize("game", games.names())
def test_the_form_of_a_new_table_can_be_sent_with_everything_changed(come: Come, game: str) -> None:
    visitor = come()
    page = visitor.open(f"/games/{game}")
    page.get_by_text("Rules of the house").click()
    changed = [control for control in controls(page) if change(control)]
    assert len(changed) > len(usual(visitor, game)) - 1
    put_back = until_taken(page)
    expect(page).to_have_url(AT_A_TABLE)
    options, before = table_of(visitor)["options"], usual(visitor, game)
    assert len(put_back) < 3, put_back
    same = [name for name in before if options[name] == before[name] and name.replace("_", " ") not in put_back]
    assert same == []
    visitor.complaints.clear()  # the browser reports each refusal


def test_a_refusal_is_told_beside_its_field_wherever_that_is_folded_away(come: Come) -> None:
    visitor = come()
    page = visitor.open("/games/jaffre")
    house = page.get_by_text("Rules of the house")
    for value, words in (("", "must be a number"), ("5000", "from 1 to 1000")):
        house.click()
        target = page.get_by_label("Target", exact=False).first
        target.fill(value)
        house.click()
        expect(target).to_be_hidden()
        page.get_by_role("button", name="Create table").click()
        expect(target).to_be_focused()
        expect(target.locator("xpath=..").get_by_role("alert")).to_contain_text(words)
        assert visitor.barriers() == []
        house.click()
    visitor.complaints.clear()


def controls(page: Page) -> list[Locator]:
    form = page.locator("form").filter(has_text="Create a table")
    return form.locator("input, select, textarea").all()


def change(control: Locator) -> bool:
    """Something else than what is there, whatever kind of control it is."""
    kind = control.evaluate("at => { at.dataset.before = at.value; return at.type; }")
    if kind == "checkbox":
        control.click()
    elif kind == "number":
        value, most = control.input_value(), control.get_attribute("max")
        control.fill(str(int(value) + 1 if most is None or int(value) < int(most) else int(value) - 1))
    elif kind == "textarea":
        control.fill("..../..../..../....")
    else:
        others = control.locator("option").evaluate_all("all => all.filter(one => !one.selected).map(one => one.value)")
        control.select_option(others[0])
    return True


def until_taken(page: Page) -> list[str]:
    """Send the form; whatever is refused is told beside its field, is put back there, and is returned by its label."""
    put_back: list[str] = []
    for _ in range(5):
        page.get_by_role("button", name="Create table").click()
        refused = page.locator("[aria-invalid=true]")
        page.wait_for_function(
            "put => location.pathname.startsWith('/tables/') || "
            "(document.querySelector('[aria-invalid=true]')?.labels[0].innerText ?? put) !== put",
            arg=put_back[-1] if put_back else "",
        )
        if AT_A_TABLE.search(page.url):
            break
        expect(refused).to_have_count(1)
        expect(refused).to_be_focused()
        beside = refused.locator("xpath=..")
        assert len(beside.get_by_role("alert").inner_text()) > 10
        put_back.append(beside.locator("label").inner_text())
        undo(refused)
    return [label.lower() for label in put_back]


def undo(control: Locator) -> None:
    before = control.get_attribute("data-before") or ""
    if control.evaluate("at => at.type") == "checkbox":
        control.click()
    elif control.evaluate("at => at.localName") == "select":
        control.select_option(before)
    else:
        control.fill(before)


def table_of(visitor: Visitor) -> Any:
    path = visitor.page.url.removeprefix(visitor.url)
    return visitor.context.request.get(f"{visitor.url}/api{path}").json()


def usual(visitor: Visitor, game: str) -> dict[str, Any]:
    page = visitor.context.request.get(f"{visitor.url}/api/games/{game}").json()
    return {option["name"]: option["default"] for option in page["options"]}


# --- sitting down ----------------------------------------------------------------------------------------------------


def test_bots_fill_the_table_right_after_somebody_sat_down(come: Come) -> None:
    visitor = come()
    page = visitor.open("/games/jaffre")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Fill with bots").wait_for()
    # Both clicks come before the first is answered.
    page.evaluate("""() => {
        const named = name => [...document.querySelectorAll('button')].find(button => button.innerText === name);
        named('Sit here').click();
        named('Fill with bots').click();
    }""")
    expect(page.get_by_role("button", name="Start the match")).to_be_enabled()
    expect(page.get_by_role("button", name="Stand up")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)


# --- the way back ----------------------------------------------------------------------------------------------------


def test_every_page_shows_the_way_back_to_a_running_match(come: Come) -> None:
    visitor = come(width=390, height=844)
    path = visitor.table()
    way = visitor.page.get_by_role("link", name="Back to your match: Jaffre")
    for other in ("/", "/games/planets", "/account"):
        visitor.open(other)
        expect(way).to_be_in_viewport()
        assert visitor.overflow() <= 0
        assert visitor.barriers() == []
    visitor.open("/")
    listed = visitor.page.get_by_role("listitem").filter(has_text="Hanna").get_by_role("link")
    expect(listed.first).to_contain_text("Back to your match")
    way.click()
    expect(visitor.page).to_have_url(visitor.url + path)
    expect(way).to_be_hidden()
    visitor.page.get_by_role("button", name="Leave, a bot plays on").wait_for()
    visitor.play(1)
    visitor.open("/")
    expect(way).to_be_visible()  # also by hand, from another page
    stranger = come()
    stranger.open("/")
    expect(stranger.page.get_by_role("link", name="Back to your match")).to_have_count(0)


# --- one click -------------------------------------------------------------------------------------------------------


def test_the_level_beside_the_button_is_remembered(come: Come) -> None:
    visitor = come()
    page = visitor.open("/")
    level = page.get_by_role("article").filter(has_text="Jaffre").get_by_label("How strong the bots are")
    expect(level).to_have_value("easy")
    level.select_option("hard")
    page.reload()
    expect(level).to_have_value("hard")
    visitor.quickplay_of("Jaffre").click()
    expect(page.get_by_role("region", name="Players")).to_contain_text("Bot 2 (shark)")


def test_whoever_left_does_not_win_by_a_stand_in(come: Come) -> None:
    visitor = come()
    path = visitor.table("planets", "random", options={"turn_limit": 60, "planets": 5})
    page = visitor.open(path)
    page.get_by_role("button", name="Leave, a bot plays on").click()
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    assert table_of(visitor)["state"] == "over"
    first = page.locator(".outcome li.first")
    expect(first).not_to_contain_text("Hanna")
    expect(page.locator(".outcome")).to_contain_text("the result does not count for Hanna")
    expect(page.get_by_text("you have won")).to_have_count(0)
