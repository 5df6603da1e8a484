"""Places that a program's own user could not reach are laid out for it, in a view of the file system of its own.

Only the superuser does this, and only for a program that runs as another user: the bot's folder may be in a home that
is closed to all others. Each place is shown read-only; its folder as if it belonged to the program's user, which may
then read what the owner may.
"""

import contextlib
import ctypes
import os
import signal
import struct
from pathlib import Path

CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_NOSUID, MS_NODEV, MS_REC, MS_PRIVATE = 2, 4, 16384, 1 << 18
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
OPEN_TREE_CLONE, OPEN_TREE_CLOEXEC = 1, 0o2000000
MOVE_MOUNT_F_EMPTY_PATH = 4
ATTR_RDONLY, ATTR_NOSUID, ATTR_NODEV, ATTR_IDMAP = 1, 2, 4, 0x100000

libc = ctypes.CDLL(None, use_errno=True)


def build(folder: str, places: list[tuple[str, bool]], user: int) -> None:
    """Show the places as 0, 1, … in this folder, to this process and those it becomes alone."""
    call(libc.unshare(CLONE_NEWNS), "unshare")
    call(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "/")
    copies = [copied(place, user, own=own) for place, own in places]  # before the folder covers anything
    call(libc.mount(b"stage", folder.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, b"size=1m,mode=755"), folder)
    for number, ((place, _), copy) in enumerate(zip(places, copies, strict=True)):
        spot = Path(folder, str(number))
        if Path(place).is_dir():
            spot.mkdir(mode=0o755)
        else:
            spot.touch(mode=0o644)
        moved = libc.syscall(MOVE_MOUNT, copy, b"", AT_FDCWD, os.fsencode(spot), MOVE_MOUNT_F_EMPTY_PATH)
        call(moved, place)
        os.close(copy)


def copied(place: str, user: int, *, own: bool) -> int:
    """A mount of this place that is nowhere yet, read-only."""
    flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE
    copy = libc.syscall(OPEN_TREE, AT_FDCWD, os.fsencode(place), flags)
    call(copy, place)
    plain = ATTR_RDONLY | ATTR_NOSUID | ATTR_NODEV
    if not (own and owned(copy, plain, Path(place).stat(), user)):
        call(set_attributes(copy, plain, 0), place)
    return int(copy)


def owned(copy: int, attributes: int, owner: os.stat_result, user: int) -> bool:
    """Make the user stand for the owner; not every file system can do that."""
    names = namespace(owner.st_uid, owner.st_gid, user)
    try:
        return set_attributes(copy, attributes | ATTR_IDMAP, names) == 0
    finally:
        os.close(names)


def set_attributes(mount: int, attributes: int, names: int) -> int:
    wanted = struct.pack("=QQQQ", attributes, 0, 0, names)
    return int(libc.syscall(MOUNT_SETATTR, mount, b"", AT_EMPTY_PATH | AT_RECURSIVE, wanted, len(wanted)))


def namespace(owner: int, group: int, user: int) -> int:
    """A user namespace in which the owner of files stands for this user."""
    mouth, ear = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(ear, b"1" if libc.unshare(CLONE_NEWUSER) == 0 else b"0")
        signal.pause()
    try:
        os.read(mouth, 1)
        Path(f"/proc/{child}/uid_map").write_text(f"{owner} {user} 1")
        Path(f"/proc/{child}/gid_map").write_text(f"{group} {user} 1")
        return os.open(f"/proc/{child}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(mouth)
        os.close(ear)


def call(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({what})")
