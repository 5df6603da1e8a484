"""Wars from a few lines of a map, and turns from a few words, for the tests."""

from collections.abc import Sequence
from typing import Any

from quintain import games
from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.planets import Options
from quintain.games.planets.actions import Action, Done, Launch
from quintain.games.planets.rules.state import State

GAME = games.load("planets")
DICE: Cells = seeded("dice of the tests")
FAR = "P {id} 900 900 0 {owner} 1"  # somebody who takes no part


def war(planets: str, **options: Any) -> Position:
    """A war on these planets, in which seat 0 is player 1, seat 1 player 2 and so on."""
    chosen = {"id_order": "blocks", "players": 10, **options}
    return Position.start(GAME, Options(file="\n".join(map(str.strip, planets.split(","))), **chosen))


def launch(position: Position, order: str) -> tuple[int, Action]:
    """'1: 2>3 8' as a seat and an action: player 1 sends 8 from 2 to 3, numbered as the profile's files are."""
    player, way, ships = order.replace(":", " ").split()
    first = 0 if position.state.open_sky else 1
    source, destination = (int(number) - first for number in way.split(">"))
    return position.state.ids.index(int(player)), Launch(source, destination, int(ships))


def ordered(position: Position, *orders: str) -> Position:
    for order in orders:
        position = position.play(*launch(position, order), DICE)
    return position


def turn(position: Position, *orders: str) -> Position:
    """The next turn after these orders."""
    position = ordered(position, *orders)
    for seat in position.acting:
        position = position.play(seat, Done(), DICE)
    return position


def turns(position: Position, count: int) -> Position:
    for _ in range(count):
        position = turn(position)
    return position


def told(position: Position, most: int | None = None) -> str:
    """'1:1:3 2:2:5 | 1:1>2:8:4': planet, owner and ships; then player, way, ships and remaining turns of each fleet."""
    view, first = position.view(-2), 0 if position.state.open_sky else 1
    planets = [f"{p.number + first}:{p.owner}:{p.ships}" for p in view.planets[:most]]
    fleets = [f"{f.owner}:{f.source + first}>{f.destination + first}:{f.ships}:{f.remaining}" for f in view.fleets]
    return " ".join(planets) + " |" + "".join(f" {fleet}" for fleet in fleets)


def changed(position: Position, **cells: Any) -> Position:
    """The same position with other cells; a pair is a place and a number."""
    record = position.record.copy()
    state = record.view(State.layout)[0]
    for name, value in cells.items():
        if isinstance(value, tuple):
            state[name][value[0]] = value[1]
        else:
            state[name] = value
    return Position(GAME, position.options, record, int(state["waiting"]))


def answer(bot: Bot, position: Position, seat: int = 0, rng: Cells | None = None) -> list[str]:
    """What the bot orders there, as text, without the end of the turn; it must say why."""
    bot.start(GAME, seat)
    turn = Turn(seat, position.seen_by(seat), seeded("bot") if rng is None else rng)
    actions = bot.act(turn)
    listed: Sequence[Action] = actions if isinstance(actions, list) else [actions]
    assert turn.reason
    assert listed[-1] == Done()
    for action in listed:
        assert position.allows(seat, action)
    return list(map(str, listed[:-1]))
