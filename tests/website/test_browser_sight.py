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
        const name = thing.dataset.act + ' ' + (thing.getAttribute('aria-label') ?? thing.textContent).trim().slice(0, 30);
        const box = [left, top, right, bottom].map(Math.round).join(' ');
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${name} is outside: ${box}`);
        else if (!places.some(([x, y]) => {
            const hit = document.elementFromPoint(left + width * x, top + height * y);
            return hit && (thing.contains(hit) || hit.contains(thing) && !hit.closest('button'));
        })) wrong.push(`${name} is covered: ${box}`);
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
        assert visible(visitor) > 0, (scene, width)
        visitor.until(lambda: visitor.page.evaluate(OUT_OF_SIGHT) == [])
        assert visitor.overflow() <= 0, (scene, width)


def visible(visitor: Visitor) -> int:
    return visitor.page.locator(f"{ACT}:visible").count()
