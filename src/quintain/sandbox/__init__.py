"""Run a program that nobody trusts, and end it for certain.

`start` hands the program to a guard, a small process that owns it: the guard is the program's parent, finds whatever it
leaves behind, and ends all of it when told to, when the arena dies, or when a limit is reached.
"""

from quintain.sandbox.build import Built, build
from quintain.sandbox.checked import checked
from quintain.sandbox.isolation import isolated
from quintain.sandbox.launch import start
from quintain.sandbox.program import Limits, Program
from quintain.sandbox.python import python_places
from quintain.sandbox.running import Running

__all__ = ["Built", "Limits", "Program", "Running", "build", "checked", "isolated", "python_places", "start"]
