"""A match told as it goes: who does what and why, what follows from it, and how the table stands."""

import re
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quintain.cli.console import out, team_color
from quintain.cli.interrupts import notice
from quintain.core.game import EVERYTHING, Game, Seat
from quintain.core.match import Ended, Match, TookOver
from quintain.core.position import Position
from quintain.core.record import Acted, Deed, Entry, Player, Replaced, Stopped, Struck

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")
WHO_WIDTH = 24  # columns of a line
ACTION_WIDTH = 9


def in_words(thing: Any) -> str:
    """An event in words: its own if it has some, else its name and its fields."""
    if not isinstance(thing, msgspec.Struct) or type(thing).__str__ is not object.__str__:
        return str(thing)
    fields = ", ".join(f"{name} {in_words(getattr(thing, name))}" for name in thing.__struct_fields__)
    tag = str(thing.__struct_config__.tag or type(thing).__name__)
    return f"{tag}: {fields}" if fields else tag


def listed(entry: Deed) -> str:
    """The actions of a turn."""
    return ", ".join(map(str, entry.actions))


def short(name: str) -> str:
    """A player's name without its folder and its settings."""
    return name.partition(":")[0].rpartition("/")[2]


class Narrator:
    """Tells a match to one seat, or to somebody who may see everything."""

    def __init__(self, game: Game, players: Sequence[Player], seats: Sequence[Seat], seat: int = EVERYTHING) -> None:
        self.players = [short(player.name) for player in players]
        self.seats, self.seat = seats, seat
        self.colors = [team_color(one.team, game.teams) for one in seats]
        self.beginnings: set[type] = set()  # the kinds of events that a match or a round begins with

    # --- the parts of a story

    def who(self, seat: int) -> Text:
        name = self.players[seat] if self.players else ""
        return Text(f"seat {seat} {name}".rstrip(), style=self.colors[seat])

    def cast(self) -> Text:
        """Who sits where."""
        shown = [self.who(seat) for seat in range(len(self.seats))]
        return Text(", ").join(shown)

    def table(self, position: Position) -> Text:
        """The position as text, with the seats in the colors of their teams."""
        return self.colored(position.text(self.seat))

    def colored(self, words: str, style: str = "") -> Text:
        text = Text(words, style=style)
        for found in SEAT.finditer(words):
            if int(found[1]) < len(self.seats):
                text.stylize(self.colors[int(found[1])], *found.span())
        return text

    def sees(self, seat: int | None) -> bool:
        """May whoever listens know what this seat did in secret, and why?"""
        return self.seat in (EVERYTHING, seat)

    def deed(self, entry: Entry | None) -> RenderableType | None:
        """Who did what, and why; None for what is told by its events alone."""
        match entry:
            case Acted() if self.sees(entry.seat):
                return self._row(entry.seat, listed(entry), str(entry.reason or ""))
            case Struck() if self.sees(entry.seat):
                return self._row(entry.seat, listed(entry), f"instead of its own: {entry.ending}, {entry.why}")
            case Replaced():
                self.players[entry.seat] = short(entry.player.name)
                return self.colored(self._change(entry), "bold")
            case Stopped():
                who = f"seat {entry.seat}: " if entry.seat is not None else ""
                return self.colored(f"{who}{entry.ending}. {entry.why}", "bold")
        return None

    def _change(self, entry: Replaced) -> str:
        fault = f": {entry.ending}, {entry.why}" if entry.ending and self.sees(entry.seat) else ""
        return f"seat {entry.seat} is played by {entry.player.name} from now on{fault}"

    def _row(self, seat: int, action: str, reason: str) -> Table:
        width = max(len(self.who(other)) for other in range(len(self.seats)))
        line = Table.grid(padding=(0, 2, 0, 0))
        line.add_column(width=min(width, WHO_WIDTH), no_wrap=True, overflow="ellipsis")
        line.add_column(width=min(max(len(action), ACTION_WIDTH), 2 * ACTION_WIDTH))
        line.add_column(style="dim")
        line.add_row(self.who(seat), Text(action, "bold"), Text(reason))
        return line

    def news(self, events: Sequence[Any], entry: Entry | None = None) -> list[RenderableType]:
        """The events, without the one that only repeats the entry's action and those that begin a round."""
        own = isinstance(entry, Deed) and self.sees(entry.seat)
        known = {f"seat {entry.seat}: {action}" for action in entry.actions} if own and isinstance(entry, Deed) else ()
        heard = [event for event in events if type(event) not in self.beginnings | {Ended, TookOver}]
        shown = [in_words(event) for event in heard]
        return [Padding(self.colored(words), (0, 0, 0, 2), expand=False) for words in shown if words not in known]

    def step(self, entry: Entry | None, events: Sequence[Any], position: Position) -> Group:
        """One step of the match; the table is drawn when something begins."""
        parts: list[RenderableType] = []
        if (deed := self.deed(entry)) is not None:
            parts.append(deed)
        parts += self.news(events, entry)
        if any(type(event) in self.beginnings for event in events) or (entry is None and not events):
            parts += [Text(""), self.table(position), Text("")]
        return Group(*parts)

    def begin(self, match: Match) -> None:
        """Learn what this match begins with."""
        self.beginnings = {type(event) for event in match.events(EVERYTHING)}


class Watcher:
    """Follows a match that is being played, and prints it."""

    def __init__(self, narrator: Narrator, pace: float) -> None:
        self.narrator, self.pace = narrator, pace
        self.entries = 0  # told so far
        self.events = 0

    def __call__(self, match: Match) -> None:
        notice()
        if not self.events:
            self.narrator.begin(match)
            self._tell(None, match)
        for entry in match.record[self.entries :]:
            self._tell(entry, match)
            self.entries += 1
            time.sleep(self.pace)

    def _tell(self, entry: Entry | None, match: Match) -> None:
        since, self.events = self.events, match.event_count
        told = self.narrator.step(entry, match.events(self.narrator.seat, since), match.position)
        if told.renderables:
            out.print(told)
