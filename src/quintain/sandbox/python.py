"""This interpreter, for other processes: started bare and quickly, or shown to a confined program."""

import sys
from pathlib import Path

import quintain

PACKAGE = Path(quintain.__file__).parent
# Packages without their own code: a module that knows the standard library alone is imported with nothing else.
BARE = """
import importlib, sys, types
folder, module = sys.argv[1:3]
del sys.argv[1:3]
parts = module.split(".")[:-1]
for depth in range(1, len(parts) + 1):
    package = types.ModuleType(".".join(parts[:depth]))
    package.__path__ = ["/".join([folder, *parts[1:depth]])]
    sys.modules[package.__name__] = package
importlib.import_module(module).main()
"""


def bare_python(module: str, *words: str) -> tuple[str, ...]:
    """The command that runs the `main` of one of our modules with the standard library and nothing else."""
    return (sys.executable, "-I", "-S", "-c", BARE, str(PACKAGE), module, *words)


def python_places() -> tuple[Path, ...]:
    """Places for `Program.readable`, so that a confined program can be started as `sys.executable`."""
    return tuple(dict.fromkeys((Path(sys.prefix), Path(sys.base_prefix), PACKAGE)))
