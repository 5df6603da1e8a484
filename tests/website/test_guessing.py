"""What cannot be guessed: who has an account, and the secrets that open a table, a session or a token."""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from math import comb
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from quintain.datastore import Store
from quintain.website.arena import Arena
from quintain.website.identity import PREFIX, Identity, Visitor, digest
from quintain.website.refusals import SignInFirst
from quintain.website.wire.tables import TableRequest

PAIRS = 150
CLEARLY = 1.1  # a tenth of what is left when hashing is cheap: nothing beside the real hash
GUESSES = 1_000_000


def with_arena(folder: Path, play: Callable[[Arena], Awaitable[None]]) -> None:
    async def run() -> None:
        arena = Arena(await Store.open(folder / "quintain.db"))
        try:
            await play(arena)
        finally:
            await arena.close()

    asyncio.run(run())


def cheap(identity: Identity) -> None:
    """Hashing that takes no time, so that the rest of the work can be compared."""
    identity._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    identity._nobodys_hash = identity._hasher.hash("nobody")


async def refusal_time(identity: Identity, name: str) -> float:
    began = time.perf_counter()
    with pytest.raises(SignInFirst):
        await identity.sign_in(name, "wrong password")
    return time.perf_counter() - began


def chance_of(heads: int, tails: int) -> float:
    """How often a fair coin is at least as uneven."""
    tosses = heads + tails
    return min(1.0, 2 * sum(comb(tosses, n) for n in range(min(heads, tails) + 1)) / 2.0**tosses)


def test_an_unknown_name_takes_as_long_as_a_wrong_password(tmp_path: Path) -> None:
    """Tried in turns, in random order: neither is clearly slower more often than a fair coin allows."""

    async def play(arena: Arena) -> None:
        cheap(arena.identity)
        await arena.identity.sign_up(Visitor(), "Ann", "correct horse battery")
        slower = {"Ann": 0, "Bob": 0}
        for _ in range(PAIRS):
            names, times = ["Ann", "Bob"], dict[str, float]()
            random.shuffle(names)
            for name in names:
                times[name] = await refusal_time(arena.identity, name)
            for name, other in (("Ann", "Bob"), ("Bob", "Ann")):
                slower[name] += times[name] > CLEARLY * times[other]
        assert chance_of(*slower.values()) > 1e-5, slower

    with_arena(tmp_path, play)


def test_an_unknown_name_is_hashed_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(arena: Arena) -> None:
        asked: list[str] = []

        async def verified(self: Identity, hashed: str, password: str) -> bool:
            asked.append(hashed.rpartition("$")[0].rpartition("$")[0])  # the kind of hash and its cost
            return False

        monkeypatch.setattr(Identity, "_verified", verified)
        await arena.identity.sign_up(Visitor(), "Ann", "correct horse battery")
        for name in ("Ann", "Bob"):
            await refusal_time(arena.identity, name)
        assert asked[0] == asked[1] != ""

    with_arena(tmp_path, play)


def test_a_million_guesses_open_nothing(tmp_path: Path) -> None:
    async def play(arena: Arena) -> None:
        guests = [arena.identity.new_guest() for _ in range(200)]
        for guest in guests:
            arena.new_table(TableRequest(game="jaffre"), guest.person)
        keys = {session.token_hash for guest in guests for session in [guest.rows[1]]}
        assert digest(guests[0].secret) in keys
        for _ in range(GUESSES):
            assert secrets.token_urlsafe(12) not in arena.tables
        for _ in range(GUESSES // 2):
            assert digest(secrets.token_urlsafe(32)) not in keys
            assert digest(PREFIX + secrets.token_urlsafe(32)) not in keys

    with_arena(tmp_path, play)
