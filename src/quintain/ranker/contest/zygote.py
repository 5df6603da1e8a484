"""The process from which the ladder's workers are forked. It stands behind everybody else on the machine.

    python -m quintain.ranker.contest.zygote FD PARENT FOLDER…

The arguments are those of the zygote for tables, and so is what it is asked; but it is in a session of its own with the
least weight there is, and it loads only what the ladder needs of a game.
"""

import contextlib
import ctypes
import os
import platform
import signal
import socket
import struct
import sys
from pathlib import Path
from typing import NoReturn

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.arbiter.preparing import is_compiled, prepare_rules
from quintain.arbiter.workers.zygote import Zygote, die_with
from quintain.core import cache, meanwhile
from quintain.core.errors import BadSetting
from quintain.ranker.contest import worker
from quintain.ranker.contest.setup import contest_of

LEAST = 19  # how nice, if nobody says otherwise
SETTING = "QUINTAIN_LADDER_NICE"
SETATTR = {"x86_64": 314, "aarch64": 274}  # sched_setattr, which Python does not have
ATTRIBUTES = struct.Struct("=IIQiIQQQ")  # size, policy, flags, niceness, priority, runtime, deadline, period
BATCH = 3  # SCHED_BATCH
SLICE = 100_000  # nanoseconds, the shortest there is


def main() -> None:
    fd, parent, *folders = sys.argv[1:]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    give_way()
    games.__path__[:] = folders
    if cache.MODE != "interpreted":
        meanwhile.interpret_meanwhile(games.names(), is_compiled, load)
    Zygote(socket.socket(fileno=int(fd)), become_player).serve()
    os._exit(0)


def load(name: str) -> None:
    """Have the rules and the ladder's house bots of a game as machine code."""
    game = games.load(name)
    prepare_rules(game)
    for bot in contest_of(game).house:
        named_bot(game, bot).bot().start(game, 0)


def niceness() -> int:
    """How far ranked matches stand back. Beside work that never ends, the least weight would be none."""
    wish = os.environ.get(SETTING, str(LEAST))
    if not wish.isdecimal() or int(wish) > LEAST:
        raise BadSetting(f"{SETTING} is a number from 0 to {LEAST}, not {wish!r}")
    return int(wish)


def give_way() -> None:
    """Be as nice as can be, and in short slices: since EEVDF a process that wakes up waits for the end of a slice."""
    nice = niceness()
    with contextlib.suppress(OSError):
        os.nice(nice)
    number = SETATTR.get(platform.machine())
    if sys.platform == "linux" and number:
        wish = ATTRIBUTES.pack(ATTRIBUTES.size, BATCH, 0, nice, 0, SLICE, 0, 0)
        ctypes.CDLL(None).syscall(number, 0, wish, 0)  # older kernels know no slices: then it stays nice


def stand_back(pid: int, nice: int) -> None:
    """Let the session of this process have what others leave; niceness alone counts only within a session."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))


def become_player(zygotes_line: socket.socket, line: socket.socket, parent: int, nice: int) -> NoReturn:
    try:
        die_with(parent)
        zygotes_line.close()
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("600")  # it goes before workers at which people play
        worker.serve(line)
    except BaseException:  # noqa: BLE001 (whoever waits for it sees that it is gone; it must not become a zygote)
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
