"""The veteran engineer: breaks what is not needed, repairs what he can, and says which courses the board bears."""

import numpy as np

from quintain.core.bot import Turn
from quintain.core.kernel import random_below
from quintain.games.admiral.actions import Action, Mark
from quintain.games.admiral.bots.crew_talk import Inbox
from quintain.games.admiral.bots.engineer.what_marks_do import (
    DAMAGED,
    REPAIRED,
    WHOLE_BOARD,
    after_mark,
    best_mark,
    fill_of,
    hurts,
)
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.bots.levels import Level, Profile
from quintain.games.admiral.messages import DirectionRanking, PlannedCourses, Protect, Ranked
from quintain.games.admiral.rules.engineering import broken_colors
from quintain.games.admiral.rules.state import COLORS, NODES, ROLES, State
from quintain.games.admiral.words import COLORS as COLOR_NAMES
from quintain.games.admiral.words import DIRECTIONS, Color

BY_PLACE = (1.0, 0.5, 0.25)  # how much a color is needed by its place in the captain's list
UNLISTED = 0.1
UNASKED = (0.8, 0.3, 0.3)  # without a list: red, green, yellow
THOUSAND = 1000


def needs_of(protect: Protect | None) -> Reals:
    """How much each color is needed."""
    if protect is None:
        return np.array(UNASKED)
    needs = np.full(COLORS, UNLISTED)
    for place, color in enumerate(dict.fromkeys(protect.colors)):
        needs[COLOR_NAMES.index(color)] = BY_PLACE[place]
    return needs


def colors_of(mask: int) -> tuple[Color, ...]:
    return tuple(name for i, name in enumerate(COLOR_NAMES) if mask >> i & 1)


class Engineer:
    def __init__(self, level: Level, profile: Profile) -> None:
        self.level, self.profile = level, profile
        self.inbox = Inbox()

    # --- before the captain decides

    def speak(self, turn: Turn) -> None:
        self.inbox.hear(turn.events)
        state, team = turn.seen.state, turn.seat // ROLES
        needs = needs_of(self.inbox.get(Protect))
        ranked = [self.ranked(state, state.boards[team], section, needs) for section in range(len(DIRECTIONS))]
        ranked.sort(key=lambda pair: -pair[0])
        turn.say(
            DirectionRanking(ranking=tuple(ranking for _, ranking in ranked), broken=colors_of(state.broken[team]))
        )

    def ranked(self, state: State, board: int, section: int, needs: Reals) -> tuple[float, Ranked]:
        """What a course this way does to the board at best, and how good that is."""
        worths = np.empty(NODES)
        node = best_mark(board, section, 1, state.wiring, state.overload_before_repair, needs, worths)
        after = after_mark(board, node, state.overload_before_repair)
        breaks = broken_colors(state.wiring, after & WHOLE_BOARD) & ~broken_colors(state.wiring, board)
        return float(worths[node % NODES]), Ranked(
            direction=DIRECTIONS[section],
            damage=hurts(board, section, state.overload_before_repair),
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
        needs = needs_of(self.inbox.get(Protect))
        node = best_mark(board, packed, len(courses), state.wiring, state.overload_before_repair, needs, worths)
        self.explain(turn, state, board, node, worths, len(courses))
        return Mark(DIRECTIONS[section], node % NODES)

    def courses(self, section: int) -> list[int]:
        """The course to mark, and those that the captain plans after it."""
        planned = self.inbox.take(PlannedCourses)
        courses = [DIRECTIONS.index(course) for course in planned.courses] if planned else []
        depth = max(1, min(self.level.plan, 4))
        return [section, *(courses[1:depth] if courses[:1] == [section] else ())]

    def anything(self, turn: Turn, state: State, board: int, section: int) -> Action:
        free = [node for node in range(section * NODES, (section + 1) * NODES) if not board >> node & 1]
        harmless = [node for node in free if not after_mark(board, node, state.overload_before_repair) & DAMAGED]
        choices = harmless or free
        node = choices[random_below(turn.rng, len(choices))]
        turn.explain(f"not quite awake: node {node % NODES}, 1 of {len(choices)} that do no damage")
        return Mark(DIRECTIONS[section], node % NODES)

    def explain(self, turn: Turn, state: State, board: int, node: int, worths: Reals, planned: int) -> None:
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
        turn.explain(
            f"node {node % NODES} {effect}; {left} nodes left this way, {planned} courses thought ahead",
            worth=float(worths[node % NODES]),
        )
