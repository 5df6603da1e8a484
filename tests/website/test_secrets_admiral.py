"""Admiral Radar on the wire: whoever may not know a thing is sent the same bytes, whatever it is. RULES.md 8 and 9."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from quintain import games
from tests.website.client import Browser, Site
from tests.website.witness import Witness, comparable

ADMIRAL = games.load("admiral")
CREWS = {"Ann": (0,), "Bob": (1, 2), "Cid": (3,), "Dan": (4,), "Eva": (5,), "Fay": (6, 7), "Gus": ()}
BLUE, RED, ONLOOKER = {"Ann", "Bob", "Cid"}, {"Dan", "Eva", "Fay"}, {"Gus"}
OPTIONS = {"map": "openwater", "gauges": "boardgame", "first_team": "blue"}


@dataclass(frozen=True)
class Boat:
    """What a crew does in secret: all but its courses is hidden from the others."""

    place: str
    courses: str  # announced; a silent turn has the way of the stealth instead
    nodes: str  # that are marked, turn by turn
    systems: str  # that are charged
    mine: tuple[int, str] | None = None  # in which turn, and where
    drone: tuple[int, int] | None = None  # in which turn, and the sector
    words: tuple[str, ...] = ()

    def turn(self, number: int) -> Iterator[tuple[int, str]]:
        """The orders of one turn, each with its seat in the crew."""
        order = self.courses.split(", ")[number]
        system = self.systems.split()[number]
        yield 0, order
        yield 2, f"mark {order.split()[1]} {self.nodes.split()[number]}"
        yield 1, f"charge {system}"
        if self.mine and self.mine[0] == number:
            yield 0, f"mine {self.mine[1]}"
        if self.drone and self.drone[0] == number:
            yield 1, f"drone {self.drone[1]}"
        yield 0, "end"


NORTHWARD = "move east, move north, move north, move east, move north, move north, move east, move north"
SOUTHWARD = "move west, move south, move west, move south, move west, move south, move south, "
TURNS = range(8)
BLUE_BOAT = Boat(
    place="A13",
    courses=NORTHWARD,
    nodes="0 0 2 3 5 1 1 3",
    systems="mine mine mine torpedo drone drone drone drone",
    mine=(2, "A11"),
    drone=(7, 5),
    words=("the canary of blue sings",),
)
RED_BOAT = Boat(
    place="I3",
    courses=f"{SOUTHWARD}stealth south 1",
    nodes="0 0 1 2 4 3 5 1",
    systems="stealth stealth stealth stealth stealth stealth sonar mine",
    words=("the canary of red sings",),
)
OTHER_BLUE_BOAT = replace(
    BLUE_BOAT,
    place="I15",
    nodes="3 2 5 0 0 3 4 1",
    systems="mine torpedo mine mine drone drone drone drone",
    mine=(3, "K14"),
    words=("another canary of blue", "which sings twice"),
)
OTHER_RED_BOAT = replace(
    RED_BOAT,
    place="L4",
    courses=f"{SOUTHWARD}stealth east 1",
    nodes="4 5 5 3 0 0 2 2",
    systems="torpedo stealth stealth stealth stealth stealth stealth drone",
    words=("another canary of red", "which sings twice", "or three times"),
)
FAR_RED_BOAT = replace(RED_BOAT, place="N10")  # all the same but its place, which blue's drone does not find
WRONG_ORDERS = ("place A1", "dive", "torpedo B2", "trigger O15", "charge mine", "mark north 0", "sonar")


class Voyage:
    """A match of two boats with a person for every seat, and an onlooker; it is still running when all is recorded."""

    def __init__(self, site: Site, *boats: Boat) -> None:
        with ExitStack() as stack:
            self.people = {name: stack.enter_context(Browser(site, name)) for name in CREWS}
            self.table, self.match = self.begin()
            self.witnesses = {name: Witness(browser, self.table, *CREWS[name]) for name, browser in self.people.items()}
            for captain, boat in enumerate(boats):
                self.act(4 * captain, f"place {boat.place}")
            for number in TURNS:
                for team, boat in enumerate(boats):
                    for role, order in boat.turn(number):
                        self.act(4 * team + role, order)
                    self.talk(number, team, boat)
                for witness in self.witnesses.values():
                    witness.settle()
            self.look_about()

    def begin(self) -> tuple[str, str]:
        host = self.people["Ann"]
        table = str(host.table("admiral", options=OPTIONS)["id"])
        for name, seats in CREWS.items():
            for seat in seats:
                self.people[name].post(f"/api/tables/{table}/sit", seat=seat, also=True)
        return table, host.post(f"/api/tables/{table}/start")["match"]

    def at(self, seat: int) -> Witness:
        return next(self.witnesses[name] for name, seats in CREWS.items() if seat in seats)

    def act(self, seat: int, order: str) -> None:
        witness = self.at(seat)
        witness.act(seat, msgspec.to_builtins(ADMIRAL.parse(order)))
        assert not witness.errors, (seat, order, witness.errors)

    def talk(self, number: int, team: int, boat: Boat) -> None:
        """The captain in plain words, the others in the messages of the game."""
        if number >= len(boat.words):
            return
        seat = 4 * team
        self.at(seat).say(seat, words=boat.words[number])
        likely = [{"cell": "H8", "share": 0.125}]
        report = {"type": "position report", "cells": 7, "bits": 2.5, "likely": likely, "advice": [boat.words[number]]}
        self.at(seat + 3).say(seat + 3, message=report)
        systems = boat.systems.split()
        gauges = {system: [systems.count(system), 9] for system in sorted({*systems})}
        self.at(seat + 1).say(seat + 1, message={"type": "gauge status", "gauges": gauges})

    def look_about(self) -> None:
        """Everybody tries orders that are refused, for every seat, and then looks at all that there is."""
        for witness in self.witnesses.values():
            for seat in range(8):
                for order in WRONG_ORDERS:
                    action = msgspec.to_builtins(ADMIRAL.parse(order))
                    witness.socket.send("act", seq=witness.latest["seq"], seat=seat, actions=[action])
            witness.settle()
            assert len(witness.errors) == 8 * len(WRONG_ORDERS)
            witness.look_about(self.match, 8)

    def shown(self, name: str) -> list[str]:
        return comparable(self.witnesses[name], self.match, self.people.values())


@pytest.fixture(scope="module")
def truth(site: Site) -> Voyage:
    return Voyage(site, BLUE_BOAT, RED_BOAT)


# Whose secrets are others, and who may notice.
WORLDS = {
    "all of red": ((BLUE_BOAT, OTHER_RED_BOAT), RED),
    "all of blue": ((OTHER_BLUE_BOAT, RED_BOAT), BLUE),
    "red's place, and what a drone finds": ((BLUE_BOAT, FAR_RED_BOAT), BLUE | {"Dan"}),
}


@pytest.mark.parametrize("change", WORLDS)
def test_nobody_else_is_sent_another_byte(site: Site, truth: Voyage, change: str) -> None:
    """A whole match over sockets, every page, every past step and every other pair of eyes."""
    boats, knowers = WORLDS[change]
    otherwise = Voyage(site, *boats)
    for name in CREWS:
        pairs = list(zip(truth.shown(name), otherwise.shown(name), strict=name not in knowers))
        if name in knowers:
            assert any(one != other for one, other in pairs), "or the test would pass if nothing were ever told"
        else:
            for one, other in pairs:
                assert one == other, name


@pytest.mark.parametrize("name", CREWS)
def test_past_steps_are_sent_again_as_they_were(truth: Voyage, name: str) -> None:
    witness = truth.witnesses[name]
    again = [text for text in witness.asides[0].texts if text.startswith('{"type":"step"')]
    assert again == witness.steps
    assert len(again) > 2 * len(TURNS)


@pytest.mark.parametrize("name", CREWS)
def test_nobody_has_the_replay_or_other_eyes_while_the_match_runs(truth: Voyage, name: str) -> None:
    witness = truth.witnesses[name]
    asked = [page.split(" ", 3)[:3] for page in witness.pages]
    replays = [page for page in asked if re.fullmatch(r"/api/matches/[^/]+/(steps|file)", page[1])]
    assert {(path, status) for _, path, status in replays} == {
        (f"/api/matches/{id}/{what}", status)
        for what in ("steps", "file")
        for id, status in ((truth.match, "409"), (truth.table, "404"))
    }
    assert {message["eyes"] for message in witness.asides[0].seen if message["type"] == "sync"} == {
        witness.seats[0] if witness.seats else "public",
        "public",
    }
    refused = [message["detail"] for message in witness.asides[0].seen if message["type"] == "error"]
    assert refused == (9 - len(witness.seats)) * ["while people play, you see your own seat or what everybody may know"]


# What a role is ever shown of its own boat, and of the other one; everything else stays null. Section 9.
CAPTAINS = {"cell", "trail", "mines", "danger", "gauges", "broken", "heading", "steps"}
ENGINEERS = {"board", "marks", "courses", "broken", "heading", "steps"}
OWN = {0: CAPTAINS, 1: {"gauges", "broken"}, 2: ENGINEERS, 3: set[str]()}
OTHER = {0: {"sector_known"}, 3: {"possible"}}
PUBLIC_KEYS = {"team", "hull", "surfaced", "sector", "placed", "course", "heard"}
DONE = {"moved", "engineer_done", "mate_done", "system_used"}


def views(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [message["view"], *(other["view"] for other in message["others"])]


@pytest.mark.parametrize("name", CREWS)
def test_each_role_is_shown_what_it_is_there_to_see(truth: Voyage, name: str) -> None:
    witness = truth.witnesses[name]
    shown = dict[tuple[int | None, str], set[str]]()
    for message in map(json.loads, witness.steps):
        for view in views(message):
            for boat in view["boats"]:
                told = {key for key, value in boat.items() if value is not None} - PUBLIC_KEYS
                shown.setdefault((view["seat"], boat["team"]), set()).update(told)
    for (seat, team), keys in shown.items():
        if seat is None:
            assert not keys
        elif team == ("blue", "red")[seat // 4]:
            assert keys - {"steps", "heading"} == OWN[seat % 4] - {"steps", "heading"} | DONE
            assert keys <= OWN[seat % 4] | DONE
        else:
            assert keys <= OTHER.get(seat % 4, set())
    assert {seat for seat, _ in shown} == {*(witness.seats or (None,))}
