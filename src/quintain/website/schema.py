"""The JSON Schema of everything that goes over the wire, for programs that generate types from it.

`python -m quintain.website.schema` prints it: the structs of the website under "website", and each game's view,
actions, events, options and messages under "games".
"""

import inspect
import sys
from typing import Any, Union, get_type_hints

import msgspec

from quintain import games
from quintain.core.game import Game
from quintain.core.match import Ended, TookOver, Warned
from quintain.core.record import Said
from quintain.website import wire
from quintain.website.wire import games as game_structs
from quintain.website.wire import live, matches, people, tables

REFERENCE = "#/$defs/{name}"


def structs_of(module: Any) -> list[type[msgspec.Struct]]:
    """The structs that a module defines itself."""
    members = vars(module).values()
    return [
        thing
        for thing in members
        if inspect.isclass(thing) and issubclass(thing, msgspec.Struct) and thing.__module__ == module.__name__
    ]


def event_types(game: Game) -> list[type[msgspec.Struct]]:
    """Every event that a match of this game can have: the game's own and those of every match."""
    own = structs_of(sys.modules[game.events.__module__])
    return [kind for kind in own if kind.__struct_config__.tag is not None] + [Said, Warned, TookOver, Ended]


def game_schema(game: Game) -> dict[str, Any]:
    kinds = {
        "view": get_type_hints(game.view)["return"],
        "action": game.action_type,
        "event": Union[tuple(event_types(game))],  # noqa: UP007 (made from a list)
        "options": game.options,
        **({"message": game.message_type} if game.message_type else {}),
    }
    schemas, definitions = msgspec.json.schema_components(kinds.values(), ref_template=REFERENCE)
    return {**dict(zip(kinds, schemas, strict=True)), "$defs": definitions}


def website_schema() -> dict[str, Any]:
    modules = (wire, people, game_structs, tables, matches, live)
    structs = [kind for module in modules for kind in structs_of(module) if kind.__struct_fields__]
    kinds = {kind.__name__: kind for kind in structs}
    unions = {"FromClient": live.FromClient, "FromServer": live.FromServer}
    schemas, definitions = msgspec.json.schema_components([*kinds.values(), *unions.values()], ref_template=REFERENCE)
    named = dict(zip(unions, schemas[len(kinds) :], strict=True))
    return {"$defs": {**definitions, **named}}


def schema() -> dict[str, Any]:
    return {"website": website_schema(), "games": {name: game_schema(games.load(name)) for name in games.names()}}


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema(), order="deterministic")).decode())
