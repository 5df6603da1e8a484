"""Moments of a match as tests write them, and bots asked about them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.core.bot import Bot, Turn
from quintain.core.kernel import seeded
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.games.admiral import GAME
from quintain.games.admiral.actions import Place
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.state import ACTION, BLUE, ROLES, State
from quintain.games.admiral.words import SYSTEMS as SYSTEM_NAMES
from quintain.games.admiral.words import label
from tests.games.admiral.charts import cell, grid

FULL = (6, 6, 6, 6, 4)


def sea(
    own: tuple[int, int] = (7, 6),
    enemy: tuple[int, int] = (0, 0),
    trail: Iterable[tuple[int, int]] = (),
    gauges: Mapping[str, int] | None = None,
    board: int = 0,
    heard: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    **numbers: Any,
) -> Position:
    """Blue's turn, with so much known of its boat; `heard` is what the world has heard of red's."""
    chosen = GAME.options_from({"first_team": "blue", **(options or {})})
    start = Position.start(GAME, chosen, 1)
    for seat, place in ((0, own), (ROLES, enemy)):
        start = start.play(seat, Place(label(cell(*place))), seeded(1))
    record = start.record.copy()
    state = record.view(State.layout)[0]
    state.trails[BLUE] |= grid(trail)
    for name, value in (gauges or {}).items():
        state.gauges[BLUE, SYSTEM_NAMES.index(name)] = value
    state.boards[BLUE], state.broken[BLUE] = board, broken_colors(state.wiring, board)
    for i, code in enumerate(heard):
        state.heard[1, i] = code
    state.reports[1] = state.reports_ever[1] = len(heard)
    for name, number in numbers.items():
        state[name] = number
    return Position(GAME, chosen, record, GAME.rules.acting(state))


def afterwards(**more: Any) -> Position:
    """The same, when the boat has moved and the crew is done."""
    done = {"step": ACTION, "engineer_done": 1, "mate_done": 1, "course": 0, "heading": 0, "fresh": 0}
    return sea(**{**done, **more})


def turn_of(position: Position, seat: int = 0, events: Sequence[Any] = (), seed: int = 1) -> Turn:
    return Turn(seat, position.seen_by(seat), seeded("bot", seed), lambda: list(events))


def asked(bot: Bot, position: Position, seat: int = 0, events: Sequence[Any] = (), seed: int = 1) -> str:
    """What the bot does there, as text; it must be legal, and the bot must say why, with numbers."""
    bot.start(GAME, seat)
    turn = turn_of(position, seat, events, seed)
    actions = bot.act(turn)
    actions = actions if isinstance(actions, list) else [actions]
    after = position
    for action in actions:
        if seat in after.acting:
            after = after.play(seat, action, seeded(1))
    assert turn.reason
    assert any(letter.isdigit() for letter in turn.reason.text), turn.reason.text
    return ", ".join(map(str, actions))


def spoken(bot: Bot, position: Position, seat: int, events: Sequence[Any] = ()) -> list[Any]:
    """What the bot reports."""
    bot.start(GAME, seat)
    turn = turn_of(position, seat, events)
    bot.speak(turn)
    return list(turn.words)


def match_of(blue: Callable[[], Bot], red: Callable[[], Bot], seed: int = 0, **options: Any) -> Match:
    """A match between crews of these bots, played to its end."""
    match = Match(GAME, GAME.options_from(options), seed)
    crews = [make() for make in (blue, red) for _ in range(ROLES)]
    play(match, [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(crews)])
    return match


def full(*systems: str) -> dict[str, int]:
    return {name: FULL[SYSTEM_NAMES.index(name)] for name in systems}
