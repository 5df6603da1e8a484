"""Soon."""


def new_bot() -> None: ...
