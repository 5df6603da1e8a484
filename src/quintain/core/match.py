"""A match without input or output: it takes what seats do and say and what time it is, and knows what follows.

Everybody goes through it: house bots, programs and people. It never asks anyone; the arbiter does.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from quintain.core.clock import UNLIMITED, Clock, TimeControl
from quintain.core.dice import SEED_BITS, keyed
from quintain.core.errors import BadSetting, IllegalAction, MatchOver, WrongSeats
from quintain.core.game import EVERYBODY, Game, Told, only
from quintain.core.outcome import DEEDS, Ending, Fault, Outcome, in_words, ranked
from quintain.core.position import Position
from quintain.core.record import (
    Acted,
    Deed,
    Entry,
    Player,
    Reason,
    Replaced,
    Reseeded,
    Resumed,
    Said,
    Stopped,
    Struck,
    writable,
)

LARGEST_SEED = 2**SEED_BITS
MOST_UNTOLD = 4000  # actions whose positions are kept until somebody asks what happened

# What is not told yet: the positions around an action, its seat and the action; or how to tell it.
Untold = tuple[Position, Position, int, Any] | Callable[[], list[Told]]


class FaultRule(msgspec.Struct, frozen=True):
    """What follows when a player fails: a strike, then a stand-in or the end of the match."""

    strikes: int = 0  # faults that a player is forgiven; the default action is taken instead
    stand_in: str = ""  # the house bot that plays on after that; without one the match stops


STOP = FaultRule()


# --- events that every game has --------------------------------------------------------------------------------------


class Warned(msgspec.Struct, frozen=True, tag="warned"):
    """The event of a forgiven fault. It does not say why: an error text may hold a seat's secrets."""

    moment: ClassVar[str] = "strike"

    seat: int
    ending: Ending
    strikes: int

    def __str__(self) -> str:
        return f"strike {self.strikes} for seat {self.seat}: {self.ending}"


