"""What a check found, in plain words, and what to do next: the same words on the command line and on the website."""

from collections.abc import Iterable

import msgspec

from quintain import games
from quintain.arbiter.programs.checking import Checkup, Mistake, Trial
from quintain.arbiter.programs.languages import title
from quintain.core.outcome import Ending

MOST_SHOWN = 5  # different mistakes, and warnings
LONGEST = 500  # letters of a line that are shown
ADVICE = {
    Ending.CRASHED: "It must go on until its input ends. Whatever it writes to standard error is shown here.",
    Ending.OUT_OF_TIME: "Does it flush its output after each answer? If it does, it must think less.",
    Ending.ILLEGAL: "Standard output is for answers alone; everything else goes to standard error. What may be done is "
    "in the list of legal actions, or in the rules.",
}
WRONG = {Ending.ILLEGAL: "wrong answer", Ending.OUT_OF_TIME: "too late", Ending.CRASHED: "crashed"}


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """For whoever wrote the bot."""

    passed: bool
    summary: str  # one sentence
    lines: tuple[str, ...] = ()  # how it was built, each match, and what it took of the machine
    mistakes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # what was not obeyed, and is harmless otherwise
    log: tuple[str, ...] = ()  # the last lines of its standard error, or of its compiler
    advice: tuple[str, ...] = ()


def report_of(checkup: Checkup) -> Report:
    trials = checkup.trials
    mistakes = {(mistake.ending, mistake.why): mistake for trial in trials for mistake in trial.mistakes}
    warnings = list(dict.fromkeys(words for trial in trials for words in trial.warnings))
    endings = dict.fromkeys(mistake.ending for mistake in mistakes.values())
    return Report(
        passed=checkup.passed,
        summary=f"A{kind(checkup)[1:]}. {'It passed.' if checkup.passed else 'It did not pass.'}",
        lines=lines_of(checkup),
        mistakes=clipped(described(mistake) for mistake in list(mistakes.values())[:MOST_SHOWN]),
        warnings=clipped(warnings[:MOST_SHOWN]),
        log=clipped(next((trial.log for trial in trials if trial.log), ())),
        advice=tuple(ADVICE[ending] for ending in endings if ending in ADVICE),
    )


def failure(summary: str, error: Exception | str) -> Report:
    """It did not even begin: the first line says why, the rest is what the compiler said."""
    why, *said = str(error).splitlines() or [""]
    return Report(passed=False, summary=summary, mistakes=clipped([why]), log=clipped(said))


def clipped(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line if len(line) <= LONGEST else f"{line[:LONGEST]}…" for line in lines)


def kind(checkup: Checkup) -> str:
    """`a bot for Jaffre in Python, speaking quintain-json`"""
    language = title(checkup.language)
    speaks = f", speaking {checkup.protocol}" if checkup.protocol else ", a class in a process of its own"
    return f"a bot for {games.load(checkup.game).title}{f' in {language}' if language else ''}{speaks}"


def lines_of(checkup: Checkup) -> tuple[str, ...]:
    built = [] if checkup.build_seconds is None else [f"built in {checkup.build_seconds:.1f} s"]
    matches = [
        f"match {number} against {trial.opponent}, in {seats(trial)}: {told(trial)}"
        for number, trial in enumerate(checkup.trials, 1)
    ]
    return (*built, *matches, use(checkup))


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


def described(mistake: Mistake) -> str:
    return f"{WRONG.get(mistake.ending, mistake.ending.value)} (seat {mistake.seat}): {mistake.why}"
