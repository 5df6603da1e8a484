"""Whole tournaments: in every format, with players who fail, and told without a word too many."""

from pathlib import Path

import pytest

from quintain.ranker import plots
from quintain.ranker.formats import FORMATS
from quintain.ranker.ledger import Ledger
from quintain.ranker.report import page
from quintain.ranker.runner import Runner
from quintain.ranker.summary import Summary, order_of, summarised
from tests.ranker.here import Here
from tests.ranker.test_tournament import a_tournament

CRASHES = '''
"""A bot that always fails."""
from quintain.core.bot import Bot


class Crashes(Bot):
    """Fails."""

    def act(self, turn):
        raise RuntimeError("<script>alert(1)</script> oh no")
'''


def held(folder: Path, *players: str, **changes: object) -> Summary:
    """A tournament from its beginning to its end."""
    ledger = Ledger.create(folder / "out", a_tournament(*players, **changes))
    runner = Runner(ledger, Here())
    expected = runner.expected()
    assert [*runner.play()]
    ledger.close()
    if changes.get("format") != "knockout":
        assert expected == len(runner.results)
    return summarised(runner.schedule, [*ledger.entries.values()])


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_copes_with_an_odd_number_of_players_most_of_whom_always_fail(form: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(CRASHES)
    (tmp_path / "<b>.py").write_text(CRASHES)
    failing = [str(tmp_path / "bot.py"), str(tmp_path / "<b>.py")]
    rounds = FORMATS[form].rounds(3, 2)
    summary = held(tmp_path, *failing, "beginner", format=form, rounds=rounds, options={"target": "8"})
    assert summary.finished
    if form != "gauntlet":
        assert summary.placing["beginner"] == 1
    assert all("crashed" in ending or ending == "normal" for ending in summary.endings)
    assert set(summary.faults) == set(failing)
    text = page(summary).decode()
    assert "oh no" in text
    assert "<script" not in text
    assert "<b>" not in text
    assert summary.as_json()


def test_four_players_at_tables_of_three_and_all_kinds_of_pictures(tmp_path: Path) -> None:
    players, options = ("dumb", "stingy", "generous", "basic"), {"players": "3", "rounds": "1"}
    summary = held(tmp_path, *players, game="rummy", options=options, matches=1)
    assert summary.finished
    assert set(summary.placing) == {"dumb", "stingy", "generous", "basic"}
    assert {kind for kind in ("png", "svg", "pdf") if plots.to_bytes(plots.tournament(summary), kind)} == {
        "png",
        "svg",
        "pdf",
    }


def test_what_is_told_does_not_depend_on_the_order_of_the_results(tmp_path: Path) -> None:
    ledger = Ledger.create(tmp_path, a_tournament("beginner", "chance", "advanced", options={"target": "8"}, matches=6))
    runner = Runner(ledger, Here())
    assert [*runner.play()]
    ledger.close()
    entries = [*ledger.entries.values()]
    forwards, backwards = (summarised(runner.schedule, order) for order in (entries, entries[::-1]))
    assert forwards.standings == backwards.standings
    assert forwards.placing == backwards.placing
    assert forwards.as_json() == backwards.as_json()
    assert min(order_of(entry.result) for entry in entries) == (0, 0, 0, 0)


def test_an_interrupted_tournament_keeps_what_is_in_and_plays_the_rest_later(tmp_path: Path) -> None:
    tournament = a_tournament("beginner", "advanced", options={"target": "8"}, matches=12)
    ledger, kept = Ledger.create(tmp_path, tournament), []
    while True:
        runner = Runner(ledger, Here())
        playing = runner.play()
        if next(playing, None) is None:
            break
        with pytest.raises(KeyboardInterrupt):
            playing.throw(KeyboardInterrupt)
        kept.append(len(ledger.entries))
        ledger.close()
        ledger = Ledger.resume(tmp_path)
    ledger.close()
    assert len(kept) > 2
    assert kept == sorted(set(kept))
    assert kept[-1] == 12
