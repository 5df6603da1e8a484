"""Where the replays of a series are saved: each match under a name of its own."""

from pathlib import Path

from quintain.cli.files import check_writable
from quintain.core.errors import BadSetting
from quintain.ranker.series import Series


def replay_paths(pattern: Path | None, series: Series) -> list[Path | None]:
    """Where each match is saved: `{seed}` and `{match}` in the name are filled in, else the matches are numbered."""
    if pattern is None:
        return [None] * series.matches
    check_writable(pattern)
    name = pattern.name
    if series.matches > 1 and "{seed}" not in name and "{match}" not in name:
        name = f"{pattern.stem}-{{match}}{pattern.suffix}"
    width = len(str(series.matches))
    paths: list[Path | None] = [
        pattern.with_name(
            name.replace("{seed}", str(fixture.seed)).replace("{match}", str(fixture.number + 1).zfill(width))
        )
        for fixture in series.fixtures()
    ]
    if len(set(paths)) < len(paths):
        raise BadSetting(f"{pattern} would hold several matches of the same seed; put {{match}} into its name")
    return paths
