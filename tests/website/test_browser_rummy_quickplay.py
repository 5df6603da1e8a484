"""Rummy in a real browser: one click seats a person, who buys, goes down, and lays off by dragging."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.website.visitor import Come, Visitor

MOST_DECISIONS = 400
MOST_MATCHES = 6  # the cards decide what can be done: now and then a whole match has nothing to lay off
GLANCE = 5000.0  # milliseconds for a click, before one looks again what is asked
NEWS = 30_000.0  # milliseconds until something has come of it
MOST_ASTRAY = 3
ENOUGH = 17  # cards: with so many, one need not buy more


class Person:
    """Somebody who plays until all that makes the game was done: bought, gone down, laid off."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.bought = self.went_down = self.laid_off = False
        self.astray = 0

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand [data-card]")

    @property
    def down(self) -> bool:
        """In this round."""
        return self.page.locator(".players .you .meld").count() > 0

    def offered(self, action: str) -> Locator:
        return self.page.locator(f"[data-action='{action}']")

    @property
    def done(self) -> bool:
        return self.bought and self.went_down and self.laid_off

    def play(self, again: Callable[[], object]) -> None:
        """Match after match."""
        for number in range(MOST_MATCHES):
            if number:
                again()
            self.play_match()
            if self.done:
                return

    def play_match(self) -> None:
        for _ in range(MOST_DECISIONS):
            self.page.locator("[data-act], .outcome").first.wait_for()
            if self.visitor.over or self.done:
                return
            before = self.visitor.moment()
            self.decide()
            self.wait_for_news(before)

    def wait_for_news(self, before: str | None) -> None:
        """A click or a drag may go astray on a board that changes under it; a few times, one does it again."""
        try:
            self.visitor.wait_for_news(before, NEWS)
        except TimeoutError:
            self.astray += 1
            assert self.astray <= MOST_ASTRAY, "nothing comes of what is done"

    def decide(self) -> None:
        """Once the board asks: between two questions it may still show the last one."""
        self.visitor.until(self.decided)

    def decided(self) -> bool:
        """One thing after the other, as the board offers them."""
        if self.offered("buy").count():
            return self.answer()
        if self.offered("discard").count() or self.page.locator("[data-act=card]").count():
            self.take_turn()
            return True
        return self.press(self.page.locator("[data-action=allow], [data-action=draw], [data-action=take]").first)

    def press(self, button: Locator) -> bool:
        """False if it is not there, or not any more."""
        try:
            button.click(timeout=GLANCE)
        except TimeoutError:
            return False
        return True

    def answer(self) -> bool:
        """May I? As long as the hand is small; with easy bots, whoever asks gets it."""
        held = self.hand.count()
        if self.down or held >= ENOUGH:
            return self.press(self.offered("pass"))
        if not self.press(self.offered("buy")):
            return False
        self.visitor.until(lambda: self.hand.count() != held or self.page.locator("[data-act]").count() > 0)
        self.bought = self.bought or self.hand.count() == held + 2
        return True

    def take_turn(self) -> None:
        if self.offered("propose").count():
            self.go_down()
        elif not (self.down and self.lay_off()):
            self.loose_card().click()
            self.offered("discard").click()

    def go_down(self) -> None:
        """Look at the best way, keep back a card that a meld can spare, and lay down the rest."""
        self.offered("compose").click()
        dialog = self.page.get_by_role("region", name="Lay down your contract")
        expect(dialog).to_contain_text("This is the best way")
        for slot, least in zip(dialog.locator("[data-slot]").all(), self.sizes(), strict=True):
            if slot.locator("button.card").count() > least:
                slot.get_by_role("button", name=re.compile("^Take back")).last.click()
                expect(dialog).not_to_contain_text("This is the best way")
                break
        self.offered("lay").click()
        self.went_down = True

    def sizes(self) -> list[int]:
        """The fewest cards of each meld of the contract."""
        labels = self.page.locator("[data-slot]").evaluate_all("all => all.map(one => one.ariaLabel)")
        return [3 if label.startswith("Group") else 4 for label in labels]

    def lay_off(self) -> bool:
        """Drag a card to a meld that lights up for it; False if none does."""
        for key in self.hand.evaluate_all("all => all.map(card => card.dataset.card)"):
            card = self.page.locator(f".hand [data-card='{key}']")
            card.click()
            lit = self.page.locator(".meld.lit")
            if lit.count():
                card.drag_to(lit.first)
                self.laid_off = True
                return True
            card.click()
        return False

    def loose_card(self) -> Locator:
        """A card that the nearest way to the contract does not need."""
        planned = self.page.locator(".plan [role=img]").evaluate_all("all => all.map(card => card.ariaLabel)")
        for card in self.hand.all():
            if (card.get_attribute("aria-label") or "").split(",")[0] not in planned:
                return card
        return self.hand.first


def easily(visitor: Visitor) -> Page:
    """From the home page to a board, with one click, among easy bots."""
    page = visitor.open()
    page.get_by_label("How strong the bots are").first.select_option("easy")
    visitor.quickplay_of("Rummy").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    return page


def test_a_person_buys_goes_down_and_lays_off(come: Come) -> None:
    visitor = come(1366, 768)
    page = easily(visitor)
    expect(page.get_by_text("Round 1 of 7: lay down 2 groups")).to_be_visible()
    expect(page.get_by_role("region", name="What your hand has of the contract")).to_contain_text(
        "three or more of one rank"
    )
    hand_is_put_in_order(page)
    person = Person(visitor)
    person.play(again=lambda: easily(visitor))
    assert (person.bought, person.went_down, person.laid_off) == (True, True, True)
    page.get_by_role("button", name="Score sheet").click()
    expect(page.get_by_role("table")).to_contain_text("Penalty points: the fewest win")
    for width, height in ((390, 844), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert visitor.overflow() <= 0
        visitor.screenshot(f"rummy-{width}")
    assert visitor.barriers() == []


def hand_is_put_in_order(page: Page) -> None:
    """By rank, by suit, and by hand: a card is dragged to another place."""

    def keys() -> list[str]:
        found: list[str] = page.locator(".hand [data-card]").evaluate_all("all => all.map(card => card.dataset.card)")
        return found

    page.get_by_role("button", name="Sort by rank").click()
    page.get_by_role("button", name="Sort by suit").click()
    first, *_, last = keys()
    page.locator(f".hand [data-card='{last}']").drag_to(page.locator(f".hand [data-card='{first}']"))
    expect(page.locator(".hand [data-card]").first).to_have_attribute("data-card", last)
    assert keys()[1] == first
    page.get_by_role("button", name="Sort by suit").click()
    expect(page.locator(".hand [data-card]").first).to_have_attribute("data-card", first)


def test_the_same_with_a_partner(come: Come) -> None:
    visitor = come(390, 844)

    def sit() -> None:
        page = visitor.open(visitor.table("rummy", "generous", options={"teams": True, "rounds": 4}))
        expect(page.get_by_text("your partner")).to_have_count(1)
        expect(page.get_by_text("0 points together")).to_have_count(4)

    sit()
    person = Person(visitor)
    person.play(again=sit)
    assert (person.bought, person.went_down, person.laid_off) == (True, True, True)
    assert visitor.overflow() <= 0
