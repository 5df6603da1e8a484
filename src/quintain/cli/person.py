"""A person at the terminal, as the arbiter sees one: asked for an action, and asked again until it is one."""

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.text import Text

from quintain.arbiter.actors import Answer, Fault, InProcess, bot_rng
from quintain.arbiter.players import player, strongest
from quintain.cli.console import busy, out, plain
from quintain.cli.narrator import Narrator
from quintain.core.errors import BadNotation, IllegalAction
from quintain.core.game import Game
from quintain.core.kernel import seeded
from quintain.core.match import Match
from quintain.core.outcome import Ending, Outcome

LEAVE = ("quit", "exit", "q")
HELP = """\
a number    the action with that number
{example:<11} the notation of an action, or its JSON
hint        what the strongest house bot would do here, and why
look        the table once more
why         the bots' reasons, after the match
quit        give up"""


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

    def __init__(self, narrator: Narrator, game: Game) -> None:
        self.narrator, self.game = narrator, game
        self.told = 0  # events that the person has read

    def start(self, game: Game, seat: int) -> None: ...

    def finish(self, outcome: Outcome) -> None: ...

    def words(self, match: Match, seat: int, at: float) -> tuple[Any, ...]:
        return ()

    def answer(self, match: Match, seat: int, at: float) -> Answer:
        self.catch_up(match, seat)
        legal = match.position.seen_by(seat).legal(seat)
        self.offer(match, legal)
        while True:
            words = asked("your action > ")
            if words is None:
                raise Fault(Ending.ABANDONED, "the person has left")
            if words.lower() in LEAVE:
                raise Fault(Ending.RESIGNED, "it gave up")
            action = self.understood(words, match, seat, legal)
            if action is not None:
                return Answer([action])

    def understood(self, words: str, match: Match, seat: int, legal: Sequence[Any]) -> Any:
        """The action that the words mean; None if they asked for something else, which is answered."""
        match words.lower():
            case "":
                plain("Type a number, an action, or help.")
            case "help" | "?" | "h":
                plain(HELP.format(example=str(legal[0])))
            case "hint":
                self.hint(match, seat)
            case "look" | "l":
                self.offer(match, legal)
            case "why":
                plain("The bots tell their reasons when the match is over.")
            case _:
                return self.action(words, match, seat, legal)
        return None

    def action(self, words: str, match: Match, seat: int, legal: Sequence[Any]) -> Any:
        """The action by number, notation or JSON, if it may be taken; else say why not."""
        try:
            if words.isdecimal():
                return by_number(int(words), legal)
            action = self.game.action_from_json(words) if words.startswith(("{", '"', "[")) else self.game.parse(words)
            # A try on the side, with other dice: the match itself is asked only for what will work.
            match.position.play(seat, action, seeded("try"))
        except (BadNotation, IllegalAction) as error:
            plain(str(error))
            return None
        return action

    def catch_up(self, match: Match, seat: int) -> None:
        """What happened since the last turn."""
        since, self.told = self.told, match.told
        out.print()
        for line in self.narrator.news(match.events(seat, since)):
            out.print(line)

    def offer(self, match: Match, legal: Sequence[Any]) -> None:
        out.print("", self.narrator.table(match.position), "", sep="\n")
        numbered = [
            Text.assemble((f"{i:>{len(str(len(legal)))}} ", "bold"), str(action)) for i, action in enumerate(legal, 1)
        ]
        out.print(Columns(numbered, padding=(0, 3)))

    def hint(self, match: Match, seat: int) -> None:
        """Ask a fresh bot that is shown what this seat was shown."""
        name = strongest(self.game)
        adviser = InProcess(player(self.game, name).bot(), bot_rng(match.actions, seat))
        try:
            with busy(f"{name} thinks"):
                adviser.start(self.game, seat)
                answer = adviser.answer(match, seat, 0.0)
        except Fault as fault:
            plain(f"{name} has no advice: {fault.why}")
            return
        actions = ", then ".join(map(str, answer.actions))
        plain(f"{name} would {actions}" + (f": {answer.reason}" if answer.reason else ""))


def by_number(number: int, legal: Sequence[Any]) -> Any:
    if not 1 <= number <= len(legal):
        raise BadNotation(f"there is no action {number}; they are numbered 1 to {len(legal)}")
    return legal[number - 1]
