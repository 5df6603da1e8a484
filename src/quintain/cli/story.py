"""A replay as a story: every step of it with what happened, what one seat was told, and what it saw."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

from quintain import games
from quintain.cli.console import out, plain
from quintain.cli.files import read_whole
from quintain.cli.narrator import Narrator
from quintain.cli.results import show_outcome
from quintain.core.errors import BadReplay, BadSetting, QuintainError, UnknownRules, WrongSeats
from quintain.core.game import EVERYTHING, Game
from quintain.core.match import Match
from quintain.core.outcome import in_words
from quintain.core.position import Position
from quintain.core.record import Acted, Deed, Entry, Replaced, Stopped, Struck
from quintain.core.replay import Replay

KEYS = "enter or n: next   b: back   e: end   a number: that step   q: quit"


@dataclass(frozen=True)
class Step:
    entry: Entry | None  # None at the start
    events: list[Any]  # that the seat was told
    position: Position


@dataclass(frozen=True)
class Account:
    """A replay of rules that we do not have, told from what is stored with it."""

    replay: Replay
    game: Game
    why: str

    def as_data(self) -> dict[str, Any]:
        return msgspec.to_builtins(self.replay)  # type: ignore[no-any-return]

    def tell(self) -> None:
        out.rule(Text(self.game.title), style="dim")
        plain(f"{self.why[0].upper()}{self.why[1:]}. This is what is on file:", "bold")
        for seat, player in enumerate(self.replay.players):
            plain(f"seat {seat}: {player.name}", "dim")
        for sentence in self.replay.account(self.game):
            plain(sentence)
        if outcome := self.replay.outcome:
            words = in_words(outcome, [f"seat {seat}" for seat in range(len(outcome.ranks))])
            plain(f"\n{words[0].upper()}{words[1:]}.", "bold")

    walk = tell


class Story:
    def __init__(self, replay: Replay, game: Game, seat: int, first: int) -> None:
        self.replay, self.seat, self.first = replay, seat, first
        self.steps: list[Step] = []
        self.match = self._run(game)
        self.narrator = Narrator(game, replay.players, self.match.seats, seat)
        self.narrator.begin(replay.new_match(game))
        if first >= len(self.steps):
            raise BadSetting(f"this replay has {len(self.steps) - 1} steps, so it cannot begin after {first}")

    @classmethod
    def read(cls, file: Path, seat: int | None, first: int) -> "Story | Account":
        """The story of a file; whatever is wrong with it is said with its name."""
        data = read_whole(file)
        try:
            replay = Replay.from_bytes(data)
            game = games.load(replay.game)
            return cls(replay, game, EVERYTHING if seat is None else seat, first)
        except (BadSetting, WrongSeats):
            raise
        except UnknownRules as error:
            # What a seat could see follows from the rules alone, so there is no account for one.
            if seat is None:
                return Account(replay, game, str(error))
            raise BadReplay(f"{file}: {error}") from None
        except QuintainError as error:
            raise BadReplay(f"{file}: {error}") from None

    def _run(self, game: Game) -> Match:
        """Play it again and keep what the seat was told and saw."""
        told = 0
        for entry, match in self.replay.steps(game):
            if self.seat != EVERYTHING and not 0 <= self.seat < len(match.seats):
                raise WrongSeats(f"there is no seat {self.seat}; {game.name} has seats 0 to {len(match.seats) - 1}")
            self.steps.append(Step(entry, match.events(self.seat, told), match.position))
            told = match.event_count
        return match

    # --- for programs

    def as_data(self) -> dict[str, Any]:
        header = {name: getattr(self.replay, name) for name in self.replay.__struct_fields__ if name != "entries"}
        if self.seat != EVERYTHING:
            header["seed"] = None  # who has it can deal the cards again
        seat = None if self.seat == EVERYTHING else self.seat
        steps = [self._step_data(number) for number in range(self.first, len(self.steps))]
        return header | {"seat": seat, "steps": steps}

    def _step_data(self, number: int) -> dict[str, Any]:
        step = self.steps[number]
        entry = step.entry
        own = entry is not None and self.narrator.sees(entry.seat)
        return {
            "step": number,
            "kind": str(entry.__struct_config__.tag) if entry else "start",
            "seat": entry.seat if entry else None,
            "at": entry.at if entry else 0.0,
            "actions": entry.actions if own and isinstance(entry, Deed) else None,
            "reason": entry.reason if own and isinstance(entry, Acted) else None,
            "why": entry.why if own and isinstance(entry, Struck | Replaced | Stopped) else None,
            "events": step.events,
            "view": step.position.view(self.seat),
        }

    # --- for people

    def tell(self) -> None:
        """The whole of it."""
        self._introduce()
        for step in self.steps[self.first :]:
            told = self.narrator.step(step.entry, step.events, step.position)
            if told.renderables:
                out.print(told)
        self._conclude()

    def walk(self) -> None:
        """One step at a time, as keys are pressed."""
        self._introduce()
        number = self.first
        while True:
            self._show(number)
            try:
                word = input(f"[{number}/{len(self.steps) - 1}] {KEYS} > ").strip().lower()
            except EOFError:
                return
            if word in ("q", "quit"):
                return
            number = self._after(number, word)

    def _after(self, number: int, word: str) -> int:
        last = len(self.steps) - 1
        wanted = {"": number + 1, "n": number + 1, "b": number - 1, "e": last}.get(word)
        if wanted is None and word.isdecimal():
            wanted = int(word)
        if wanted is None:
            plain(f"{word!r} is not a key here")
            return number
        return min(max(wanted, 0), last)

    def _show(self, number: int) -> None:
        step = self.steps[number]
        out.rule(style="dim")
        if (deed := self.narrator.deed(step.entry)) is not None:
            out.print(deed)
        for line in self.narrator.news(step.events, step.entry):
            out.print(line)
        out.print("", self.narrator.table(step.position), "", sep="\n")
        if number == len(self.steps) - 1:
            self._conclude()

    def _introduce(self) -> None:
        seed = f" · seed {self.replay.seed}" if self.seat == EVERYTHING else f" · as seat {self.seat} saw it"
        out.rule(Text(self.match.game.title + seed), style="dim")
        out.print(self.narrator.cast())

    def _conclude(self) -> None:
        if self.match.outcome:
            out.print()
            show_outcome(self.match)
        else:
            plain("\nThe match was not finished.")
