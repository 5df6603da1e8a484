"""The first player against each of the others."""

from quintain.ranker.formats.field import Field, Format, Pairing


class Gauntlet(Format):
    summary = "the first player meets each of the others; they do not meet each other, but at larger tables"

    def rounds(self, players: int, places: int) -> int:
        return 1

    def pairings(self, field: Field) -> list[Pairing]:
        first, *others = field.players
        size = max(field.places - 1, 1)
        groups = [others[i : i + size] for i in range(0, len(others), size)]
        if groups and len(others) > size:  # the last table is filled up with those who came first
            groups[-1] += others[: size - len(groups[-1])]
        return [
            Pairing(round, table, (first, *group))
            for round in range(field.rounds)
            for table, group in enumerate(groups)
        ]
