"""Bots among people at Admiral Radar: nobody learns why they act, what they say to the other crew, or the seed."""

import time
from typing import Any

from tests.website.client import PATIENCE, Browser, Site
from tests.website.witness import Witness

OPTIONS = {"map": "openwater", "first_team": "blue"}
BOTS = "veteran:level=easy"
DECISIONS = 16  # of the captain: some turns of both crews
CANARIES = ("the canary of blue", "the canary of red")


class Crews:
    """Ann commands blue, Bob repairs and listens for red, Gus looks on, and bots do the rest."""

    def __init__(self, ann: Browser, bob: Browser, gus: Browser) -> None:
        self.table = str(ann.table("admiral", options=OPTIONS)["id"])
        for browser, seat in ((ann, 0), (bob, 6), (bob, 7)):
            browser.post(f"/api/tables/{self.table}/sit", seat=seat, also=True)
        for seat in (1, 2, 3, 4, 5):
            ann.post(f"/api/tables/{self.table}/bot", seat=seat, player=BOTS)
        self.match = str(ann.post(f"/api/tables/{self.table}/start")["match"])
        self.ann, self.bob = Witness(ann, self.table, 0), Witness(bob, self.table, 6, 7)
        self.gus = Witness(gus, self.table)
        self.everybody = (self.ann, self.bob, self.gus)
        self.play()
        self.heard = {witness.name: self.all_of(witness) for witness in self.everybody}

    def play(self) -> None:
        self.ann.say(0, words=CANARIES[0])
        self.bob.say(7, words=CANARIES[1])
        answered, end = 0, time.monotonic() + PATIENCE
        while answered < DECISIONS:
            assert time.monotonic() < end, "the bots do not play"
            for witness in self.everybody:
                witness.settle()
            answered += self.answer(self.ann)
            self.answer(self.bob)

    def answer(self, witness: Witness) -> bool:
        """Go on, if it is this person's turn."""
        legal = sorted(witness.latest["legal"], key=lambda choice: not choice["text"].startswith(("move", "end")))
        if legal:
            witness.act(witness.seats[0], legal[0]["action"])
        return bool(legal)

    def all_of(self, witness: Witness) -> str:
        witness.settle()
        witness.look_about(self.match, 8)
        return "\n".join(witness.heard)

    def truth(self) -> dict[str, Any]:
        """All that is known when the match is over."""
        self.ann.socket.send("resign", seat=0)
        self.ann.socket.until("ended")
        steps = self.gus.browser.steps(self.match, views=False)[1:]
        said = [step["entry"] for step in steps if step["entry"]["type"] == "said"]
        reasons = {why["reason"]["text"] for step in steps for why in step["reasons"]}
        return {"said": said, "reasons": reasons, "seed": self.gus.browser.get(f"/api/matches/{self.match}")["seed"]}


def test_a_crew_with_bots_keeps_its_secrets(site: Site) -> None:
    with Browser(site, "Ann") as ann, Browser(site, "Bob") as bob, Browser(site, "Gus") as gus:
        crews = Crews(ann, bob, gus)
        truth = crews.truth()
    blue, red = ({entry["words"] for entry in truth["said"] if entry["seat"] // 4 == team} for team in (0, 1))
    strange = {"Ann": red - blue, "Bob": blue - red, "Gus": blue | red}
    assert min(len(truth["reasons"]), *map(len, strange.values())) > 1, "or there is nothing to hide"
    for name, heard in crews.heard.items():
        for secret in (truth["seed"], *truth["reasons"], *strange[name]):
            assert secret not in heard, name
    for name, own in (("Ann", blue), ("Bob", red)):
        assert sum(words in crews.heard[name] for words in own) > 2, "or nobody hears anything"
