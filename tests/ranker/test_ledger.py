"""The file of results: cut, edited, mixed up, in use by somebody else."""

from pathlib import Path

import msgspec
import pytest

from quintain.core.errors import BadResults
from quintain.ranker.jobs import Pace
from quintain.ranker.ledger import FILE, Entry, Ledger, read
from quintain.ranker.tournament import Schedule, Tournament
from tests.ranker.results import a_result
from tests.ranker.test_tournament import a_tournament


def entries_of(tournament: Tournament) -> list[Entry]:
    schedule = Schedule(tournament)
    return [
        Entry(
            result=a_result(job.players, (1, 2, 1, 2), schedule.teams, seed=job.seed, id=job.id),
            actions=7,
            paces=(Pace(2, 0.5, 0.25),) * 4,
            at=float(number),
        )
        for number, job in enumerate(schedule.jobs({}))
    ]


def a_file(folder: Path, tournament: Tournament | None = None) -> Path:
    """A finished tournament."""
    tournament = tournament or a_tournament()
    ledger = Ledger.create(folder, tournament)
    ledger.append(entries_of(tournament)[:2])
    ledger.append(entries_of(tournament)[2:])
    ledger.close()
    return folder / FILE


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    tournament, entries, whole = read(path)
    assert tournament == a_tournament()
    assert entries == entries_of(tournament)
    assert whole == path.stat().st_size


def test_the_same_match_is_kept_once(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    before = path.read_bytes()
    ledger = Ledger.resume(tmp_path)
    other = msgspec.structs.replace(entries_of(a_tournament())[0], actions=99)
    ledger.append([other, other])
    ledger.close()
    assert path.read_bytes() == before


def test_cut_anywhere_in_its_last_line_the_file_loses_that_match_alone(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    data = path.read_bytes()
    begin = data[:-1].rfind(b"\n") + 1
    for end in range(begin, len(data)):
        path.write_bytes(data[:end])
        ledger = Ledger.resume(tmp_path)
        assert len(ledger.entries) == 5
        ledger.append(entries_of(ledger.tournament))
        ledger.close()
        assert path.read_bytes() == data


def test_zeros_that_a_power_cut_left_at_the_end_are_dropped(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data + bytes(500))
    ledger = Ledger.resume(tmp_path)
    assert len(ledger.entries) == 6
    ledger.close()
    assert path.read_bytes() == data


def test_whatever_is_edited_is_refused_with_its_line(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        for place in range(0, len(line) - 1, 7):
            changed = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
            path.write_bytes(b"".join([*lines[: number - 1], changed, *lines[number:]]))
            with pytest.raises(BadResults, match=rf"matches.jsonl line {number}: .*"):
                Ledger.resume(tmp_path)
    path.write_bytes(lines[0] + lines[1].replace(b'"ranks":[1,2', b'"ranks":[2,1') + lines[2])
    with pytest.raises(BadResults, match="line 2: it was edited"):
        Ledger.resume(tmp_path)


def test_a_line_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path, other = a_file(tmp_path / "one"), a_file(tmp_path / "other", a_tournament(seed="5"))
    with path.open("ab") as file:
        file.write(other.read_bytes().splitlines(keepends=True)[1])
    with pytest.raises(BadResults, match="line 8: this match is of another tournament"):
        Ledger.resume(tmp_path / "one")


def test_a_line_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data + data.splitlines(keepends=True)[3])
    ledger = Ledger.resume(tmp_path)
    assert len(ledger.entries) == 6
    ledger.close()


@pytest.mark.parametrize("text", ["", '{"written":1,', "hello\n", '{"a":1}\n', "\n\n"])
def test_a_file_that_does_not_begin_like_a_tournament_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(BadResults, match=r"begin anew|line 1"):
        Ledger.resume(tmp_path)


def test_nothing_there_or_something_there_already(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="there is no tournament in"):
        Ledger.resume(tmp_path)
    a_file(tmp_path)
    with pytest.raises(BadResults, match="--resume"):
        Ledger.create(tmp_path, a_tournament())


def test_two_cannot_play_the_same_tournament(tmp_path: Path) -> None:
    a_file(tmp_path)
    ledger = Ledger.resume(tmp_path)
    with pytest.raises(BadResults, match="another process is playing"):
        Ledger.resume(tmp_path)
    ledger.close()
    Ledger.resume(tmp_path).close()
    new = Ledger.create(tmp_path / "new", a_tournament())
    with pytest.raises(BadResults, match="another process is playing"):
        Ledger.resume(tmp_path / "new")
    new.close()


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadResults, match="cannot write"):
        Ledger.create(tmp_path / "file", a_tournament())
