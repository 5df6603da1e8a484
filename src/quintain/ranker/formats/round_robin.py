"""Everybody meets everybody."""

from collections.abc import Sequence

from quintain.ranker.formats.field import Field, Format, Pairing, meetings


class RoundRobin(Format):
    summary = "everybody meets everybody, as often as there are rounds"

    def rounds(self, players: int, places: int) -> int:
        return 1

    def pairings(self, field: Field) -> list[Pairing]:
        once = in_pairs(field.players) if field.places == 2 else at_tables(field.players, field.places)
        return [
            Pairing(repeat * len(once) + number, table, players)
            for repeat in range(field.rounds)
            for number, round in enumerate(once)
            for table, players in enumerate(round)
        ]


def in_pairs(players: Sequence[str]) -> list[list[tuple[str, ...]]]:
    """Rounds in which everybody plays once; with an odd number one sits out in each. (The first stays, others turn.)"""
    circle: list[str | None] = [*players] if len(players) % 2 == 0 else [*players, None]
    rounds: list[list[tuple[str, ...]]] = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append([(one, other) for one, other in pairs if one is not None and other is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def at_tables(players: Sequence[str], places: int) -> list[list[tuple[str, ...]]]:
    """Full tables, one after the other, until every two have met; who has met fewest comes first."""
    if len(players) <= places:
        return [[tuple(players)]]
    tables: list[tuple[str, ...]] = []
    open_pairs = len(players) * (len(players) - 1) // 2 if places > 1 else len(players)
    while len(covered(tables, places)) < open_pairs:
        tables.append(next_table(players, places, tables))
    return [[table] for table in tables]


def covered(tables: Sequence[tuple[str, ...]], places: int) -> set[frozenset[str]]:
    if places == 1:
        return {frozenset(table) for table in tables}
    return set(meetings(Pairing(0, 0, table) for table in tables))


def next_table(players: Sequence[str], places: int, tables: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The table that brings most new meetings together, found one player at a time."""
    met = meetings(Pairing(0, 0, table) for table in tables)
    order = {player: i for i, player in enumerate(players)}
    played = {player: sum(player in table for table in tables) for player in players}
    partners = {player: sum(player in pair for pair in met) for player in players}
    table = [min(players, key=lambda player: (partners[player], played[player], order[player]))]
    while len(table) < places:
        others = [player for player in players if player not in table]
        table.append(min(others, key=lambda player: (again(player, table, met), played[player], order[player])))
    return tuple(sorted(table, key=order.__getitem__))


def again(player: str, table: Sequence[str], met: dict[frozenset[str], int]) -> int:
    """How many of a table a player has met before; each time counts, the first time most."""
    times = [met.get(frozenset((player, other)), 0) for other in table]
    return sum(100 * (each > 0) + each for each in times)
