"""How well and in what manner a veteran crew plays: levels and profiles, as numbers.

Levels are set so that each beats the one below, and profiles so that none is far behind `balanced`: both are judged by
`bench/strength.py --only admiral`, and `bench/tune_admiral.py` measures a single number again (`level.drop 0.1 0.5 1`).
"""

from typing import Literal, NamedTuple

from quintain.games.admiral.bots.captain import sonar_answer
from quintain.games.admiral.bots.enemy.what_reports_tell import TrackerLevel
from quintain.games.admiral.bots.traits import TRAITS, Traits

LevelName = Literal["novice", "easy", "normal", "hard", "expert", "adaptive"]
ProfileName = Literal["balanced", "aggressive", "defensive", "minelayer", "ghost", "hunter"]


class Level(NamedTuple):
    """What a crew is capable of."""

    tracker: TrackerLevel
    self_tracker: TrackerLevel | None  # what the enemy can know of us; None: nobody thinks of it
    plan: int  # courses that the captain and the engineer plan together; 0: the captain looks at open water alone
    surfaces: bool  # before it must
    aims: bool  # at what hurts most on average, not at the likeliest cell
    mines: bool
    drop: float  # what a mine must promise, as a share of what the profile asks
    sonar: bool
    vanishes: bool  # by stealth, so that the enemy loses it; lower levels only flee from dead ends
    late: int  # it thinks of vanishing when the enemy has this many cells fewer left than the profile says
    lies: int
    secrecy: float  # points of hull that a bit of knowledge about us is worth when firing
    runs: bool  # plans its turns in a row together, and reads what the enemy's engine room cannot do
    duels: bool  # expects good answers from the enemy
    priorities: bool  # the captain says what to charge first
    blunders: float  # the chance to do anything that is legal and does no damage


LEVELS = {
    "easy": Level(
        tracker="cells",
        self_tracker=None,
        plan=0,
        surfaces=False,
        aims=False,
        mines=False,
        drop=1.0,
        sonar=False,
        vanishes=False,
        late=0,
        lies=sonar_answer.RANDOM,
        secrecy=0.0,
        runs=False,
        duels=False,
        priorities=False,
        blunders=0.15,
    ),
    "normal": Level(
        tracker="exact",
        self_tracker="exact",
        plan=0,
        surfaces=True,
        aims=True,
        mines=False,
        drop=1.0,
        sonar=False,
        vanishes=False,
        late=0,
        lies=sonar_answer.COUNT,
        secrecy=0.0,
        runs=False,
        duels=False,
        priorities=True,
        blunders=0.05,
    ),
    "hard": Level(
        tracker="weighted",
        self_tracker="weighted",
        plan=3,
        surfaces=True,
        aims=True,
        mines=True,
        drop=1.0,
        sonar=True,
        vanishes=True,
        late=3,
        lies=sonar_answer.BITS,
        secrecy=0.05,
        runs=False,
        duels=False,
        priorities=True,
        blunders=0.04,
    ),
    "expert": Level(
        tracker="full",
        self_tracker="weighted",
        plan=6,
        surfaces=True,
        aims=True,
        mines=True,
        drop=0.1,
        sonar=True,
        vanishes=True,
        late=0,
        lies=sonar_answer.HITS,
        secrecy=0.05,
        runs=True,
        duels=True,
        priorities=True,
        blunders=0.0,
    ),
}


class Profile(NamedTuple):
    """What a crew likes; it changes weights, never the rules of safety."""

    threshold: float  # what a torpedo must promise
    charge: tuple[float, float, float, float, float]  # torpedo, mine, sonar, drone, stealth
    surfacing: float  # points of hull by which it likes to surface
    pull: float  # points of hull for each cell nearer to the enemy, when it hunts
    shyness: float  # and for each cell farther away, when it does not
    seen_cells: int  # it vanishes when the enemy must think it on no more cells than this
    drop: float  # what a mine must promise
    trigger: float  # and what it must promise to be triggered
    straits: float  # how much more a mine is worth in a strait
    caution: float  # how much danger counts


BALANCED = Profile(
    threshold=0.8,
    charge=(1.0, 1.0, 1.0, 1.0, 1.0),
    surfacing=0.0,
    pull=0.02,
    shyness=0.0,
    seen_cells=4,
    drop=0.25,
    trigger=0.6,
    straits=1.25,
    caution=1.0,
)

PROFILES: dict[ProfileName, Profile] = {
    "balanced": BALANCED,
    "aggressive": BALANCED._replace(
        threshold=0.45,
        charge=(1.3, 0.8, 0.8, 1.2, 0.8),
        surfacing=-0.2,
        pull=0.04,
        seen_cells=2,
        drop=0.4,
        caution=0.8,
    ),
    "defensive": BALANCED._replace(
        threshold=0.9,
        charge=(1.0, 0.9, 1.05, 0.9, 1.15),
        surfacing=0.05,
        pull=0.015,
        shyness=0.015,
        seen_cells=8,
        caution=1.15,
    ),
    "minelayer": BALANCED._replace(
        threshold=0.9,
        charge=(1.1, 1.6, 0.9, 0.9, 0.9),
        drop=0.12,
        trigger=0.45,
        straits=1.6,
    ),
    "ghost": BALANCED._replace(
        threshold=0.9,
        charge=(1.0, 0.4, 0.8, 1.1, 1.2),
        pull=0.015,
        shyness=0.005,
        seen_cells=12,
        drop=9.0,
    ),
    "hunter": BALANCED._replace(
        threshold=0.6,
        charge=(1.1, 0.6, 1.3, 1.4, 0.9),
        surfacing=-0.1,
        pull=0.03,
        seen_cells=3,
        drop=0.5,
        caution=0.9,
    ),
}


class Manner(NamedTuple):
    """All that tells one crew from another."""

    level: Level
    profile: Profile
    traits: Traits = TRAITS
