"""The numbers by which a veteran crew weighs one thing against another. None of them follows from the rules.

They were set by hand. `bench/strength.py --only admiral` judges all of them together, level against level.
`bench/tune_admiral.py` measures one of them again, by paired matches between the crew as it is and the same crew with
other values: `bench/tune_admiral.py duel.kept 0.6 1.2 1.8`.

Worths are in points of hull, unless the comment says otherwise.
"""

from typing import NamedTuple

WOUNDED = 2  # points of hull: one direct hit may sink us


class MarkTraits(NamedTuple):
    """How much an engineer likes a mark, in points of his own."""

    damage: float = 100.0  # what speaks against a mark that costs hull
    completes: float = 6.0  # a circuit
    unblocks: float = 2.0  # a needed color
    breaks: float = 4.0  # what speaks against a mark that breaks a needed color
    broken_already: float = 0.5  # against one that changes no color
    last_but_one_radiation: float = 3.0  # against the mark before the one that hurts
    radiates: float = 1.0  # against any other radiation mark
    partner: float = 1.0  # for each node of the circuit that is marked already
    fuller: float = 6.0  # the square of a section's marks, divided by this, speaks against it
    later: float = 0.9  # how much less each later course counts


class NeedTraits(NamedTuple):
    """How much a color is needed, from 0 to 1."""

    by_place: tuple[float, ...] = (1.0, 0.5, 0.25)  # in the captain's list
    unlisted: float = 0.1
    unasked: tuple[float, ...] = (0.8, 0.3, 0.3)  # without a list: red, green, yellow


class CourseTraits(NamedTuple):
    """What a plan of courses and marks is worth."""

    later: float = 0.95  # how much less each later turn counts
    mark: float = 0.02  # for each point by which an engineer likes a mark
    overload: float = 1.5  # what a mark costs that overloads the board
    stuck: float = 0.8  # what it costs to have no course left
    confined: float = 0.6  # the same, as far ahead as the water that is left lets the boat sail
    filled: float = 0.008  # what the square of a section's marks costs in the end
    broken: float = 0.3  # what a broken color costs in the end, if it is needed


class DuelTraits(NamedTuple):
    """What the turns of a duel are worth."""

    later: float = 0.97  # how much less each later turn counts
    sinks: float = 1.5  # what sinking the other boat is worth, on top of the damage
    stuck: float = 0.5  # what it costs to have nowhere to go
    kept: float = 1.2  # what a torpedo is worth at the end that was not fired
    unlikely_shot: float = 0.5  # a boat whose best shot promises less holds its fire half of the time


class ShotTraits(NamedTuple):
    """What an explosion is worth."""

    own_hull: float = 1.2  # what a point of our own hull counts
    kill: float = 1.5  # what sinking the enemy is worth, on top of the damage


class HelmTraits(NamedTuple):
    """What the captain thinks of when he sets a course."""

    keep_stealth: float = 0.3  # what a charged stealth is worth while the enemy does not know where we are
    well_known: float = 0.6  # an enemy whose best shot promises less is expected to hold its fire half of the time
    tempo: float = 0.3  # what two more turns of the enemy cost
    wounded: float = 1.5  # how much more danger counts when one direct hit may sink us
    lead: float = 0.02  # for each cell nearer, for each course that the enemy's torpedo is behind ours
    most_lead: int = 4  # courses of such a lead that count
    close: int = 3  # with no more charges missing than this, we go after the enemy


class SimpleHelmTraits(NamedTuple):
    """What a captain goes by who does not plan, where 1 is all the water that he could wish for."""

    enough: int = 12  # courses of water that are as good as any more
    free: float = 0.04  # for each free node in the engineer's ranking
    repairs: float = 0.15
    place: float = 0.05  # against each place in the engineer's ranking
    far: float = 0.05  # against each cell between us and the enemy, when we are loaded


