"""A house bot that plays as well as its company: the further ahead it is, the more it lets slip."""

from quintain.core.bot import Turn
from quintain.games.rummy.actions import Action
from quintain.games.rummy.bots.expert import Expert
from quintain.games.rummy.bots.odds import Traits

FULL, EASY = 1.0, 0.0
LEAD = 100.0  # penalty points ahead at which it plays its easiest, and behind at which it plays its best


class Adaptive(Expert):
    """Follows the score: careless when it leads, at its best when it is behind; its level is told with every move."""

    strength = 22

    def act(self, turn: Turn) -> list[Action]:
        level = level_of(turn)
        self.traits = Traits(daring=0.5, hoarding=0.0, memory=level, bluff=1.0 - level)
        actions = super().act(turn)
        reason = turn.reason
        if reason:
            turn.explain(f"{reason.text}; level {level:.0%}", *reason.notes, **{**reason.numbers, "level": level})
        return actions


def level_of(turn: Turn) -> float:
    """From 0 to 1: half when the scores are equal."""
    scores = turn.seen.scores()
    others = [score for seat, score in enumerate(scores) if seat != turn.seat]
    lead = scores[turn.seat] - max(others)
    return min(FULL, max(EASY, 0.5 - lead / (2 * LEAD)))
