"""The `quintain` command."""


def main() -> None: ...
