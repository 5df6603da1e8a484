"""Whose seat it was is kept as it was: no credit for a stand-in's play, and no person is called a bot."""

from quintain import games
from quintain.core.outcome import Ending, Fault, Outcome
from quintain.datastore import bot_player, person_player
from quintain.website.data import Chair
from quintain.website.table import seat_row

JAFFRE = games.load("jaffre")
ANN = person_player("1", "Ann")
SHARK = bot_player("jaffre", JAFFRE.rules_version, "shark")


def test_a_person_a_bot_and_a_bot_that_stands_in() -> None:
    ann = seat_row(JAFFRE, 0, Chair("person", "Ann", person="1"))
    bot = seat_row(JAFFRE, 1, Chair("bot", "Bot 2", player="shark"))
    stood_in = seat_row(JAFFRE, 2, Chair("bot", "Ann", player="shark", person="1"))
    assert (ann.player, ann.stand_in) == (ANN, None)
    assert (bot.player, bot.stand_in, bot.name) == (SHARK, None, "Bot 2")
    assert (stood_in.player, stood_in.stand_in) == (ANN, SHARK)


def test_at_the_end_it_has_what_the_seat_reached() -> None:
    faults = (Fault(0, "Ann", Ending.ABANDONED, mended=True), Fault(1, "shark", Ending.RESIGNED))
    outcome = Outcome(ending=Ending.RESIGNED, scores=(5, -3), ranks=(1, 2), stopped_by=1, faults=faults)
    chairs = [Chair("person", "Ann", person="1"), Chair("bot", "Bot 2", player="shark")]
    first, second = (seat_row(JAFFRE, seat, chair, outcome) for seat, chair in enumerate(chairs))
    assert (first.rank, first.score, first.fault) == (1, 5, None)
    assert (second.rank, second.score, second.fault) == (2, -3, "resigned")
