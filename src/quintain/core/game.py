"""What a game is: its rules, its seats and options, and the words that people and bots use for them."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
import numpy as np

from quintain.core.errors import BadNotation, IllegalAction, UnknownOption, did_you_mean
from quintain.core.kernel import Cells, Record
from quintain.core.options import described

if TYPE_CHECKING:
    from quintain.core.position import Position

EVERYTHING = -2  # as a seat: somebody who may see the whole truth
EVERYBODY = -1  # as an audience: all bits set, seats and onlookers alike

MOST_REMEMBERED = 20_000  # typed actions that a game keeps at hand
MOST_TOGETHER = 1000  # actions of one turn


class Rules(NamedTuple):
    """The compiled heart of a game. Each function reads or changes only the state it is given."""

    setup: Callable[
        ..., None
    ]  # setup(state, rng)                 deal, place, shuffle; options are in the state already
    acting: Callable[..., int]  # acting(state)                     mask of the seats that owe a decision; 0 = over
    legal: Callable[..., int]  # legal(state, seat, out)           fill rows of out, return how many
    allows: Callable[..., bool]  # allows(state, seat, action)       is this action legal?
    apply: Callable[..., None]  # apply(state, seat, action, rng)   one seat acts
    score: Callable[..., int]  # score(state, seat)                points, more is better; final when nobody is acting
    conceal: Callable[..., None]  # conceal(state, seat)              erase what the seat may not know
    imagine: Callable[..., None]  # imagine(state, seat, rng)         fill in what was erased, as it might be


class Seat(msgspec.Struct, frozen=True):
    """A place in a match."""

    team: int
    role: str = ""


class Told(msgspec.Struct, frozen=True):
    """An event and who may know of it: a mask of seats, or EVERYBODY."""

    event: Any
    audience: int

    def reaches(self, seat: int) -> bool:
        """Does this seat learn of it? PUBLIC learns what everybody does, EVERYTHING learns all."""
        if self.audience == EVERYBODY or seat == EVERYTHING:
            return True
        return seat >= 0 and bool(self.audience >> seat & 1)


def only(*seats: int) -> int:
    """The audience of just these seats."""
    return sum(1 << seat for seat in set(seats))


class Levels(msgspec.Struct, frozen=True, kw_only=True):
    """The house bots that people meet with one click; the strongest where none is named."""

    easy: str = ""  # a newcomer can beat it
    medium: str = ""
    hard: str = ""


class League(msgspec.Struct, frozen=True):
    """A part of the ladder. Whoever is surely better than its boss is above the border at its lower end."""

    name: str
    boss: str = ""  # the house bot that guards the way in; the lowest league has none


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """How a game's ladder is set up. Where a game says nothing, its own bots play, and its levels are the bosses."""

    house: tuple[str, ...] = ()  # house bots that are rated from the first start, the weakest first
    light: tuple[str, ...] = ()  # those of them that are quick even while the game is interpreted
    leagues: tuple[League, ...] = ()  # the lowest first
    options: dict[str, Any] = {}  # of rated matches
    decision: float = 1.0  # seconds that a program has for a decision
    bank: float = 30.0  # and for all of them together


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What only the pages need to know of a game."""

    accent: str = "#4a6fa5"  # its colour
    levels: Levels = Levels()
    contest: Contest = Contest()
    one_click: dict[str, Any] = {}  # options where somebody plays with one click, in seat 0
    pace: float = 1.0  # a bot's pause at its tables, as a multiple of the site's
    penalties: bool = (
        False  # are scores penalty points below zero? Then people are shown them above, and the fewest win
    )


NO_PAGE = Page()


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One kind of game. Each folder of quintain.games makes exactly one of these, as GAME."""

    name: str
    title: str
    summary: str  # one line
    rules_version: int  # changes whenever a recorded match would play differently
    rules: Rules
    state: type[Record]
    options: type[msgspec.Struct]  # frozen, with a default for everything
    seating: Callable[[Any], tuple[Seat, ...]]  # the seats that these options make
    action_type: Any  # a struct or a union of them; str(action) is its notation
    action_width: int  # cells in a row
    most_actions: int  # the largest number of rows that `legal` ever fills
    encode: Callable[[Any], Sequence[int]]  # typed action -> row
    decode: Callable[[Sequence[int]], Any]  # row -> typed action
    parse: Callable[[str], Any]  # notation -> typed action; raises BadNotation
    view: Callable[["Position", int], Any]  # (seen, seat) -> what the seat sees
    text: Callable[[Any], str]  # a view, drawn with letters
    opening: Callable[["Position"], list[Told]]  # what is told of the first position
    events: Callable[["Position", "Position", int, Any], list[Told]]  # (before, after, seat, action) -> what is told
    default: Callable[["Position", int], Any]  # (seen, seat) -> what an absent seat does
    together: tuple[type, ...] = ()  # actions that others may follow in one turn: they show their seat nothing new
    placing: Callable[..., int] | None = None  # compiled, (state, seat): who comes first, where it is not the score
    talk: Literal["none", "team", "table"] = "none"  # who hears what a seat says
    message_type: Any = None  # structs that can be said beside plain words; str(message) is how people read it
    speaking: Callable[..., int] | None = None  # compiled, of a state: the seats that may report before others act
    free: Callable[..., int] | None = None  # compiled, of a state: seats that may act though nobody waits for them
    refusal: Callable[["Position", int, Any], str] | None = None  # (seen, seat, action) -> why it may not
    trifling: Callable[["Position", int], bool] | None = None  # (seen, seat) -> is this decision not worth a pause?
    longest: int = 10_000  # actions after which a match counts as stalled; a guard of the arena, not a rule
    horizon: int = 0  # decisions that a planner should look ahead; 0 = to the end
    teams: tuple[str, ...] = ()  # their names, where they have names; a colour among them marks its team
    configure: Callable[[Cells, Any], None] | None = None  # put the options into the state, where names do not suffice
    page: Page = NO_PAGE

    # --- options and seats

    def options_from(self, settings: dict[str, Any]) -> Any:
        """The game's options with these settings; text is read as the type that the option has."""
        known = self.options.__struct_fields__
        for name in settings:
            if name not in known:
                raise UnknownOption(f"{self.name} has no option {_short(name)}; {did_you_mean(name, known)}")
        try:
            return msgspec.convert(settings, self.options, strict=False)
        except msgspec.ValidationError as error:
            raise self._bad_option(settings, error) from None

    def _bad_option(self, settings: dict[str, Any], error: msgspec.ValidationError) -> UnknownOption:
        for option in described(self.options):
            if str(error).endswith(f"`$.{option.name}`"):
                value = _short(settings[option.name])
                return UnknownOption(f"{self.name}: {option.name} cannot be {value}; it is {option.values}")
        return UnknownOption(f"{self.name} options: {error}")

    @property
    def protocol(self) -> ModuleType | None:
        """The game's native text protocol: the pure functions of its own `protocol.py`, if it has one."""
        folder = self.rules.setup.__module__.partition(".rules")[0]
        if not hasattr(sys.modules.get(folder), "__path__"):
            return None  # a game in a single file
        found = importlib.util.find_spec(f"{folder}.protocol")
        return importlib.import_module(f"{folder}.protocol") if found else None

    def sides(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """What the side of each seat is called: its team's name or number, or where nobody has a partner, the seat."""
        if self.teams:
            return tuple(self.teams[seat.team] for seat in seats)
        alone = len({seat.team for seat in seats}) == len(seats)
        return tuple(f"seat {number}" if alone else f"team {seat.team}" for number, seat in enumerate(seats))

    def blank(self, options: Any) -> Cells:
        """A state in which nothing but the options is written."""
        record = self.state.blank()
        if self.configure:
            self.configure(record, options)
        else:
            for name, number in self._option_numbers(options).items():
                record.view(self.state.layout)[name] = number
        return record

    def _option_numbers(self, options: Any) -> dict[str, int]:
        """The options that are cells of the state: numbers as they are, words by their place in the list of choices."""
        numbers = {}
        for field in msgspec.structs.fields(options):
            if field.name in (self.state.layout.names or ()):
                value, choices = getattr(options, field.name), _choices(field.type)
                numbers[field.name] = choices.index(value) if choices else int(value)
        return numbers

    # --- actions

    @cached_property
    def action_types(self) -> tuple[type, ...]:
        return get_args(self.action_type) or (self.action_type,)

    @cached_property
    def _rows(self) -> dict[int, tuple[Any, Cells]]:
        return {}

    @cached_property
    def _latest(self) -> dict[int, tuple[Any, Cells]]:
        """The actions that were checked last: each is asked for twice, when it comes in and when it is applied."""
        return {}

    @cached_property
    def known_actions(self) -> "KnownActions":
        return KnownActions(self)

    def row(self, action: Any) -> Cells:
        """The action as the rules know it; raises IllegalAction for what is no action of this game at all."""
        return self._known(action)[1]

    def proper(self, action: Any) -> Any:
        """What a bot calls an action, as one that nobody can change any more; raises IllegalAction if it is none."""
        return self._known(action)[0]

    def _known(self, action: Any) -> tuple[Any, Cells]:
        # By identity, for the actions that `legal` gave out: a stranger's object may be equal to an action and be
        # none (1 is True), or do anything at all when it is asked.
        known = self._rows.get(id(action)) or self._latest.get(id(action))
        return known if known and known[0] is action else self._checked(action)

    def turn(self, actions: Sequence[Any]) -> tuple[Any, ...]:
        """The actions of one turn, as ones that nobody can change any more; raises IllegalAction if they are no turn.

        What may follow what is a matter of kinds alone: whether a turn is refused must not tell what it would show.
        """
        if len(actions) == 1:  # as nearly all are
            return (self.proper(actions[0]),)
        if not actions:
            raise IllegalAction("a turn needs at least one action, and this one is empty")
        if len(actions) > MOST_TOGETHER:
            raise IllegalAction(f"a turn has at most {MOST_TOGETHER} actions, and this one has {len(actions)}")
        proper = tuple(self.proper(action) for action in actions)
        for number, action in enumerate(proper[:-1], 1):
            if type(action) not in self.together:
                rule = "is the last of its turn" if self.together else f"is a turn of its own in {self.title}"
                raise IllegalAction(f"action {number} of {len(proper)}: {action} {rule}; nothing can follow it")
        return proper

    def remember(self, action: Any, row: Cells) -> None:
        """This very object is known to be an action."""
        self._rows[id(action)] = action, row

    def _checked(self, action: Any) -> tuple[Any, Cells]:
        if type(action) not in self.action_types:
            raise IllegalAction(f"{_short(action)} is not an action of {self.title}; one is {self._kinds}")
        try:
            action = msgspec.convert(msgspec.to_builtins(action), self.action_type)
        except (msgspec.ValidationError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise IllegalAction(f"{_short(action)} is not an action of {self.title}: {error}") from None
        row: Cells = np.array(self.encode(action), np.int64)
        if len(self._latest) >= MOST_TOGETHER:
            self._latest.clear()
        self._latest[id(action)] = action, row
        return action, row

    @property
    def _kinds(self) -> str:
        return " or ".join(kind.__name__ for kind in self.action_types)

    def message(self, thing: Any) -> Any:
        """A message of this game, checked; raises BadNotation for anything else."""
        if self.message_type is None:
            raise BadNotation(f"{self.title} has no messages, only words")
        try:
            return msgspec.convert(msgspec.to_builtins(thing), self.message_type)
        except (msgspec.ValidationError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise BadNotation(f"not a message of {self.title}: {error}") from None

    def action_from_json(self, text: str | bytes) -> Any:
        try:
            return msgspec.json.decode(text, type=self.action_type)
        except msgspec.ValidationError as error:
            raise BadNotation(f"not an action of {self.title}: {error}") from None
        except msgspec.DecodeError as error:
            raise BadNotation(f"not JSON: {error}") from None


class KnownActions(dict[int, Any]):
    """Typed actions by the code of their row: the cells packed into one number, which is quicker to look up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.width = game.action_width
        self.bits = 62 // game.action_width  # of each cell

    def __missing__(self, code: int) -> Any:
        code, mask = int(code), (1 << self.bits) - 1  # interpreted kernels count with NumPy's numbers
        row = [code >> self.bits * i & mask for i in range(self.width)]
        action = self.game.decode(row)
        if len(self) < MOST_REMEMBERED:
            self[code] = action
            self.game.remember(action, np.array(row, np.int64))
        return action


def _choices(kind: Any) -> tuple[Any, ...]:
    """The words of an option that is a choice between words."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return get_args(bare) if get_origin(bare) is Literal else ()


def _short(thing: Any) -> str:
    try:
        text = " ".join(repr(thing).split())
    except Exception:  # noqa: BLE001 (it is somebody else's __repr__)
        text = f"a {type(thing).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
