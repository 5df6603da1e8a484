"""Which sessions and tokens still stand. Every socket has a pass, and shows it with each message.

The passes are in memory, so asking costs nothing; revoking takes them away at once. What is revoked at another server
is heard of by a notice, and revoked here, too.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from quintain.website.refusals import SignInFirst


class Pass:
    """What somebody came in with; `hang_up` is told why when it is taken away."""

    def __init__(self) -> None:
        self.taken: str | None = None
        self.hang_up: Callable[[str], None] | None = None

    def check(self) -> None:
        if self.taken is not None:
            raise SignInFirst(self.taken)

    def take(self, why: str) -> None:
        self.taken = why
        if self.hang_up:
            self.hang_up(why)


class Standing:
    def __init__(self) -> None:
        self._passes: dict[str, set[Pass]] = {}  # by the hash of the session or token

    @contextmanager
    def admitted(self, key: str | None) -> Iterator[Pass]:
        """A pass for as long as this lasts.

        Ask for it before the store is asked who it is: whoever is revoked between the two is not overlooked then.
        """
        mine = Pass()
        if key is None:
            yield mine
            return
        self._passes.setdefault(key, set()).add(mine)
        try:
            yield mine
        finally:
            self._passes[key].discard(mine)
            if not self._passes[key]:
                del self._passes[key]

    def keys(self) -> list[str]:
        """Of all who are here."""
        return list(self._passes)

    def revoke(self, keys: Iterable[str], why: str) -> None:
        """These sessions and tokens are no more, and the store has forgotten them already."""
        for key in keys:
            for one in list(self._passes.get(key, ())):
                one.take(why)
