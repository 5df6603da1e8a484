"""From the click on "Test" to the first moves: a draft in the editor, over HTTP and a real socket on this machine.

    python bench/editor.py --times 7

Measured is the time from sending the draft to the first, and to the fifth, step of its match that the page is shown.
Each language has a first trial that is not counted, for it also starts what stays.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

CLASS = """from typing import Any

from quintain.core.bot import Bot, Turn


class Draft(Bot):
    def act(self, turn: Turn) -> Any:
        return turn.legal[0]
"""
SHOWN = (1, 5)  # the steps that are timed


async def trial(http: httpx.AsyncClient, url: str, game: str, language: str, source: str) -> list[float]:
    """Seconds from the click to the steps, as a page sees them."""
    opponent = (await http.get(f"/api/editor/{game}")).json()["opponent"]
    began = time.monotonic()
    wish = {"game": game, "language": language, "source": source, "opponent": opponent}
    answer = await http.post("/api/editor/test", json=wish)
    table = answer.raise_for_status().json()["table"]
    cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address, times = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live", dict[int, float]()
    async with connect(address, additional_headers={"Cookie": cookies}, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello"}))
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            if message["type"] in ("step", "sync"):
                for step in SHOWN:
                    if message["seq"] >= step:
                        times.setdefault(step, time.monotonic() - began)
            if len(times) == len(SHOWN) or message["type"] == "ended":
                break
    return [times[step] for step in SHOWN]


async def measure(url: str, games: list[str], count: int) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=120) as http:
        http.headers["x-csrftoken"] = (await http.get("/api/me")).json()["csrf"]
        await http.post("/api/guest", json={"name": "Bench"})
        for game in games:
            templates = {
                each["language"]: each["source"] for each in (await http.get(f"/api/editor/{game}")).json()["templates"]
            }
            drafts = {"python": ("python", templates["python"]), "javascript": ("javascript", templates["javascript"])}
            drafts["python class"] = ("python", CLASS)
            for name, (language, source) in drafts.items():
                first = await trial(http, url, game, language, source)
                rest = [await later(http, url, game, language, source) for _ in range(count)]
                print(f"{game:<11} {name:<13} {told(first)}   then {told(medians(rest))}, worst {told(worst(rest))}")


async def later(http: httpx.AsyncClient, url: str, game: str, language: str, source: str) -> list[float]:
    await asyncio.sleep(3.1)  # a person may test twenty times a minute
    return await trial(http, url, game, language, source)


def medians(rows: list[list[float]]) -> list[float]:
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def worst(rows: list[list[float]]) -> list[float]:
    return [max(column) for column in zip(*rows, strict=True)]


def told(times: list[float]) -> str:
    return ", ".join(f"step {step}: {seconds:.2f} s" for step, seconds in zip(SHOWN, times, strict=True))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--games", nargs="*", default=["jaffre", "planets"])
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = ["serve", "--port", "0", "--no-ladder", "--database", f"{folder}/quintain.db"]
        server = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("quintain")), *command, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert server.stdout is not None
            found = re.search(rb"http://\S+", await server.stdout.readline())
            assert found is not None, "the server does not tell its address"
            url = found[0].decode()
            await measure(url, wishes.games, wishes.times)
        finally:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    asyncio.run(main())
