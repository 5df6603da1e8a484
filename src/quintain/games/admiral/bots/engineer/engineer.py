"""The veteran engineer: breaks what is not needed, repairs what he can, and says which courses the board bears."""

import numpy as np

from quintain.core.bot import Turn
from quintain.core.dice import random_below
from quintain.games.admiral.actions import Action, Mark
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.crew_talk import Inbox
from quintain.games.admiral.bots.engineer.what_marks_do import (
    DAMAGED,
    LONGEST_PLAN,
    REPAIRED,
    WHOLE_BOARD,
    Engineering,
    after_mark,
    best_mark,
    fill_of,
    hurts,
)
from quintain.games.admiral.bots.levels import Manner
from quintain.games.admiral.bots.traits import NeedTraits, Traits
from quintain.games.admiral.messages import DirectionRanking, PlannedCourses, Protect, Ranked
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.state import COLORS, NODES, ROLES, State
from quintain.games.admiral.words import COLORS as COLOR_NAMES
from quintain.games.admiral.words import DIRECTIONS, Color

THOUSAND = 1000


def engineering_of(state: State, protect: Protect | None, traits: Traits) -> Engineering:
    """The board's rules, and what the captain wants of it."""
    return Engineering(state.wiring, state.overload_before_repair, needs_of(protect, traits.needs), traits.marks)


def needs_of(protect: Protect | None, traits: NeedTraits) -> Reals:
    """How much each color is needed."""
    if protect is None:
        return np.array(traits.unasked)
    needs = np.full(COLORS, traits.unlisted)
    for place, color in enumerate(dict.fromkeys(protect.colors)):
        needs[COLOR_NAMES.index(color)] = traits.by_place[place]
    return needs


def colors_of(mask: int) -> tuple[Color, ...]:
    return tuple(name for i, name in enumerate(COLOR_NAMES) if mask >> i & 1)


class Engineer:
    def __init__(self, manner: Manner) -> None:
        self.level, self.traits = manner.level, manner.traits
        self.inbox = Inbox()

    def engineering(self, state: State) -> Engineering:
        return engineering_of(state, self.inbox.get(Protect), self.traits)

    # --- before the captain decides

    def speak(self, turn: Turn) -> None:
        self.inbox.hear(turn.events)
        state, team = turn.seen.state, turn.seat // ROLES
        engineering = self.engineering(state)
        ranked = [self.ranked(state.boards[team], section, engineering) for section in range(len(DIRECTIONS))]
        ranked.sort(key=lambda pair: -pair[0])
        turn.say(
            DirectionRanking(ranking=tuple(ranking for _, ranking in ranked), broken=colors_of(state.broken[team]))
        )

    def ranked(self, board: int, section: int, engineering: Engineering) -> tuple[float, Ranked]:
        """What a course this way does to the board at best, and how good that is."""
        worths = np.empty(NODES)
        node = int(best_mark(board, section, 1, engineering, worths))
        after = after_mark(board, node, engineering.overload_first)
        wiring = engineering.wiring
        breaks = broken_colors(wiring, after & WHOLE_BOARD) & ~broken_colors(wiring, board)
        return float(worths[node % NODES]), Ranked(
            direction=DIRECTIONS[section],
            damage=hurts(board, section, engineering.overload_first),
            repairs=bool(after & REPAIRED),
            breaks=colors_of(breaks),
            free=NODES - fill_of(board, section),
        )

    # --- after a course

    def act(self, turn: Turn) -> Action:
        self.inbox.hear(turn.events)
        state, team = turn.seen.state, turn.seat // ROLES
        board, section = state.boards[team], state.heading
        if random_below(turn.rng, THOUSAND) < THOUSAND * self.level.blunders:
            return self.anything(turn, state, board, section)
        courses = self.courses(section)
        worths = np.empty(NODES)
        packed = sum(course << 2 * i for i, course in enumerate(courses))
        node = int(best_mark(board, packed, len(courses), self.engineering(state), worths))
        why = f"{effect_of(state, board, node)}, {len(courses)} courses thought ahead"
        turn.explain(why, worth=float(worths[node % NODES]))
        return Mark(DIRECTIONS[section], node % NODES)

    def courses(self, section: int) -> list[int]:
        """The course to mark, and those that the captain plans after it."""
        planned = self.inbox.take(PlannedCourses)
        courses = [DIRECTIONS.index(course) for course in planned.courses] if planned else []
        depth = max(1, min(self.level.plan, LONGEST_PLAN))
        return [section, *(courses[1:depth] if courses[:1] == [section] else ())]

    def anything(self, turn: Turn, state: State, board: int, section: int) -> Action:
        free = [node for node in range(section * NODES, (section + 1) * NODES) if not board >> node & 1]
        harmless = [node for node in free if not after_mark(board, node, state.overload_before_repair) & DAMAGED]
        choices = harmless or free
        node = choices[random_below(turn.rng, len(choices))]
        turn.explain(f"not quite awake: node {node % NODES}, 1 of {len(choices)} that do no damage")
        return Mark(DIRECTIONS[section], node % NODES)


def effect_of(state: State, board: int, node: int) -> str:
    """What a mark does, in words."""
    after = after_mark(board, node, state.overload_before_repair)
    was, now = broken_colors(state.wiring, board), broken_colors(state.wiring, after & WHOLE_BOARD)
    if after & DAMAGED:
        effect = "costs 1 hull, which nothing here avoids"
    elif after & REPAIRED:
        effect = f"completes circuit {node % NODES + 1}"
    elif now & ~was:
        effect = f"breaks {' and '.join(colors_of(now & ~was))}, which we need least"
    else:
        effect = "breaks nothing new"
    left = NODES - fill_of(after & WHOLE_BOARD, node // NODES)
    return f"node {node % NODES} {effect}; {left} nodes left this way"
