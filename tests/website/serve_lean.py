"""The `quintain` command with the games that most tests play, which starts sooner: `python serve_lean.py serve …`."""

from unittest.mock import patch

from quintain.cli import main

with patch("quintain.games.names", return_value=["jaffre", "planets"]):
    main()
