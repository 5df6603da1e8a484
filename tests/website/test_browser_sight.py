"""In a real browser: whatever is needed to act now is in sight without scrolling, and nothing covers it."""

import pytest

from tests.website.scenes import ACT, SCENES
from tests.website.visitor import Come, Visitor

SIZES = ((1366, 768), (1280, 720), (390, 844), (360, 640))
# The things to act with that stick out of the screen, or that can be hit nowhere; of a fan of cards a strip is enough.
OUT_OF_SIGHT = """() => {
    const places = [[0.5, 0.5], [0.15, 0.5], [0.3, 0.3], [0.7, 0.7], [0.1, 0.9], [0.9, 0.1], [0.15, 0.15]];
    const wrong = [];
    for (const thing of document.querySelectorAll('[data-act]')) {
        const { left, top, right, bottom, width, height } = thing.getBoundingClientRect();
        if (!thing.checkVisibility()) continue;
        const words = (thing.getAttribute('aria-label') ?? thing.textContent).trim().slice(0, 30);
        const name = `${thing.dataset.act} ${words} at ${[left, top, right, bottom].map(Math.round)}`;
        const inside = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
        const hit = places.some(([x, y]) => {
            const there = document.elementFromPoint(left + width * x, top + height * y);
            return there && (thing.contains(there) || there.contains(thing) && !there.closest('button'));
        });
        if (!inside) wrong.push(`${name} is outside`);
        else if (!hit) wrong.push(`${name} is covered`);
    }
    return wrong;
}"""


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_needed_to_act_is_in_sight(come: Come, scene: str) -> None:
    visitor = come(*SIZES[0])
    SCENES[scene](visitor)
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate("scrollTo(0, 0)")
        assert visitor.page.locator(f"{ACT}:visible").count() > 0, (scene, width)
        assert out_of_sight(visitor) == [], (scene, width)
        assert visitor.overflow() <= 0, (scene, width)


def out_of_sight(visitor: Visitor) -> list[str]:
    """After a moment: a board that has changed its size may have to think again."""
    wrong: list[str] = []
    for _ in range(30):
        wrong = visitor.page.evaluate(OUT_OF_SIGHT)
        if not wrong:
            break
        visitor.page.wait_for_timeout(100)
    return wrong


def test_the_heading_of_the_talk_stays_whole_on_a_phone(come: Come) -> None:
    visitor = come(360, 640)
    SCENES["admiral, first mate"](visitor)
    visitor.page.locator("details summary h2").first.wait_for()
    heading = visitor.page.get_by_role("heading", name="Team talk")
    one_line = heading.evaluate(
        "at => at.getBoundingClientRect().height < 1.9 * parseFloat(getComputedStyle(at).fontSize)"
    )
    assert one_line, "the last words beside it take its room"
