"""The `quintain` command with the tests' own games beside the arena's: `python serve_extra.py serve …`."""

from pathlib import Path

import quintain.games
from quintain.cli import main

quintain.games.__path__.append(str(Path(__file__).parent / "extra_games"))
main()
