"""Finding the own team by messages: ids go around the ring of teammates until everybody has heard them all."""

from quintain.core.bot import Turn
from quintain.games.planets.actions import Action, Send


class Comrades:
    """The ids that are known to be of the own team, in the order in which they were learned."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.sent = 0  # how many of them were passed on

    def hear(self, own: int, message: int, players: int) -> None:
        """In the first turn the own id is all that is known; each message may tell one more."""
        if not self.ids:
            self.ids.append(own)
        if 0 < message <= players and message not in self.ids:
            self.ids.append(message)

    def listen(self, turn: Turn) -> int:
        """Hear what has come; returns who is known, as a mask."""
        state = turn.seen.state
        if state.open_sky:
            return self.see(turn)
        self.hear(state.ids[turn.seat], state.inbox[turn.seat], state.seats)
        return sum(1 << player for player in self.ids)

    def see(self, turn: Turn) -> int:
        """Under an open sky nobody needs to ask."""
        team = turn.place.team
        players = zip(turn.seen.state.ids, turn.seen.seats, strict=False)
        return sum(1 << player for player, place in players if place.team == team)

    def message(self) -> list[Action]:
        """The oldest id that was not passed on yet, if there is one."""
        if self.sent == len(self.ids):
            return []
        self.sent += 1
        return [Send(self.ids[self.sent - 1])]
