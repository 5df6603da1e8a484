"""Sage2: futures of planets, attacks that arrive together, help in time, unseen fleets, and words for teammates."""

import pytest

from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import named_bot
from quintain.core.bot import Bot
from quintain.core.errors import BadSetting
from quintain.core.match import Match
from quintain.core.position import Position
from quintain.core.record import Candidates
from quintain.games.planets.actions import Done, Launch
from quintain.games.planets.bots.decisions import SIDE
from quintain.games.planets.bots.ghosts import Ghost, Ghosts
from quintain.games.planets.bots.neighbourhood import LAYOUT, neighbourhood
from quintain.games.planets.bots.outlook import FOE, ME, NOBODY, outlook_of, ships_to_hold
from quintain.games.planets.bots.radio import ATTACK, CLAIM, HELP, Word, heard, spoken
from quintain.games.planets.bots.sage2 import Sage2, charted, sides_of
from quintain.games.planets.options import Options
from tests.games.planets.skies import GAME, answer, message_of, orders, sky, turn_of


class Future:
    """What becomes of the planets, as player 1 sees them."""

    def __init__(self, position: Position) -> None:
        self.record = position.record.copy()
        self.state = self.record.view(LAYOUT)[0]
        side = sides_of(position.state, 1, 0b10, True)[1].view(SIDE)[0]
        self.outlook = outlook_of(self.state, side, charted(self.record))

    def of(self, planet: int, turns: int) -> tuple[int, int]:
        return int(self.outlook.whose[planet - 1, turns]), int(self.outlook.many[planet - 1, turns])

    def needed(self, planet: int, turns: int) -> int:
        return int(ships_to_hold(self.state, planet - 1, turns, self.outlook))


PAIR = "1 0 0 1 1 10, 2 3 4 1 2 4"


# --- futures


@pytest.mark.parametrize("profile", ["team", "google"])
def test_futures_are_what_the_rules_make_of_the_fleets(profile: str) -> None:
    """All planets of a position with fleets of both sides, for as long as the fleets fly."""
    fleets = ((1, 1, 2, 9, 3), (2, 2, 1, 14, 2), (1, 1, 3, 3, 4), (2, 2, 3, 2, 4))
    position = sky(f"{PAIR}, 3 3 0 2 0 1, 4 9 9 1 1 1, 5 8 8 1 2 1", fleets=fleets, profile=profile)
    future = Future(position)
    for turns in range(1, 6):
        position = passed(position)
        for planet in range(1, 6):
            owner = {0: NOBODY, 1: ME, 2: FOE}[position.state.owners[planet - 1]]
            assert future.of(planet, turns) == (owner, position.state.ships[planet - 1])


def passed(position: Position) -> Position:
    for seat in position.acting:
        position = position.play(seat, Done(), bot_rng(0, 0))
    return position


def test_the_ships_needed_are_just_enough() -> None:
    future = Future(sky(PAIR))
    assert future.needed(2, 5) == 4 + 4 + 1  # what grows before the fifth turn's battle
    assert Future(sky(PAIR, profile="google")).needed(2, 5) == 4 + 5 + 1
    assert future.needed(1, 5) == 0


def test_fleets_in_flight_count() -> None:
    assert Future(sky(PAIR, fleets=((1, 1, 2, 6, 5),))).needed(2, 5) == 9 - 6


def test_a_planet_is_to_be_held_against_what_lands_later() -> None:
    attacked = sky(f"{PAIR}, 3 3 0 1 0 4", fleets=((2, 2, 3, 20, 6),), profile="google")
    assert Future(attacked).needed(3, 3) == 5 + 20 - 1 - 3  # four are lost to the neutrals, three grow


# --- plans


def test_several_planets_strike_together_where_none_could_alone() -> None:
    """Player 2's planet will have 12 ships to fight with; neither 6 nor 12 are enough."""
    line = "1 0 0 1 1 6, 2 4 0 1 2 9, 3 8 0 1 1 12, 4 90 0 1 2 1"
    struck = orders(answer(Sage2(budget=0), sky(line, seats=2)))
    assert {order[:2] for order in struck} == {(1, 2), (3, 2)}
    assert sum(ships for _, _, ships in struck) == 13


def test_the_nearer_planet_waits_for_the_farther_one() -> None:
    line = "1 0 0 1 1 6, 2 2 0 1 2 9, 3 10 0 1 1 12, 4 90 0 1 2 1"
    assert [order[:2] for order in orders(answer(Sage2(budget=0), sky(line, seats=2)))] == [(3, 2)]


def test_it_attacks_with_overwhelming_force() -> None:
    """The documented one may refuse to, as ships in flight count for nothing there."""
    line = "1 0 0 1 1 200, 2 6 0 1 2 9, 3 2 0 1 1 150"
    assert {target for _, target, _ in orders(answer(Sage2(budget=0.02), sky(line, seats=2)))} >= {2}


