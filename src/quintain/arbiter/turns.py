"""The turns of a match: what each seat is shown when it is asked."""

from quintain.arbiter.actors import Actor
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
        left = match.clocks[seat].left(at) if actor.timed else None
        events = self._news(seat) if actor.listens else ()
        return Turn(seat, match.position.seen_by(seat), actor.rng, events, left, number)

    def begin_again(self, seat: int) -> None:
        """Somebody new answers for the seat, who has been told nothing yet."""
        self._read[seat] = self._made[seat] = 0

    def _news(self, seat: int) -> list[object]:
        since, self._read[seat] = self._read[seat], self._match.event_count
        return self._match.events(seat, since)
