"""Soon."""


def play() -> None: ...