class WeaponTraits(NamedTuple):
    """When the captain uses what."""

    drone: float = 0.6  # bits that a drone must promise
    sonar: float = 1.0  # bits that a sonar must promise
    unsure: float = 2.0  # bits missing about the enemy, from which on it is worth asking
    usual: float = 0.8  # the threshold of a profile that neither loves nor shuns a shot
    least: float = 0.3  # what a torpedo must promise, whatever the duel says
    most: float = 1.2  # what is enough, whatever the duel says
    likely: float = 0.1  # how likely the cell must be at which a captain fires who cannot weigh shots
    overlap: float = 0.5  # what a mine counts that lies beside another
    cramped: int = 2  # courses of water that a mine may cost us


class ChargeTraits(NamedTuple):
    """How much each system is worth to the captain, where a torpedo usually counts 1."""

    torpedo: float = 1.0
    mine: float = 0.35
    sonar: float = 0.2
    drone: float = 0.3
    stealth: float = 0.45
    stealth_to_flee: float = 0.1  # to crews that vanish only out of dead ends
    unused: float = 0.05  # mines and sonar, to crews that do not use them
    broad: float = 4.0  # bits missing about the enemy, from which on it must be looked for
    drone_when_broad: float = 0.35
    sonar_when_broad: float = 0.2
    narrow: float = 2.5  # bits missing about the enemy, below which it can be fought
    mine_when_narrow: float = 0.2
    drone_when_narrow: float = 0.2  # how much less it counts then
    found_out: float = 0.6  # the damage that a shot at us promises, from which on we want to vanish
    stealth_when_found_out: float = 0.35
    stealth_when_wounded: float = 0.2
    protected: float = 0.2  # the engineer is asked for colors that are worth more than this


class FirstMateTraits(NamedTuple):
    """How much each system counts to the first mate."""

    by_place: tuple[float, ...] = (1.0, 0.7, 0.5, 0.35, 0.25)  # in the captain's list
    unlisted: float = 0.1
    broken: float = 0.4  # how much less, if it cannot be used as things are
    # Without a list, on top of what the profile likes:
    mine: float = 0.5
    mine_when_loaded: float = 0.9
    sonar: float = 0.35
    drone: float = 0.4
    stealth: float = 0.5
    first_stealth: float = 0.9  # while its gauge has few charges
    few_charges: int = 2
    broad: float = 5.0  # bits missing about the enemy, from which on it must be looked for
    look: float = 3.0  # how much more drone and sonar count then
    narrow: float = 2.5  # bits missing about the enemy, below which it can be fought
    seen_cells: int = 6  # when the enemy must think us on no more cells than this, it is time to vanish
    urgent: float = 2.0  # how much more the torpedo or the stealth counts then


class TrackerTraits(NamedTuple):
    """How the radio operator weighs what a submarine may have done; bench/README.md judges that by surprise."""

    habit: tuple[float, ...] = (0.1, 0.6, 1.0, 1.2, 1.2)  # how captains like a cell with this many exits
    leeway: float = 0.2  # what weights give up each turn: captains do not sail by chance, so none is to be too sure


class EnemyTraits(NamedTuple):
    """What the captain expects of the enemy."""

    loaded: float = 0.85  # the chance that a torpedo is loaded which could be
    not_loaded: float = 0.1  # and of one that should not be
    holds_fire: float = 1.0  # an enemy that could expect this much damage, and did not fire, was likely out of range
    least_doubt: float = 0.3  # cells in range count less then, but no less than this


class Traits(NamedTuple):
    marks: MarkTraits = MarkTraits()
    needs: NeedTraits = NeedTraits()
    course: CourseTraits = CourseTraits()
    duel: DuelTraits = DuelTraits()
    shot: ShotTraits = ShotTraits()
    helm: HelmTraits = HelmTraits()
    simple_helm: SimpleHelmTraits = SimpleHelmTraits()
    weapons: WeaponTraits = WeaponTraits()
    charging: ChargeTraits = ChargeTraits()
    first_mate: FirstMateTraits = FirstMateTraits()
    tracker: TrackerTraits = TrackerTraits()
    enemy: EnemyTraits = EnemyTraits()


TRAITS = Traits()
