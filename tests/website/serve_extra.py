"""The `quintain` command with the tests' own games beside the arena's: `python serve_extra.py serve …`."""

import os
from pathlib import Path

import quintain.games
from quintain.arbiter.workers import actor
from quintain.cli import main

quintain.games.__path__.append(str(Path(__file__).parent / "extra_games"))
actor.PATIENCE = float(os.environ.get("TEST_PATIENCE", actor.PATIENCE))
main()
