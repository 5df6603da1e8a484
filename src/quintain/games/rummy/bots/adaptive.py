"""A house bot that plays as well as its company: the further ahead it is, the more it lets slip."""

from quintain.core.bot import Turn
from quintain.games.rummy.actions import Action
from quintain.games.rummy.bots.character import LEVELS, Character
from quintain.games.rummy.bots.traits import TABLE, Traits

LEAD = 100.0  # penalty points ahead at which it plays its easiest, and behind at which it plays its best


class Adaptive(Character):
    """Follows the score: careless when it leads, at its best when it is behind; its level is told with every move."""

    strength = 22

    def __init__(self) -> None:
        super().__init__("expert")

    def act(self, turn: Turn) -> list[Action]:
        share = share_of(turn)
        depth = round(TABLE * share)
        self.traits = Traits(depth, daring=0.5, hoarding=0.5, memory=share, bluff=0.2 * (1.0 - share))
        actions = super().act(turn)
        reason = turn.reason
        if reason:
            told = f"{reason.text}; level {LEVELS[depth]}"
            turn.explain(told, *reason.notes, **{**reason.numbers, "level": share})
        return actions


def share_of(turn: Turn) -> float:
    """How much of its skill it uses, from 0 to 1: half when the scores are equal."""
    scores = turn.seen.scores()
    team = turn.place.team
    others = [score for seat, score in enumerate(scores) if turn.seen.seats[seat].team != team]
    lead = scores[turn.seat] - max(others)
    return min(1.0, max(0.0, 0.5 - lead / (2 * LEAD)))
