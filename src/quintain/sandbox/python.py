"""What a confined program in Python must be shown: this interpreter, its libraries and the arena's own package."""

import sys
from pathlib import Path

import quintain


def python_places() -> tuple[Path, ...]:
    """Places for `Program.readable`; the interpreter is then started as `sys.executable`."""
    package = Path(quintain.__file__).parent
    return tuple(dict.fromkeys((Path(sys.prefix), Path(sys.base_prefix), package)))