class TookOver(msgspec.Struct, frozen=True, tag="took over"):
    """The event of a seat that changes hands; like a strike, it does not say why."""

    moment: ClassVar[str] = "seat"

    seat: int
    player: str
    ending: Ending | None

    def __str__(self) -> str:
        because = f", whose player {DEEDS[self.ending]}" if self.ending else ""
        return f"{self.player} takes over seat {self.seat}{because}"


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The event of the end."""

    moment: ClassVar[str] = "end"

    outcome: Outcome

    def __str__(self) -> str:
        return "the match is over"


def sentence(event: Any, position: Position) -> str:
    """An event as people read it; the end is told with the names that the game has for its sides."""
    return in_words(event.outcome, position.game.sides(position.seats)) if isinstance(event, Ended) else str(event)


# --- the match -------------------------------------------------------------------------------------------------------


class Match:
    def __init__(
        self,
        game: Game,
        options: Any = None,
        seed: int = 0,
        *,
        players: Sequence[Player | str] = (),
        time_control: TimeControl = UNLIMITED,
        faults: FaultRule = STOP,
        longest: int | None = None,
        at: float = 0.0,
    ) -> None:
        if not -LARGEST_SEED <= seed < LARGEST_SEED:
            raise BadSetting(f"the seed {seed} cannot be stored; its size must be below {LARGEST_SEED}")
        self.game = game
        self.seed = seed
        self.rng = keyed("match", seed)
        self.position = Position.start(game, options, rng=self.rng)
        self.options = self.position.options
        self.seats = self.position.seats
        self.time_control = time_control
        self.fault_rule = faults
        self.longest = game.longest if longest is None else longest
        self.record: list[Entry] = []
        self.players = _seated(players, len(self.seats))  # who answers for each seat now
        self.seatings = [[(0, player)] for player in self.players]  # and from which entry on, all who ever did
        self.clocks = [Clock(time_control) for _ in self.seats]
        self.strikes = [0 for _ in self.seats]  # of the players who sit there now
        self.actions = 0
        self.outcome: Outcome | None = None
        self._faults: list[tuple[Player, Fault]] = []
        self._events: list[Told] = []
        first = self.position
        self._untold: list[Untold] = [lambda: game.opening(first)]
        self._run_clocks(at)

    # --- what seats do

    def act(
        self, seat: int, actions: Any, at: float = 0.0, reason: Reason | None = None, spent: float | None = None
    ) -> None:
        """The seat acts, once or several times in one turn. Too late is a fault; an illegal action raises, and then
        nothing of the turn has happened."""
        self.enter(self.acted(seat, actions, at, reason, spent))

    def say(self, seat: int, words: Any, at: float = 0.0) -> None:
        """The seat speaks: in plain words, or with one of the game's messages."""
        self.enter(self.said(seat, words, at))

    def resign(self, seat: int, at: float = 0.0) -> None:
        self.stop(Ending.RESIGNED, seat, "it gave up", at)

    # --- what befalls it

    def fault(
        self,
        seat: int,
        ending: Ending,
        why: str,
        at: float = 0.0,
        spent: float | None = None,
        *,
        hopeless: bool = False,
    ) -> None:
        """The seat's player did wrong; what follows is a rule of the match."""
        self.enter(self.faulted(seat, ending, why, at, spent, hopeless=hopeless))

    def stop(self, ending: Ending, seat: int | None = None, why: str = "", at: float = 0.0) -> None:
        """End the match here."""
        self.enter(Stopped(ending, seat, writable(why), at))

    # --- the entries that would follow: callers that keep a journal write them down first, and enter them then

    def acted(
        self, seat: int, actions: Any, at: float = 0.0, reason: Reason | None = None, spent: float | None = None
    ) -> Entry:
        turn = self.game.turn(actions if isinstance(actions, list | tuple) else (actions,))
        if not self.position.may_act(seat):
            self.position.check(seat, turn[0])
        spent = self._spent(seat, at, spent)
        if seat in self.position.acting and self.late(seat, spent):
            return self.faulted(seat, Ending.OUT_OF_TIME, "its time was up", at, spent)
        return Acted(seat, turn, at, spent, reason)

    def said(self, seat: int, words: Any, at: float = 0.0) -> Entry:
        if isinstance(words, str):
            return Said(seat, writable(words), at)
        message = self.game.message(words)
        return Said(seat, writable(str(message)), at, message)

    def faulted(
        self,
        seat: int,
        ending: Ending,
        why: str,
        at: float = 0.0,
        spent: float | None = None,
        *,
        hopeless: bool = False,
    ) -> Entry:
        """What the fault of a player leads to: a strike, a stand-in or the end. From a hopeless player nothing better
        is to be expected, so the stand-in comes at once, if there is one."""
        self._check_seat(seat)
        rule, why, owes = self.fault_rule, writable(why), seat in self.position.acting
        forgiven = self.strikes[seat] < rule.strikes and not (hopeless and rule.stand_in)
        # A stand-in that fails has nobody behind it: it is forgiven, for the sake of the others.
        if owes and (forgiven or self.stands_in(seat)):
            default = self.game.default(self.position.seen_by(seat), seat)
            return Struck(seat, ending, why, (default,), at, self._spent(seat, at, spent))
        if rule.stand_in and not self.stands_in(seat):
            return Replaced(seat, Player(rule.stand_in, timed=False), at, ending, why)
        return Stopped(ending, seat, why, at)

    def check(self, entry: Entry) -> None:
        """Raise what `enter` would raise, and change nothing."""
        self._check_seat(entry.seat)
        if isinstance(entry, Deed):
            self.position.played(entry.seat, entry.actions, self.rng.copy())
        elif isinstance(entry, Said):
            self._check_talk()

    def enter(self, entry: Entry) -> None:
        """Let happen what the entry tells of, and put it on record. Every change of a match comes through here."""
        self._check_seat(entry.seat)
        match entry:
            case Acted():
                self._apply(entry)
            case Struck():
                self._strike(entry)
            case Said():
                self._hear(entry)
            case Replaced():
                self._replace(entry)
            case Resumed():
                self._resume(entry)
            case Reseeded():
                self.rng = keyed("match", entry.seed)
            case Stopped():
                self._stop(entry)
        self.record.append(entry)
        # This follows from the record, so it is not on it.
        if not self.outcome and self.actions >= self.longest:
            self._finish(Ending.STALLED, None, entry.at)

    # --- what can be known of it

    def events(self, seat: int, since: int = 0) -> list[Any]:
        """What this seat has been told, from event number `since` of the whole match on."""
        return [told.event for told in self.tellings(since) if told.reaches(seat)]

    def tellings(self, since: int = 0) -> list[Told]:
        """The events from number `since` on, each with its audience. Not for seats: see `events`."""
        self._tell()
        return self._events[since:]

    @property
    def event_count(self) -> int:
        """How many events there have been, for whomever."""
        self._tell()
        return len(self._events)

    def late(self, seat: int, spent: float) -> bool:
        """Are so many seconds more than the seat's player has for this decision?"""
        return self.players[seat].timed and spent > self.clocks[seat].budget

    def stands_in(self, seat: int) -> bool:
        """Does the stand-in of the rule play this seat, for somebody who failed?"""
        return len(self.seatings[seat]) > 1 and self.players[seat].name == self.fault_rule.stand_in

    # --- inside

    def _spent(self, seat: int, at: float, spent: float | None) -> float:
        """Seconds that the seat is charged: as measured by the caller, or all since the decision fell due."""
        if spent is None:
            spent = self.clocks[seat].running(at)
        return spent if seat in self.position.acting else 0.0

    def _check_seat(self, seat: int | None) -> None:
        if self.outcome:
            raise MatchOver("the match is over: nobody can do anything any more")
        if seat is not None and not 0 <= seat < len(self.seats):
            raise WrongSeats(f"there is no seat {seat}; the last one is {len(self.seats) - 1}")

    def _check_talk(self) -> None:
        if self.game.talk == "none":
            raise IllegalAction(f"{self.game.title} is played in silence")

    def _apply(self, entry: Deed) -> None:
        before, seat, actions = self.position, entry.seat, entry.actions
        # Told lazily: most bots never ask, and a tournament should not pay for it.
        if len(actions) == 1:
            after = before.play(seat, actions[0], self.rng)
            self._untold.append((before, after, seat, actions[0]))
        elif not actions:
            raise IllegalAction("a turn needs at least one action, and this one is empty")
        else:
            for action, after in zip(actions, before.played(seat, actions, self.rng), strict=True):
                self._untold.append((before, after, seat, action))
                before = after
        self.position = after
        self.actions += len(actions)
        if len(self._untold) > MOST_UNTOLD:
            self._tell()
        self.clocks[seat].stop(entry.spent)
        self._run_clocks(entry.at)
        if not self.position.acting:
            self._finish(Ending.NORMAL, None, entry.at)

    def _strike(self, struck: Struck) -> None:
        self.check(struck)
        self.strikes[struck.seat] += 1
        self._announce(Warned(struck.seat, struck.ending, self.strikes[struck.seat]))
        self._apply(struck)

    def _replace(self, entry: Replaced) -> None:
        seat, player = entry.seat, entry.player
        if entry.ending:
            self._charge(seat, entry.ending, entry.why)
        self.players[seat] = player
        self.seatings[seat].append((len(self.record) + 1, player))
        self.strikes[seat] = 0
        self.clocks[seat].hand_over(entry.bank)
        self._run_clocks(entry.at)
        self._announce(TookOver(seat, player.name, entry.ending))

    def _resume(self, entry: Resumed) -> None:
        for clock in self.clocks:
            clock.give_back(entry.credit, entry.at)

    def _stop(self, entry: Stopped) -> None:
        if entry.seat is not None:
            self._charge(entry.seat, entry.ending, entry.why)
        self._finish(entry.ending, entry.seat, entry.at)

    def _charge(self, seat: int, ending: Ending, why: str) -> None:
        player = self.players[seat]
        self._faults.append((player, Fault(seat, player.name, ending, why)))

    def _hear(self, said: Said) -> None:
        self._check_talk()
        self._untold.append(lambda: [Told(said, self._hearers(said.seat))])

    def _announce(self, event: Any) -> None:
        self._untold.append(lambda: [Told(event, EVERYBODY)])

    def _run_clocks(self, at: float) -> None:
        for seat in self.position.acting:
            if self.players[seat].timed:
                self.clocks[seat].start(at)

    def _finish(self, ending: Ending, stopped_by: int | None, at: float) -> None:
        for clock in self.clocks:
            clock.halt(at)
        unmended = len(self._faults) - 1 if stopped_by is not None else -1
        faults = [
            msgspec.structs.replace(fault, mended=n != unmended and self.players[fault.seat] == player)
            for n, (player, fault) in enumerate(self._faults)
        ]
        self.outcome = outcome_of(self.position, ending, stopped_by, faults)
        self._announce(Ended(self.outcome))

    def _hearers(self, seat: int) -> int:
        if self.game.talk == "table":
            return EVERYBODY
        return only(*(other for other, place in enumerate(self.seats) if place.team == self.seats[seat].team))

    def _tell(self) -> None:
        for untold in self._untold:
            self._events.extend(self.game.events(*untold) if isinstance(untold, tuple) else untold())
        self._untold.clear()


def _seated(players: Sequence[Player | str], seats: int) -> list[Player]:
    named = [player if isinstance(player, Player) else Player(player) for player in players]
    return [named[seat] if seat < len(named) else Player(f"seat {seat}") for seat in range(seats)]


def outcome_of(
    position: Position, ending: Ending, stopped_by: int | None = None, faults: Sequence[Fault] = ()
) -> Outcome:
    """The outcome of a match that stops at this position."""
    outcome = Outcome(ending=ending, scores=position.scores(), ranks=(), stopped_by=stopped_by, faults=tuple(faults))
    teams = [seat.team for seat in position.seats]
    ranks = ranked(position.placings(), teams, outcome.charged, stopped_by)
    return msgspec.structs.replace(outcome, ranks=ranks)
