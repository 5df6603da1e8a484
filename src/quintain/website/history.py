"""What each pair of eyes has been shown of a match: steps with sequence numbers, kept for those who reconnect.

The numbers follow from the record alone, so they are the same after a restart. A step exists for a pair of eyes only
if something changed for them: when somebody else's secret is all that moved, they are not even told that it did.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec

from quintain.core.game import EVERYTHING, Told
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match, sentence
from quintain.core.position import Position
from quintain.core.record import Acted, Entry, Said
from quintain.website.eyes import Gaze, seats_in
from quintain.website.wire.live import Choice, ClockInfo, Eyes, SeatSight, ServerMessage, StepMessage, Sync
from quintain.website.wire.matches import Why

KEPT = 256  # steps for each pair of eyes

encode = msgspec.json.Encoder().encode


def text_of(message: ServerMessage) -> str:
    return encode(message).decode()


class Moment:
    """The match after one entry, with the events that it led to; each pair of eyes gets a message of its own."""

    __slots__ = ("clocks", "entries", "entry", "messages", "over", "position", "tellings", "told")

    def __init__(self, entry: Entry | None, match: Match, tellings: list[Told], at: float) -> None:
        self.entry, self.position, self.tellings = entry, bare(match.position), tellings
        self.entries, self.told = len(match.record), match.event_count
        self.clocks = clocks_of(match, at)
        self.over = match.outcome is not None
        self.messages: dict[Gaze, str] = {}

    def message(self, gaze: Gaze, seq: int) -> str:
        if gaze not in self.messages:
            self.messages[gaze] = text_of(self.step(gaze, seq))
        return self.messages[gaze]

    def step(self, gaze: Gaze, seq: int) -> StepMessage:
        eyes = seats_in(gaze)[0]
        seen = self.position.seen_by(eyes)
        view, events = seen.game.view(seen, eyes), events_for(self.tellings, gaze)
        return StepMessage(
            seq=seq,
            events=events,
            lines=lines(events, self.position),
            view=view,
            text=seen.game.text(view),
            legal=() if self.over else choices(seen, eyes),
            acting=() if self.over else seen.acting,
            clocks=as_seen(self.clocks, self.position, gaze),
            reasons=reasons([self.entry] if self.entry else [], gaze),
            others=others(self.position, gaze, self.over),
        )


class History:
    def __init__(self, match: Match, several: Iterable[tuple[int, ...]] = ()) -> None:
        """`several` are the seats of each person who holds more than one."""
        self.match = match
        self.eyes: tuple[Gaze, ...] = (*range(EVERYTHING, len(match.seats)), *several)
        # Through which eyes the seat's person looks: the last ones, which are the widest.
        self.gaze = [[gaze for gaze in self.eyes if seat in seats_in(gaze)][-1] for seat in range(len(match.seats))]
        self.start = Moment(None, match, [], 0.0)
        self.kept: dict[Gaze, deque[Moment]] = {eyes: deque(maxlen=KEPT) for eyes in self.eyes}
        self.latest = dict.fromkeys(self.eyes, 0)
        self.asked = [0 for _ in match.seats]  # the number, by its person's eyes, when its present decision fell due
        self._acting = match.position.acting
        self._known = match.event_count  # events before the next entry
        self._seen = {eyes: fingerprint(match.position, eyes) for eyes in self.eyes}

    def add(self, entry: Entry, at: float) -> None:
        """The match has just moved on by this entry."""
        moment = Moment(entry, self.match, self.match.tellings(self._known), at)
        position = moment.position
        self._known = self.match.event_count
        for eyes in self.eyes:
            seen = fingerprint(position, eyes)
            if seen != self._seen[eyes] or events_for(moment.tellings, eyes):
                self.latest[eyes] += 1
                self.kept[eyes].append(moment)
                self._seen[eyes] = seen
        for seat in position.acting:
            # Words decide nothing: whoever says something while thinking is asked the same as before.
            if (seat == entry.seat and not isinstance(entry, Said)) or seat not in self._acting:
                self.asked[seat] = self.newest(seat)
        self._acting = position.acting

    def newest(self, seat: int) -> int:
        """The number of the last step that the seat's person has been shown."""
        return self.latest[self.gaze[seat]]

    def known(self, gaze: Gaze) -> Gaze:
        """These eyes, or if seats have changed hands since the match, those of the first seat."""
        return gaze if gaze in self.latest else seats_in(gaze)[0]

    def oldest(self, eyes: Gaze) -> int:
        """The number of the first step that is still kept."""
        return self.latest[eyes] - len(self.kept[eyes]) + 1

    def shown(self, eyes: Gaze, behind: int = 0) -> int:
        """The number of the last step that may be shown to those who are so many steps behind."""
        return max(0, self.latest[eyes] - behind)

    def moment(self, eyes: Gaze, seq: int) -> Moment:
        return self.kept[eyes][seq - self.oldest(eyes)] if seq else self.start

    def message(self, eyes: Gaze, seq: int) -> str:
        return self.moment(eyes, seq).message(eyes, seq)

    def sync(self, match_id: str, gaze: Gaze, at: float, behind: int = 0) -> str:
        """Everything at once, for a newcomer or for one who has missed too much, as it is now or some steps ago."""
        eyes, seq = seats_in(gaze)[0], self.shown(gaze, behind)
        then = self.moment(gaze, seq) if behind else Moment(None, self.match, [], at)
        match, seen = self.match, then.position.seen_by(eyes)
        view, events = seen.game.view(seen, eyes), events_for(match.tellings()[: then.told], gaze)
        return text_of(
            Sync(
                match=match_id,
                eyes=named(eyes),
                seq=seq,
                events=events,
                lines=lines(events, then.position),
                view=view,
                text=seen.game.text(view),
                legal=() if then.over else choices(seen, eyes),
                acting=() if then.over else seen.acting,
                clocks=as_seen(then.clocks, then.position, gaze),
                reasons=reasons(match.record[: then.entries][-KEPT:], gaze),
                outcome=match.outcome if then.over else None,
                others=others(then.position, gaze, then.over),
            )
        )

    def clocks(self, gaze: Gaze, at: float, behind: int = 0) -> tuple[ClockInfo, ...]:
        if behind:
            then = self.moment(gaze, self.shown(gaze, behind))
            return as_seen(then.clocks, then.position, gaze)
        return as_seen(clocks_of(self.match, at), self.match.position, gaze)


