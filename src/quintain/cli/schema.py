"""`quintain schema`: what programs and the arena send each other, as JSON Schema."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quintain.cli.arguments import Json

if TYPE_CHECKING:
    from quintain.core.game import Game


def schema(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="one of them, by its name", show_default="all of them")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the JSON Schema of the messages between the arena and outside programs.

    For each game: hello, turn, report, end, error from the arena, and ready, act from the program; and the game's view,
    action, event, options and message by themselves.
    """
    import msgspec

    from quintain import games as library
    from quintain.cli.console import emit, plain

    found = {name: schema_for(library.load(name)) for name in ([game] if game else library.names())}
    if as_json:
        emit(found)
    else:
        plain(msgspec.json.format(msgspec.json.encode(found)).decode())


def schema_for(game: "Game") -> dict[str, Any]:
    from quintain.arbiter.programs.messages import NAME, VERSION, messages_of
    from quintain.core.schema import schema_of, types_of

    kinds = {**messages_of(game)._asdict(), **types_of(game)}
    return {"protocol": NAME, "version": VERSION, "rules_version": game.rules_version, **schema_of(kinds)}
