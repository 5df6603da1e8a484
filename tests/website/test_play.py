"""Live play over real sockets, from the first click to the last card."""

from tests.website.client import Visit


def test_quick_play_to_the_end(visit: Visit) -> None:
    browser = visit()
    seated = browser.post("/api/quickplay", game="jaffre", options={"target": 8})
    with browser.live(seated["table"]) as socket:
        steps = socket.play(seated["seat"])
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert steps[0]["type"] == "sync"
    assert {step["type"] for step in steps[1:]} == {"step"}
    ended = socket.seen[-1]
    assert ended["outcome"]["ending"] == "normal"
    match = browser.get(f"/api/matches/{ended['match']}")
    assert match["outcome"] == ended["outcome"]
