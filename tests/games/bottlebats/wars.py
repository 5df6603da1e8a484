"""Wars from a few words, and turns from a few more, for the tests."""

from typing import Any

from quintain import games
from quintain.core.dice import seeded
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.bottlebats import Options
from quintain.games.bottlebats.actions import Done, March
from quintain.games.bottlebats.options import fort_names, players_of

GAME = games.load("bottlebats")
DICE: Cells = seeded("dice of the tests")


def map_text(forts: str, roads: str, marches: str = "") -> str:
    parts = [(title, [line.strip() for line in lines.split(",") if line.strip()]) for title, lines in
             (("forts", forts), ("roads", roads), ("marches", marches))]  # fmt: skip
    return "\n".join(line for title, lines in parts for line in (f"{len(lines)} {title}:", *lines))


def war(forts: str, roads: str, marches: str = "", **options: Any) -> Position:
    """A war on this map, in which everybody it names plays; nothing is hidden unless `fog` says so."""
    chosen = {"players": 8, "fog": "off", **options}
    return Position.start(GAME, Options(file=map_text(forts, roads, marches), **chosen))


def march(position: Position, order: str) -> tuple[int, March]:
    """'p: a b 4' as a seat and an action."""
    player, origin, destination, soldiers = order.replace(":", " ").split()
    names = fort_names(position.options)
    seat = players_of(position.options).index(player)
    return seat, March(names.index(origin), names.index(destination), int(soldiers))


def ordered(position: Position, *orders: str) -> Position:
    for order in orders:
        position = position.play(*march(position, order), DICE)
    return position


def turn(position: Position, *orders: str) -> Position:
    """The next turn after these orders."""
    position = ordered(position, *orders)
    for seat in position.acting:
        position = position.play(seat, Done(), DICE)
    return position


def told(position: Position, seat: int = -2) -> str:
    """'a:p:7 b:q:11 | a>b:p:4:2': fort, owner and soldiers; then way, owner, soldiers and steps left of each march."""
    view, names, who = position.view(seat), fort_names(position.options), players_of(position.options)
    forts = [f"{f.name}:{'-' if f.owner is None else who[f.owner]}:{f.soldiers}" for f in view.forts]
    marches = [
        f"{names[m.origin]}>{names[m.destination]}:{who[m.owner]}:{m.soldiers}:{m.remaining}" for m in view.marches
    ]
    return " ".join(forts) + " |" + "".join(f" {walking}" for walking in marches)
