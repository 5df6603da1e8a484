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
    """One seat's time. It runs from the moment that the seat owes a decision until it has decided."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank = control.bank
        self.since: float | None = None  # when it began to run

    def start(self, at: float) -> None:
        if self.since is None:
            self.since = at

    def stop(self, at: float) -> None:
        """Charge the decision that has just been made."""
        if self.since is not None and self.bank is not None:
            self.bank += self.control.increment - (at - self.since)
        self.since = None

    def left(self, at: float) -> float | None:
        """Seconds left for the present decision; None without limit."""
        if self.bank is None and self.control.limit is None:
            return None
        spent = 0.0 if self.since is None else at - self.since
        budgets = [budget for budget in (self.bank, self.control.limit) if budget is not None]
        return min(budgets) - spent
