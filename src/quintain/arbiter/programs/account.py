"""What is known of a program after it has played: for its owner alone."""

from dataclasses import dataclass, field

from quintain.arbiter.programs.log import Log

MOST_WARNINGS = 100


@dataclass
class Account:
    """One program in one match."""

    player: str  # the name that it was asked for
    seat: int = 0
    called: str = ""  # what it calls itself
    turns: int = 0  # answers that it gave
    slowest: float = 0.0  # seconds that its slowest answer cost
    spent: float = 0.0  # seconds that all of them cost
    cpu: float = 0.0  # seconds of processors, with its start
    memory: int = 0  # bytes, at the most, where that is known
    faults: list[str] = field(default_factory=list)  # what it did wrong
    warnings: dict[str, None] = field(default_factory=dict)  # what was not obeyed, each once
    log: Log = field(default_factory=Log)  # its standard error

    def answered(self, seconds: float) -> None:
        self.turns += 1
        self.spent += seconds
        self.slowest = max(self.slowest, seconds)

    def warn(self, words: str) -> None:
        if words not in self.warnings and len(self.warnings) < MOST_WARNINGS:
            self.warnings[words] = None
            self.log.note(words)

    def blame(self, why: str) -> None:
        if len(self.faults) < MOST_WARNINGS:
            self.faults.append(why)
            self.log.note(why)
