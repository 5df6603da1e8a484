"""The games and their house bots, as the website offers them."""

from functools import cache
from importlib import resources
from inspect import Parameter, signature
from typing import Any, Literal

import msgspec
from markdown_it import MarkdownIt

from quintain import games
from quintain.arbiter.players import NamedBot, describe, house_bots, named_bot
from quintain.core.bot import Bot
from quintain.core.errors import QuintainError, UnknownPlayer, did_you_mean
from quintain.core.game import Game
from quintain.core.options import Option, described
from quintain.website.refusals import BadOption, NotThere
from quintain.website.wire.games import BotInfo, GameInfo, GamePage, Level, Phrase

GENEROUS = 5  # how many times a bot's usual effort a visitor may ask for
LONGEST_BUDGET = 2.0  # seconds that a bot may be told to think about a turn
PHRASES = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "well-played": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops!",
    "good-game": "Good game!",
}


def game_named(name: str) -> Game:
    if name not in games.names():
        raise NotThere(f"there is no game {name!r}; {did_you_mean(name, games.names())}")
    return games.load(name)


@cache
def bots_of(game: Game) -> dict[str, type[Bot]]:
    return house_bots(game)


@cache
def strongest_of(game: Game) -> str:
    bots = bots_of(game)
    return max(bots, key=lambda name: bots[name].strength)


def opponent_of(game: Game, level: Level = "easy") -> str:
    """Whom somebody plays with and against who asks for no more than this."""
    return getattr(game.page.levels, level) or strongest_of(game)


def options_of(game: Game, settings: dict[str, Any]) -> Any:
    """The options of a table; a refusal names the setting that is in the way."""
    try:
        return game.options_from(settings)
    except QuintainError as error:
        raise BadOption(str(error), misfit(game, settings)) from None


def misfit(game: Game, settings: dict[str, Any]) -> str | None:
    """The setting without which the others would do, or where there are several, the first that does not fit."""
    names = [name for name in settings if name in game.options.__struct_fields__]
    alone = (name for name in names if fits(game, {**settings, name: None}))
    first = (name for n, name in enumerate(names, 1) if not fits(game, {each: settings[each] for each in names[:n]}))
    return next(alone, None) or next(first, None)


def fits(game: Game, settings: dict[str, Any]) -> bool:
    try:
        game.options_from({name: value for name, value in settings.items() if value is not None})
    except QuintainError:
        return False
    return True


def house_player(game: Game, name: str) -> NamedBot:
    """A house bot by name. Never a file or a program, for strangers ask."""
    word = name.partition(":")[0]
    if word not in bots_of(game):
        raise UnknownPlayer(f"{game.title} has no house bot {word[:40]!r}; {did_you_mean(word, bots_of(game))}")
    chosen = named_bot(game, name)
    for option in settings_of(chosen.kind):
        value = chosen.settings.get(option.name)
        if option.maximum is not None and isinstance(value, int | float) and not abs(value) <= option.maximum:
            raise UnknownPlayer(f"{word}: {option.name} is at most {option.maximum:g} here")
    return chosen


def settings_of(kind: type[Bot]) -> tuple[Option, ...]:
    if kind.__init__ is object.__init__:
        return ()
    parameters = list(signature(kind.__init__).parameters.values())[1:]
    return tuple(setting_of(parameter) for parameter in parameters)


def setting_of(parameter: Parameter) -> Option:
    kind, default = parameter.annotation, None if parameter.default is Parameter.empty else parameter.default
    choices = getattr(kind, "__args__", ()) if getattr(kind, "__origin__", None) is Literal else ()
    names: dict[Any, Any] = {int: "integer", float: "number", bool: "boolean"}
    return Option(
        name=parameter.name,
        type="choice" if choices else names.get(kind, "string"),
        default=default,
        description=parameter.name.replace("_", " "),
        maximum=largest(parameter.name, default) if kind in (int, float) and isinstance(default, int | float) else None,
        choices=choices,
    )


def largest(name: str, default: float) -> float:
    """How much of a setting a visitor may ask for."""
    most = GENEROUS * (default or 1)
    return min(most, LONGEST_BUDGET) if name == "budget" else most


@cache
def game_info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        rules_version=game.rules_version,
        accent=game.page.accent,
        penalties=game.page.penalties,
        talk=game.talk,
        phrases=tuple(Phrase(id=id, words=words) for id, words in PHRASES.items()) if game.talk != "none" else (),
        seats=game.seating(game.options()),
        teams=game.teams,
        options=tuple(described(game.options)),
        bots=tuple(
            BotInfo(name=name, description=describe(kind), strength=kind.strength, settings=settings_of(kind))
            for name, kind in bots_of(game).items()
        ),
    )


@cache
def game_page(game: Game) -> GamePage:
    return GamePage(**msgspec.structs.asdict(game_info(game)), rules_html=rules_html(game))


def rules_html(game: Game) -> str:
    text = resources.files(f"quintain.games.{game.name}").joinpath("RULES.md").read_text("utf-8")
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
