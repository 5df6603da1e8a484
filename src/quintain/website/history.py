"""What each pair of eyes has been shown of a match: steps with sequence numbers, kept for those who reconnect.

The numbers follow from the record alone, so they are the same after a restart. A step exists for a pair of eyes only
if something changed for them: when somebody else's secret is all that moved, they are not even told that it did.
"""

from collections import deque
from collections.abc import Iterable

import msgspec

from quintain.core.game import EVERYTHING, Told
from quintain.core.kernel import PUBLIC
from quintain.core.match import Acted, Entry, Match
from quintain.core.position import Position
from quintain.website.wire.live import Choice, ClockInfo, Eyes, ServerMessage, StepMessage, Sync
from quintain.website.wire.matches import Why

KEPT = 256  # steps for each pair of eyes

encode = msgspec.json.Encoder().encode


def text_of(message: ServerMessage) -> str:
    return encode(message).decode()


class Moment:
    """The match after one entry, and what is told of it; each pair of eyes gets its own message of it."""

    __slots__ = ("clocks", "entry", "messages", "over", "position", "told")

    def __init__(self, entry: Entry, match: Match, told: list[Told], at: float) -> None:
        self.entry, self.position, self.told = entry, bare(match.position), told
        self.clocks = clocks_of(match, at)
        self.over = match.outcome is not None
        self.messages: dict[int, str] = {}

    def message(self, eyes: int, seq: int) -> str:
        if eyes not in self.messages:
            self.messages[eyes] = text_of(self.step(eyes, seq))
        return self.messages[eyes]

    def step(self, eyes: int, seq: int) -> StepMessage:
        seen = self.position.seen_by(eyes)
        view, events = seen.game.view(seen.state, eyes), tuple(told.event for told in self.told if told.reaches(eyes))
        return StepMessage(
            seq=seq,
            events=events,
            lines=tuple(map(str, events)),
            view=view,
            text=seen.game.text(view),
            legal=() if self.over else choices(seen, eyes),
            acting=() if self.over else seen.acting,
            clocks=as_seen(self.clocks, seen),
            reasons=reasons([self.entry], eyes),
        )


class History:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.eyes = range(EVERYTHING, len(match.seats))
        self.kept: dict[int, deque[Moment]] = {eyes: deque(maxlen=KEPT) for eyes in self.eyes}
        self.latest = dict.fromkeys(self.eyes, 0)
        self.asked = [0 for _ in match.seats]  # the seat's number when its present decision fell due
        self._acting = match.position.acting
        self._told = match.told
        self._seen = {eyes: fingerprint(match.position, eyes) for eyes in self.eyes}

    def add(self, entry: Entry, at: float) -> None:
        """The match has just moved on by this entry."""
        moment = Moment(entry, self.match, self.match.tellings(self._told), at)
        position = moment.position
        self._told = self.match.told
        for eyes in self.eyes:
            seen = fingerprint(position, eyes)
            if seen != self._seen[eyes] or any(told.reaches(eyes) for told in moment.told):
                self.latest[eyes] += 1
                self.kept[eyes].append(moment)
                self._seen[eyes] = seen
        for seat in position.acting:
            if seat == entry.seat or seat not in self._acting:
                self.asked[seat] = self.latest[seat]
        self._acting = position.acting

    def oldest(self, eyes: int) -> int:
        """The number of the first step that is still kept."""
        return self.latest[eyes] - len(self.kept[eyes]) + 1

    def message(self, eyes: int, seq: int) -> str:
        return self.kept[eyes][seq - self.oldest(eyes)].message(eyes, seq)

    def sync(self, match_id: str, eyes: int, at: float) -> str:
        """Everything at once, for a newcomer or for one who has missed too much."""
        match, seen = self.match, self.match.position.seen_by(eyes)
        view, events = seen.game.view(seen.state, eyes), tuple(match.events(eyes))
        return text_of(
            Sync(
                match=match_id,
                eyes=named(eyes),
                seq=self.latest[eyes],
                events=events,
                lines=tuple(map(str, events)),
                view=view,
                text=seen.game.text(view),
                legal=() if match.outcome else choices(seen, eyes),
                acting=() if match.outcome else seen.acting,
                clocks=as_seen(clocks_of(match, at), seen),
                reasons=reasons(match.record[-KEPT:], eyes),
                outcome=match.outcome,
            )
        )

    def clocks(self, eyes: int, at: float) -> tuple[ClockInfo, ...]:
        return as_seen(clocks_of(self.match, at), self.match.position.seen_by(eyes))


def bare(position: Position) -> Position:
    """The position without the notes that it makes when it is read: many are kept."""
    return Position(position.game, position.options, position.record, sum(1 << seat for seat in position.acting))


def fingerprint(position: Position, eyes: int) -> int:
    seen = position.seen_by(eyes)
    return hash((seen.record.tobytes(), seen.acting))


def choices(seen: Position, eyes: int) -> tuple[Choice, ...]:
    """What the seat may do: computed from what it sees, and for it alone."""
    return tuple(Choice(action=action, text=str(action)) for action in seen.legal(eyes)) if eyes >= 0 else ()


def clocks_of(match: Match, at: float) -> tuple[ClockInfo, ...]:
    running = () if match.outcome else match.position.acting
    return tuple(
        ClockInfo(seat=seat, left=clock.left(at), running=seat in running) for seat, clock in enumerate(match.clocks)
    )


def as_seen(clocks: tuple[ClockInfo, ...], seen: Position) -> tuple[ClockInfo, ...]:
    """Clocks by which nobody can tell that a seat has acted in secret."""
    if not any(clock.running for clock in clocks):
        return clocks
    return tuple(
        ClockInfo(seat=clock.seat, left=None, running=True)
        if clock.seat in seen.acting and not clock.running
        else clock
        for clock in clocks
    )


def reasons(entries: Iterable[Entry], eyes: int) -> tuple[Why, ...]:
    """Bots' reasons, for those who may see the seat's cards anyway."""
    return tuple(
        Why(seat=entry.seat, action=entry.action, text=str(entry.action), reason=entry.reason)
        for entry in entries
        if isinstance(entry, Acted) and entry.reason and eyes in (EVERYTHING, entry.seat)
    )


def named(eyes: int) -> Eyes:
    if eyes == EVERYTHING:
        return "all"
    return "public" if eyes == PUBLIC else eyes
