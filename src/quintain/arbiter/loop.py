"""The plain loop driver: bots in this process, one after the other."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from quintain.arbiter.actors import Actor, Answer, Fault
from quintain.core.errors import IllegalAction
from quintain.core.match import Match
from quintain.core.outcome import Ending, Outcome


def play(match: Match, actors: Sequence[Actor], watch: Callable[[Match], None] | None = None) -> Outcome:
    """Play the match to its end. A player's fault becomes an ending or a strike; a programmer's fault is not caught.

    `watch` is called before the first action and after each.
    """
    began = time.monotonic()

    def clock() -> float:
        return time.monotonic() - began

    start(match, actors)
    if watch:
        watch(match)
    while not match.outcome:
        speak(match, actors, clock)
        seats = match.position.acting
        # All of them are asked about the same position before any of them acts.
        answers = [(seat, *ask(match, actors[seat], seat, clock)) for seat in seats]
        for seat, answer, at in answers:
            follow(match, seat, answer, at, watch)
    finish(match.outcome, actors)
    return match.outcome


def start(match: Match, actors: Sequence[Actor]) -> None:
    for seat, actor in enumerate(actors):
        try:
            actor.start(match.game, seat)
        except Fault as fault:
            if not match.outcome:
                match.stop(fault.ending, seat, fault.why)


def speak(match: Match, actors: Sequence[Actor], clock: Callable[[], float]) -> None:
    """Whoever may report does so before anybody is asked. One who fails at it has said nothing."""
    for seat in match.position.speaking:
        with suppress(Fault):
            for words in actors[seat].words(match, seat, clock()):
                match.say(seat, words, clock())


def ask(match: Match, actor: Actor, seat: int, clock: Callable[[], float]) -> tuple[Answer | Fault, float]:
    """The seat's answer or fault, and when it came. Only its own thinking is on its clock."""
    asked = clock()
    match.clocks[seat].since = asked
    try:
        return actor.answer(match, seat, asked), clock()
    except Fault as fault:
        return fault, clock()


def follow(
    match: Match, seat: int, answer: Answer | Fault, at: float, watch: Callable[[Match], None] | None = None
) -> None:
    """Let a seat's answer happen, as far as the rules allow it."""
    if match.outcome or seat not in match.position.acting:
        return
    if isinstance(answer, Fault):
        fault(match, seat, answer, at, watch)
        return
    for words in answer.words:
        if match.game.talk != "none":
            match.say(seat, words, at)
    for action in answer.actions or [None]:
        if match.outcome or seat not in match.position.acting:
            return
        try:
            match.act(seat, action, at, answer.reason)
        except IllegalAction as error:
            fault(match, seat, Fault(Ending.ILLEGAL, str(error)), at, watch)
            return
        if watch:
            watch(match)


def fault(match: Match, seat: int, fault: Fault, at: float, watch: Callable[[Match], None] | None) -> None:
    match.fault(seat, fault.ending, fault.why, at)
    if watch:
        watch(match)


def finish(outcome: Outcome, actors: Sequence[Actor]) -> None:
    for actor in actors:
        try:
            actor.finish(outcome)
        except Fault:
            continue  # the match is over; a bot that fails now fails alone
