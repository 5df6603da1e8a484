"""Planets in the dark on the wire: fleets, friends, messages and the ends of turns of others change no byte."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from tests.website.client import Browser, Site
from tests.website.witness import Witness, comparable

SEATS = range(4)  # 0 and 1 are a team, 2 and 3 the other
ONLOOKER = 4
NAMES = ("Ann", "Bob", "Cid", "Dan", "Gus", *["Hal"] * 10)  # those who are last are hosts of many tables
TABLES = 6  # that a guest may have running
HOMES = "P 1 0 0 3 1 40, P 2 30 0 3 2 40, P 3 30 30 3 3 40, P 4 0 30 3 4 40, P 5 15 15 2 0 30, P 6 90 90 2 0 30"
OPTIONS = {"players": 2, "file": HOMES.replace(", ", "\n")}
NEAR, FAR = 4, 5  # planets to which nothing gets within two turns
FRIENDLY = 123_456_789
MOST_MATCHES = 60  # until two are alike for somebody, and not for the others; some ten will do


@dataclass(frozen=True)
class Secrets:
    """What the others do in the dark."""

    fleets: tuple[tuple[int, int], ...]  # destination and ships of each, from everybody's home
    canary: int  # a message of 32 bits between the foes
    early: bool  # do they end their turns before the one who is not to know begins?


SECRETS = (
    Secrets(fleets=((FAR, 12),), canary=2_863_311_531, early=True),
    Secrets(fleets=((NEAR, 5), (FAR, 4), (FAR, 3)), canary=1_431_655_765, early=False),
)


class War:
    """Two against two; who has which id is given by chance."""

    def __init__(self, people: list[Browser], host: Browser) -> None:
        self.people = people
        self.table = str(host.table("planets", options=OPTIONS)["id"])
        for seat in SEATS:
            people[seat].post(f"/api/tables/{self.table}/sit", seat=seat)
        self.match = str(host.post(f"/api/tables/{self.table}/start")["match"])
        self.witnesses = [Witness(people[seat], self.table, seat) for seat in SEATS]
        self.ids = [witness.latest["view"]["id"] for witness in self.witnesses]
        self.owners = [planet["owner"] for planet in self.witnesses[0].latest["view"]["planets"]]

    def act(self, seat: int, type: str, **fields: Any) -> None:
        self.witnesses[seat].act(seat, {"type": type, **fields})
        assert not self.witnesses[seat].errors, (seat, type, fields, self.witnesses[seat].errors)

    def launch(self, seat: int, destination: int, ships: int) -> None:
        home = self.owners.index(self.ids[seat])
        self.act(seat, "launch", source=home, destination=destination, ships=ships)

    def play(self, subject: int, secrets: Secrets) -> None:
        """Two turns, in which the subject's friend speaks and the subject acts always in the same way."""
        self.witnesses.append(Witness(self.people[ONLOOKER], self.table))
        for _ in range(2):
            if secrets.early:
                self.others(subject, secrets)
            self.launch(subject, NEAR, 3)
            self.witnesses[subject].look_about(self.match, len(SEATS))
            if not secrets.early:
                self.others(subject, secrets)
            self.act(subject, "done")
        for witness in self.witnesses:
            self.look_about(witness)

    def others(self, subject: int, secrets: Secrets) -> None:
        for seat in {*SEATS} - {subject}:
            for destination, ships in secrets.fleets:
                self.launch(seat, destination, ships)
            self.act(seat, "send", message=FRIENDLY if seat < 2 else secrets.canary + seat)
            self.act(seat, "done")

    def look_about(self, witness: Witness) -> None:
        witness.settle()
        for seat in SEATS:
            action = {"type": "launch", "source": FAR, "destination": 0, "ships": 1}
            witness.socket.send("act", seq=witness.latest["seq"], seat=seat, actions=[action])
        witness.settle()
        assert len(witness.errors) == len(SEATS)
        witness.look_about(self.match, len(SEATS))

    def shown(self, number: int) -> list[str]:
        return comparable(self.witnesses[number], self.match, self.people)

    def hearers_of(self, words: int) -> set[int]:
        return {n for n, witness in enumerate(self.witnesses) if str(words) in str(witness.heard)}


def twins(people: list[Browser]) -> tuple[int, War, War]:
    """A seat of the first team, and two matches in which all is the same for it, but its friend has another id."""
    wars = list[War]()
    for n in range(MOST_MATCHES):
        new = War(people, people[-1 - n // TABLES])
        for war in wars:
            changed = {seat for seat in SEATS if war.ids[seat] != new.ids[seat]}
            if war.owners == new.owners and changed in ({0, 2}, {1, 3}):
                return 1 - min(changed), war, new
        wars.append(new)
    raise AssertionError("chance does not give such ids")


@pytest.fixture
def people(site: Site) -> Iterator[list[Browser]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Browser(site, name)) for name in NAMES]


def test_nobody_else_is_sent_another_byte(people: list[Browser]) -> None:
    subject, *wars = twins(people)
    for war, secrets in zip(wars, SECRETS, strict=True):
        war.play(subject, secrets)
    for number in (subject, ONLOOKER):
        for one, other in zip(*(war.shown(number) for war in wars), strict=True):
            assert one == other, NAMES[number]
    for seat in {*SEATS} - {subject}:
        assert wars[0].shown(seat) != wars[1].shown(seat), "or the test would pass if nothing were ever told"
    for war, secrets in zip(wars, SECRETS, strict=True):
        assert war.hearers_of(FRIENDLY) == {0, 1}
        assert war.hearers_of(secrets.canary + 2) == war.hearers_of(secrets.canary + 3) == {2, 3}