def test_help_comes_in_time() -> None:
    """Planet 2 falls to 20 ships; planet 1 is three turns away, and sends what is missing not before it must."""
    line = "1 0 0 1 1 30, 2 3 0 1 1 5, 3 -40 0 1 2 3"
    assert orders(answer(Sage2(budget=0), sky(line, fleets=((2, 3, 2, 20, 3),), profile="google"))) == [
        (1, 2, 20 - 5 - 3)
    ]
    assert orders(answer(Sage2(budget=0), sky(line, fleets=((2, 3, 2, 20, 4),), profile="google"))) == []


def test_a_planet_under_attack_keeps_what_it_needs() -> None:
    line = "1 0 0 1 1 10, 2 3 0 5 0 2, 3 20 0 1 2 3"
    free = orders(answer(Sage2(budget=0), sky(line, profile="google")))
    held = orders(answer(Sage2(budget=0), sky(line, fleets=((2, 3, 1, 14, 5),), profile="google")))
    assert sum(ships for source, _, ships in free if source == 1) >= 3
    assert held == []


def test_it_leaves_neutral_planets_at_the_foes_door() -> None:
    line = "1 0 0 1 1 50, 2 20 0 5 0 1, 3 22 0 1 2 50"
    assert orders(answer(Sage2(budget=0), sky(line, profile="google"))) == []


# --- what is not seen


def watched(*views: str, fleets: tuple[tuple[int, int, int, int, int], ...] = ()) -> list[Ghost]:
    ghosts = Ghosts()
    found: list[Ghost] = []
    for turn, line in enumerate(views):
        position = sky(line, turn=turn, fleets=fleets if turn == 0 else ())
        found = ghosts.watch(position.state, neighbourhood(position.record).ways, 1, 0b10)
    return found


def test_ships_that_left_a_planet_are_flying() -> None:
    found = watched("1 0 0 1 1 3, 2 6 0 1 2 20, 3 40 0 1 0 50", "1 0 0 1 1 4, 2 6 0 1 2 9, 3 40 0 1 0 50")
    assert found == [Ghost(owner=2, source=1, destination=0, ships=12, arrival=6)]


def test_what_fell_to_our_own_fleet_is_not_flying() -> None:
    before, after = "1 0 0 1 1 3, 2 6 0 1 2 20, 3 40 0 1 0 50", "1 0 0 1 1 4, 2 6 0 1 2 9, 3 40 0 1 0 50"
    assert watched(before, after, fleets=((1, 1, 2, 12, 1),)) == []


def test_a_quiet_planet_has_sent_nothing() -> None:
    assert watched("1 0 0 1 1 3, 2 6 0 1 2 20", "1 0 0 1 1 4, 2 6 0 1 2 21") == []


def test_it_defends_against_a_fleet_that_it_cannot_see() -> None:
    before, after = "1 0 0 1 1 3, 2 6 0 1 2 20, 3 4 0 1 1 9", "1 0 0 1 1 4, 2 6 0 1 2 9, 3 4 0 1 1 10"
    bot = Sage2(budget=0)
    answer(bot, sky(before))
    turn = turn_of(sky(after, turn=1))
    bot.act(turn)
    assert turn.reason is not None
    assert turn.reason.numbers["unseen"] == 12
    assert "12 unseen" in turn.reason.text


# --- words


@pytest.mark.parametrize("word", [Word(CLAIM, 20, 127, 63), Word(HELP, 1, 0, 0), Word(CLAIM, 7, 42, 9)])
def test_words_come_back_as_they_were_said(word: Word) -> None:
    assert 0 < spoken(word) < 1 << 32
    assert heard(spoken(word)) == word


def test_ids_and_noise_are_no_words() -> None:
    assert all(heard(number) is None for number in range(10_000))
    said = spoken(Word(CLAIM, 7, 42, 9))
    assert all(heard(said ^ 1 << bit) is None for bit in range(32))


def test_turns_beyond_the_longest_are_cut() -> None:
    assert heard(spoken(Word(CLAIM, 3, 5, 400))) == Word(CLAIM, 3, 5, 63)


CORNER = "1 0 0 1 1 8, 2 4 0 1 0 1, 3 0 9 1 2 8, 4 60 60 1 3 4, 5 64 60 1 4 4"


def test_ids_come_first_and_words_when_the_team_is_known() -> None:
    bot = Sage2(budget=0)
    assert message_of(answer(bot, sky(CORNER))) == 1
    assert message_of(answer(bot, sky(CORNER, message=2))) == 2
    said = heard(message_of(answer(bot, sky(CORNER, message=1))) or 0)
    assert said == Word(CLAIM, 1, 1, 4)


