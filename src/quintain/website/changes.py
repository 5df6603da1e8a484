"""What a rated match did to the ratings of those who played it."""

from collections.abc import Sequence

from quintain.core.errors import StoreDamaged
from quintain.datastore import MatchRow, SeatRow
from quintain.datastore.ratings import RatedSeat
from quintain.ranker.ratings import Rating, rated
from quintain.ranker.stored import result_of
from quintain.website.links import link_to
from quintain.website.wire.matches import Change


def changes_in(match: MatchRow) -> tuple[Change, ...]:
    """By player, in the order of their ranks; nothing if the match does not count, or is not over."""
    if not match.rated or not match.ended or any(seat.mu is None or seat.sigma is None for seat in match.seats):
        return ()
    before = {seat.player.id: Rating(seat.mu or 0.0, seat.sigma or 0.0) for seat in match.seats}
    after = ratings_after(match, before)
    seats: dict[str, list[SeatRow]] = {}
    for seat in sorted(match.seats, key=lambda seat: (seat.rank or 0, seat.seat)):
        seats.setdefault(seat.player.id, []).append(seat)
    return tuple(change_of(own, before[id], after.get(id)) for id, own in seats.items())


def ratings_after(match: MatchRow, before: dict[str, Rating]) -> dict[str, Rating]:
    """A rating follows from the match and the ratings before it alone."""
    try:
        result = result_of(match.game, match.id, [rated_seat(match.id, seat) for seat in match.seats])
    except StoreDamaged:
        return {}
    return rated(before, result)


def rated_seat(match_id: str, seat: SeatRow) -> RatedSeat:
    return RatedSeat(
        match_id, seat.seat, seat.player.id, seat.team, seat.rank, seat.score, seat.fault, seat.mu, seat.sigma
    )


def change_of(seats: Sequence[SeatRow], before: Rating, after: Rating | None) -> Change:
    return Change(
        player=link_to(seats[0].player),
        seats=tuple(seat.seat for seat in seats),
        before=before.shown.points,
        after=after.shown.points if after else None,
    )
