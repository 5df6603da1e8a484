"""Who is on our side, as far as a bot of the Sage family can tell, and what it says to find out."""

from quintain.core.bot import Turn
from quintain.core.kernel import Cells
from quintain.games.planets.actions import Action, Send
from quintain.games.planets.bots.decisions import Side
from quintain.games.planets.bots.discovery import Discovery
from quintain.games.planets.bots.neighbourhood import Neighbourhood, bridged, neighbourhood
from quintain.games.planets.rules.state import NEUTRAL, State


class Team:
    """A match's discovery, turn by turn, and its map. Where there are no messages, nobody hides."""

    def __init__(self) -> None:
        self.discovery: Discovery | None = None
        self.space: Neighbourhood | None = None

    def look(self, turn: Turn, sides: Cells) -> Neighbourhood:
        """The neighbourhood as this side sees it."""
        self.space = self.space or neighbourhood(turn.seen.record)
        side = Side.read(sides)
        return self.space._replace(near=bridged(self.space, turn.seen.state.owners, side.player, side.team, side.prey))

    def meet(self, state: State, seat: int) -> tuple[Cells, list[Action]]:
        """Who is who, and what there is to say."""
        own = state.ids[seat]
        if not state.radio:
            return side_of(state, own, seen_team(state, seat), True), []
        self.discovery = self.discovery or Discovery(own)
        self.discovery.hear(state.inbox[seat])
        side = side_of(state, own, self.discovery.team, self.discovery.complete)
        return side, [Send(self.discovery.say())]


def seen_team(state: State, seat: int) -> int:
    """Everybody in our half of the seats, where that is no secret."""
    half = state.seats // 2
    return sum(1 << id for other, id in enumerate(state.ids) if id > 0 and other // half == seat // half)


def side_of(state: State, own: int, team: int, complete: bool) -> Cells:
    """Until the team is complete, anybody may be a friend: only neutral planets are prey."""
    record = Side.blank()
    side = record.view(Side.layout)[0]
    side.player, side.team = own, team
    side.enemies = ((2 << state.seats) - 2) & ~team
    side.prey = 1 << NEUTRAL | (side.enemies if complete else 0)
    return record
