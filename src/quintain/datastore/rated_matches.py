"""Rated matches that are later than all others of their game, as nearly all are: three statements store them.

SQLAlchemy takes longer over a statement than a database needs to carry it out, and each question to PostgreSQL has to
be waited for. So these are written in SQL, and take any number of matches.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Dialect, LargeBinary

from .database import TURN, now
from .models import MatchModel, Model, PlayerModel, RatingModel, ReplayModel, SeatModel, UtcTime
from .ratings import Key, RatedSeat, Rule, Worth
from .rows import FinishedMatch, MatchRow, PlayerRow, SeatRow

# The players' ratings; and a line without a player if some of the matches are there already, or others that ended
# then or later, or if they ended before the season began.
LATEST = """
    SELECT player_id, mu, sigma, matches FROM ratings WHERE game = {game} AND player_id {players}
    UNION ALL SELECT NULL, 0, 0, 0 WHERE EXISTS (SELECT 1 FROM matches WHERE id {ids})
    OR EXISTS (SELECT 1 FROM matches WHERE game = {game} AND rated AND ended >= {ended})
    OR EXISTS (SELECT 1 FROM seasons WHERE game = {game} AND began > {ended})
"""
LATEST_BY = {
    "sqlite": LATEST.format(
        game=":game",
        ended=":ended",
        players="IN (SELECT value FROM json_each(:players))",
        ids="IN (SELECT value FROM json_each(:ids))",
    ),
    "postgresql": LATEST.format(
        game="%(game)s",
        ended="%(ended)s",
        players="IN (SELECT json_array_elements_text(CAST(%(players)s AS json)))",
        ids="IN (SELECT json_array_elements_text(CAST(%(ids)s AS json)))",
    ),
}
# Each after those it refers to, and what is done about a row that is there already.
WRITTEN: dict[type[Model], str] = {
    PlayerModel: " ON CONFLICT (id) DO NOTHING",
    MatchModel: "",
    SeatModel: "",
    ReplayModel: "",
    RatingModel: " ON CONFLICT (game, player_id) DO UPDATE"
    " SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches",
}
MOMENT = UtcTime()
Rows = Sequence[Mapping[str, Any]]


def put_latest(connection: Connection, finished: Mapping[str, FinishedMatch], rule: Rule) -> bool:
    """Store these matches with the ratings that follow from them, if they are the latest; return whether they were."""
    matches = sorted((one.match for one in finished.values() if one.match.ended and one.match.rated), key=key_of)
    if len(matches) < len(finished) or len({match.game for match in matches}) != 1:
        return False
    players = {player.id: player for match in matches for seat in match.seats for player in who(seat)}
    if any(player.person_id for player in players.values()):
        return False
    worths = worths_before(connection, matches, sorted(players))
    if worths is None:
        return False
    game = matches[0].game
    befores, after = rule(game, [rated_seat(match, seat) for match in matches for seat in match.seats], worths)
    known = {(one.match_id, one.seat): one for one in befores}
    rows: dict[type[Model], Rows] = {
        # Who has a rating is known.
        PlayerModel: [player_row(player) for id, player in players.items() if id not in worths],
        MatchModel: [msgspec.structs.asdict(match) for match in matches],
        SeatModel: [seat_row(match, seat, known) for match in matches for seat in match.seats],
        ReplayModel: [{"match_id": id, "replay": one.replay} for id, one in finished.items()],
        RatingModel: [{"game": game, "player_id": id, **worth._asdict()} for id, worth in sorted(after.items())],
    }
    write(connection, rows)
    return True


def key_of(match: MatchRow) -> Key:
    assert match.ended
    return Key(match.ended, match.id)


def who(seat: SeatRow) -> list[PlayerRow]:
    return [seat.player, seat.stand_in] if seat.stand_in else [seat.player]


def worths_before(connection: Connection, matches: Sequence[MatchRow], players: list[str]) -> dict[str, Worth] | None:
    """What these players are worth, as far as they have a rating; none if the matches are not the latest."""
    given = {
        "game": matches[0].game,
        "ended": processor_of(MOMENT, connection.dialect)(matches[0].ended),
        "players": as_json(players),
        "ids": as_json([match.id for match in matches]),
    }
    found = in_turn(connection, given) if connection.dialect.name != "sqlite" else asked(connection, given)
    worths = {id: Worth(mu, sigma, count) for id, mu, sigma, count in found}
    return None if None in worths else worths


def asked(connection: Connection, given: Mapping[str, Any]) -> Iterable[Any]:
    return connection.exec_driver_sql(LATEST_BY["sqlite"], dict(given))


def in_turn(connection: Connection, given: Mapping[str, Any]) -> Iterable[Any]:
    """PostgreSQL's answer when it is our turn. Both are sent at once, but it answers with what is stored by then."""
    driver: Any = connection.connection.driver_connection
    with driver.pipeline():
        driver.execute(TURN)
        return driver.execute(LATEST_BY["postgresql"], given)  # type: ignore[no-any-return]


