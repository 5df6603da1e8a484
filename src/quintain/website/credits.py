"""Who played a match: who began at each seat, everybody who took it over, and who finished."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec

from quintain.core.errors import QuintainError
from quintain.core.game import Game, Seat
from quintain.core.record import Player, Replaced
from quintain.datastore import MatchRow, SeatRow
from quintain.website.catalogue import game_named
from quintain.website.links import page_of
from quintain.website.seating import bot_name, plain_name
from quintain.website.wire.matches import MatchPlayer, Sitting

REPLACED = b'{"type":"replaced"'  # how such an entry of a journal begins

Change = tuple[int | None, Player]  # from which step on, and who


class Head(msgspec.Struct):
    """What of a match's header tells who began."""

    options: dict[str, object] = {}
    players: tuple[Player, ...] = ()  # none in matches of older formats


def match_players(row: MatchRow, entries: Iterable[bytes] | None = None) -> tuple[MatchPlayer, ...]:
    """Who played each seat: everybody, by the journal's entries, or without those who began and who finished."""
    head = msgspec.json.decode(row.header, type=Head)
    changes = None if entries is None else changes_in(entries)
    game, places = places_of(row, head)
    players = []
    for seat in row.seats:
        began = head.players[seat.seat] if seat.seat < len(head.players) else finisher(seat)
        later = ends_of(seat, began) if changes is None else changes.get(seat.seat, [])
        place = places[seat.seat] if seat.seat < len(places) else Seat(seat.seat)
        label = partial(label_of, game, place, seat.seat)
        sittings = sittings_of([(0, began), *later], label, seat.guest)
        page = page_of(seat.player.id)
        players.append(MatchPlayer(seat=seat.seat, team=place.team, page=page, sittings=sittings))
    return tuple(players)


def places_of(row: MatchRow, head: Head) -> tuple[Game | None, Sequence[Seat]]:
    """The game and its seats; none if the game or its options are no longer known."""
    try:
        game = game_named(row.game)
        places = game.seating(game.options_from(head.options))
    except QuintainError:
        return None, ()
    return game, places


def label_of(game: Game | None, place: Seat, seat: int, player: str) -> str:
    """What a bot at this seat is called."""
    return bot_name(game, place, seat, player) if game else plain_name(seat, player)


def changes_in(entries: Iterable[bytes]) -> dict[int, list[Change]]:
    """By seat, who took it over at which step."""
    changes: dict[int, list[Change]] = {}
    for n, entry in enumerate(entries, 1):
        if entry.startswith(REPLACED):
            new = msgspec.json.decode(entry, type=Replaced)
            changes.setdefault(new.seat, []).append((n, new.player))
    return changes


def finisher(seat: SeatRow) -> Player:
    """Who answers for the seat now, or did at the end."""
    last = seat.stand_in or seat.player
    if last.kind == "person":
        return Player(seat.name, "person", id=last.person_id or "")
    if last.kind == "program":
        return Player(seat.name if last == seat.player else last.name, "program", id=last.id)
    return Player(last.name, timed=False)


def ends_of(seat: SeatRow, began: Player) -> list[Change]:
    """Who finished, if that was somebody else."""
    last = finisher(seat)
    same = (last.kind, last.id or last.name) == (began.kind, began.id or began.name)
    return [] if same else [(None, last)]


def sittings_of(changes: Sequence[Change], bot: Callable[[str], str], guest: bool = False) -> tuple[Sitting, ...]:
    """With labels: a bot that follows a person or a program is its stand-in."""
    sittings, person = [], None
    for since, player in changes:
        person = player.name if player.kind != "bot" else person
        named = player.kind != "bot"
        label = player.name if named else f"{person}’s stand-in" if person else bot(player.name)
        marked = guest and player.kind == "person"
        sittings.append(Sitting(name=player.name, kind=player.kind, label=label, since=since, guest=marked))
    return tuple(sittings)
