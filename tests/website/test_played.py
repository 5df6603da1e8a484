"""Played replays: each is played once, whoever asks how often; old ones are shown as far as they can be."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zstandard

from quintain import games
from quintain.core.errors import BadReplay, UnknownFormat, UnknownRules
from quintain.core.game import EVERYTHING, Game, Told
from quintain.core.kernel import PUBLIC
from quintain.core.match import Match
from quintain.core.record import Entry
from quintain.core.replay import Replay
from quintain.website import played as module
from quintain.website.history import encode
from quintain.website.played import SLICE, Played, PlayedReplays, PlayedStep
from quintain.website.replays import account_of, outdated, replay_of, shown
from quintain.website.table import Table
from tests.processes import PATIENCE
from tests.website.sessions import opened, with_arena


def finished(game: Game, seed: int = 1, most: int = 60) -> Replay:
    """So many first choices, and then somebody gives up."""
    match = Match(game, seed=seed)
    while len(match.record) < most and not match.outcome:
        seat = match.position.acting[0]
        match.act(seat, match.position.legal(seat)[-1], float(len(match.record)))
    if not match.outcome:
        match.resign(0, 100.0)
    return Replay.of(match)


def whole(replay: Replay, game: Game) -> Played:
    played = Played(replay, game)
    played.play_on()
    return played


@pytest.mark.parametrize("name", games.names())
def test_a_played_replay_shows_what_playing_it_shows(name: str) -> None:
    game = games.load(name)
    replay = finished(game)
    played = whole(replay, game)
    for eyes in (EVERYTHING, PUBLIC, 0, 1):
        told = 0
        for n, (entry, match) in enumerate(replay.steps(game)):
            (step,) = msgspec.json.decode(encode(played.page(eyes, n, 1, texts=True)))["steps"]
            seen = match.position.seen_by(eyes)
            view, events = game.view(seen, eyes), match.events(eyes, told)
            assert encode(step["view"]) == encode(msgspec.json.decode(encode(view)))
            assert step["text"] == game.text(view)
            assert step["events"] == msgspec.json.decode(encode(events))
            assert step["acting"] == ([] if match.outcome else list(seen.acting))
            assert step["at"] == (entry.at if entry else 0.0)
            told = match.event_count


def test_it_is_played_once_for_all_who_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, replays, plays = games.load("jaffre"), PlayedReplays(), list[int]()
    step = module.packed

    def counted(entry: Entry | None, match: Match, tellings: list[Told]) -> PlayedStep:
        plays.append(len(match.record))
        return step(entry, match, tellings)

    monkeypatch.setattr(module, "packed", counted)

    async def load() -> tuple[Replay, Game]:
        return finished(game), game

    async def look() -> Played:
        played = await replays.get("a", load)
        await replays.play_to(played)
        return played

    async def play() -> None:
        found = await asyncio.gather(*(look() for _ in range(20)))
        assert all(each is found[0] for each in found)
        assert await look() is found[0]
        assert plays == list(range(found[0].last + 1))
        replays.close()

    asyncio.run(play())


def test_the_first_steps_are_there_before_the_last_ones() -> None:
    game, replays = games.load("jaffre"), PlayedReplays()

    async def load() -> tuple[Replay, Game]:
        return finished(game, most=4 * SLICE), game

    async def play() -> None:
        played = await replays.get("a", load)
        assert len(played.steps) == SLICE
        assert played.page(PUBLIC, 0, 3).last == played.last == 4 * SLICE + 1
        await replays.play_to(played, SLICE + 1)
        assert len(played.steps) == 2 * SLICE
        await replays.play_to(played)
        assert len(played.steps) == played.last + 1
        replays.close()

    asyncio.run(play())


def test_a_damaged_end_is_found_each_time() -> None:
    game, replays = games.load("jaffre"), PlayedReplays()

    async def load() -> tuple[Replay, Game]:
        return msgspec.structs.replace(finished(game), outcome=None), game

    async def play() -> None:
        played = await replays.get("a", load)
        for _ in range(2):
            with pytest.raises(BadReplay, match="it ends otherwise"):
                await replays.play_to(played)
        replays.close()

    asyncio.run(play())


def test_no_more_are_kept_than_fit_and_the_last_ones_stay() -> None:
    game = games.load("jaffre")
    size = whole(finished(game), game).size
    replays = PlayedReplays(int(3.5 * size))

    async def load() -> tuple[Replay, Game]:
        return finished(game), game

    async def look(id: str) -> Played:
        played = await replays.get(id, load)
        await replays.play_to(played)
        return await replays.get(id, load)

    async def play() -> None:
        first = await look("0")
        for id in ("1", "2", "0", "3"):
            await look(id)
        assert list(replays._known) == ["2", "0", "3"]
        assert await replays.get("0", load) is first
        replays.most_bytes = 1
        await look("4")
        assert list(replays._known) == ["4"], "one that is larger than all the memory is shown, too"
        replays.close()

    asyncio.run(play())


def test_what_cannot_be_played_is_tried_again_for_the_next_one() -> None:
    replays, game = PlayedReplays(), games.load("jaffre")

    async def fail() -> tuple[Replay, Game]:
        raise UnknownRules("not ours")

    async def load() -> tuple[Replay, Game]:
        return finished(game), game

    async def play() -> None:
        for _ in range(2):
            with pytest.raises(UnknownRules):
                await replays.get("a", fail)
        await replays.get("a", load)
        replays.close()

    asyncio.run(play())


# --- old ones --------------------------------------------------------------------------------------------------------


def given_up(folder: Path) -> str:
    """The id of a finished match in a store."""
    ids = list[str]()

    async def play(table: Table, _: list[object]) -> None:
        assert table.playing
        await table.playing.resign(0)
        async with asyncio.timeout(PATIENCE):
            while table.data.state != "over":
                await asyncio.sleep(0.01)
        ids.append(table.playing.id)

    with_arena(folder, play)
    return ids[0]


def test_a_match_by_other_rules_is_shown_as_it_was_written(tmp_path: Path) -> None:
    id = given_up(tmp_path)

    async def play() -> None:
        arena = await opened(tmp_path)
        try:
            row = await arena.store.match(id)
            assert row
            old = msgspec.structs.replace(row, rules_version=row.rules_version - 1)
            assert outdated(row) is None
            assert outdated(old) == (
                "This match was played under version 1 of the Jaffre rules, and this server has version 2. "
                "The board cannot be drawn, but here is what everybody did."
            )
            assert (await account_of(arena, id)).lines == ("the match is stopped: resigned",)
        finally:
            await arena.close()

    asyncio.run(play())


def test_steps_of_other_rules_and_formats_are_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    id = given_up(tmp_path)

    async def play() -> None:
        arena = await opened(tmp_path)
        try:
            replay, _ = await replay_of(arena, id)
            older = msgspec.structs.replace(replay, rules_version=0).to_bytes()
            magic = zstandard.ZstdCompressor().compress(msgspec.msgpack.encode({"format": 1}))
            for data, error, words in (
                (older, UnknownRules, "this replay needs version 0 of the jaffre rules"),
                (b"quintain replay 1\n" + magic, UnknownFormat, "Quintain reads it only up to version 0.1"),
            ):
                monkeypatch.setattr(arena.store, "replay", stored(data))
                with pytest.raises(error, match=words):
                    await shown(arena, id, EVERYTHING, lambda played: played.index(EVERYTHING))
        finally:
            await arena.close()

    asyncio.run(play())


def stored(data: bytes) -> Callable[[str], Coroutine[Any, Any, bytes | None]]:
    async def replay(id: str) -> bytes | None:
        return data

    return replay
