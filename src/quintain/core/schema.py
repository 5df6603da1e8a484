"""JSON Schema of what a game sends and takes: its view, actions, events, options and messages."""

import inspect
import sys
from collections.abc import Mapping
from typing import Any, Union, get_type_hints

import msgspec

from quintain.core.game import Game
from quintain.core.match import Ended, TookOver, Warned
from quintain.core.record import Said

REFERENCE = "#/$defs/{name}"


def structs_of(module: Any) -> list[type[msgspec.Struct]]:
    """The structs that a module defines itself."""
    members = vars(module).values()
    return [
        thing
        for thing in members
        if inspect.isclass(thing) and issubclass(thing, msgspec.Struct) and thing.__module__ == module.__name__
    ]


def event_type(game: Game) -> Any:
    """Every event that a match of this game can have: the game's own and those of every match."""
    own = structs_of(sys.modules[game.events.__module__])
    kinds = [kind for kind in own if kind.__struct_config__.tag is not None] + [Said, Warned, TookOver, Ended]
    return Union[tuple(kinds)]  # noqa: UP007 (made from a list)


def types_of(game: Game) -> dict[str, Any]:
    """What a game's own words are typed as."""
    return {
        "view": get_type_hints(game.view)["return"],
        "action": game.action_type,
        "event": event_type(game),
        "options": game.options,
        **({"message": game.message_type} if game.message_type else {}),
    }


def schema_of(kinds: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of each kind by its name, and what they refer to under `$defs`."""
    schemas, definitions = msgspec.json.schema_components(kinds.values(), ref_template=REFERENCE)
    return {**dict(zip(kinds, schemas, strict=True)), "$defs": definitions}


def game_schema(game: Game) -> dict[str, Any]:
    return schema_of(types_of(game))
