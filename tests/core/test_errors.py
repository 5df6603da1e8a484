"""The tree of errors, and the hints at the end of their messages."""

import inspect
import re

from quintain.core import errors
from quintain.core.errors import IllegalAction, MatchOver, OutOfTurn, QuintainError, did_you_mean


def kinds() -> set[str]:
    return {name for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, QuintainError)}


def test_the_tree_in_the_docstring_names_every_error() -> None:
    drawn = re.findall(r"^[│├└ ]*([A-Z]\w+)", errors.__doc__ or "", re.MULTILINE)
    assert set(drawn) - {"Every"} == kinds()


def test_all_errors_are_of_the_tree() -> None:
    assert issubclass(OutOfTurn, IllegalAction)
    assert issubclass(MatchOver, IllegalAction)
    assert issubclass(errors.UnknownRules, errors.BadReplay)


def test_the_nearest_word_is_offered() -> None:
    assert did_you_mean("advnced", ["advanced", "beginner"]) == "did you mean 'advanced'?"


def test_without_a_near_word_all_are_named() -> None:
    assert did_you_mean("xyz", ["b", "a"]) == "there is a · b"


def test_without_any_word_that_is_said() -> None:
    assert did_you_mean("xyz", []) == "there is none"
