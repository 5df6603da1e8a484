"""The filter of system calls, run here by an interpreter of its few instructions."""

import errno
import struct

import pytest

from quintain.sandbox import seccomp

LOAD, RETURN, EQUAL, ANY_BIT, GREATER = 0x20, 0x06, 0x15, 0x45, 0x25
I386 = 0x40000003


def verdict(number: int, *arguments: int, architecture: int = seccomp.X86_64, memory_files: bool = True) -> int:
    padded = [*arguments, *[0] * (6 - len(arguments))]
    shown = struct.pack("=IIQ6Q", number, architecture, 0, *padded)
    steps = list(struct.iter_unpack("=HBBI", seccomp.filter_program(memory_files=memory_files)))
    held, at = 0, 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == RETURN:
            return int(value)
        if code == LOAD:
            held = struct.unpack_from("=I", shown, value)[0]
        else:
            holds = {EQUAL: held == value, ANY_BIT: bool(held & value), GREATER: held > value}[code]
            at += yes if holds else no


@pytest.mark.parametrize(
    "number", [0, 1, 2, 3, 9, 10, 11, 12, 13, 39, 57, 58, 59, 60, 202, 218, 228, 230, 231, 257, 318, 334]
)
def test_what_programs_live_on_is_allowed(number: int) -> None:
    assert verdict(number) == seccomp.ALLOW


@pytest.mark.parametrize("name", sorted(seccomp.REFUSED))
def test_what_is_refused(name: str) -> None:
    assert verdict(seccomp.REFUSED[name]) == seccomp.ERRNO | errno.EPERM


def test_threads_may_be_made_and_namespaces_not() -> None:
    thread = 0x003D0F00
    assert verdict(seccomp.CLONE, thread) == seccomp.ALLOW
    for bit in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(seccomp.CLONE, thread | bit) == seccomp.REFUSE
        assert verdict(seccomp.CLONE, (0xFFFF << 32) | thread | bit) == seccomp.REFUSE
    assert verdict(435) == seccomp.ABSENT


def test_other_ways_into_the_kernel_kill() -> None:
    assert verdict(20, architecture=I386) == seccomp.KILL
    assert verdict(seccomp.X32_BIT | 39) == seccomp.KILL


def test_calls_of_later_kernels_do_not_exist() -> None:
    assert verdict(seccomp.LAST_KNOWN) == seccomp.ALLOW
    assert verdict(seccomp.LAST_KNOWN + 1) == seccomp.ABSENT


def test_a_letter_typed_into_the_terminal_whatever_the_upper_half_says() -> None:
    assert verdict(seccomp.IOCTL, 0, seccomp.TIOCSTI) == seccomp.REFUSE
    assert verdict(seccomp.IOCTL, 0, (1 << 32) | seccomp.TIOCSTI) == seccomp.REFUSE
    assert verdict(seccomp.IOCTL, 0, 0x5401) == seccomp.ALLOW


def test_pairs_of_sockets_only_of_its_own() -> None:
    assert verdict(seccomp.SOCKETPAIR, 1) == seccomp.ALLOW
    assert verdict(seccomp.SOCKETPAIR, 40) == seccomp.REFUSE


def test_locks_say_yes_and_do_nothing() -> None:
    assert verdict(73) == seccomp.ERRNO
    assert {verdict(seccomp.FCNTL, 0, command) for command in seccomp.SET_LOCKS} == {seccomp.ERRNO}
    assert verdict(seccomp.FCNTL, 0, 2) == seccomp.ALLOW


def test_files_in_memory_only_where_they_are_counted() -> None:
    assert verdict(seccomp.MEMFD_CREATE) == seccomp.ALLOW
    assert verdict(seccomp.MEMFD_CREATE, memory_files=False) == seccomp.REFUSE