def bare(position: Position) -> Position:
    """The position without the notes that it makes when it is read: many are kept."""
    return Position(position.game, position.options, position.record, sum(1 << seat for seat in position.acting))


def fingerprint(position: Position, gaze: Gaze) -> int:
    seen = [position.seen_by(eyes) for eyes in seats_in(gaze)]
    return hash(tuple((each.record.tobytes(), each.acting) for each in seen))


def events_for(tellings: Iterable[Told], gaze: Gaze) -> tuple[Any, ...]:
    """The events that any of these eyes may know, each once."""
    return tuple(told.event for told in tellings if any(told.reaches(eyes) for eyes in seats_in(gaze)))


def lines(events: Iterable[Any], position: Position) -> tuple[str, ...]:
    """The events in words, one for one."""
    return tuple(sentence(event, position) for event in events)


def others(position: Position, gaze: Gaze, over: bool) -> tuple[SeatSight, ...]:
    """What the person sees from the further seats."""
    return tuple(sight(position.seen_by(seat), seat, over) for seat in seats_in(gaze)[1:])


def sight(seen: Position, seat: int, over: bool) -> SeatSight:
    view = seen.game.view(seen, seat)
    return SeatSight(seat=seat, view=view, text=seen.game.text(view), legal=() if over else choices(seen, seat))


def choices(seen: Position, eyes: int) -> tuple[Choice, ...]:
    """What the seat may do: computed from what it sees, and for it alone."""
    return tuple(Choice(action=action, text=str(action)) for action in seen.legal(eyes)) if eyes >= 0 else ()


def clocks_of(match: Match, at: float) -> tuple[ClockInfo, ...]:
    running = () if match.outcome else match.position.acting
    return tuple(
        ClockInfo(seat=seat, left=clock.left(at), running=seat in running) for seat, clock in enumerate(match.clocks)
    )


def as_seen(clocks: tuple[ClockInfo, ...], position: Position, gaze: Gaze) -> tuple[ClockInfo, ...]:
    """Clocks by which nobody can tell what is done in secret: while several act at once, their time is their own."""
    several = position.seen_by(PUBLIC).acting
    if gaze == EVERYTHING or len(several) < 2 or not any(clock.running for clock in clocks):
        return clocks
    hidden = {*several} - {*seats_in(gaze)}
    return tuple(
        ClockInfo(seat=clock.seat, left=None, running=True) if clock.seat in hidden else clock for clock in clocks
    )


def reasons(entries: Iterable[Entry], gaze: Gaze) -> tuple[Why, ...]:
    """Bots' reasons, for those who may see the seat's cards anyway."""
    return tuple(
        Why(seat=entry.seat, text=", ".join(map(str, entry.actions)), reason=entry.reason)
        for entry in entries
        if isinstance(entry, Acted) and entry.reason and {EVERYTHING, entry.seat} & {*seats_in(gaze)}
    )


def named(eyes: int) -> Eyes:
    if eyes == EVERYTHING:
        return "all"
    return "public" if eyes == PUBLIC else eyes
