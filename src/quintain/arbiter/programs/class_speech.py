"""How one talks with an interpreter that runs a bot's class: it is sent positions, and answers as any program does."""

from quintain.arbiter.actors import Terms
from quintain.arbiter.programs import parcels
from quintain.arbiter.programs.json_speech import JsonSpeech
from quintain.core.bot import Turn
from quintain.core.kernel import Cells
from quintain.core.outcome import Outcome


class ClassSpeech(JsonSpeech):
    def __init__(self, bundle: parcels.Bundle, rng: Cells) -> None:
        super().__init__()
        self._unsent = parcels.line(bundle)  # the interpreter has no bot yet
        self._dice = rng.tobytes()

    def roll(self, rng: Cells) -> None:
        """Another match has other dice."""
        self._dice = rng.tobytes()

    def hello(self, terms: Terms) -> bytes:
        super().hello(terms)
        bundle, self._unsent = self._unsent, b""
        return bundle + parcels.line(
            parcels.Opening(
                game=terms.game.name,
                options=parcels.raw(terms.options),
                seat=terms.seat,
                dice=self._dice,
            )
        )

    def turn(self, turn: Turn, seconds: float) -> bytes:
        self._open(turn, reporting=False)
        return parcels.line(shown(turn, seconds, reporting=False))

    def report(self, turn: Turn, seconds: float) -> bytes:
        self._open(turn, reporting=True)
        return parcels.line(shown(turn, seconds, reporting=True))

    def error(self, why: str) -> bytes:
        return parcels.line(parcels.Complaint(why=why))

    def end(self, outcome: Outcome) -> bytes:
        super().end(outcome)
        return parcels.line(parcels.Ending(outcome=outcome))


def shown(turn: Turn, seconds: float, *, reporting: bool) -> parcels.Shown:
    """What a seat sees, as it is before anybody looks at it: nothing of the match is in it but the concealed cells."""
    return parcels.Shown(
        number=turn.number,
        record=turn.seen.record.tobytes(),
        acting=sum(1 << seat for seat in turn.seen.acting),
        events=parcels.raw(turn.events),
        clock=None if turn.clock is None else seconds,
        reporting=reporting,
    )
