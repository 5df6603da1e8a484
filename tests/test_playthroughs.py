"""Golden matches: one that a person can read in each game's folder, and the digests of many more.

The transcript holds its own actions: the test plays them again and must write the same transcript, byte for byte, so it
does not change when a bot gets better. `UPDATE=1 pytest tests/test_playthroughs.py` writes both files anew; one that is
not there yet is played by the game's strongest bot. If a file changes because matches play otherwise, and not
only because they are told in other words, the rules need a new version.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintain import games
from quintain.arbiter.actors import InProcess, bot_rng
from quintain.arbiter.loop import play
from quintain.arbiter.players import named_bot, strongest
from quintain.core.game import EVERYBODY, EVERYTHING, Game, Told
from quintain.core.match import Match
from quintain.core.outcome import Outcome
from quintain.core.position import members
from quintain.core.record import Acted, Said
from quintain.ranker.pairing import seated
from tests.digest import digest

UPDATE = bool(os.environ.get("UPDATE"))
SEED = 41
DIGESTS = 24

everywhere = pytest.mark.parametrize("game", [games.load(name) for name in games.names()], ids=games.names())


def folder(game: Game) -> Path:
    return Path(games.__path__[0]) / game.name


# --- writing a transcript


def transcript(match: Match) -> str:
    """A finished match as lines of text."""
    first = Match(match.game, match.options, match.seed)
    options = msgspec.json.encode(match.options).decode()
    head = [f"game {match.game.name}, rules version {match.game.rules_version}", f"seed {match.seed}"]
    opening = map(told, match.game.opening(first.position))
    lines = [*head, f"options {options}", "", first.position.text(EVERYTHING), "", *opening]
    for entry in match.record:
        if not isinstance(entry, Said):  # talk changes nothing
            assert isinstance(entry, Acted)
            for action in entry.actions:
                lines += step(first, entry.seat, action)
    assert match.outcome is not None
    return "\n".join([*lines, "", match.position.text(EVERYTHING), "", *ending(match.outcome)]) + "\n"


def step(match: Match, seat: int, action: Any) -> list[str]:
    """What a seat does, and what comes of it beyond the action itself."""
    before = match.position
    match.act(seat, action)
    news = match.game.events(before, match.position, seat, action)
    lines = [f"seat {seat}: {action}", *(told(one) for one in news if not repeats(one.event, seat, action))]
    scored = match.position.scores() != before.scores()
    return [*lines, "", f"scores {words(match.position.scores())}", ""] if scored else lines


def repeats(event: Any, seat: int, action: Any) -> bool:
    """Is this event nothing but the action in other words?"""
    fields = {**msgspec.to_builtins(action), "seat": seat}
    return {**msgspec.to_builtins(event), "type": None} == {**fields, "type": None}


def told(one: Told) -> str:
    if one.audience == EVERYBODY:
        return f"    {words(one.event)}"
    seats = members(one.audience)
    who = f"seat {seats[0]} is" if len(seats) == 1 else f"seats {', '.join(map(str, seats))} are"
    return f"    {who} told: {words(one.event)}"


def words(thing: Any) -> str:
    """A thing in its own words if it has any, or field by field."""
    if isinstance(thing, msgspec.Struct) and "__str__" not in vars(type(thing)):
        return ", ".join(f"{name} {words(getattr(thing, name))}" for name in thing.__struct_fields__)
    return " ".join(map(words, thing)) if isinstance(thing, tuple) else str(thing)


def ending(outcome: Outcome) -> Iterator[str]:
    yield f"ending {outcome.ending}"
    yield f"scores {words(outcome.scores)}"
    yield f"ranks {words(outcome.ranks)}"


# --- reading it


def replayed(game: Game, text: str) -> Match:
    """The match of a transcript, played again by the actions that stand in it."""
    seed, options = re.search(r"^seed (\d+)$", text, re.MULTILINE), re.search(r"^options (.+)$", text, re.MULTILINE)
    assert seed, "the transcript has no seed"
    assert options, "the transcript has no options"
    match = Match(game, game.options_from(msgspec.json.decode(options[1])), int(seed[1]))
    for seat, notation in re.findall(r"^seat (\d+): (.+)$", text, re.MULTILINE):
        match.act(int(seat), game.parse(notation))
    return match


def fresh(game: Game) -> Match:
    """A match of the game's strongest bot against itself."""
    match = Match(game, seed=SEED)
    players = seated([named_bot(game, strongest(game))], match.seats)
    play(match, [InProcess(each.bot(), bot_rng(SEED, seat)) for seat, each in enumerate(players)])
    return match


# --- the tests


@everywhere
def test_the_transcript_is_played_again_byte_for_byte(game: Game) -> None:
    path = folder(game) / "playthrough.txt"
    if UPDATE:
        path.write_text(transcript(replayed(game, path.read_text()) if path.exists() else fresh(game)))
    golden = path.read_text()
    assert golden.startswith(f"game {game.name}, rules version {game.rules_version}\n")
    assert transcript(replayed(game, golden)) == golden


@everywhere
def test_random_matches_have_the_digests_on_file(game: Game) -> None:
    """Of every position, what each seat sees and imagines there, every event and the outcome."""
    path = folder(game) / "playthroughs.txt"
    lines = [f"rules version {game.rules_version}", *(f"{seed} {digest(game, seed)}" for seed in range(DIGESTS))]
    if UPDATE:
        path.write_text("\n".join(lines) + "\n")
    assert path.read_text().splitlines() == lines
