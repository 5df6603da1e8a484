"""What `quintain check` found, and what to do next."""

import shlex
from pathlib import Path

from rich.text import Text

from quintain import games
from quintain.arbiter.manifest import Manifest
from quintain.arbiter.programs.checking import Checkup
from quintain.arbiter.programs.findings import ADVICE, Report, kind, report_of
from quintain.cli.console import emit, out, plain
from quintain.core.outcome import Ending


def show(checkup: Checkup) -> None:
    report = report_of(checkup)
    plain(f"{checkup.bot}: {kind(checkup)}", "bold")
    plain(indented(report.lines))
    if report.warnings:
        plain("\nNot obeyed, and harmless otherwise:")
        plain(indented(report.warnings))
    if report.passed:
        passed(checkup)
    else:
        failed(report)


def indented(lines: tuple[str, ...]) -> str:
    return "\n".join(f"  {line}" for line in lines)


def passed(checkup: Checkup) -> None:
    game = games.load(checkup.game)
    player = checkup.bot if "/" in checkup.bot else f"./{checkup.bot.strip('.')}"
    rival = game.page.levels.medium or "chance"
    out.print(Text("\nIt passed.", "bold green"), "How good is it?\n", sep=" ")
    plain(f"  quintain match {game.name} {shlex.quote(player)} {rival} --paired --matches 100")


def failed(report: Report) -> None:
    out.print(Text("\nIt did not pass. What went wrong:", "bold red"))
    plain(indented(report.mistakes))
    if report.log:
        plain("\nThe last lines of its standard error:")
        plain(indented(report.log))
    for words in report.advice:
        more = " --clock /10 gives it more time for now." if words == ADVICE[Ending.OUT_OF_TIME] else ""
        plain(f"\n{words}{more}")


def show_failed_build(folder: Path, found: Manifest, error: Exception, *, as_json: bool) -> None:
    if as_json:
        emit({"bot": str(folder), "game": found.game, "passed": False, "build_error": str(error)})
        return
    plain(f"{folder} cannot be built: {error}")
    plain(f"\nMend it, and try it by hand in {folder}:\n\n  {found.build}")
