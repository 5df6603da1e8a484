"""Positions of Planets from map lines with planets numbered from 1, for the tests of bots."""

from typing import Any

from quintain import games
from quintain.core.bot import Bot, Turn
from quintain.core.dice import seeded
from quintain.core.position import Position
from quintain.games.planets.actions import Launch, Send
from quintain.games.planets.options import Options
from quintain.games.planets.rules.state import State, packed

GAME = games.load("planets")
VECTOR_19 = "1 0 0 1 1 25, 2 4 0 2 1 9, 3 0 3 1 0 4, 4 6 8 1 2 30, 5 5 1 1 3 3, 6 8 8 1 0 2"


def sky(
    planets: str,
    *,
    message: int = 0,
    fleets: tuple[tuple[int, int, int, int, int], ...] = (),
    seats: int = 0,
    turn: int = 0,
    **options: Any,
) -> Position:
    """The planets `id x y growth owner ships`, as player 1 in seat 0 sees them.

    A fleet is owner, source, destination, ships and the turns until it lands. All players up to the highest owner live.
    """
    lines = [f"P {line.strip()}" for line in planets.split(",")]
    owners = {int(line.split()[5]) for line in lines}
    players = seats or max(2, max(owners) + max(owners) % 2)
    spare = [f"P {len(lines) + i} {90 + i} 90 1 {owner} 1" for i, owner in enumerate(range(1, players + 1), 1)]
    drawn = Options(file="\n".join(lines + spare), players=players // 2, id_order="blocks", **options)
    record = Position.start(GAME, drawn).record.copy()
    state = record.view(State.layout)[0]
    state.planets = len(lines)  # without those that were there only for their owners
    for planet in range(len(lines), len(state.owners)):
        state.owners[planet] = state.ships[planet] = state.sites[planet] = 0
    state.inbox[0], state.turn = message, turn
    words = [packed(turn + left, target - 1, owner, source - 1, n) for owner, source, target, n, left in fleets]
    state.fleets = len(words)
    for i, word in enumerate(sorted(words, reverse=True)):
        state.words[i] = word
    return Position(GAME, drawn, record, int(state.waiting))


def turn_of(position: Position, seat: int = 0) -> Turn:
    return Turn(seat, position.seen_by(seat), seeded("dice of the tests"))


def orders(actions: list[Any]) -> list[tuple[int, int, int]]:
    """Launches as source, destination and ships, planets numbered from 1."""
    return [(a.source + 1, a.destination + 1, a.ships) for a in actions if isinstance(a, Launch)]


def message_of(actions: list[Any]) -> int | None:
    return next((a.message for a in actions if isinstance(a, Send)), None)


def answer(bot: Bot, position: Position, seat: int = 0) -> list[Any]:
    bot.start(GAME, seat)
    actions: list[Any] = bot.act(turn_of(position, seat))
    return actions
