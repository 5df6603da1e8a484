"""Prints what some random matches of a game come to, in few letters: `python -m tests.digest jaffre`."""

import hashlib
import sys

import msgspec

from quintain import games
from quintain.core.dice import seeded
from quintain.core.game import EVERYTHING, Game
from quintain.core.kernel import PUBLIC
from quintain.core.match import Ended
from quintain.core.replay import Replay
from tests.random_play import random_match


def digest(game: Game, seed: int, longest: int = 150) -> str:
    """Every position of a random match, what each seat sees and imagines there, and all that is told."""
    match = random_match(game, seed=seed, dice=seed, longest=longest)
    found, rng = hashlib.sha256(), seeded("digest", seed)
    for _, step in Replay.of(match).steps(game):
        found.update(step.position.record.tobytes())
        for seat in (*range(len(step.seats)), PUBLIC):
            seen = step.position.seen_by(seat)
            found.update(seen.record.tobytes())
            found.update(seen.imagined(seat, rng).record.tobytes())
    assert match.outcome is not None
    result = [match.outcome.ending, match.outcome.scores, match.outcome.ranks]
    told = [event for event in match.events(EVERYTHING) if not isinstance(event, Ended)]
    found.update(msgspec.json.encode([told, result]))
    return found.hexdigest()[:32]


if __name__ == "__main__":
    for seed in range(3):
        print(digest(games.load(sys.argv[1]), seed))
