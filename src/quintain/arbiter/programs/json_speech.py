"""`quintain-json`: every game, one JSON object a line."""

from functools import cache
from typing import Any

import msgspec

from quintain.arbiter.actors import Answer, Failure, Terms
from quintain.arbiter.programs import messages
from quintain.arbiter.programs.messages import NAME, VERSION, Ready, messages_of, tag_of
from quintain.core.bot import Turn
from quintain.core.errors import BadNotation
from quintain.core.game import Game
from quintain.core.outcome import Ending, Outcome

PATIENCE = 10.0  # seconds
MOST_NUMBERS = 20  # in a reason
SHOWN = 120  # bytes of a line that are quoted

encode = msgspec.json.Encoder().encode


@cache
def decoder(game: Game) -> msgspec.json.Decoder[Any]:
    known = messages_of(game)
    return msgspec.json.Decoder(known.ready | known.act)


class JsonSpeech:
    """What was agreed in `hello` and `ready`, and which question is open."""

    patience = PATIENCE
    greets = True

    def __init__(self) -> None:
        self.ready = False
        self.warnings: list[str] = []
        self.said = Ready()
        self._game: Game | None = None
        self._turn: Turn | None = None  # the open question
        self._reporting = False
        self._asked = -1  # the number of the latest question

    @property
    def keep(self) -> bool:
        return self.said.keep

    @property
    def reports(self) -> bool:
        return self.said.reports

    @property
    def listens(self) -> bool:
        return self.said.listens

    @property
    def called(self) -> str:
        return f"{self.said.name} {self.said.version}".strip()

    def arguments(self, terms: Terms) -> tuple[str, ...]:
        return ()

    # --- what it is sent

    def hello(self, terms: Terms) -> bytes:
        self.ready, self._game, self._turn, self._asked = False, terms.game, None, -1
        return line(
            messages.Hello(
                game=terms.game.name,
                rules_version=terms.game.rules_version,
                options=terms.options,
                seats=terms.game.seating(terms.options),
                seat=terms.seat,
                name=terms.name,
                talk=terms.game.talk,
                together=tuple(tag_of(kind) for kind in terms.game.together),
                time_control=terms.time_control,
            )
        )

    def turn(self, turn: Turn, seconds: float) -> bytes:
        self._open(turn, reporting=False)
        legal = turn.legal if self.said.legal else ()
        return line(
            messages.Turn(number=turn.number, view=turn.view, events=turn.events, legal=legal, clock=round(seconds, 3))
        )

    def report(self, turn: Turn, seconds: float) -> bytes:
        self._open(turn, reporting=True)
        return line(messages.Report(number=turn.number, view=turn.view, events=turn.events, clock=round(seconds, 3)))

    def error(self, why: str) -> bytes:
        return line(messages.Error(why=why))

    def end(self, outcome: Outcome) -> bytes:
        self._turn = None
        return line(messages.End(outcome=outcome))

    # --- what it says

    def heard(self, line: bytes) -> Answer | None:
        if not line.strip():
            return None
        message = self._read(line)
        if isinstance(message, Ready):
            self._agree(message)
            return None
        if message.number > self._asked:
            raise bad(f"it answers question {message.number}, and the latest is {self._asked}")
        if message.number < self._asked or self._turn is None:
            return None  # too late, or once more
        return self._answer(message, self._turn)

    def missed(self) -> None:
        self._turn = None

    # --- inside

    def _open(self, turn: Turn, *, reporting: bool) -> None:
        self._turn, self._asked, self._reporting = turn, turn.number, reporting

    def _read(self, line: bytes) -> Any:
        assert self._game is not None, "nobody reads what a program says before it has been greeted"
        try:
            return decoder(self._game).decode(line)
        except msgspec.ValidationError as error:
            raise bad(f"it sent what is no message of {NAME}: {error}, in {quoted(line)}") from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise bad(f"it sent what is not JSON: {error}, in {quoted(line)}") from None

    def _agree(self, ready: Ready) -> None:
        if ready.protocol != VERSION:
            older = "an older" if ready.protocol < VERSION else "a newer"
            raise bad(
                f"it speaks version {ready.protocol} of {NAME}, {older} one; "
                f"this arena speaks version {VERSION}, which docs/protocol.md describes"
            )
        self.ready, self.said = True, ready

    def _answer(self, act: Any, turn: Turn) -> Answer:
        self._turn = None
        actions = [self._action(action) for action in self._actions(act)]
        if isinstance(act.reason, str):
            turn.explain(act.reason)
        elif act.reason:
            numbers = dict(list(act.reason.numbers.items())[:MOST_NUMBERS])
            turn.explain(act.reason.text, *act.reason.notes, **numbers)
        for words in act.say if isinstance(act.say, tuple) else (act.say,):
            turn.say(words)
        return Answer(actions, turn.reason, turn.words)

    def _actions(self, act: Any) -> list[Any]:
        if act.action is not None and act.actions:
            raise bad("it sent both action and actions; send one of them")
        actions = [act.action] if act.action is not None else act.actions
        if not actions and not self._reporting:
            raise bad("it sent neither action nor actions, and a turn needs at least one")
        return list(actions)

    def _action(self, action: Any) -> Any:
        """An action, or what a notation means."""
        assert self._game is not None
        try:
            return self._game.parse(action) if isinstance(action, str) else action
        except BadNotation as error:
            raise bad(str(error)) from None


def line(message: msgspec.Struct) -> bytes:
    return encode(message) + b"\n"


def bad(why: str) -> Failure:
    return Failure(Ending.ILLEGAL, why)


def quoted(line: bytes) -> str:
    """As much of a line as one needs to find it."""
    text = line[:SHOWN].decode(errors="replace").strip()
    return repr(text + "…" if len(line) > SHOWN else text)
