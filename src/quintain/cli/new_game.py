"""Soon."""


def new_game() -> None: ...