def test_a_teammates_claim_is_respected() -> None:
    bot = Sage2(budget=0)
    assert (1, 2) in [order[:2] for order in orders(answer(bot, sky(CORNER)))]
    claimed = sky(CORNER, message=spoken(Word(CLAIM, 2, 1, 6)))
    assert 2 not in [target for _, target, _ in orders(answer(bot, claimed))]


def test_a_teammates_attack_is_not_disturbed() -> None:
    """Two forces of one team that land together would fight each other."""
    line = "1 0 0 1 1 30, 2 0 9 1 2 8, 3 4 0 1 3 4, 4 64 60 1 4 4"
    bot = Sage2(budget=0)
    answer(bot, sky(line))
    alone = orders(answer(bot, sky(line, message=2)))
    told = orders(answer(bot, sky(line, message=spoken(Word(ATTACK, 2, 2, 6)))))
    assert 3 in [target for _, target, _ in alone]
    assert 3 not in [target for _, target, _ in told]


def test_a_call_for_help_makes_the_enemy_beside_it_dearer() -> None:
    line = "1 0 0 1 1 30, 2 0 9 1 2 8, 3 4 9 1 3 4, 4 64 60 1 4 4"
    bot, position = Sage2(budget=0), sky(line, message=spoken(Word(HELP, 2, 1, 6)))
    answer(bot, position)
    worth = bot.worth_of(position.state, 0b110, charted(position.record))
    assert worth[:4].tolist() == [1, 1, 1.5, 1]


def test_who_speaks_our_language_is_a_teammate() -> None:
    bot = Sage2(budget=0)
    answer(bot, sky(CORNER, message=spoken(Word(HELP, 2, 2, 3))))
    assert bot.discovery is not None
    assert bot.discovery.ids == [1, 2]


def test_nobody_who_may_be_a_friend_is_attacked() -> None:
    line = "1 0 0 1 1 80, 2 4 0 1 2 1, 3 0 9 1 3 1, 4 60 60 1 4 4"
    assert orders(answer(Sage2(budget=0), sky(line))) == []


# --- whole matches


def won(names: list[str], options: Options, seed: int) -> tuple[int, ...]:
    bots: list[Bot] = [named_bot(GAME, name).bot() for name in names]
    actors = [InProcess(bot, bot_rng(seed, seat)) for seat, bot in enumerate(bots)]
    outcome = play(Match(GAME, options, seed=seed), actors)
    assert outcome.stopped_by is None, outcome.why
    return outcome.ranks


def test_it_plays_whole_matches_of_teams_with_others() -> None:
    options = Options(players=2, planets=12, turn_limit=60)
    assert won(["sage2:budget=0", "sage:budget=0.001", "sage2:budget=0", "bully_team"], options, 3)


def test_five_against_five_keep_to_the_room_for_fleets() -> None:
    names = ["sage2:budget=0"] * 5 + ["bully_team"] * 5
    assert won(names, Options(players=5, planets=40, turn_limit=60), 1)


def test_it_beats_the_simple_ones_in_the_open() -> None:
    options = Options(profile="google", planets=15)
    assert won(["sage2:budget=0", "bully"], options, 4)[0] == 1
    assert won(["prospector", "sage2:budget=0"], options, 4)[1] == 1


def test_every_turn_is_explained_in_numbers() -> None:
    turn = turn_of(sky(CORNER))
    bot = Sage2(budget=0.02)
    bot.start(GAME, 0)
    actions = bot.act(turn)
    assert turn.reason is not None
    launched = sum(action.ships for action in actions if isinstance(action, Launch))
    assert f"launches {launched} ships" in turn.reason.text
    assert turn.reason.numbers["plans"] >= 1


def test_it_shows_the_launches_of_all_plans_that_it_has_rehearsed() -> None:
    turn, hasty = turn_of(sky(CORNER, profile="google")), turn_of(sky(CORNER, profile="google"))
    actions = Sage2(budget=5).act(turn)
    Sage2(budget=0).act(hasty)
    assert turn.reason
    assert hasty.reason
    (candidates,) = turn.reason.notes
    assert isinstance(candidates, Candidates)
    shown = dict(candidates.choices)
    best = turn.reason.numbers["value"]
    assert all(shown[str(action)] == best for action in actions if isinstance(action, Launch))
    assert list(shown.values()) == sorted(shown.values(), reverse=True)
    assert max(shown.values()) <= best
    assert hasty.reason.notes == ()  # nothing was compared


@pytest.mark.parametrize("budget", [-1, 61])
def test_a_budget_must_make_sense(budget: float) -> None:
    with pytest.raises(BadSetting):
        Sage2(budget=budget)
