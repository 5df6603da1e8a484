"""Every game on the wire: whoever asks everywhere, with every pair of eyes, is sent what the own seat may see, only."""

import json
from typing import Any

import pytest

from quintain import games
from tests.website.client import Browser, Site
from tests.website.witness import Witness

DECISIONS = 12
SENT = ("view", "text", "events", "lines")


class Walk:
    """Ann and Bob play a while among bots, Gus looks on, and all of them ask for whatever can be asked for."""

    def __init__(self, game: str, ann: Browser, bob: Browser, gus: Browser) -> None:
        self.table = str(ann.table(game)["id"])
        for seat, browser in enumerate((ann, bob)):
            browser.post(f"/api/tables/{self.table}/sit", seat=seat)
        ann.post(f"/api/tables/{self.table}/fill", player="chance")
        started = ann.post(f"/api/tables/{self.table}/start")
        self.match, self.seats = str(started["match"]), len(started["seats"])
        self.players = [Witness(ann, self.table, 0), Witness(bob, self.table, 1)]
        self.witnesses = [*self.players, Witness(gus, self.table)]
        for number in range(DECISIONS):
            self.decide(number)
        for witness in self.witnesses:
            witness.look_about(self.match, self.seats)

    def decide(self, number: int) -> None:
        """Whoever of the two is asked does one of the things that may be done, now this and now that."""
        for witness in self.players:
            witness.settle()
            if legal := witness.latest["legal"]:
                witness.act(witness.seats[0], legal[number * 7 % len(legal)]["action"])

    def shown(self, witness: Witness) -> set[str]:
        """All that the replay shows through this one's eyes and everybody's: each view, drawing, event and line."""
        eyes: list[str | int] = ["public", *witness.seats]
        return set[str]().union(*(pieces(witness.browser.steps(self.match, seen, texts=True)) for seen in eyes))


def pieces(messages: list[dict[str, Any]]) -> set[str]:
    found = set[str]()
    for message in messages:
        for name in set(SENT) & set(message):
            parts = message[name] if isinstance(message[name], list) else [message[name]]
            found |= {json.dumps(part, sort_keys=True) for part in parts}
    return found


@pytest.mark.parametrize("game", games.names())
def test_nobody_is_sent_more_than_the_own_seat_may_see(site: Site, game: str) -> None:
    with Browser(site, "Ann") as ann, Browser(site, "Bob") as bob, Browser(site, "Gus") as gus:
        walk = Walk(game, ann, bob, gus)
        sent = {witness.name: pieces(received(witness)) for witness in walk.witnesses}
        texts = {witness.name: witness.heard for witness in walk.witnesses}
        walk.players[0].socket.send("resign", seat=0)
        walk.players[0].socket.until("ended")
        seed = str(gus.get(f"/api/matches/{walk.match}")["seed"])
        for witness in walk.witnesses:
            assert len(sent[witness.name]) > DECISIONS / 2, "or there was nothing to see"
            assert sent[witness.name] <= walk.shown(witness), witness.name
            assert all(seed not in text for text in texts[witness.name])


def received(witness: Witness) -> list[dict[str, Any]]:
    return [message for socket in (witness.socket, *witness.asides) for message in socket.seen]
