"""A match without input or output: it takes what seats do and say and what time it is, and knows what follows.

Everybody goes through it: house bots, programs and people. It never asks anyone; the arbiter does.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from quintain.core.clock import UNLIMITED, Clock, TimeControl
from quintain.core.errors import BadSetting, IllegalAction, MatchOver, OutOfTurn, WrongSeats
from quintain.core.game import EVERYBODY, Game, Told, only
from quintain.core.kernel import seeded
from quintain.core.outcome import Ending, Outcome, in_words, ranked
from quintain.core.position import Position

LONGEST_WORDS = 500
LARGEST_SEED = 2**63
MOST_UNTOLD = 4000  # actions whose positions are kept until somebody asks what happened


class Reason(msgspec.Struct, frozen=True):
    """Why a seat did what it did: a sentence, and the numbers behind it."""

    text: str
    numbers: dict[str, float] = {}

    def __str__(self) -> str:
        numbers = ", ".join(f"{name.replace('_', ' ')} {number:g}" for name, number in self.numbers.items())
        return f"{self.text} ({numbers})" if numbers else self.text


def writable(text: str) -> str:
    """Somebody's words as they can be stored: not too long, and without halves of letters."""
    if len(text) <= LONGEST_WORDS and text.isascii():  # as nearly all are; bots give a reason for every action
        return text
    return text[:LONGEST_WORDS].encode(errors="replace").decode()


# --- the record: everything that went into a match, in order ---------------------------------------------------------


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    seat: int
    action: Any
    at: float
    reason: Reason | None = None
    lag: float = 0.0  # seconds that the line took, for which the clock is not charged


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Words of a seat; as an event, heard by those whom the game allows."""

    seat: int
    words: str
    at: float
    message: Any = None  # the same for programs: one of the game's messages

    def __str__(self) -> str:
        return f"seat {self.seat} says: {self.words}"


class Struck(msgspec.Struct, frozen=True, tag="struck"):
    """A forgiven fault: the seat's default action was taken instead."""

    seat: int
    ending: Ending  # what it would have been unforgiven
    why: str
    action: Any
    at: float


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """The match ended before its rules ended it."""

    ending: Ending
    seat: int | None
    why: str
    at: float


Entry = Acted | Said | Struck | Stopped

# What is not told yet: a deed with what comes before it, the positions around it, its seat and action; or how to tell.
Untold = tuple[Sequence[Told], Position, Position, int, Any] | Callable[[], list[Told]]


