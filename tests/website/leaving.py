"""A match that somebody leaves for good: a bot plays on, until another person ends it."""

from typing import Any

from tests.website.client import Browser, new_table


def match_without(leaver: Browser, other: Browser, steps: int = 40) -> dict[str, Any]:
    """The leaver, in seat 0, has acted four times; the other one, in seat 1, comes back after so many steps and gives
    up."""
    table = new_table(leaver, other, options={"target": 1000, "first_dealer": 3}, pace=0)
    leaver.post(f"/api/tables/{table}/start")
    other.post(f"/api/tables/{table}/leave")
    with leaver.live(table) as socket:
        socket.play(0, most=4)
        leaver.post(f"/api/tables/{table}/leave")
        while socket.until("step")["seq"] < steps:
            pass
    return given_up(other, table)


def given_up(other: Browser, table: str) -> dict[str, Any]:
    """The match, when the person in seat 1 has ended it."""
    other.post(f"/api/tables/{table}/takeback", seat=1)
    with other.live(table) as socket:
        socket.send("resign", seat=1)
        match: dict[str, Any] = other.get(f"/api/matches/{socket.until('ended')['match']}")
    return match
