"""A person and some bots at a table in the terminal: who sits where, the match, and the talk after it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text

from quintain.arbiter import loop
from quintain.arbiter.actors import Actor, bot_rng
from quintain.arbiter.compiling import compiled_meanwhile
from quintain.arbiter.players import Named, named_player, strongest
from quintain.arbiter.programs.player import Handling
from quintain.cli.console import out, plain
from quintain.cli.files import check_writable, write_whole
from quintain.cli.narrator import Narrator
from quintain.cli.person import LEAVE, Person, asked
from quintain.cli.results import show_outcome
from quintain.core.dice import SEED_BITS
from quintain.core.errors import WrongSeats
from quintain.core.game import Game
from quintain.core.match import Match
from quintain.core.outcome import Ending
from quintain.core.record import Acted, Player
from quintain.core.replay import Replay
from quintain.ranker.pairing import seated

YOU = Player("you", "person")


@dataclass(frozen=True)
class Sitting:
    game: Game
    options: Any
    seat: int  # the person's
    lineup: list[Named]  # one per seat; the person's own is not used
    seed: int

    @classmethod
    def at(
        cls,
        game: Game,
        options: Any,
        seat: int,
        names: Sequence[str],
        seed: int | None,
        handling: Handling | None = None,
    ) -> "Sitting":
        seats = game.seating(options)
        if not 0 <= seat < len(seats):
            raise WrongSeats(f"there is no seat {seat}; {game.name} has seats 0 to {len(seats) - 1}")
        others = [named_player(game, name, handling) for name in names or [strongest(game)]]
        for player in others:
            player.check(options)
        if len(others) == len(seats) - 1:
            lineup = [*others[:seat], others[0], *others[seat:]]
        elif len(others) < len(seats):
            lineup = seated(others, seats)
        else:
            raise WrongSeats(f"{len(others)} players for {len(seats) - 1} seats beside yours")
        return cls(game, options, seat, lineup, secrets.randbits(SEED_BITS) if seed is None else seed)

    def play(self, replay: Path | None) -> None:
        if replay:
            check_writable(replay)
        players = [YOU if seat == self.seat else bot.player for seat, bot in enumerate(self.lineup)]
        with compiled_meanwhile(self.game.name):
            match = Match(self.game, self.options, self.seed, players=players)
            narrator = Narrator(self.game, players, match.seats, self.seat)
            narrator.begin(match)
            self.welcome(narrator)
            try:
                loop.play(match, self.actors(narrator))
            finally:
                for player in self.lineup:
                    player.close()
        self.part(match, narrator, replay)

    def actors(self, narrator: Narrator) -> list[Actor]:
        dice = secrets.randbits(SEED_BITS)
        actors: list[Actor] = [bot.actor(bot_rng(dice, seat)) for seat, bot in enumerate(self.lineup)]
        actors[self.seat] = Person(narrator, self.game)
        return actors

    def welcome(self, narrator: Narrator) -> None:
        out.rule(Text(self.game.title), style="dim")
        out.print(narrator.cast())
        plain(f"You are seat {self.seat}. Type help for what you can do.", "dim")

    def part(self, match: Match, narrator: Narrator, replay: Path | None) -> None:
        """Say how it ended, keep it, and answer questions."""
        assert match.outcome is not None
        gone = match.outcome.ending == Ending.ABANDONED
        if replay:
            write_whole(replay, Replay.of(match).to_bytes())
        out.print("", narrator.table(match.position), "", sep="\n")
        show_outcome(match)
        plain(f"Seed {self.seed}." + (f" Saved to {replay}." if replay else ""), "dim")
        while not gone:
            word = asked("why, or enter to leave > ")
            gone = word in (None, "", *LEAVE)
            if word == "why":
                explain(match, self.seat)
            elif not gone:
                plain("Type why for the bots' reasons, or press enter to leave.")


def explain(match: Match, seat: int) -> None:
    """Everything that was done, with the bots' reasons: after the match there are no secrets."""
    everything = Narrator(match.game, match.players, match.seats)
    for entry in match.record:
        if isinstance(entry, Acted) and (entry.seat == seat or entry.reason):
            deed = everything.deed(entry)
            assert deed is not None, "whoever may see everything sees every deed"
            out.print(deed)
