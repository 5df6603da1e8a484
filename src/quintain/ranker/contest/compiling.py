"""Compiling games for a ranker that has no website beside it."""

import logging
from collections.abc import Iterable

from quintain.arbiter.compiling import LATER, Compilers
from quintain.arbiter.preparing import is_compiled

log = logging.getLogger(__name__)


async def compile_missing(games: Iterable[str]) -> None:
    """Compile what this machine has not compiled yet; the ladder takes it over as it comes."""
    missing = [name for name in games if not is_compiled(name)]
    if missing:
        await Compilers(missing, how=LATER).run(complain)


def complain(name: str, trouble: str) -> None:
    if trouble:
        log.error("%s stays interpreted: %s", name, trouble)
