"""The options of a game in words: what each is for, and which values it takes."""

from typing import Any, Literal

import msgspec
from msgspec import inspect


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option, named as JSON Schema names such things."""

    name: str
    type: Literal["integer", "number", "boolean", "choice", "string"]
    default: Any
    description: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Any, ...] = ()

    @property
    def values(self) -> str:
        """The values that it takes, in words."""
        if self.choices:
            return " or ".join(map(str, self.choices))
        if self.type == "boolean":
            return "true or false"
        if self.type == "string":
            return "text"
        number = "a whole number" if self.type == "integer" else "a number"
        return number + _range(self.minimum, self.maximum)


def _range(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    if least is not None:
        return f" of at least {least:g}"
    return "" if most is None else f" of at most {most:g}"


def described(options: type[msgspec.Struct]) -> list[Option]:
    """Every option of a game, in the order of its struct."""
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    return [_described(field) for field in info.fields]


def _described(field: inspect.Field) -> Option:
    kind, description = field.type, ""
    if isinstance(kind, inspect.Metadata):
        description = (kind.extra_json_schema or {}).get("description", "")
        kind = kind.type
    bounds: dict[str, Any] = {}
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        bounds = {"minimum": kind.ge, "maximum": kind.le}
    if isinstance(kind, inspect.LiteralType):
        bounds = {"choices": tuple(kind.values)}
    default = None if field.default is msgspec.NODEFAULT else field.default
    return Option(name=field.name, type=_kind(kind), default=default, description=description, **bounds)


def _kind(kind: inspect.Type) -> Literal["integer", "number", "boolean", "choice", "string"]:
    match kind:
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType():
            return "integer"
        case inspect.FloatType():
            return "number"
        case inspect.LiteralType():
            return "choice"
    return "string"
