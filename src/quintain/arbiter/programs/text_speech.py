"""The native text protocols: programs of a game's own contests, as they are."""

from quintain.arbiter.actors import Answer, Failure, Terms
from quintain.core.bot import Turn
from quintain.core.errors import BadNotation
from quintain.core.outcome import Ending, Outcome
from quintain.core.protocol import LostControl, Reading, TextProtocol


class TextSpeech:
    """Which answers are still to come. They have no numbers: one that is late is known by its turn to come."""

    greets = ready = keep = reports = listens = False

    def __init__(self, protocol: TextProtocol) -> None:
        self.patience = protocol.seconds
        self.called = ""
        self.warnings: list[str] = []
        self._protocol = protocol
        self._turn: Turn | None = None
        self._owed = 0  # answers to questions that were given up
        self._reading: Reading | None = None

    def arguments(self, terms: Terms) -> tuple[str, ...]:
        return self._protocol.arguments(terms.options, terms.seat)

    # --- what it is sent

    def hello(self, terms: Terms) -> bytes:
        return b""

    def turn(self, turn: Turn, seconds: float) -> bytes:
        self._turn = turn
        return self._protocol.question(turn.seen, turn.seat).encode()

    def report(self, turn: Turn, seconds: float) -> bytes:
        return b""

    def error(self, why: str) -> bytes:
        return b""

    def end(self, outcome: Outcome) -> bytes:
        return b""

    # --- what it says

    def heard(self, line: bytes) -> Answer | None:
        if self._reading is None:
            self._reading = self._protocol.reading()
            next(self._reading)
        try:
            self._reading.send(line.decode(errors="replace").rstrip("\r"))
        except StopIteration as whole:
            self._reading = None
            return self._answer(str(whole.value))
        except LostControl as error:
            raise Failure(Ending.ILLEGAL, str(error), hopeless=True) from None
        return None

    def missed(self) -> None:
        if self._turn is not None:
            self._turn, self._owed = None, self._owed + 1

    def _answer(self, text: str) -> Answer | None:
        if self._owed:
            self._owed -= 1
            return None
        turn, self._turn = self._turn, None
        assert turn is not None, "nobody reads what a program says unless it is asked"
        try:
            orders = self._protocol.orders(text, turn.seen, turn.seat)
        except BadNotation as error:
            raise Failure(Ending.ILLEGAL, str(error)) from None
        self.warnings.extend(orders.warnings)
        return Answer(list(orders.actions))
