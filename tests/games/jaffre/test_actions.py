"""How actions of Jaffre are written and read."""

import pytest

from quintain.core.errors import BadNotation
from quintain.games.jaffre.actions import CARD, Action, Bet, Play, Skip, parse
from tests.games.jaffre.tables import GAME, cards


@pytest.mark.parametrize(
    ("notation", "action"),
    [
        ("skip", Skip()),
        ("pass", Skip()),
        (" Skip ", Skip()),
        ("bet 9", Bet(9)),
        ("9", Bet(9)),
        ("bet 12 without trump", Bet(12, without_trump=True)),
        ("12nt", Bet(12, without_trump=True)),
        ("bet 7 nt", Bet(7, without_trump=True)),
        ("play R7", Play(cards("R7")[0])),
        ("r7", Play(cards("R7")[0])),
        ("PLAY n0", Play(cards("N0")[0])),
    ],
)
def test_what_people_write_is_understood(notation: str, action: Action) -> None:
    assert parse(notation) == action


@pytest.mark.parametrize(
    "text", ["", " ", "bet", "play", "bet 6", "bet 13", "R8", "X1", "bet R7", "play 9", "7 7", "ñ"]
)
def test_what_is_no_action_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadNotation, match="write 'bet 9'"):
        parse(text)


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({str(card) for card in CARD}) == 32


def test_a_card_in_json_reads_like_one() -> None:
    action = GAME.action_from_json('{"type":"play","card":{"color":"brown","value":0}}')
    assert action == Play(cards("N0")[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R7", "not JSON"),
        ("", "not JSON"),
        ("[]", "not an action of Jaffre"),
        ("{}", "not an action of Jaffre"),
        ('{"type":"fold"}', "fold"),
        ('{"type":"bet","amount":13}', "amount"),
        ('{"type":"bet"}', "amount"),
        ('{"type":"play","card":{"color":"purple","value":3}}', "color"),
        ('{"type":"play","card":"R7"}', "card"),
    ],
)
def test_json_that_is_no_action_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        GAME.action_from_json(text)
