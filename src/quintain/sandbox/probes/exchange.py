"""Attempts of two programs to tell each other something: one leaves a sign and waits, the other looks for it."""

import ctypes
import fcntl
import os
import socket
import struct
import time
from pathlib import Path

from quintain.sandbox.probes.attempt import Attempt, Refused, World

SHARED = "/usr/bin/env"  # what both may read
KEY = 0x51717171
GET_LOCK, SET_LOCK = 36, 37  # F_OFD_…: of the open file, not of the process
IPC_CREAT = 0o1000
PLACES = ("/tmp", "/dev/shm", "/var/tmp")

libc = ctypes.CDLL(None, use_errno=True)


def leave_signs(world: World) -> str:
    """Every kind of sign; those that cannot be left are left out."""
    kept: list[object] = []
    for leave in (files, abstract_socket, shared_memory, whole_lock, range_lock):
        try:
            kept.append(leave(world))
        except OSError:
            continue
    print("ready", flush=True)
    deadline = time.monotonic() + world["patience"]
    while time.monotonic() < deadline:  # ended from outside, long before
        Path(SHARED).read_bytes()
        time.sleep(0.01)
    return str(len(kept))


def files(world: World) -> object:
    for place in PLACES:
        if os.access(place, os.W_OK):
            Path(place, world["token"]).write_text("sign")
    return None


def abstract_socket(world: World) -> object:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind("\0sign-" + world["token"])
    listening.listen()
    return listening


def shared_memory(_: World) -> object:
    return libc.shmget(KEY, 4096, IPC_CREAT | 0o666)


def whole_lock(_: World) -> object:
    opened = os.open(SHARED, os.O_RDONLY)
    fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return opened


def range_lock(_: World) -> object:
    opened = os.open(SHARED, os.O_RDONLY)
    fcntl.fcntl(opened, SET_LOCK, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 7, 1, 0))
    return opened


def find_file(world: World) -> str:
    for place in PLACES:
        if Path(place, world["token"]).exists():
            return f"in {place}"
    raise Refused("no sign")


def find_abstract_socket(world: World) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect("\0sign-" + world["token"])
    return "connected"


def find_shared_memory(_: World) -> str:
    ctypes.set_errno(0)
    number = libc.shmget(KEY, 4096, 0o666)
    if number < 0:
        raise OSError(ctypes.get_errno(), "shmget")
    libc.shmctl(number, 0, None)
    return "attached"


def find_whole_lock(_: World) -> str:
    opened = os.open(SHARED, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return "locked by the other"
    raise Refused("no sign")


def find_range_lock(_: World) -> str:
    opened = os.open(SHARED, os.O_RDONLY)
    asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 7, 1, 0)
    answer = struct.unpack("hhqqi4x", fcntl.fcntl(opened, GET_LOCK, asked))
    if answer[0] == fcntl.F_UNLCK:
        raise Refused("no sign")
    return "locked by the other"


def find_reading(_: World) -> str:
    """Watch a file that the other reads."""
    watcher = libc.inotify_init1(os.O_NONBLOCK)
    if watcher < 0 or libc.inotify_add_watch(watcher, SHARED.encode(), 0x20 | 0x1) < 0:
        raise OSError(ctypes.get_errno(), "inotify")
    deadline = time.monotonic() + 5.0
    while time.monotonic() < deadline:
        time.sleep(0.02)
        try:
            if os.read(watcher, 4096):
                return "saw the other read"
        except BlockingIOError:
            continue
    raise Refused("no sign")


LEAVE = "leave signs"
FINDING: dict[str, Attempt] = {
    "another program's files": find_file,
    "another program's abstract socket": find_abstract_socket,
    "another program's shared memory": find_shared_memory,
    "another program's lock on a system file": find_whole_lock,
    "another program's lock on a part of one": find_range_lock,
    "another program's reading, watched": find_reading,
}
ATTEMPTS: dict[str, Attempt] = {LEAVE: leave_signs, **FINDING}
