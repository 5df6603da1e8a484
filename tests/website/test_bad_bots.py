"""Bots that hang, die or think without end, through the real server: everybody else plays on, and Ctrl-C works."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest

from tests.website.client import PATIENCE, WITH_EXTRA_GAMES, Browser, Site, Socket, eventually

ZYGOTE = b"quintain.arbiter.workers.zygote"
MOST = 2.0  # times as long as by themselves, at the 95th percentile, that bots may take beside a heavy table
STEPS = 20  # that are measured in turns beside it and without it, so many times: more often if others on the machine
FEWEST, WINDOWS = 3, 40  # disturb the one kind more than the other


@pytest.fixture(scope="module")
def bad_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose patience is short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEST_PATIENCE", "2.0")
        with Site(tmp_path_factory.mktemp("site") / "bad.db", command=WITH_EXTRA_GAMES) as running:
            yield running


@pytest.fixture
def own_site(database: str) -> Iterator[Site]:
    with Site(database, command=WITH_EXTRA_GAMES) as running:
        yield running


def family(site: Site) -> list[int]:
    """The zygote of the server and its workers, as far as they live."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = folder.joinpath("cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if ZYGOTE in arguments and str(site.process.pid).encode() in arguments:
            found.append(int(folder.name))
    return found


def thinking(site: Site) -> list[int]:
    return sorted(family(site))[1:]


def processor_time(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def begun(browser: Browser, game: str, *players: str, options: dict[str, Any] | None = None, **wishes: Any) -> str:
    """A table with these players, the last of them in all other seats; `me` is the host."""
    table = browser.post("/api/tables", game=game, options=options or {}, **wishes)
    for seat in range(len(table["seats"])):
        player = players[min(seat, len(players) - 1)]
        if player == "me":
            browser.post(f"/api/tables/{table['id']}/sit", seat=seat)
        else:
            browser.post(f"/api/tables/{table['id']}/bot", seat=seat, player=player)
    browser.post(f"/api/tables/{table['id']}/start")
    return str(table["id"])


def plays_to_the_end(socket: Socket) -> None:
    """Act whenever asked; where all act at once, some of that is too late, and refused."""
    while (message := socket.receive())["type"] != "ended":
        if message.get("legal"):
            socket.send("act", seq=message["seq"], seat=0, actions=[message["legal"][0]["action"]])


@pytest.mark.parametrize("deed", ["raise", "sleep", "spin", "kernel", "die", "eat"])
def test_a_match_goes_on_whatever_a_bot_does(bad_site: Site, deed: str) -> None:
    with Browser(bad_site, "Ann") as ann:
        table = begun(ann, "signals", "me", f"rogue:deed={deed}", "rascal", options={"rounds": 4})
        with ann.live(table) as socket:
            plays_to_the_end(socket)
        seats = ann.get(f"/api/tables/{table}")["seats"]
        assert seats[1]["player"] == "rascal"


def test_a_hung_bot_holds_nobody_else_up(bad_site: Site) -> None:
    with Browser(bad_site, "Hog") as hog, Browser(bad_site, "Bob") as bob:
        hung = begun(hog, "signals", "rogue:deed=spin")
        table = begun(bob, "signals", "me", "rascal")
        with bob.live(table) as socket:
            plays_to_the_end(socket)
        assert hog.get(f"/api/tables/{hung}")["state"] == "playing"


@pytest.mark.parametrize("deed", ["sleep", "spin", "kernel"])
def test_ctrl_c_ends_the_server_while_a_bot_hangs(own_site: Site, deed: str) -> None:
    with Browser(own_site, "Ann") as ann:
        begun(ann, "signals", f"rogue:deed={deed}")
        eventually(lambda: thinking(own_site), PATIENCE)
        noticed = own_site.close().splitlines()  # if the machine was so busy that the bot was found out before
        assert all("it did not answer within" in line for line in noticed), noticed
        # By itself, or on a busy machine by the alarm that it has set.
        assert own_site.process.returncode in (0, -signal.SIGALRM)
    eventually(lambda: not family(own_site))


def test_kill_9_leaves_no_process_behind_and_the_bots_go_on_after_a_restart(database: str) -> None:
    with Site(database) as site, Browser(site, "Ann") as ann:
        table = begun(ann, "jaffre", "beginner", options={"target": 1000}, pace=0.2)
        with ann.live(table) as socket:
            socket.until("step")
        eventually(lambda: thinking(site), PATIENCE)
        site.kill()
        eventually(lambda: not family(site))
        with site.restarted() as again, Browser(again) as watcher, watcher.live(table) as socket:
            assert socket.until("step")["seq"] < socket.until("step")["seq"]


# --- fairness --------------------------------------------------------------------------------------------------------


def late(socket: Socket) -> float:
    """Seconds that the bots of a table take for a step, at the 95th percentile of the next steps."""
    times = list[float]()
    while len(times) <= STEPS:
        socket.until("step")
        times.append(time.monotonic())
    return quantiles((after - before for before, after in pairwise(times)), n=20)[-1]


def send(process: int, sign: signal.Signals) -> None:
    """If it is still there: bots move to other workers, and one that stands still for long is taken for hung."""
    with suppress(ProcessLookupError):
        os.kill(process, sign)


def test_beside_the_worst_table_of_a_guest_other_bots_keep_their_pace(database: str) -> None:
    with Site(database) as site, Browser(site, "Ann") as ann, Browser(site, "Hog") as hog:
        table = begun(ann, "jaffre", "shark", options={"target": 1000}, pace=0.1)
        with ann.live(table) as socket:
            socket.until("step")
            quiet = thinking(site)
            begun(hog, "planets", "search:iterations=10000", options={"players": 10, "planets": 99}, pace=0)
            eventually(lambda: any(processor_time(pid) > 50 for pid in set(thinking(site)) - set(quiet)), PATIENCE)
            beside, alone = list[float](), list[float]()
            for measured in range(WINDOWS):
                beside.append(late(socket))
                heavy = max(thinking(site), key=processor_time)
                send(heavy, signal.SIGSTOP)
                alone.append(late(socket))
                send(heavy, signal.SIGCONT)
                if measured >= FEWEST and median(beside) < MOST * median(alone):
                    break
    # In the middle of all turns: what befalls the machine in one of them says nothing about bots.
    assert median(beside) < MOST * median(alone)
