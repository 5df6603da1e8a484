"""Beyond the documented Sage: combined attacks, fleets that count, words with teammates, plans that are rehearsed."""

import time
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.errors import BadSetting
from quintain.core.game import Game
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.core.record import Candidates
from quintain.games.planets.actions import Action, Done, Launch, Send
from quintain.games.planets.bots.decisions import Side
from quintain.games.planets.bots.discovery import Discovery
from quintain.games.planets.bots.ghosts import Ghost, Ghosts
from quintain.games.planets.bots.neighbourhood import LAYOUT, neighbourhood
from quintain.games.planets.bots.outlook import Chart
from quintain.games.planets.bots.planner import MOST_STEPS, Habits, Reals
from quintain.games.planets.bots.radio import ATTACK, CLAIM, HELP, Word, heard, spoken
from quintain.games.planets.bots.rehearsal import Stage, new_words, plain_worth, propose, rehearse, rush
from quintain.games.planets.bots.team import seen_team
from quintain.games.planets.options import Options
from quintain.games.planets.rules.state import (
    NEUTRAL,
    PLAYERS,
    WORDS,
    State,
    destination_of,
    packed,
    ships_of,
    source_of,
)

SHARE = 0.5  # of the time left that a turn may take
MOST_NOTED = 30  # launches that are shown of all that were considered
Plan = tuple[list[int], list[list[int]]]  # orders, and steps
WAIT: Plan = ([], [])
NO_ORDER = 0


class Traits(NamedTuple):
    """What makes this bot play as it does. Each was chosen by hand from matches against Sage and against itself;
    bench/tune_planets.py measures one of them again, and bench/strength.py judges the whole."""

    usual: Habits = Habits(caution=0.3, haste=1.0, surplus=0.2, hostility=2.0, flow=2.0)
    careful: Habits = Habits(caution=1.0, haste=1.0, surplus=0.5, hostility=2.0, flow=2.0)
    bold: Habits = Habits(caution=0.0, haste=1.0, surplus=0.0, hostility=2.0, flow=2.0)
    fierce: Habits = Habits(caution=0.0, haste=0.3, surplus=0.0, hostility=4.0, flow=1.0)
    patient: Habits = Habits(caution=0.6, haste=3.0, surplus=0.3, hostility=1.5, flow=2.0)
    ahead: float = 2.2  # how long a rehearsal goes on, in mean ways from planet to planet
    nearest: int = 10  # turns that it goes on at least
    farthest: int = 24  # and at most
    lasting: int = 20  # turns of growth after a rehearsal that count as ships
    helping: float = 1.5  # how much more an enemy counts beside a teammate who needs help

    def own(self) -> tuple[Habits, ...]:
        """Those among which it chooses a plan for itself."""
        return self.usual, self.careful, self.bold, self.fierce, self.patient


