"""Attempts to reach parts of the kernel that a playing program never needs (x86-64)."""

import ctypes
import errno
import mmap
import os
import signal

from quintain.sandbox.probes.attempt import Attempt, Refused, World

REFUSALS = {errno.EPERM, errno.EACCES, errno.ENOSYS}
X32_BIT = 0x40000000
GETPID = 39
TIOCSTI = 0x5412
CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET = 0x10000000, 0x00020000, 0x40000000
PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17

libc = ctypes.CDLL(None, use_errno=True)


def call(number: int, *arguments: object) -> int:
    """A system call by its number; arguments that make no sense tell the kernel's own answer from a refusal."""
    ctypes.set_errno(0)
    return int(libc.syscall(ctypes.c_long(number), *arguments))


def reached(number: int, *arguments: object) -> str:
    if call(number, *arguments) >= 0:
        return "done"
    failure = ctypes.get_errno()
    if failure in REFUSALS:
        raise OSError(failure, os.strerror(failure))
    return f"the kernel answers {errno.errorcode[failure]}"


def reaching(number: int, *arguments: object) -> Attempt:
    return lambda _: reached(number, *arguments)


def in_fork(attempt: Attempt) -> Attempt:
    """For what must not happen to this process itself."""

    def attempted(world: World) -> str:
        mouth, ear = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(ear, attempt(world).encode())
            except OSError as error:
                os.write(ear, f"!{error.errno}".encode())
            os._exit(0)
        os.waitpid(child, 0)
        told = os.read(mouth, 1000).decode()
        if told.startswith("!"):
            raise OSError(int(told[1:]), "refused")
        return told

    return attempted


def clone_namespace(_: World) -> str:
    child = call(56, CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child < 0:
        raise OSError(ctypes.get_errno(), "clone")
    os.waitpid(child, 0)
    return "made a user namespace"


def clone3_namespace(_: World) -> str:
    arguments = (ctypes.c_uint64 * 8)(CLONE_NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    child = call(435, arguments, ctypes.c_size_t(64))
    if child == 0:
        os._exit(0)
    if child < 0:
        raise OSError(ctypes.get_errno(), "clone3")
    os.waitpid(child, 0)
    return "made a user namespace"


def trace(_: World) -> str:
    child = os.fork()
    if child == 0:
        signal.pause()
    try:
        return reached(101, PTRACE_SEIZE, ctypes.c_long(child), None, None)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def read_memory(_: World) -> str:
    buffer = ctypes.create_string_buffer(8)
    vector = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 8)
    return reached(310, os.getpid(), vector, ctypes.c_long(1), vector, ctypes.c_long(1), 0)


def machine_code(code: bytes) -> int:
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    return int(function())


def entry_32(_: World) -> str:
    """getpid through the 32-bit entry: mov eax, 20; int 0x80; ret."""
    if machine_code(bytes.fromhex("b814000000cd80c3")) <= 0:
        raise Refused("no such entry")
    return "the kernel answers"


def numbers_x32(_: World) -> str:
    return reached(X32_BIT | GETPID)


def type_into_terminal(_: World) -> str:
    import fcntl

    try:
        fcntl.ioctl(0, TIOCSTI, b"x")
    except OSError as error:
        if error.errno in REFUSALS:
            raise
        return f"the kernel answers {errno.errorcode[error.errno or 0]}"
    return "typed a letter"


NONE = None
ATTEMPTS: dict[str, Attempt] = {
    "mount": reaching(165, b"none", b"/nowhere", b"tmpfs", 0, NONE),
    "mount, the newer way": reaching(430, b"tmpfs", 0),
    "pivot_root": reaching(155, b"/nowhere", b"/nowhere"),
    "chroot": reaching(161, b"/nowhere"),
    "new user namespace: unshare": in_fork(reaching(272, CLONE_NEWUSER)),
    "new user namespace: clone": clone_namespace,
    "new user namespace: clone3": clone3_namespace,
    "new mount and network namespaces": in_fork(reaching(272, CLONE_NEWNS | CLONE_NEWNET)),
    "setns": reaching(308, -1, 0),
    "ptrace": trace,
    "process_vm_readv": read_memory,
    "keyctl": reaching(250, 0, -3, 0, 0, 0),
    "bpf": reaching(321, 0, NONE, 0),
    "perf_event_open": reaching(298, NONE, 0, -1, -1, 0),
    "io_uring": reaching(425, 1, NONE),
    "userfaultfd": reaching(323, -1),
    "load a module": reaching(313, -1, b"", 0),
    "kexec": reaching(320, -1, -1, 0, b"", -1),
    "swap": reaching(167, b"/nowhere", 0),
    "reboot": reaching(169, 0, 0, 0, NONE),
    "set the clock": reaching(164, NONE, NONE),
    "read the kernel's log": reaching(103, 10, NONE, 0),
    "open a file by its handle": reaching(304, -1, NONE, 0),
    "vmsplice": reaching(278, -1, NONE, 0, 0),
    "32-bit system calls": entry_32,
    "x32 system calls": numbers_x32,
    "type into the terminal (TIOCSTI)": type_into_terminal,
}
