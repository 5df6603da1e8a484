"""The options of Rummy, and who sits where."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quintain.core.game import Seat

TEAM_SIZES = (4, 6, 8)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=2, le=10, description="how many play")] = 4
    rounds: Annotated[int, Meta(ge=1, le=7, description="how many rounds are played, at most to the seventh")] = 7
    first_round: Annotated[int, Meta(ge=1, le=7, description="the round, and its contract, that comes first")] = 1
    teams: Annotated[bool, Meta(description="partners sit opposite and add up their points; for 4, 6 or 8 players")] = (
        False
    )
    deal_offset: Annotated[int, Meta(ge=5, le=6, description="cards dealt beyond the number of the round")] = 6
    joker_swap: Annotated[
        Literal["slide", "take"],
        Meta(description="a natural card in a joker's place moves the joker, or wins it for the hand"),
    ] = "slide"
    max_buys_per_round: Annotated[int, Meta(ge=0, le=20, description="how often a seat may buy; 0 for any number")] = 0
    no_discard_after_meld: Annotated[bool, Meta(description="whoever is down takes and buys no discards any more")] = (
        False
    )
    recycle_top: Annotated[bool, Meta(description="an empty stock takes the top discard, too")] = False

    def __post_init__(self) -> None:
        if self.teams and self.players not in TEAM_SIZES:
            raise ValueError("teams are for 4, 6 or 8 players")


def seating(options: Options) -> tuple[Seat, ...]:
    teams = options.players // 2 if options.teams else options.players
    return tuple(Seat(team=seat % teams) for seat in range(options.players))