class Sage2(Bot):
    """Counts every fleet, strikes from several planets at once, talks to its team, and rehearses its plans."""

    strength = 40
    listens = False
    traits = Traits()

    def __init__(self, budget: float = 0.8) -> None:
        if not 0 <= budget <= 60:
            raise BadSetting(f"sage2 thinks for up to 60 seconds, not {budget}")
        self.budget = budget
        self.discovery: Discovery | None = None
        self.ghosts = Ghosts()
        self.chart: Chart | None = None
        self.words: dict[int, tuple[int, int]] = {}  # what teammates said of planets: the word, and until which turn

    def start(self, game: Game, seat: int) -> None:
        prepare(game)

    def act(self, turn: Turn) -> list[Action]:
        until = time.monotonic() + (self.budget if turn.clock is None else min(self.budget, SHARE * turn.clock))
        state: State = turn.seen.state
        chart = self.chart = self.chart or charted(turn.seen.record)
        team, complete = self.listen(state, turn.seat)
        own = state.ids[turn.seat]
        ghosts = self.ghosts.watch(state, chart.ways, own, team) if not state.open_sky else []
        sides = sides_of(state, own, team, complete)
        war = War(imagined(turn.seen.record, ghosts), own, sides, chart, self.traits)
        worth = self.worth_of(state, team, chart)
        choice = war.best(worth, until)
        unseen = sum(ghost.ships for ghost in ghosts)
        turn.explain(choice.sentence(ghosts), *choice.notes(), **choice.numbers(), unseen=unseen)
        return [*choice.orders(), *self.message(state, own, choice), Done()]

    # --- teammates

    def listen(self, state: State, seat: int) -> tuple[int, bool]:
        """Who is with us, and whether these are all."""
        if not state.radio:
            return seen_team(state, seat), True
        message = state.inbox[seat]
        self.discovery = self.discovery or Discovery(state.ids[seat])
        if word := heard(message):
            self.note(state, word)
        else:
            self.discovery.hear(message)
        team = self.discovery.ids
        return self.discovery.team, self.discovery.complete or len(team) == state.seats // 2

    def note(self, state: State, word: Word) -> None:
        """Whoever speaks our language is a teammate."""
        assert self.discovery is not None
        if word.player > state.seats or word.planet >= state.planets or word.player == self.discovery.ids[0]:
            return
        if word.player not in self.discovery.ids:
            self.discovery.ids.append(word.player)
        self.words[word.planet] = word.kind, state.turn + word.turns

    def worth_of(self, state: State, team: int, chart: Chart) -> Reals:
        """What a teammate takes or attacks is left to it, for two forces fight each other. Who calls for help gets it
        by an attack on the enemy next to it."""
        worth = plain_worth()
        self.words = {planet: word for planet, word in self.words.items() if word[1] > state.turn}
        for planet, (kind, _) in self.words.items():
            if kind != HELP:
                worth[planet] = 0.0
                continue
            foreign = [p for p in chart.ranks[planet] if state.owners[p] and not team >> state.owners[p] & 1]
            worth[foreign[:1]] *= self.traits.helping
        return worth

    def message(self, state: State, own: int, choice: "Choice") -> list[Action]:
        """First the ids, as everybody; then what our first step is."""
        if not state.radio or self.discovery is None:
            return []
        id = self.discovery.say()
        if id or len(self.discovery.ids) == 1 or not choice.steps:
            return [Send(id)]
        target, _, turns, _ = choice.steps[0]
        kind = {NEUTRAL: CLAIM, own: HELP}.get(state.owners[target], ATTACK)
        return [Send(spoken(Word(kind, own, target, turns)))]


def charted(record: Cells) -> Chart:
    ways = neighbourhood(record).ways
    return Chart(ways, np.argsort(ways, axis=1, kind="stable"))


def imagined(seen: Cells, ghosts: list[Ghost]) -> Cells:
    """The world with the fleets that we cannot see."""
    record = seen.copy()
    state = record.view(LAYOUT)[0]
    words = list(state.words[: int(state.fleets)])
    words += [packed(ghost.arrival, ghost.destination, ghost.owner, ghost.source, ghost.ships) for ghost in ghosts]
    words = sorted(words, reverse=True)[:WORDS]
    state.words[: len(words)] = words
    state.fleets, state.orders = len(words), 0
    state.open_sky = 1  # in a rehearsal nobody needs to count what went missing
    return record


def sides_of(state: State, own: int, team: int, complete: bool) -> Cells:
    """How everybody sees the others, as far as we know: a row of cells for each player."""
    everybody = (2 << state.seats) - 2
    sides = np.zeros((PLAYERS + 1, Side.size), np.int64)
    for player in range(1, state.seats + 1):
        side = sides[player].view(Side.layout)[0]
        ours = bool(team >> player & 1)
        side.player = player
        side.team = team if ours else everybody & ~team
        side.enemies = everybody & ~side.team
        side.prey = 1 << NEUTRAL | (side.enemies if complete or not ours else 0)
        side.sighted = bool(state.open_sky) or player == own
    return sides


def action_of(word: int) -> Action:
    return Launch(source_of(word), destination_of(word), ships_of(word)) if word != NO_ORDER else Done()


class Choice(NamedTuple):
    """What was chosen, and why."""

    words: list[int]
    steps: list[list[int]]  # target, ships, turns, and how many launch now
    value: float
    plans: int
    rehearsals: int
    launches: tuple[tuple[int, float], ...] = ()  # each order of any plan, and how the best plan with it stands

    def orders(self) -> list[Action]:
        return [action_of(word) for word in self.words]

    def notes(self) -> list[Candidates]:
        """What else was thought of, the best first; nothing if there was no time to compare."""
        best = sorted(self.launches, key=lambda launch: -launch[1])[:MOST_NOTED]
        return [Candidates(tuple((str(action_of(word)), value) for word, value in best))] if best else []

    def sentence(self, ghosts: list[Ghost]) -> str:
        launched = sum(ships_of(word) for word in self.words)
        aim = "no target"
        if self.steps:
            target, ships, turns, _ = self.steps[0]
            aim = f"{ships} ships to be on {target} in {turns} turns"
        unseen = f", {sum(ghost.ships for ghost in ghosts)} unseen" if ghosts else ""
        return (
            f"{aim}; launches {launched} ships in {len(self.words)} fleets{unseen}; "
            f"stands at {self.value:+.2f} after {self.rehearsals} rehearsals of {self.plans} plans"
        )

    def numbers(self) -> dict[str, float]:
        return {"value": self.value, "plans": self.plans, "rehearsals": self.rehearsals, "targets": len(self.steps)}


