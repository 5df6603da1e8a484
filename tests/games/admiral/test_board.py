"""The board draws what the rules know: its print of the engineering board is theirs."""

import re
from importlib import resources

from quintain.games.admiral.rules.engineering import BALANCED, ORIGINAL
from quintain.games.admiral.words import DIRECTIONS

WIRING = resources.files("quintain.games.admiral").joinpath("board/wiring.ts").read_text("utf-8")


def test_the_nodes_have_the_colors_of_the_rules() -> None:
    for name, sections in (("original", ORIGINAL), ("balanced", BALANCED)):
        (line,) = re.findall(rf"{name}: {{ (.*) }},", WIRING)
        assert line == ", ".join(f'{way}: "{nodes}"' for way, nodes in zip(DIRECTIONS, sections, strict=True))
