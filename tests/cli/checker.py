"""An independent checker of a tournament's folder: it reads the file by itself and trusts nobody."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """All lines but the first."""
    text = (folder / "matches.jsonl").read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()[1:]]


def check_round_robin(folder: Path, players: list[str], matches: int) -> None:
    """Every two have met so often, half of it on either side, no match is there twice, and each has its replay."""
    results = [line["result"] for line in lines_of(folder)]
    ids = [result["id"] for result in results]
    assert len(set(ids)) == len(ids)
    seatings = Counter(tuple(dict.fromkeys(result["players"])) for result in results)
    pairs = {pair for two in combinations(players, 2) for pair in (two, two[::-1])}
    assert seatings == dict.fromkeys(pairs, matches // 2)
    seeds = Counter(result["seed"] for result in results)
    assert set(seeds.values()) == {2}
    assert {path.stem for path in (folder / "replays").iterdir()} == set(ids)
    told = json.loads((folder / "standings.json").read_text())
    assert told["finished"]
    assert told["standings"]["matches"] == len(ids)
    won = Counter[str]()
    for result in results:
        won.update({result["players"][result["ranks"].index(1)]})
    assert {line["player"]: line["meeting"]["wins"] for line in told["standings"]["lines"]} == {
        player: won[player] for player in players
    }