class Warned(msgspec.Struct, frozen=True, tag="warned"):
    """The event of a forgiven fault. It does not say why: an error text may hold a seat's secrets."""

    moment: ClassVar[str] = "strike"

    seat: int
    ending: Ending
    strikes: int

    def __str__(self) -> str:
        return f"strike {self.strikes} for seat {self.seat}: {self.ending}"


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The event of the end."""

    moment: ClassVar[str] = "end"

    outcome: Outcome

    def __str__(self) -> str:
        return "the match is over"


def line(event: Any, position: Position) -> str:
    """An event as people read it; the end is told with the names that the game has for its sides."""
    return in_words(event.outcome, position.game.sides(position.seats)) if isinstance(event, Ended) else str(event)


class Match:
    def __init__(
        self,
        game: Game,
        options: Any = None,
        seed: int = 0,
        *,
        players: Sequence[str] = (),
        time_control: TimeControl = UNLIMITED,
        strikes: int = 0,
        longest: int | None = None,
        at: float = 0.0,
    ) -> None:
        if not -LARGEST_SEED <= seed < LARGEST_SEED:
            raise BadSetting(f"the seed {seed} cannot be stored; its size must be below {LARGEST_SEED}")
        self.game = game
        self.seed = seed
        self.rng = seeded("match", seed)
        self.position = Position.start(game, options, rng=self.rng)
        self.options = self.position.options
        self.seats = self.position.seats
        self.players = tuple(players)
        self.time_control = time_control
        self.forgiven = strikes  # faults that a seat is forgiven
        self.longest = game.longest if longest is None else longest
        self.clocks = [Clock(time_control) for _ in self.seats]
        self.strikes = [0 for _ in self.seats]
        self.record: list[Entry] = []
        self.actions = 0
        self.outcome: Outcome | None = None
        self._told: list[Told] = []
        first = self.position
        self._untold: list[Untold] = [lambda: game.opening(first.state)]
        self._run_clocks(at)

    # --- what seats do

    def act(self, seat: int, action: Any, at: float = 0.0, reason: Reason | None = None) -> None:
        """The seat acts. Too late is a fault; an illegal action raises and changes nothing."""
        self.enter(self.acted(seat, action, at, reason))

    def say(self, seat: int, words: Any, at: float = 0.0) -> None:
        """The seat speaks: in plain words, or with one of the game's messages."""
        self.enter(self.said(seat, words, at))

    def resign(self, seat: int, at: float = 0.0) -> None:
        self.stop(Ending.RESIGNED, seat, "it gave up", at)

    # --- what befalls it

    def tick(self, at: float) -> None:
        """Let time pass: seats whose time is up are at fault."""
        for seat in self.position.acting:
            if not self.outcome and self.late(seat, at):
                self.fault(seat, Ending.OUT_OF_TIME, "its time was up", at)

    def fault(self, seat: int, ending: Ending, why: str, at: float = 0.0) -> None:
        """The seat did wrong: a strike and its default action while it is forgiven, then the end of the match."""
        self.enter(self.faulted(seat, ending, why, at))

    def stop(self, ending: Ending, seat: int | None = None, why: str = "", at: float = 0.0) -> None:
        """End the match here."""
        self.enter(Stopped(ending, seat, writable(why), at))

    # --- the entries that would follow: whoever keeps a journal writes them down first, and enters them then

    def acted(self, seat: int, action: Any, at: float = 0.0, reason: Reason | None = None, lag: float = 0.0) -> Entry:
        if not self.game.refusal:  # a game that knows better why not says so when the entry is checked
            self._check_turn(seat)
        if seat in self.position.acting and self.late(seat, at - lag):
            return self.faulted(seat, Ending.OUT_OF_TIME, "its time was up", at)
        return Acted(seat, self.game.proper(action), at, reason, lag)

    def said(self, seat: int, words: Any, at: float = 0.0) -> Entry:
        if isinstance(words, str):
            return Said(seat, writable(words), at)
        message = self.game.message(words)
        return Said(seat, writable(str(message)), at, message)

    def faulted(self, seat: int, ending: Ending, why: str, at: float = 0.0) -> Entry:
        self._check_turn(seat)
        if self.strikes[seat] >= self.forgiven:
            return Stopped(ending, seat, writable(why), at)
        return Struck(seat, ending, writable(why), self.game.default(self.position.seen_by(seat).state, seat), at)

    def check(self, entry: Entry) -> None:
        """Raise what `enter` would raise, and change nothing."""
        self._check_place(entry)
        if isinstance(entry, Acted | Struck):
            self.position.check(entry.seat, entry.action)
        elif isinstance(entry, Said):
            self._check_talk()

    def enter(self, entry: Entry) -> None:
        """Let happen what the entry tells of, and put it on record. Every change of a match comes through here."""
        self._check_place(entry)
        match entry:
            case Acted():
                self._apply(entry.seat, entry.action, entry.at, lag=entry.lag)
            case Struck():
                self._strike(entry)
            case Said():
                self._hear(entry)
            case Stopped():
                self._finish(entry.ending, entry.seat, entry.why, entry.at)
        self.record.append(entry)
        # This follows from the record, so it is not on it.
        if not self.outcome and self.actions >= self.longest:
            self._finish(Ending.STALLED, None, f"it went on for {self.actions} actions", entry.at)

    # --- what can be known of it

    def events(self, seat: int, since: int = 0) -> list[Any]:
        """What this seat has been told, from event number `since` of the whole match on."""
        return [told.event for told in self.tellings(since) if told.reaches(seat)]

    def tellings(self, since: int = 0) -> list[Told]:
        """The events from number `since` on, each with its audience. Not for seats: see `events`."""
        self._tell()
        return self._told[since:]

    @property
    def told(self) -> int:
        """How many events there have been, for whomever."""
        self._tell()
        return len(self._told)

    def late(self, seat: int, at: float) -> bool:
        left = self.clocks[seat].left(at)
        return left is not None and left < 0

    def deadline(self, at: float) -> float | None:
        """Seconds until some seat's time is up."""
        left = [self.clocks[seat].left(at) for seat in self.position.acting]
        return min((seconds for seconds in left if seconds is not None), default=None)

    # --- inside

    def _check_turn(self, seat: int) -> None:
        if self.outcome:
            raise MatchOver("the match is over: nobody can act any more")
        if not self.position.may_act(seat):
            turn = " or ".join(str(other) for other in self.position.acting)
            raise OutOfTurn(f"seat {seat} cannot act now: it is the turn of seat {turn}")

    def _check_place(self, entry: Entry) -> None:
        if self.outcome:
            raise MatchOver("the match is over: nobody can do anything any more")
        if entry.seat is not None and not 0 <= entry.seat < len(self.seats):
            raise WrongSeats(f"there is no seat {entry.seat}; the last one is {len(self.seats) - 1}")

    def _check_talk(self) -> None:
        if self.game.talk == "none":
            raise IllegalAction(f"{self.game.title} is played in silence")

    def _apply(self, seat: int, action: Any, at: float, news: Sequence[Told] = (), lag: float = 0.0) -> None:
        before = self.position
        after = self.position = before.play(seat, action, self.rng)
        self.actions += 1
        # Told lazily: most bots never ask, and a tournament should not pay for it.
        self._untold.append((news, before, after, seat, action))
        if len(self._untold) > MOST_UNTOLD:
            self._tell()
        self.clocks[seat].stop(at - lag)
        self._run_clocks(at)
        if not after.acting:
            self._finish(Ending.NORMAL, None, "", at)

    def _strike(self, struck: Struck) -> None:
        self._check_turn(struck.seat)
        strikes = self.strikes[struck.seat] + 1
        warned = Told(Warned(struck.seat, struck.ending, strikes), EVERYBODY)
        self._apply(struck.seat, struck.action, struck.at, [warned])
        self.strikes[struck.seat] = strikes

    def _hear(self, said: Said) -> None:
        self._check_talk()
        self._untold.append(lambda: [Told(said, self._hearers(said.seat))])

    def _run_clocks(self, at: float) -> None:
        for seat in self.position.acting:
            self.clocks[seat].start(at)

    def _finish(self, ending: Ending, seat: int | None, why: str, at: float) -> None:
        for clock in self.clocks:
            clock.stop(at)
        self.outcome = outcome = outcome_of(self.position, ending, seat, why)
        self._untold.append(lambda: [Told(Ended(outcome), EVERYBODY)])

    def _hearers(self, seat: int) -> int:
        if self.game.talk == "table":
            return EVERYBODY
        return only(*(other for other, place in enumerate(self.seats) if place.team == self.seats[seat].team))

    def _tell(self) -> None:
        for untold in self._untold:
            self._told.extend(self._deeds(*untold) if isinstance(untold, tuple) else untold())
        self._untold.clear()

    def _deeds(self, news: Sequence[Told], before: Position, after: Position, seat: int, action: Any) -> list[Told]:
        return [*news, *self.game.events(before.state, after.state, seat, action)]


def outcome_of(position: Position, ending: Ending, fault: int | None = None, why: str = "") -> Outcome:
    """The outcome of a match that stops at this position."""
    scores, placing = position.scores(), position.game.placing
    placings = [placing(position.state, seat) for seat in range(len(scores))] if placing else scores
    ranks = ranked(placings, [seat.team for seat in position.seats], fault)
    return Outcome(ending=ending, scores=scores, ranks=ranks, fault=fault, why=why)
