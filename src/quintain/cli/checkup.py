"""What `quintain check` found, in plain words, and what to do next."""

import shlex
from pathlib import Path

from rich.text import Text

from quintain import games
from quintain.arbiter.manifest import Manifest
from quintain.arbiter.programs.checking import Checkup, Mistake, Trial
from quintain.cli.console import emit, out, plain
from quintain.cli.kits import LANGUAGES
from quintain.core.outcome import Ending

MOST_SHOWN = 5  # different mistakes, and warnings
ADVICE = {
    Ending.CRASHED: "It must go on until its input ends. Whatever it writes to standard error is shown here.",
    Ending.OUT_OF_TIME: "Does it flush its output after each answer? If it does, it must think less; --clock /10 gives "
    "it more time for now.",
    Ending.ILLEGAL: "Standard output is for answers alone; everything else goes to standard error. What may be done is "
    "in the list of legal actions, or in the rules.",
}


def show(checkup: Checkup) -> None:
    title = games.load(checkup.game).title
    speaks = f", speaking {checkup.protocol}" if checkup.protocol else ", a class in a process of its own"
    plain(f"{checkup.bot}: a bot for {title}{language(checkup)}{speaks}", "bold")
    if checkup.build_seconds is not None:
        plain(f"  built in {checkup.build_seconds:.1f} s")
    for number, trial in enumerate(checkup.trials, 1):
        plain(f"  match {number} against {trial.opponent}, in {seats(trial)}: {told(trial)}")
    plain(f"  {use(checkup)}")
    warnings = list(dict.fromkeys(words for trial in checkup.trials for words in trial.warnings))
    if warnings:
        plain("\nNot obeyed, and harmless otherwise:")
        plain("\n".join(f"  {words}" for words in warnings[:MOST_SHOWN]))
    if checkup.passed:
        passed(checkup)
    else:
        failed(checkup)


def language(checkup: Checkup) -> str:
    known = LANGUAGES.get(checkup.language)
    name = known.title if known else checkup.language
    return f" in {name}" if name else ""


def seats(trial: Trial) -> str:
    numbers = ", ".join(map(str, trial.seats))
    return f"seat {numbers}" if len(trial.seats) == 1 else f"seats {numbers}"


def told(trial: Trial) -> str:
    if trial.result == "failed":
        ended = "" if trial.outcome.ending in (Ending.NORMAL, Ending.STALLED) else ", so it was broken off"
        return f"{len(trial.mistakes)} mistake{'s' * (len(trial.mistakes) != 1)}{ended}"
    return f"{trial.result}, after {trial.turns} answers"


def use(checkup: Checkup) -> str:
    """How much it took of the machine."""
    trials = checkup.trials
    slowest = max(trial.slowest for trial in trials) * 1000
    limit = "" if checkup.limit is None else f" of the {checkup.limit:g} s it has"
    memory = max(trial.memory for trial in trials) / (1 << 20)
    used = f"slowest answer {slowest:.1f} ms{limit} · {sum(trial.cpu for trial in trials):.2f} s of CPU time"
    where = "in the sandbox" if checkup.confined else "not in the sandbox"
    return f"{used} · {memory:.0f} MiB of memory · {where}"


def passed(checkup: Checkup) -> None:
    game = games.load(checkup.game)
    player = checkup.bot if "/" in checkup.bot else f"./{checkup.bot.strip('.')}"
    rival = game.page.levels.medium or "chance"
    out.print(Text("\nIt passed.", "bold green"), "How good is it?\n", sep=" ")
    plain(f"  quintain match {game.name} {shlex.quote(player)} {rival} --paired --matches 100")


def failed(checkup: Checkup) -> None:
    out.print(Text("\nIt did not pass. What went wrong:", "bold red"))
    mistakes = {(mistake.ending, mistake.why): mistake for trial in checkup.trials for mistake in trial.mistakes}
    for mistake in list(mistakes.values())[:MOST_SHOWN]:
        plain(f"  {described(mistake)}")
    log = next((trial.log for trial in checkup.trials if trial.log), ())
    if log:
        plain("\nThe last lines of its standard error:")
        plain("\n".join(f"  {line}" for line in log))
    for ending in dict.fromkeys(mistake.ending for mistake in mistakes.values()):
        if ending in ADVICE:
            plain(f"\n{ADVICE[ending]}")


def described(mistake: Mistake) -> str:
    words = {Ending.ILLEGAL: "wrong answer", Ending.OUT_OF_TIME: "too late", Ending.CRASHED: "crashed"}
    return f"{words.get(mistake.ending, mistake.ending.value)} (seat {mistake.seat}): {mistake.why}"


def show_failed_build(folder: Path, found: Manifest, error: Exception, *, as_json: bool) -> None:
    if as_json:
        emit({"bot": str(folder), "game": found.game, "passed": False, "build_error": str(error)})
        return
    plain(f"{folder} cannot be built: {error}")
    plain(f"\nMend it, and try it by hand in {folder}:\n\n  {found.build}")
