"""How well and in what manner a veteran crew plays: levels and profiles, as numbers."""

from typing import Literal, NamedTuple

from quintain.games.admiral.bots.captain import sonar_answer

LevelName = Literal["novice", "easy", "normal", "hard", "expert", "adaptive"]
ProfileName = Literal["balanced", "aggressive", "defensive", "minelayer", "ghost", "hunter"]
TrackerLevel = Literal["none", "cells", "exact", "weighted", "full"]


class Level(NamedTuple):
    """What a crew is able to."""

    name: str
    tracker: TrackerLevel
    self_tracker: TrackerLevel | None  # what the enemy can know of us; None: nobody thinks of it
    plan: int  # courses that the captain and the engineer plan together; 0: the captain looks at room alone
    surfaces: bool  # before it must
    aims: bool  # at what hurts most on average, not at the likeliest cell
    mines: bool
    drop: float  # what a mine must promise, as a share of what the profile asks
    sonar: bool
    vanishes: bool  # by stealth, so that the enemy loses it; lower levels only flee from dead ends
    late: int  # it thinks of vanishing when the enemy has so many cells fewer left than the profile says
    lies: int
    secrecy: float  # points of hull that a bit of knowledge about us is worth when firing
    runs: bool  # plans its turns in a row together, and reads what the enemy's engine room cannot do
    duels: bool  # expects good answers of the enemy
    blunders: float  # chance to do anything that is legal and does no damage


LEVELS = {
    "easy": Level(
        name="easy",
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
        blunders=0.15,
    ),
    "normal": Level(
        name="normal",
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
        blunders=0.05,
    ),
    "hard": Level(
        name="hard",
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
        blunders=0.04,
    ),
    "expert": Level(
        name="expert",
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
        blunders=0.0,
    ),
}


class Profile(NamedTuple):
    """What a crew likes; it changes weights, never the rules of safety."""

    name: str
    threshold: float  # a torpedo must promise so much
    charge: tuple[float, float, float, float, float]  # torpedo, mine, sonar, drone, stealth
    surfacing: float  # points of hull by which it likes to surface
    pull: float  # points of hull for each cell nearer to the enemy, when it hunts
    shyness: float  # and for each cell farther away, when it does not
    seen_cells: int  # so few that the enemy must think it on are a reason to vanish
    drop: float  # a mine must promise so much
    trigger: float  # and to be triggered so much
    straits: float  # how much more a mine is worth in a strait
    caution: float  # how much danger counts


PROFILES: dict[ProfileName, Profile] = {
    "balanced": Profile("balanced", 0.8, (1.0, 1.0, 1.0, 1.0, 1.0), 0.0, 0.02, 0.0, 4, 0.25, 0.6, 1.25, 1.0),
    "aggressive": Profile("aggressive", 0.45, (1.3, 0.8, 0.8, 1.2, 0.8), -0.2, 0.04, 0.0, 2, 0.4, 0.6, 1.25, 0.8),
    "defensive": Profile("defensive", 0.9, (1.0, 0.9, 1.05, 0.9, 1.15), 0.05, 0.015, 0.015, 8, 0.25, 0.6, 1.25, 1.15),
    "minelayer": Profile("minelayer", 0.9, (1.1, 1.6, 0.9, 0.9, 0.9), 0.0, 0.02, 0.0, 4, 0.12, 0.45, 1.6, 1.0),
    "ghost": Profile("ghost", 0.9, (1.0, 0.4, 0.8, 1.1, 1.2), 0.0, 0.015, 0.005, 12, 9.0, 0.6, 1.25, 1.0),
    "hunter": Profile("hunter", 0.6, (1.1, 0.6, 1.3, 1.4, 0.9), -0.1, 0.03, 0.0, 3, 0.5, 0.6, 1.25, 0.9),
}
