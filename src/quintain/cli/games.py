"""`quintain games`: what can be played, and against whom."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from quintain.cli.arguments import Json

if TYPE_CHECKING:
    from quintain.core.game import Game


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="one of them, by its name", show_default="all of them")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games, or one of them, with seats, options and bots."""
    from quintain import games as library
    from quintain.cli.console import emit

    found = [library.load(name) for name in ([game] if game else library.names())]
    if as_json:
        emit({rules.name: as_data(rules) for rules in found})
        return
    for rules in found:
        show(rules)


def as_data(game: "Game") -> dict[str, Any]:
    from quintain.arbiter.players import describe, house_bots
    from quintain.core.options import described

    return {
        "title": game.title,
        "summary": game.summary,
        "rules_version": game.rules_version,
        "talk": game.talk,
        "seats": [
            {"seat": number, "team": seat.team, "role": seat.role}
            for number, seat in enumerate(game.seating(game.options()))
        ],
        "options": described(game.options),
        "bots": [
            {"name": name, "description": describe(kind), "strength": kind.strength, "documented": kind.documented}
            for name, kind in house_bots(game).items()
        ],
    }


def show(game: "Game") -> None:
    from quintain.arbiter.players import describe, house_bots
    from quintain.cli.console import out, table
    from quintain.core.options import described

    out.print(f"[bold]{game.name}[/bold]  {game.summary}")
    out.print(f"\nSeats: {seats_in_words(game)}.\n", highlight=False)
    options = table("option", "default", "takes", "what it is")
    for option in described(game.options):
        values = option.values.removeprefix("a whole number from ")
        options.add_row(option.name, in_words(option.default), values, option.description)
    out.print(options)
    bots = table("bot", "what it does")
    for name, kind in house_bots(game).items():
        bots.add_row(name, describe(kind))
    out.print("", bots, "")


def seats_in_words(game: "Game") -> str:
    """`0 and 2 against 1 and 3`, or `0, 1, 2, each for itself`; with their roles."""
    seats = game.seating(game.options())
    names = [f"{number} ({seat.role})" if seat.role else str(number) for number, seat in enumerate(seats)]
    teams = sorted({seat.team for seat in seats})
    if len(teams) == len(seats):
        return ", ".join(names) + ", each for itself"
    members = [[names[i] for i, seat in enumerate(seats) if seat.team == team] for team in teams]
    return " against ".join(" and ".join(team) for team in members)


def in_words(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
