"""Time: the rule that a seat's clock follows, and the clock."""

from math import inf

import msgspec

from quintain.core.errors import BadSetting


class TimeControl(msgspec.Struct, frozen=True):
    """How much time a seat has. Without a bank and a limit, as much as it likes."""

    bank: float | None = None  # seconds for the whole match
    increment: float = 0.0  # seconds added to the bank after each decision
    limit: float | None = None  # seconds for one decision, whatever is in the bank

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """'60' is a minute for the match, '60+0.5' adds half a second a decision, '/2' is two seconds a decision."""
        bank, _, limit = text.partition("/")
        bank, _, increment = bank.partition("+")
        try:
            control = cls(float(bank) if bank else None, float(increment or 0), float(limit) if limit else None)
        except ValueError:
            raise BadSetting(f"{text!r} is not a time control; write seconds like 60, 60+0.5 or /2") from None
        given = [seconds for seconds in (control.bank, control.limit) if seconds is not None]
        if not given or not all(0 < seconds < inf for seconds in given) or not 0 <= control.increment < inf:
            raise BadSetting(f"{text!r} is not a time control: it must give some seconds, like 60, 60+0.5 or /2")
        return control


UNLIMITED = TimeControl()


class Clock:
    """One seat's time. It runs from the moment that the seat owes a decision until it has decided.

    What moves it is on the record of the match and nowhere else, so that a match played again has the same clocks.
    """

    __slots__ = ("bank", "control", "since")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank = control.bank
        self.since: float | None = None  # when it began to run

    def start(self, at: float) -> None:
        if self.since is None:
            self.since = at

    def stop(self, spent: float) -> None:
        """The decision that it ran for has been made, in so many seconds."""
        if self.since is not None and self.bank is not None:
            self.bank = max(self.bank - spent, 0.0) + self.control.increment
        self.since = None

    def halt(self, at: float) -> None:
        """Nothing is left to decide: charge what was spent so far, and add nothing."""
        if self.since is not None and self.bank is not None:
            self.bank = max(self.bank - self.running(at), 0.0)
        self.since = None

    def hand_over(self, bank: float) -> None:
        """Somebody else thinks from now on, and finds at least so many seconds in the bank."""
        if self.bank is not None:
            self.bank = max(self.bank, bank)
        self.since = None

    def give_back(self, credit: float, at: float) -> None:
        """Of what is being spent on the present decision, so many seconds do not count."""
        if self.since is not None:
            self.since = min(self.since + credit, at)

    @property
    def budget(self) -> float:
        """Seconds that the present decision may take."""
        bank, limit = self.bank, self.control.limit
        if bank is None or limit is None:
            return inf if bank is limit else bank or limit or 0.0
        return min(bank, limit)

    def running(self, at: float) -> float:
        """Seconds for which it has been running."""
        return 0.0 if self.since is None else max(at - self.since, 0.0)

    def left(self, at: float) -> float | None:
        """Seconds left for the present decision; None without limit."""
        return None if self.budget == inf else self.budget - self.running(at)
