"""Soon."""


def bench() -> None: ...
