"""Attempts to talk to somebody outside."""

import socket

from quintain.sandbox.probes.attempt import Attempt, World

AF_VSOCK, AF_NETLINK, AF_PACKET, AF_ALG = 40, 16, 17, 38
PATIENCE = 5.0  # seconds


def connected(family: int, kind: int, address: object) -> str:
    with socket.socket(family, kind) as line:
        line.settimeout(PATIENCE)
        line.connect(address)  # type: ignore[arg-type]
        line.send(b"x")
    return "reached a server outside"


def tcp(world: World) -> str:
    return connected(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", world["tcp"]))


def tcp6(world: World) -> str:
    if not world["tcp6"]:
        socket.socket(socket.AF_INET6, socket.SOCK_STREAM).close()
        return "made a socket"
    return connected(socket.AF_INET6, socket.SOCK_STREAM, ("::1", world["tcp6"]))


def udp(world: World) -> str:
    return connected(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", world["udp"]))


def unix(world: World) -> str:
    return connected(socket.AF_UNIX, socket.SOCK_STREAM, world["unix"])


def abstract(world: World) -> str:
    return connected(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + world["token"])


def made(family: int, kind: int) -> Attempt:
    def attempt(_: World) -> str:
        socket.socket(family, kind).close()
        return "made a socket"

    return attempt


ATTEMPTS: dict[str, Attempt] = {
    "IPv4: TCP": tcp,
    "IPv4: UDP": udp,
    "IPv6: TCP": tcp6,
    "unix socket": unix,
    "abstract unix socket": abstract,
    "AF_VSOCK, to the host of a virtual machine": made(AF_VSOCK, socket.SOCK_STREAM),
    "netlink": made(AF_NETLINK, socket.SOCK_RAW),
    "raw packets": made(AF_PACKET, socket.SOCK_RAW),
    "AF_ALG, the kernel's ciphers": made(AF_ALG, socket.SOCK_SEQPACKET),
}
