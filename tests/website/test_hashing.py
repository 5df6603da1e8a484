"""While many try wrong passwords, everybody else is answered: hashing is slow, and nobody waits for it."""

import asyncio
import time
from concurrent.futures import Future, ThreadPoolExecutor

import httpx

from tests.website.client import PATIENCE, Browser, Visit, some_address
from tests.website.witness import Witness

ATTEMPTS = 8  # at once; they are hashed one after the other
LEAST = 2  # things that others get done for each password: about twenty, or less than one if the server hashed itself


def test_a_flood_of_wrong_passwords_holds_nobody_up(visit: Visit) -> None:
    """Counted in passwords, not in seconds: however slow the machine is, others are faster than the hasher."""
    ann, bob, eve = visit("Ann"), visit("Bob"), visit()
    players = a_war(ann, bob)
    with ThreadPoolExecutor(1) as flood:
        refused = flood.submit(lambda: asyncio.run(flooded(eve)))
        asked, acted = busy(eve, players, refused)
    first, last = min(refused.result()), max(refused.result())
    for done in (asked, acted):
        assert sum(first <= at <= last for at in done) > LEAST * (ATTEMPTS - 1)


def a_war(*people: Browser) -> list[Witness]:
    """Two people who have nothing to do but to end their turns."""
    table = str(people[0].table("planets", options={"turn_limit": 1000})["id"])
    for seat, browser in enumerate(people):
        browser.post(f"/api/tables/{table}/sit", seat=seat)
    people[0].post(f"/api/tables/{table}/start")
    return [Witness(browser, table, seat) for seat, browser in enumerate(people)]


async def flooded(browser: Browser) -> list[float]:
    """When each of the attempts was refused."""
    cookies, headers = dict(browser.http.cookies), {"x-csrftoken": browser.csrf}
    async with httpx.AsyncClient(base_url=browser.site.url, cookies=cookies, headers=headers, timeout=PATIENCE) as http:

        async def attempt(number: int) -> float:
            guess = {"name": f"Nobody {number}", "password": "wrong password"}
            answer = await http.post("/api/signin", json=guess, headers=some_address())
            assert answer.status_code == 401, answer.text
            return time.monotonic()

        return await asyncio.gather(*map(attempt, range(ATTEMPTS)))


def busy(browser: Browser, players: list[Witness], until: Future[list[float]]) -> tuple[list[float], list[float]]:
    """Ask for pages and act at a table, over and over; when each was answered."""
    asked, acted = list[float](), list[float]()
    while not until.done():
        browser.get("/api/me")
        asked.append(time.monotonic())
        for player in players:
            player.act(player.seats[0], {"type": "done"})
            assert not player.errors
            acted.append(time.monotonic())
    return asked, acted
