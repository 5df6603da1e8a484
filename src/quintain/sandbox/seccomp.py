"""The system calls that a playing program never needs, as a filter for the kernel (seccomp, x86-64).

What is not known here does not exist for a confined program: calls that a later kernel brings answer "not implemented".
"""

import errno
import struct
from functools import cache

X86_64 = 0xC000003E
X32_BIT = 0x40000000
LAST_KNOWN = 462  # mseal

ALLOW = 0x7FFF0000
KILL = 0x80000000
ERRNO = 0x00050000
REFUSE = ERRNO | errno.EPERM
ABSENT = ERRNO | errno.ENOSYS
NOTHING = ERRNO  # done, says the answer, and nothing is

REFUSED = {
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442, "statmount": 457,
    "listmount": 458, "unshare": 272, "setns": 308, "name_to_handle_at": 303, "open_by_handle_at": 304,
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
    "process_madvise": 440, "keyctl": 250, "add_key": 248, "request_key": 249, "bpf": 321, "userfaultfd": 323,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "perf_event_open": 298,
    "io_setup": 206, "io_submit": 209, "vmsplice": 278, "memfd_secret": 447,
    "init_module": 175, "finit_module": 313, "delete_module": 176, "create_module": 174, "kexec_load": 246,
    "kexec_file_load": 320, "reboot": 169, "swapon": 167, "swapoff": 168, "syslog": 103, "acct": 163,
    "quotactl": 179, "quotactl_fd": 443, "sethostname": 170, "setdomainname": 171, "vhangup": 153,
    "settimeofday": 164, "clock_settime": 227, "clock_adjtime": 305, "adjtimex": 159,
    "iopl": 172, "ioperm": 173, "modify_ldt": 154, "personality": 135, "uselib": 134, "sysfs": 139, "ustat": 136,
    "shmget": 29, "shmat": 30, "shmctl": 31, "semget": 64, "semop": 65, "semctl": 66, "msgget": 68, "mq_open": 240,
    "mbind": 237, "set_mempolicy": 238, "migrate_pages": 256, "move_pages": 279, "fanotify_init": 300,
    "socket": 41, "connect": 42, "accept": 43, "accept4": 288, "bind": 49, "listen": 50,
}  # fmt: skip
# What one program does to a file that all may read is seen by others who watch it.
UNKNOWN = {"clone3": 435, "inotify_init": 253, "inotify_init1": 294, "cachestat": 451}
# A lock on such a file would be a signal to another program; locks of its own files nobody else contests.
PRETENDED = {"flock": 73}

CLONE, SOCKETPAIR, IOCTL, FCNTL, MEMFD_CREATE = 56, 53, 16, 72, 319
NAMESPACES = 0x7E020000  # every CLONE_NEW… that clone takes
AF_UNIX = 1
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
GET_LOCKS, SET_LOCKS = (5, 36), (6, 7, 37, 38)
SET_LEASE, NOTIFY = 1024, 1026

NUMBER, ARCHITECTURE, FIRST, SECOND = 0, 4, 16, 24  # offsets in what the kernel shows the filter

Instruction = tuple[int, int, int, int]


def load(offset: int) -> Instruction:
    return 0x20, 0, 0, offset


def answer(value: int) -> Instruction:
    return 0x06, 0, 0, value


def unless_equal(value: int, skip: int) -> Instruction:
    return 0x15, 0, skip, value


def if_equal(value: int, skip: int) -> Instruction:
    return 0x15, skip, 0, value


def unless_any_bit(bits: int, skip: int) -> Instruction:
    return 0x45, 0, skip, bits


def unless_above(value: int, skip: int) -> Instruction:
    return 0x25, 0, skip, value


def one_call(number: int, inside: list[Instruction]) -> list[Instruction]:
    """What is decided by a call's arguments; only their low halves count, as in the kernel."""
    return [unless_equal(number, len(inside) + 1), *inside, answer(ALLOW)]


def always(numbers: dict[str, int], verdict: int) -> list[Instruction]:
    return [step for number in numbers.values() for step in (unless_equal(number, 1), answer(verdict))]


def by_argument(offset: int, verdicts: dict[int, int]) -> list[Instruction]:
    return [load(offset), *(step for value in verdicts for step in (unless_equal(value, 1), answer(verdicts[value])))]


@cache
def filter_program(*, memory_files: bool) -> bytes:
    """The filter as the kernel reads it; without `memory_files`, none can be made that no limit counts."""
    fcntl = {
        **dict.fromkeys(SET_LOCKS, NOTHING),
        **dict.fromkeys((*GET_LOCKS, SET_LEASE, NOTIFY), ABSENT),
    }
    steps = [
        load(ARCHITECTURE),
        if_equal(X86_64, 1),
        answer(KILL),  # the 32-bit entry has other numbers
        load(NUMBER),
        unless_any_bit(X32_BIT, 1),
        answer(KILL),
        unless_above(LAST_KNOWN, 1),
        answer(ABSENT),
        *one_call(FCNTL, by_argument(SECOND, fcntl)),
        *one_call(IOCTL, by_argument(SECOND, {TIOCSTI: REFUSE, TIOCLINUX: REFUSE})),
        *one_call(CLONE, [load(FIRST), unless_any_bit(NAMESPACES, 1), answer(REFUSE)]),
        *one_call(SOCKETPAIR, [load(FIRST), if_equal(AF_UNIX, 1), answer(REFUSE)]),
        *always(PRETENDED, NOTHING),
        *always(UNKNOWN, ABSENT),
        *always(REFUSED if memory_files else REFUSED | {"memfd_create": MEMFD_CREATE}, REFUSE),
        answer(ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
