"""Ladder: neighbours play, and who beats the one above takes that rung."""

from quintain.ranker.formats.field import Field, Format, Pairing


class Ladder(Format):
    summary = "neighbours play, and who beats the one above changes places; the first named begins at the top"

    def rounds(self, players: int, places: int) -> int:
        """Enough for the last one to climb to the top."""
        return max(players, 1)

    def pairings(self, field: Field) -> list[Pairing]:
        return climb(field)[0]

    def placing(self, field: Field) -> dict[str, int]:
        return {player: rung for rung, player in enumerate(climb(field)[1], 1)}


def climb(field: Field) -> tuple[list[Pairing], list[str]]:
    """The pairings as far as they are known, and the rungs after the last finished round, the top first."""
    rungs, out = list(field.players), list[Pairing]()
    for round in range(field.rounds):
        neighbours = groups(rungs, field.places, round)
        pairings = [Pairing(round, table, tuple(group)) for table, (_, group) in enumerate(neighbours)]
        out += pairings
        if not field.finished(pairings):
            break
        for (top, group), pairing in zip(neighbours, pairings, strict=True):
            points = field.points(pairing) or {}
            # Sorting is stable: the level stay as they are.
            rungs[top : top + len(group)] = sorted(group, key=lambda player: -points[player])
    return out, rungs


def groups(rungs: list[str], places: int, round: int) -> list[tuple[int, list[str]]]:
    """Neighbours who meet, with the rung of the first: from the top, and in every other round a part of a table lower,
    so that the last one plays, too."""
    size = max(places, 2)
    if len(rungs) <= size:
        return [(0, rungs[:])]
    lower = (len(rungs) % size or size // 2) if round % 2 else 0
    starts = range(lower, len(rungs) - size + 1, size)
    return [(start, rungs[start : start + size]) for start in starts]