def rated_seat(match: MatchRow, seat: SeatRow) -> RatedSeat:
    reached = seat.team, seat.rank, seat.score, seat.fault
    return RatedSeat(match.id, seat.seat, seat.player.id, *reached, None, None)


def player_row(player: PlayerRow) -> dict[str, Any]:
    return {**msgspec.structs.asdict(player), "created": now()}


def seat_row(match: MatchRow, seat: SeatRow, befores: Mapping[tuple[str, int], Any]) -> dict[str, Any]:
    before = befores[match.id, seat.seat]
    return msgspec.structs.asdict(seat) | {
        "match_id": match.id,
        "player_id": seat.player.id,
        "stand_in_id": seat.stand_in.id if seat.stand_in else None,
        "mu": before.mu,
        "sigma": before.sigma,
        "ended": match.ended,
    }


# --- whole rows ------------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """How rows get into a table of one kind of database."""

    name: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    processors: tuple[Callable[[Any], Any], ...]
    clash: str

    def stored(self, row: Mapping[str, Any]) -> list[Any]:
        return [as_stored(row[column]) for column, as_stored in zip(self.columns, self.processors, strict=True)]

    def by_rows(self) -> str:
        words = ", ".join(self.columns)
        return f"INSERT INTO {self.name} ({words}) VALUES ({', '.join('?' * len(self.columns))}){self.clash}"

    def by_json(self) -> str:
        """All rows in one value: the driver takes much longer over many."""
        words = ", ".join(self.columns)
        kinds = ", ".join(f"{column} {kind}" for column, kind in zip(self.columns, self.kinds, strict=True))
        rows = f"json_to_recordset(CAST(%s AS json)) AS new ({kinds})"
        return f"INSERT INTO {self.name} ({words}) SELECT {words} FROM {rows}{self.clash}"


def write(connection: Connection, rows: Mapping[type[Model], Rows]) -> None:
    tables = tables_of(connection.dialect)
    stored = {table: [table.stored(row) for row in rows[model]] for model, table in tables.items()}
    if connection.dialect.name == "sqlite":
        for statement, own in zip(statements(connection.dialect), stored.values(), strict=True):
            if own:
                connection.exec_driver_sql(statement, [tuple(row) for row in own])
        return
    given = [as_json([dict(zip(table.columns, row, strict=True)) for row in own]) for table, own in stored.items()]
    connection.exec_driver_sql(statements(connection.dialect)[0], tuple(given))


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


@cache
def statements(dialect: Dialect) -> tuple[str, ...]:
    """One for each table, or for PostgreSQL a single one, which takes the rows of each table as JSON."""
    tables = [*tables_of(dialect).values()]
    if dialect.name == "sqlite":
        return tuple(table.by_rows() for table in tables)
    *others, last = (table.by_json() for table in tables)
    parts = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(others))
    return (f"WITH {parts} {last}",)


@cache
def tables_of(dialect: Dialect) -> dict[type[Model], Table]:
    return {model: table_of(model, dialect, clash) for model, clash in WRITTEN.items()}


def table_of(model: type[Model], dialect: Dialect, clash: str) -> Table:
    columns = list(model.__table__.columns)
    return Table(
        model.__tablename__,
        tuple(column.name for column in columns),
        tuple(column.type.compile(dialect) for column in columns),
        tuple(processor_of(column.type, dialect) for column in columns),
        clash,
    )


@cache
def processor_of(kind: Any, dialect: Dialect) -> Callable[[Any], Any]:
    """What turns a value into what the driver takes, or into what JSON can hold."""
    if isinstance(kind, LargeBinary) and dialect.name != "sqlite":
        return in_hex
    return kind.dialect_impl(dialect).bind_processor(dialect) or as_it_is


def in_hex(value: bytes | None) -> str | None:
    return None if value is None else f"\\x{value.hex()}"


def as_it_is(value: Any) -> Any:
    return value
