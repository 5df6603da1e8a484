"""A ladder without a website: who is on it, who plays, and what is stored."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from quintain import games
from quintain.core.errors import UnknownPlayer, WrongSeats
from quintain.datastore import Store
from quintain.ranker.ladder import Ladder, shown_name
from quintain.ranker.ratings import NEWCOMER
from quintain.ranker.stored import rerate
from tests.ranker.here import Here

BOT = '''
from quintain.core.bot import Bot


class Mine(Bot):
    """Takes the first."""

    def act(self, turn):
        return turn.legal[0]
'''
CRASHING = BOT.replace("return turn.legal[0]", "raise RuntimeError")


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[Ladder]:
    game = games.load("jaffre")
    options = game.options_from({"target": 11})
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(tmp_path / "ladder.db"))
        yield Ladder(game, options, store, runner)
        runner.run(store.close())


def file(folder: Path, text: str = BOT) -> str:
    path = folder / "mine.py"
    path.write_text(text)
    return str(path)


def names(ladder: Ladder) -> dict[str, str]:
    return {shown_name(place.row.player): place.why for place in ladder.places()}


def test_whole_sets_are_played_stored_and_rated(ladder: Ladder) -> None:
    ladder.add(["beginner", "intermediate", "advanced"])
    stored = [id for batch in ladder.play(11, Here(), seed=1) for id in batch]
    assert len(stored) == len(set(stored)) == 12
    rows = ladder.rows()
    assert sum(row.matches for row in rows) == 24
    assert all(row.sigma < NEWCOMER.sigma for row in rows)
    report = ladder.runner.run(rerate(ladder.store, "jaffre"))
    assert (report.matches, report.mended) == (12, 0)


def test_a_set_is_one_seed_with_the_seats_changed(ladder: Ladder) -> None:
    ladder.add(["beginner", "advanced"])
    [*_] = ladder.play(6, Here(), seed=1)
    found = ladder.runner.run(ladder.store.latest(10))
    seatings = Counter((match.header.split(b'"seed"')[1][:30], match.seats[0].name) for match in found)
    assert len(found) == len(seatings) == 6
    assert len({seed for seed, _ in seatings}) == 3
    assert all(ladder.runner.run(ladder.store.replay(match.id)) for match in found)


def test_each_version_of_a_file_is_a_player_of_its_own(ladder: Ladder, tmp_path: Path) -> None:
    ladder.add([file(tmp_path), "beginner"])
    [*_] = ladder.play(2, Here(), seed=1)
    ladder.add([file(tmp_path, BOT + "# better\n")])
    [old, new] = [row for row in ladder.rows() if "mine.py" in row.player.name]
    assert {old.matches, new.matches} == {0, 2}
    rests = [why for name, why in names(ladder).items() if "mine.py" in name]
    assert sorted(bool(why) for why in rests) == [False, True]
    assert any("add it again" in why for why in rests)


def test_who_crashes_in_every_match_loses_every_match(ladder: Ladder, tmp_path: Path) -> None:
    ladder.add([file(tmp_path, CRASHING), "beginner"])
    [*_] = ladder.play(4, Here(), seed=1)
    first, last = ladder.rows()
    assert (first.player.name, first.matches, last.matches) == ("beginner", 4, 4)
    for match in ladder.runner.run(ladder.store.latest(9)):
        assert [seat.fault for seat in match.seats if seat.fault] == ["crashed"]
    assert last.mu < NEWCOMER.mu < first.mu


def test_a_file_that_is_gone_rests(ladder: Ladder, tmp_path: Path) -> None:
    path = file(tmp_path)
    ladder.add([path, "beginner", "advanced"])
    Path(path).unlink()
    assert any("there is no file" in why for why in names(ladder).values())
    [*_] = ladder.play(2, Here(), seed=1)
    assert [row.matches for row in ladder.rows() if "mine.py" in row.player.name] == [0]


def test_bad_input_is_told_in_words(ladder: Ladder) -> None:
    with pytest.raises(UnknownPlayer, match="no bot 'nobody'"):
        ladder.add(["beginner", "nobody"])
    assert ladder.rows() == []
    ladder.add(["beginner", "beginner"])
    with pytest.raises(WrongSeats, match="1 players can play, and a match takes 2"):
        [*_] = ladder.play(2, Here())
