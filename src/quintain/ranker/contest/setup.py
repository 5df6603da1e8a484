"""What a game's ladder looks like: the house bots on it, the options of its matches, clocks and what faults lead to."""

from functools import cache
from importlib import import_module

import msgspec
from msgspec.structs import replace

from quintain.arbiter.players import bots_of
from quintain.core.clock import TimeControl
from quintain.core.game import Contest, Game, League
from quintain.core.match import STOP, FaultRule
from quintain.datastore import PlayerRow, bot_player
from quintain.ranker.pairing import rotations

LEAGUES = ("Novice", "Squire", "Knight", "Champion")
CHANCE = "chance"  # plays every game
INCREMENT = 0.05  # seconds that a program gets back with each decision


@cache
def contest_of(game: Game) -> Contest:
    """As the game says, and where it says nothing, as its own bots and levels are."""
    stated = game.page.contest
    house = stated.house or (CHANCE, *own_bots(game))
    return replace(stated, house=house, light=stated.light or house, leagues=stated.leagues or by_levels(game))


def own_bots(game: Game) -> list[str]:
    """The weakest first."""
    found = bots_of(import_module(f"quintain.games.{game.name}.bots"))
    return sorted(found, key=lambda name: found[name].strength)


def by_levels(game: Game) -> tuple[League, ...]:
    levels = game.page.levels
    bosses = dict.fromkeys(filter(None, (levels.easy, levels.medium, levels.hard)))
    return (League(LEAGUES[0]), *(League(name, boss) for name, boss in zip(LEAGUES[1:], bosses, strict=False)))


def house_players(game: Game) -> list[PlayerRow]:
    """Who is on the ladder from the first start: all house bots, and bosses in any case."""
    contest = contest_of(game)
    names = dict.fromkeys([*contest.house, *(league.boss for league in contest.leagues if league.boss)])
    return [bot_player(game.name, game.rules_version, name) for name in names]


def light_ids(game: Game) -> set[str]:
    """The house players that are quick even while the game is interpreted."""
    return {bot_player(game.name, game.rules_version, name).id for name in contest_of(game).light}


def options_of(game: Game) -> bytes:
    return msgspec.json.encode(game.options_from(contest_of(game).options))


def control_of(game: Game) -> TimeControl:
    """What programs have; bots of the house are not timed, for their settings say how much they think."""
    contest = contest_of(game)
    return TimeControl(bank=contest.bank, increment=INCREMENT, limit=contest.decision)


def faults_of(game: Game, options: bytes) -> FaultRule:
    """Among two sides a fault ends the match; among more a house bot plays on, and only who failed is charged."""
    seats = game.seating(game.options_from(msgspec.json.decode(options)))
    if rotations(seats) <= 2:
        return STOP
    return FaultRule(stand_in=game.page.levels.medium or CHANCE)
