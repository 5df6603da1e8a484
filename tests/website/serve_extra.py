"""The `quintain` command with the tests' own games beside the arena's: `python serve_extra.py serve …`."""

import os
from pathlib import Path
from unittest.mock import patch

import quintain.games
from quintain.arbiter.preparing import kernels_of
from quintain.arbiter.workers import actor
from quintain.cli import main
from quintain.core.cache import mark_cached

quintain.games.__path__.append(str(Path(__file__).parent / "extra_games"))
mark_cached(*kernels_of("signals"))  # compilers, which are other processes, would not find it
actor.PATIENCE = float(os.environ.get("TEST_PATIENCE", actor.PATIENCE))
with patch("quintain.games.names", return_value=["jaffre", "signals"]):
    main()
