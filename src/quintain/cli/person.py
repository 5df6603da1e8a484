"""A person at the terminal, as the arbiter sees one: asked for an action, and asked again until it is one."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from rich.columns import Columns
from rich.text import Text

from quintain.arbiter.actors import NO_DICE, Answer, Failure, InProcess, Terms, bot_rng
from quintain.arbiter.loop import without_waiting
from quintain.arbiter.players import named_bot, strongest
from quintain.cli.console import busy, out, plain
from quintain.cli.narrator import Narrator
from quintain.core.bot import Turn
from quintain.core.clock import UNLIMITED
from quintain.core.dice import seeded
from quintain.core.errors import BadNotation, IllegalAction
from quintain.core.game import Game
from quintain.core.outcome import Ending, Outcome

Result = TypeVar("Result")

LEAVE = ("quit", "exit", "q")
HELP = """\
a number    the action with that number
{example:<11} the notation of an action, or its JSON{several}
hint        what the strongest house bot would do here, and why
look        the table once more
why         the bots' reasons, after the match
quit        give up"""
SEVERAL = """
a; b; c     several actions as one turn"""
REPORTING = """\
any words   are told to {hearers}; a message of the game may be JSON
enter       nothing to report
hint        what the strongest house bot would report here
look        the table once more
why         the bots' reasons, after the match
quit        give up"""
LATER = "The bots tell their reasons when the match is over."
HEARERS = {"team": "your team", "table": "everybody"}


def asked(prompt: str) -> str | None:
    """What the person typed; None when there is nobody any more."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None
    except UnicodeDecodeError:
        return "what was typed is not text"


class Person:
    """Answers for one seat with what somebody types."""

    rng = NO_DICE
    timed = True
    punctual = False
    immediate = True  # nothing else goes on while the person thinks
    volunteers = False
    listens = True
    speaks = True

    def __init__(self, narrator: Narrator, game: Game) -> None:
        self.narrator, self.game = narrator, game
        self.events: list[Any] = []  # all that the person has read

    async def start(self, terms: Terms) -> None: ...

    async def finish(self, outcome: Outcome) -> None: ...

    def leave(self) -> None: ...

    async def report(self, turn: Turn) -> tuple[Any, ...]:
        self.catch_up(turn)
        self.show(turn)
        while words := self.typed("your report, or enter for none > "):
            if (message := self.message(words, turn)) is not None:
                return (message,)
        return ()

    async def answer(self, turn: Turn) -> Answer:
        self.catch_up(turn)
        self.offer(turn)
        while True:
            if actions := self.understood(self.typed("your action > "), turn):
                return Answer(actions)

    def typed(self, prompt: str) -> str:
        """What the person says, who may also leave."""
        words = asked(prompt)
        if words is None:
            raise Failure(Ending.ABANDONED, "the person has left")
        if words.lower() in LEAVE:
            raise Failure(Ending.RESIGNED, "it gave up")
        return words

    def message(self, words: str, turn: Turn) -> Any:
        """The report that the words are; None if they asked for something else, which is answered."""
        match words.lower():
            case "help" | "?" | "h":
                plain(REPORTING.format(hearers=HEARERS[self.game.talk]))
            case "hint":
                self.hint_at_report(turn)
            case "look" | "l":
                self.show(turn)
            case "why":
                plain(LATER)
            case _:
                return self.read_message(words) if words.startswith("{") else words
        return None

    def read_message(self, words: str) -> Any:
        try:
            return self.game.message(msgspec.json.decode(words))
        except (BadNotation, msgspec.DecodeError) as error:
            plain(str(error))
            return None

    def understood(self, words: str, turn: Turn) -> list[Any]:
        """The actions that the words mean; none if they asked for something else, which is answered."""
        match words.lower():
            case "":
                plain("Type a number, an action, or help.")
            case "help" | "?" | "h":
                plain(HELP.format(example=str(turn.legal[0]), several=SEVERAL if self.game.together else ""))
            case "hint":
                self.hint(turn)
            case "look" | "l":
                self.offer(turn)
            case "why":
                plain(LATER)
            case _:
                return self.actions(words, turn)
        return []

    def actions(self, words: str, turn: Turn) -> list[Any]:
        """The actions by number, notation or JSON, if they may be taken; else say why not."""
        try:
            actions = [self.action(part.strip(), turn.legal) for part in self.parts(words)]
            # A try on the side, in a world that looks the same: the match itself is asked only for what will work.
            dice = seeded("try")
            turn.seen.imagined(turn.seat, dice).played(turn.seat, self.game.turn(actions), dice)
        except (BadNotation, IllegalAction) as error:
            plain(str(error))
            return []
        return actions

    def parts(self, words: str) -> list[str]:
        return words.split(";") if self.game.together and not words.startswith("{") else [words]

    def action(self, words: str, legal: Sequence[Any]) -> Any:
        if words.isdecimal():
            return by_number(int(words), legal)
        return self.game.action_from_json(words) if words.startswith(("{", '"', "[")) else self.game.parse(words)

    def catch_up(self, turn: Turn) -> None:
        """What happened since the last turn."""
        self.events += turn.events
        out.print()
        for sentence in self.narrator.news(turn.events):
            out.print(sentence)

    def show(self, turn: Turn) -> None:
        out.print("", self.narrator.table(turn.seen), "", sep="\n")

    def offer(self, turn: Turn) -> None:
        self.show(turn)
        width = len(str(len(turn.legal)))
        numbered = [Text.assemble((f"{i:>{width}} ", "bold"), str(action)) for i, action in enumerate(turn.legal, 1)]
        out.print(Columns(numbered, padding=(0, 3)))

    def hint(self, turn: Turn) -> None:
        if answer := self.advice(turn, lambda adviser, question: adviser.answer(question)):
            actions = ", then ".join(map(str, answer.actions))
            plain(f"{strongest(self.game)} would {actions}" + (f": {answer.reason}" if answer.reason else ""))

    def hint_at_report(self, turn: Turn) -> None:
        words = self.advice(turn, lambda adviser, question: adviser.report(question))
        if words is not None:
            plain(f"{strongest(self.game)} would say: {' '.join(map(str, words)) or 'nothing'}")

    def advice(self, turn: Turn, ask: Callable[[InProcess, Turn], Coroutine[Any, Any, Result]]) -> Result | None:
        """Ask a fresh bot that is shown what this seat was shown."""
        name = strongest(self.game)
        adviser = named_bot(self.game, name).actor(bot_rng(len(self.events), turn.seat))
        question = Turn(turn.seat, turn.seen, adviser.rng, self.events)
        try:
            with busy(f"{name} thinks"):
                without_waiting(adviser.start(self.terms(turn)))
                return without_waiting(ask(adviser, question))
        except Failure as failure:
            plain(f"{name} has no advice: {failure.why}")
            return None

    def terms(self, turn: Turn) -> Terms:
        """What an adviser is told who takes this seat."""
        return Terms(self.game, turn.seen.options, turn.seat, "adviser", UNLIMITED)


def by_number(number: int, legal: Sequence[Any]) -> Any:
    if not 1 <= number <= len(legal):
        raise BadNotation(f"there is no action {number}; they are numbered 1 to {len(legal)}")
    return legal[number - 1]
