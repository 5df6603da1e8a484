"""Swiss: in every round those meet who have reached about the same, and nobody meets the same opponent twice."""

from collections.abc import Sequence
from math import ceil, log

from quintain.ranker.formats.field import BYE, Field, Format, Pairing, meetings, places

TRIES = 20_000  # ways to pair a round that are looked at before somebody meets an opponent again


class Swiss(Format):
    summary = "each round pairs those who have reached about the same, and nobody twice while that can be helped"

    def rounds(self, players: int, places: int) -> int:
        """Enough to find the best one, and one more to tell the next apart."""
        return max(ceil(log(players, max(places, 2))), 1) + 1

    def pairings(self, field: Field) -> list[Pairing]:
        out: list[Pairing] = []
        for round in range(field.rounds):
            if not field.finished(out):
                break
            out += next_round(field, out, round)
        return out

    def placing(self, field: Field) -> dict[str, int]:
        """By points; among the level, whose opponents have reached more."""
        pairings = self.pairings(field)
        return places({player: key[:2] for player, key in keys(field, pairings).items()})


def keys(field: Field, pairings: Sequence[Pairing]) -> dict[str, tuple[float, ...]]:
    """What players are ordered by: points with byes, the opponents' points, and who was named first."""
    done = [pairing for pairing in pairings if field.points(pairing) is not None]
    total = field.total(done)
    for player, count in byes(field, done).items():
        total[player] += BYE * count
    opponents = {
        player: sum(total[other] for pairing in done if player in pairing.players for other in pairing.players)
        - total[player] * sum(player in pairing.players for pairing in done)
        for player in field.players
    }
    return {player: (total[player], opponents[player], -field.order[player]) for player in field.players}


def byes(field: Field, pairings: Sequence[Pairing]) -> dict[str, int]:
    """How many rounds each player sat out."""
    rounds = {pairing.round for pairing in pairings}
    seen = {(pairing.round, player) for pairing in pairings for player in pairing.players}
    return {player: sum((round, player) not in seen for round in rounds) for player in field.players}


def next_round(field: Field, before: Sequence[Pairing], round: int) -> list[Pairing]:
    order = keys(field, before)
    ranked = sorted(field.players, key=lambda player: order[player], reverse=True)
    if len(ranked) <= field.places:
        return [Pairing(round, 0, tuple(ranked))]
    out = sitting_out(field, before, ranked)
    playing = [player for player in ranked if player not in out]
    met = meetings(before)
    tables = in_pairs(playing, met) if field.places == 2 else at_tables(playing, field.places, met)
    return [Pairing(round, number, table) for number, table in enumerate(tables)]


def sitting_out(field: Field, before: Sequence[Pairing], ranked: Sequence[str]) -> set[str]:
    """Those who are left over: the last of those who have sat out least."""
    had = byes(field, before)
    last_first = sorted(ranked, key=lambda player: (had[player], -ranked.index(player)))
    return set(last_first[: len(ranked) % field.places])


def in_pairs(players: Sequence[str], met: dict[frozenset[str], int]) -> list[tuple[str, ...]]:
    """The best one left meets the next one whom he has not met; where that leads nowhere, one after him."""
    for allowed in range(max(met.values(), default=0) + 1):
        pairs = without_repeats(players, met, allowed, [TRIES])
        if pairs is not None:
            return pairs
    return [(players[i], players[i + 1]) for i in range(0, len(players), 2)]


def without_repeats(
    players: Sequence[str], met: dict[frozenset[str], int], allowed: int, tries: list[int]
) -> list[tuple[str, ...]] | None:
    """Pairs of players who have met so often at most; none if there are none, or if it takes too long to find them."""
    if not players:
        return []
    first, *others = players
    for other in sorted(others, key=lambda other: met.get(frozenset((first, other)), 0)):
        tries[0] -= 1
        if tries[0] < 0:
            return None
        if met.get(frozenset((first, other)), 0) <= allowed:
            rest = without_repeats([player for player in others if player != other], met, allowed, tries)
            if rest is not None:
                return [(first, other), *rest]
    return None


def at_tables(players: Sequence[str], places: int, met: dict[frozenset[str], int]) -> list[tuple[str, ...]]:
    """Tables from the top, each filled with the next players whom its own have met least."""
    left, tables = list(players), []
    while left:
        table = [left.pop(0)]
        while len(table) < places:
            times = [sum(met.get(frozenset((player, other)), 0) for other in table) for player in left]
            table.append(left.pop(times.index(min(times))))
        tables.append(tuple(table))
    return tables
