"""Attempts on files and processes that are not the program's."""

import contextlib
import ctypes
import mmap
import os
import stat
import sys
from pathlib import Path

from quintain.sandbox.probes.attempt import Attempt, Refused, World


def read_secret(world: World) -> str:
    return f"read {len(Path(world['secret']).read_text())} bytes"


def read_passwords(_: World) -> str:
    with Path("/etc/shadow").open("rb"):
        return "opened /etc/shadow"


def list_homes(_: World) -> str:
    found = [path for place in ("/root", "/home") for name in names_in(place) if not of_ours(path := f"{place}/{name}")]
    if not found:
        raise Refused("nothing there")
    return f"{len(found)} names"


def of_ours(path: str) -> bool:
    """Whether it is on the way to what the program was shown on purpose: its interpreter."""
    return any(place.startswith(path + "/") for place in (sys.prefix, sys.base_prefix, __file__))


def names_in(place: str) -> list[str]:
    try:
        return os.listdir(place)  # noqa: PTH208 names are what is wanted
    except OSError:
        return []


def write_outside(world: World) -> str:
    Path(world["folder"], "written").write_text("x")
    return "wrote a file"


def write_system(_: World) -> str:
    if not os.access("/usr/bin", os.W_OK):
        raise Refused("EROFS or EACCES")
    return "may write to /usr/bin"


def roundabout(world: World) -> str:
    """Through the roots, working folders and descriptors of every process in sight, and through a link."""
    tmp = Path(os.environ.get("TMPDIR", "/tmp"), f"link-{os.getpid()}")
    doors = [f"/proc/{pid}/{door}" for pid in names_in("/proc") if pid.isdigit() for door in ("root", "cwd")]
    for door in doors:
        for path in (Path(door + world["secret"]), Path(door, "../../../../.." + world["secret"])):
            with contextlib.suppress(OSError):
                if path.read_bytes():
                    return f"through {door}"
    tmp.symlink_to(world["secret"])
    try:
        tmp.read_text()
    finally:
        tmp.unlink()
    return "through a link"


def descriptors(world: World) -> str:
    """Whatever was left open by whoever started the program."""
    for number in range(3, 1024):
        link = Path(f"/proc/self/fd/{number}")
        if link.is_dir() or (link.exists() and str(link.readlink()) == world["secret"]):
            return f"descriptor {number} is {link.readlink()}"
    raise Refused("none left open")


def environment(world: World) -> str:
    pages = [Path(f"/proc/{pid}/environ") for pid in ("self", "1", str(os.getppid()))]
    for page in pages:
        try:
            if world["token"].encode() in page.read_bytes():
                return "found the secret"
        except OSError:
            continue
    raise Refused("not there")


def see_processes(world: World) -> str:
    seen = [pid for pid in names_in("/proc") if pid.isdigit()]
    for pid in seen:
        try:
            if world["token"] in Path("/proc", pid, "cmdline").read_text() and int(pid) not in family():
                return f"{len(seen)} processes"
        except OSError:
            continue
    raise Refused(f"{len(seen)} processes, its own")


def family() -> set[int]:
    return {1, os.getpid(), os.getppid()}


def signal_process(world: World) -> str:
    os.kill(world["victim"], 0)
    if world["token"] not in Path("/proc", str(world["victim"]), "cmdline").read_text():
        raise Refused("another process of that number")
    return "may signal it"


def read_only_page(world: World) -> str:
    """Change a file that is open for reading alone, by writing to its page through /proc/self/mem."""
    path = Path(world["own_file"])
    before = path.read_bytes()
    with path.open("rb") as opened, Path("/proc/self/mem").open("r+b", buffering=0) as memory:
        page = mmap.mmap(opened.fileno(), 0, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)
        memory.seek(address_of(path))
        memory.write(b"#" + page[1:2])
    if path.read_bytes() != before:
        return "changed the file"
    raise Refused("the file is as it was")


def address_of(path: Path) -> int:
    """Where the file is mapped."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return next(int(line.split("-")[0], 16) for line in lines if line.endswith(str(path)))


def device_node(_: World) -> str:
    place = Path(os.environ.get("TMPDIR", "/tmp"), f"device-{os.getpid()}")
    os.mknod(place, 0o600 | stat.S_IFBLK, os.makedev(254, 0))
    place.unlink()
    return "made a block device"


def devices(_: World) -> str:
    for name in ("kmsg", "mem", "kvm", "fuse", "net/tun", "vsock", "vda", "sda"):
        try:
            os.close(os.open(f"/dev/{name}", os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            continue
        return f"opened /dev/{name}"
    raise Refused("none of them is there")


def control_groups(_: World) -> str:
    for place in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/pids"):
        if os.access(f"{place}/cgroup.procs", os.W_OK):
            return f"may write to {place}"
    raise Refused("not there")


def kernel_settings(_: World) -> str:
    opened = os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)
    os.close(opened)
    return "may change the core pattern"


def core_dump(_: World) -> str:
    import resource

    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        raise Refused("size 0")
    return "may dump core"


def setuid(_: World) -> str:
    """Whether a set-user-id program would work: neither the mount nor the process forbids it."""
    found = [path for path in Path("/usr/bin").iterdir() if path.stat().st_mode & stat.S_ISUID]
    forbidden = ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) == 1  # PR_GET_NO_NEW_PRIVS
    if forbidden or os.statvfs("/usr/bin").f_flag & os.ST_NOSUID:
        raise Refused("no new privileges")
    return f"{len(found)} such programs"


def become_root(_: World) -> str:
    os.setresuid(0, 0, 0)
    Path("/etc/shadow").open("rb").close()
    return "is root"


ATTEMPTS: dict[str, Attempt] = {
    "read a secret file outside": read_secret,
    "read /etc/shadow": read_passwords,
    "list the home folders": list_homes,
    "write outside": write_outside,
    "write to the system": write_system,
    "links, /proc/PID/root and cwd": roundabout,
    "descriptors left open": descriptors,
    "secrets in the environment": environment,
    "see processes of the host": see_processes,
    "signal a process of the host": signal_process,
    "change a file through /proc/self/mem": read_only_page,
    "make a device node": device_node,
    "open devices": devices,
    "change control groups": control_groups,
    "change settings of the kernel": kernel_settings,
    "dump core": core_dump,
    "use set-user-id programs": setuid,
    "become root": become_root,
}