class War:
    """One turn's thinking: plans of ours against plans of theirs, each pair rehearsed while there is time."""

    def __init__(self, record: Cells, own: int, sides: Cells, chart: Chart, traits: Traits) -> None:
        turns = min(traits.farthest, max(traits.nearest, int(traits.ahead * chart.ways.mean())))
        self.stage = Stage(record, record.copy(), sides, chart, own, turns, traits.lasting)
        self.traits = traits
        self.open = not record.view(LAYOUT)["radio"][0]
        side = sides[own].view(Side.layout)[0]
        self.foes, self.friends = int(side.enemies), int(side.team) & ~(1 << own)

    def best(self, worth: Reals, until: float) -> Choice:
        ours = [self.plan(1 << self.stage.player, habits, worth) for habits in self.traits.own()]
        if self.open:
            ours.append(WAIT)  # in the dark the foes of a rehearsal know too little to punish it
        ours = [each for i, each in enumerate(ours) if all(each[0] != other[0] for other in ours[:i])]
        if len(ours) == 1 or time.monotonic() >= until:
            return Choice(*ours[0], 0.0, len(ours), 0)
        return self.rehearsed(ours, until)

    def rehearsed(self, ours: list[Plan], until: float) -> Choice:
        """What counts of a plan is half its mean and half its worst."""
        values = self.values(ours, until)
        if values.shape[1] == 0:
            return Choice(*ours[0], 0.0, len(ours), 0)
        marks = (values.mean(axis=1) + values.min(axis=1)) / 2
        best = int(marks.argmax())
        launches: dict[int, float] = {}
        for (words, _), mark in zip(ours, marks.tolist(), strict=True):
            launches |= {word: max(mark, launches.get(word, mark)) for word in words or [NO_ORDER]}
        return Choice(*ours[best], float(marks[best]), len(ours), values.size, tuple(launches.items()))

    def values(self, ours: list[Plan], until: float) -> Reals:
        """Every plan meets each answer in turn, while there is time: a row for a plan, a column for an answer."""
        friends = self.plan(self.friends, self.traits.usual, plain_worth())[0] if self.friends else []
        values = np.zeros((len(ours), 0))
        for theirs in self.answers():
            column = []
            for words, _ in ours:
                if time.monotonic() >= until:
                    break
                column.append(self.rehearse(words, theirs + friends))
            if len(column) < len(ours):
                break
            values = np.column_stack([values, column])
        return values

    def answers(self) -> Iterator[list[int]]:
        """What they may do: as we would, all at once, or boldly."""
        yield self.plan(self.foes, self.traits.usual, plain_worth())[0]
        yield self.rush(self.foes)
        yield self.plan(self.foes, self.traits.fierce, plain_worth())[0]

    def plan(self, players: int, habits: Habits, worth: Reals) -> Plan:
        words, rows = new_words(), np.empty((MOST_STEPS, 4), np.int64)
        n, steps = propose(self.stage, players, habits, worth, rows, words)
        return words[:n].tolist(), rows[:steps].tolist()

    def rush(self, players: int) -> list[int]:
        words = new_words()
        return words[: rush(self.stage.record, players, self.stage.chart.ways, words)].tolist()

    def rehearse(self, ours: list[int], theirs: list[int]) -> float:
        words = np.array(ours, np.int64), np.array(theirs, np.int64)
        return float(rehearse(self.stage, self.traits.usual, plain_worth(), *words))


@cache
def prepare(game: Game) -> None:
    """Use the kernels once, so that no compiling happens on the clock."""
    opening = Position.start(game, Options(profile="google")).seen_by(0)
    own = opening.state.ids[0]
    sides = sides_of(opening.state, own, 1 << own, True)
    war = War(opening.record.copy(), own, sides, charted(opening.record), Traits())
    words, _ = war.plan(1 << own, war.traits.usual, plain_worth())
    war.rehearse(words, words)
    war.rush(war.foes)
    packed(0, 0, 0, 0, 0)  # as for unseen fleets
