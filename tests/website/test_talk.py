"""Talk is heard by those whom the game allows, and nobody else learns that there was any."""

from dataclasses import replace

import pytest

from quintain import games
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.website.history import History

TALKATIVE = games.load("jaffre")


@pytest.mark.parametrize(
    ("talk", "hearers"), [("team", {0, 2, EVERYTHING}), ("table", {0, 1, 2, 3, PUBLIC, EVERYTHING})]
)
def test_words_are_a_step_for_those_who_hear_them(talk: str, hearers: set[int]) -> None:
    match = Match(replace(TALKATIVE, talk=talk), seed=1)  # type: ignore[arg-type]
    history = History(match)
    match.say(2, "<b>lead red</b>", 1.0)
    history.add(match.record[-1], 1.0)
    assert {eyes for eyes in history.eyes if history.latest[eyes] == 1} == hearers
    for eyes in hearers:
        assert '"words":"<b>lead red</b>"' in history.message(eyes, 1)


@pytest.mark.parametrize("who", ["oneself", "somebody else"])
def test_talk_does_not_make_an_answer_stale(who: str) -> None:
    match = Match(replace(TALKATIVE, talk="table"), seed=1)
    history, seat = History(match), match.position.acting[0]
    speaker = seat if who == "oneself" else (seat + 2) % 4
    asked = history.asked[seat]
    match.say(speaker, "hurry", 1.0)
    history.add(match.record[-1], 1.0)
    assert history.asked[seat] == asked < history.latest[seat]
