"""The turns of a match: what each seat is shown when it is asked."""

from math import inf

from quintain.arbiter.actors import Actor, Terms
from quintain.core.bot import Turn
from quintain.core.match import Match


class Turns:
    """Makes turns, and remembers what each seat has been told in its turns before."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._read = [0 for _ in match.seats]  # events of the match that the seat knows
        self._made = [0 for _ in match.seats]

    def turn(self, seat: int, actor: Actor, at: float) -> Turn:
        match, number = self._match, self._made[seat]
        self._made[seat] += 1
        left = self._left(seat, actor, at) if actor.timed else None
        events = self._news(seat) if actor.listens else ()
        return Turn(seat, match.position.seen_by(seat), actor.rng, events, left, number)

    def _left(self, seat: int, actor: Actor, at: float) -> float | None:
        """Seconds that it has. Whoever measures its own time has all of it: what was spent on its behalf is not its."""
        clock = self._match.clocks[seat]
        if actor.punctual:
            return None if clock.budget == inf else clock.budget
        return clock.left(at)

    def terms(self, seat: int) -> Terms:
        """What is known to somebody who takes the seat."""
        match = self._match
        return Terms(match.game, match.options, seat, match.players[seat].name, match.time_control)

    def begin_again(self, seat: int) -> None:
        """Somebody new answers for the seat, who has been told nothing yet."""
        self._read[seat] = self._made[seat] = 0

    def _news(self, seat: int) -> list[object]:
        since, self._read[seat] = self._read[seat], self._match.event_count
        return self._match.events(seat, since)
