"""All the verbs as one app, and what becomes of the errors that a user can cause."""

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from quintain.cli import INTERRUPTED, complain
from quintain.cli.accounts import accounts
from quintain.cli.appoint import appoint
from quintain.cli.bench import bench
from quintain.cli.check import check
from quintain.cli.compare import compare
from quintain.cli.export import export
from quintain.cli.games import games
from quintain.cli.importing import import_file
from quintain.cli.ladder import ladder
from quintain.cli.match import match
from quintain.cli.new_bot import new_bot
from quintain.cli.new_game import new_game
from quintain.cli.play import play
from quintain.cli.prepare import prepare
from quintain.cli.rank import rank
from quintain.cli.replay import replay
from quintain.cli.rerate import rerate
from quintain.cli.sandbox import sandbox
from quintain.cli.schema import schema
from quintain.cli.serve import serve
from quintain.cli.thin import thin
from quintain.cli.tournament import tournament
from quintain.cli.tune import tune
from quintain.core.errors import QuintainError

USER_ERROR = 2
BROKEN_PIPE = 141  # as shells count it: 128 and the number of the signal


class Verbs(TyperGroup):
    """The verbs, and what becomes of the errors that a user can cause: one plain line and an exit code."""

    def make_context(self, *words: Any, **settings: Any) -> Any:
        try:
            return super().make_context(*words, **settings)
        except KeyboardInterrupt:
            complain("stopped")
            raise typer.Exit(INTERRUPTED) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except QuintainError as error:
            complain(str(error))
            raise typer.Exit(USER_ERROR) from None
        except KeyboardInterrupt as interrupt:
            complain(f"stopped {interrupt}".strip())
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # Whoever was reading has gone; nothing that is still in the pipe may complain at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None


app = typer.Typer(
    cls=Verbs,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog="Start here:  quintain games  ·  quintain play jaffre  ·  quintain match --help",
)
app.command(epilog="Examples:  quintain games jaffre\n\nquintain games --json")(games)
app.command(
    epilog="Examples:  quintain match jaffre advanced intermediate --watch\n\n"
    "quintain match jaffre ./my_bot.py search:iterations=500 --paired --matches 100"
)(match)
app.command(
    epilog="Examples:  quintain tournament jaffre beginner intermediate advanced shark --matches 50\n\n"
    "quintain tournament planets sage2 sage dual rage bully --format swiss --out autumn\n\n"
    "quintain tournament --resume autumn"
)(tournament)
app.command(
    epilog="Examples:  quintain compare jaffre ./my_bot.py advanced\n\n"
    "quintain compare rummy expert:daring=0.8 expert --elo1 10 --max 20000 --json"
)(compare)
app.command(epilog="Example:  quintain tune rummy expert --setting daring=0:1 --setting hoarding=0:1 --plot path.svg")(
    tune
)
app.command(epilog="Example:  quintain play jaffre --seat 2 --replay tonight.replay")(play)
app.command(epilog="Examples:  quintain replay tonight.replay --seat 0\n\nquintain replay tonight.replay --json")(
    replay
)
app.command(
    epilog="Examples:  quintain serve\n\nquintain serve --port 8080 --database postgresql://localhost/quintain"
)(serve)
app.command(epilog="Examples:  quintain appoint Ann\n\nquintain appoint Ann --dismiss --database arena.db")(appoint)
app.command(epilog="Examples:  quintain sandbox\n\nquintain sandbox -- ./my_bot --fast")(sandbox)
app.add_typer(ladder, name="ladder")
app.command(
    epilog="Examples:  quintain rank --database postgresql://localhost/quintain --cores 1.5\n\nquintain rank jaffre"
)(rank)
app.command(epilog="Example:  quintain accounts --database postgresql://localhost/quintain")(accounts)
app.command(epilog="Examples:  quintain rerate\n\nquintain rerate jaffre --database arena.db")(rerate)
app.command(
    epilog="Examples:  quintain export arena.quintain\n\nquintain export arena.quintain --database postgresql://localhost/quintain"
)(export)
app.command(
    "import",
    epilog="Examples:  quintain import arena.quintain --database new.db\n\n"
    "quintain import arena.quintain --database postgresql://localhost/quintain",
)(import_file)
app.command(epilog="Examples:  quintain thin\n\nquintain thin --days 90 --every 10 --delete")(thin)
app.command(epilog="Example:  quintain bench jaffre --json")(bench)
app.command(epilog="Example:  quintain prepare jaffre")(prepare)
app.command(epilog="Examples:  quintain schema jaffre\n\nquintain schema --json")(schema)
app.command(
    "new-bot", epilog="Examples:  quintain new-bot jaffre my_bot.py\n\nquintain new-bot planets my_bot --language rust"
)(new_bot)
app.command(epilog="Examples:  quintain check my_bot\n\nquintain check my_bot --opponent sage2 --option players=2")(
    check
)
app.command("new-game", epilog="Example:  quintain new-game auction")(new_game)


@app.callback()
def about() -> None:
    """An arena where bots and people play games of hidden information by the same rules."""
