"""Knockout: who loses is out."""

from collections.abc import Sequence

from quintain.ranker.formats.field import Field, Format, Pairing, places

EXTRAS = 2  # how often level players meet again before the one who was named first goes on


class Knockout(Format):
    summary = "who loses is out; level players meet again, and after that the one named first goes on"

    def rounds(self, players: int, places: int) -> int:
        """As many as it takes until one is left."""
        rounds = 0
        while players > 1:
            players, rounds = survivors(players, places), rounds + 1
        return max(rounds, 1)

    def pairings(self, field: Field) -> list[Pairing]:
        return Bracket(field).pairings

    def placing(self, field: Field) -> dict[str, int]:
        """By the round that each player has reached; those who went out in the same one share a place."""
        return places(Bracket(field).reached)


def survivors(players: int, places: int) -> int:
    tables, byes = seeding(players, places)
    return 1 if players <= places else tables * max(places // 2, 1) + byes


def seeding(players: int, places: int) -> tuple[int, int]:
    """How many full tables there are in a round, and how many players go on without playing.

    The first round of pairs is made such that all later ones are full; larger tables are filled as far as they can be.
    """
    if players <= places:
        return 1, 0
    if places > 2:
        return players // places, players % places
    full = 1 << (players - 1).bit_length() - 1  # the largest power of two below the number of players
    return players - full, 2 * full - players


class Bracket:
    """The rounds as far as they are known."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.pairings: list[Pairing] = []
        self.reached = dict.fromkeys(field.players, 0)
        left: Sequence[str] | None = field.players
        round = 0
        while left is not None and len(left) > 1:
            left = self.play(round, left)
            for player in left or ():
                self.reached[player] = round + 1
            round += 1

    def play(self, round: int, left: Sequence[str]) -> list[str] | None:
        """Who goes on from this round, or none while it is not over."""
        tables, byes = seeding(len(left), self.field.places)
        through, rest = list(left[:byes]), left[byes:]
        winners = 1 if len(left) <= self.field.places else max(self.field.places // 2, 1)
        # The best against the worst, so that the best meet late.
        results = [self.table(round, number, dealt(rest, tables, number), winners) for number in range(tables)]
        for result in results:
            if result is None:
                return None
            through += result
        return sorted(through, key=self.field.order.__getitem__)

    def table(self, round: int, number: int, players: Sequence[str], winners: int) -> list[str] | None:
        """The winners of a table, or none while it plays. Where it is not clear who wins, all meet again."""
        total, order = dict.fromkeys(players, 0.0), self.field.order
        for extra in range(EXTRAS + 1):
            pairing = Pairing(round, number, tuple(players), extra)
            self.pairings.append(pairing)
            points = self.field.points(pairing)
            if points is None:
                return None
            for player in players:
                total[player] += points[player]
            ranked = sorted(players, key=lambda player: (-total[player], order[player]))
            if total[ranked[winners - 1]] > total[ranked[winners]]:
                break
        return ranked[:winners]


def dealt(players: Sequence[str], tables: int, number: int) -> list[str]:
    """The players of one of the tables, dealt to and fro: 0 1 2 2 1 0 0 1 2 …"""
    rows = [players[i : i + tables] for i in range(0, len(players), tables)]
    return [(row if i % 2 == 0 else row[::-1])[number] for i, row in enumerate(rows)]
