"""The JSON Schema of everything that goes over the wire, for programs that generate types from it.

`python -m quintain.website.schema` prints it: the structs of the website under "website", and each game's view,
actions, events, options and messages under "games".
"""

from typing import Any

import msgspec

from quintain import games
from quintain.core.schema import REFERENCE, game_schema, structs_of
from quintain.website import wire
from quintain.website.wire import administration, bots, editor, events, ladder, live, matches, people, tables
from quintain.website.wire import games as game_structs


def website_schema() -> dict[str, Any]:
    modules = (wire, people, game_structs, tables, matches, live, bots, administration, editor, ladder, events)
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
