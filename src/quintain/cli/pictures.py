"""Pictures of results: whether they can be drawn is known before anything is played."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from quintain.cli.files import check_writable, write_whole
from quintain.core.errors import BadSetting, NotInstalled

KINDS = (".svg", ".png", ".pdf")


def check_plot(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in KINDS:
        raise BadSetting(
            f"--plot {path} is no picture; name a file that ends in {', '.join(KINDS[:-1])} or {KINDS[-1]}"
        )
    check_writable(path)
    if find_spec("matplotlib") is None:
        raise NotInstalled("--plot needs matplotlib; install it with: pip install 'quintain[plots]'")


def draw(path: Path | None, picture: Callable[[Any], Any]) -> None:
    """Write the picture that is made with the drawing module, if one is wanted."""
    if path is None:
        return
    from quintain.ranker import plots

    module: ModuleType = plots
    write_whole(path, plots.to_bytes(picture(module), path.suffix.lower().removeprefix(".")))
