"""Better settings for a bot: neighbours play each other round by round, and the winners show the way."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

import msgspec

from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.duel import Duel, samples
from quintain.ranker.executors import Workforce
from quintain.ranker.jobs import Terms
from quintain.ranker.spsa import Spsa, spelled


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round of tuning: what was tried, what came of it, and where that leads."""

    number: int  # from 1
    plus: dict[str, float]
    minus: dict[str, float]
    share: float  # of the matches, won by `plus`
    matches: int
    settings: dict[str, float]  # after it
    faults: tuple[str, ...] = ()


def tuned(bot: str, plan: Spsa, terms: Terms, seeds: int, seed: str, workforce: Workforce) -> Iterator[Round]:
    """Play the rounds of a plan, each with so many seeds in every seating. The same seed gives the same rounds."""
    values: Sequence[float] = plan.start
    for number in range(plan.rounds):
        # Dice for each round, so that it does not matter how many were thrown before.
        probe = plan.probe(values, number, Random(f"{seed} {number}"))
        duel = Duel(terms=terms, players=(spelled(bot, probe.plus), spelled(bot, probe.minus)), seed=f"{seed} {number}")
        found = [sample for batch in samples(duel, Dispatcher(workforce, terms), range(seeds)) for sample in batch]
        share = fmean(sample.share for sample in found)
        values = plan.moved(values, probe, share)
        yield Round(
            number=number + 1,
            plus=probe.plus,
            minus=probe.minus,
            share=share,
            matches=sum(sample.matches for sample in found),
            settings=plan.settings(values),
            faults=tuple(words for sample in found for words in sample.faults),
        )
