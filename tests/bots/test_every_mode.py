"""Every house bot plays in every mode of the kernels, and after its start, off the clock, nothing is compiled."""

import json
import os
import subprocess
import sys
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

from quintain import games
from tests.processes import running

ROOT = Path(__file__).parents[2]
# Games to compile with bounds checks, too: the quickest, for interpreted kernels check bounds anyway. For all of them:
# QUINTAIN_CHECKED=admiral,bottlebats,jaffre,planets,rummy pytest tests/bots/test_every_mode.py
CHECKED = os.environ.get("QUINTAIN_CHECKED", "jaffre").split(",")


@pytest.mark.parametrize("game", games.names())
def test_every_house_bot_plays_alike_in_every_mode(game: str) -> None:
    modes = ["fast", "interpreted", *(["checked"] if game in CHECKED else [])]
    with ExitStack() as stack:
        processes = {mode: stack.enter_context(started(game, mode)) for mode in modes}
        found = {mode: finished(process) for mode, process in processes.items()}
    for mode in modes:
        assert {bot: report["faults"] for bot, report in found[mode].items() if report["faults"]} == {}, mode
        assert {bot: report["late"] for bot, report in found[mode].items() if report["late"]} == {}, mode
    for bot, report in found["fast"].items():
        for mode in modes:
            # A bot with a budget of seconds thinks as far as it comes.
            if "budget" not in bot:
                deeds = found[mode][bot]["deeds"]  # an interpreted match is shorter, where turns have many actions
                assert deeds == report["deeds"][: len(deeds)] != [], f"{bot}, {mode}"


def started(game: str, mode: str) -> AbstractContextManager["subprocess.Popen[str]"]:
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": paths, "QUINTAIN_KERNELS": mode}
    return running([sys.executable, "-m", "tests.bots.all_bots", game], env=environment, cwd=ROOT)


def finished(process: "subprocess.Popen[str]") -> dict[str, dict[str, Any]]:
    out, complaints = process.communicate()
    assert process.returncode == 0, complaints
    reports: dict[str, dict[str, Any]] = json.loads(out)
    return reports
