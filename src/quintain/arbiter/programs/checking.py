"""Trying a bot out: it is built and started exactly as a match does it, and plays against house bots."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from quintain.arbiter import loop
from quintain.arbiter.actors import Actor, bot_rng
from quintain.arbiter.manifest import Manifest
from quintain.arbiter.players import Named, named_bot
from quintain.arbiter.programs.account import Account
from quintain.arbiter.programs.building import PATIENCE, built
from quintain.arbiter.programs.class_player import NamedClass, bundle_of
from quintain.arbiter.programs.folder_player import program_of
from quintain.arbiter.programs.log import REMARK
from quintain.arbiter.programs.player import Handling
from quintain.core.clock import TimeControl
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Ending, Outcome
from quintain.core.record import Player, Replaced, Stopped, Struck

STRIKES = 2  # so that one sees more than the first mistake
LAST_LINES = 12  # of a failed bot's standard error
Result = Literal["won", "lost", "drew", "failed"]


class Mistake(msgspec.Struct, frozen=True):
    """What the bot did wrong."""

    seat: int
    ending: Ending  # what it leads to where nothing is forgiven
    why: str


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One match of the bot."""

    opponent: str
    seats: tuple[int, ...]  # the bot's own
    result: Result
    outcome: Outcome
    turns: int  # answers that the bot gave, in all its seats
    slowest: float  # seconds that the slowest of them took
    cpu: float  # seconds of processors, in all its seats
    memory: int  # bytes, of the seat that took most
    mistakes: tuple[Mistake, ...]
    warnings: tuple[str, ...]  # what was not obeyed
    log: tuple[str, ...]  # the end of its standard error, if it made mistakes


class Checkup(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    bot: str
    game: str
    language: str
    protocol: str
    confined: bool
    build_seconds: float | None  # None if there is nothing to build
    limit: float | None  # seconds that it has for an answer
    trials: tuple[Trial, ...]
    passed: bool


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot is tried out."""

    opponents: tuple[str, ...]  # one match against each
    options: Any
    control: TimeControl
    trusted: bool = False
    seed: int = 0
    called: str = ""  # what the bot is called in its matches; nothing for the name of its folder
    anew: bool = True  # is it built even if that was done before?
    patience: float = PATIENCE  # seconds for the build


def check(folder: Path, found: Manifest, plan: Plan) -> Checkup:
    """Build the bot and let it play; raises BadBuild, BadProgram and the like if it cannot even begin."""
    accounts: list[Account] = []
    handling = Handling(trusted=plan.trusted, told=accounts.append)
    seconds = None
    if found.bot:
        bot: Named = NamedClass(str(folder), found.game, bundle_of(folder, found.bot), handling)
    else:
        made = built(folder, found, trusted=plan.trusted, anew=plan.anew, patience=plan.patience)
        seconds = made.seconds if found.build else None
        bot = program_of(str(folder), found, made.folder, handling)
    try:
        bot.check(plan.options)
        trials = tuple(tried(bot, found, plan, accounts))
    finally:
        bot.close()
    return Checkup(
        bot=str(folder),
        game=found.game,
        language=found.language,
        protocol="" if found.bot else found.protocol,
        confined=not plan.trusted,
        build_seconds=seconds,
        limit=plan.control.limit,
        trials=trials,
        passed=not any(trial.mistakes for trial in trials),
    )


def tried(bot: Named, found: Manifest, plan: Plan, accounts: list[Account]) -> Iterator[Trial]:
    """One match against each opponent, in another place at the table each time, until one goes wrong."""
    teams = sorted({seat.team for seat in found.rules().seating(plan.options)})
    for number, opponent in enumerate(plan.opponents):
        accounts.clear()
        match, own = play(bot, found, plan, opponent, number, teams[number % len(teams)])
        yield (trial := trial_of(match, own, opponent, accounts))
        if trial.mistakes:
            return  # the next match would show the same


def play(
    bot: Named, found: Manifest, plan: Plan, opponent: str, number: int, team: int
) -> tuple[Match, tuple[int, ...]]:
    game = found.rules()
    places = game.seating(plan.options)
    other = named_bot(game, opponent)
    lineup: list[Named] = [bot if place.team == team else other for place in places]
    seed = plan.seed + number
    match = Match(
        game,
        plan.options,
        seed,
        players=[player_of(named, plan) if named is bot else named.player for named in lineup],
        time_control=plan.control,
        faults=FaultRule(STRIKES),
    )
    # House bots are not on trial, and a busy machine is no fault of theirs.
    actors: list[Actor] = [named.actor(bot_rng(seed, seat), timed=named is bot) for seat, named in enumerate(lineup)]
    loop.play(match, actors, dice=seed)
    return match, tuple(seat for seat, named in enumerate(lineup) if named is bot)


def player_of(bot: Named, plan: Plan) -> Player:
    """Under the name that it has on a ladder, a bot cannot tell a trial from a match."""
    return msgspec.structs.replace(bot.player, name=plan.called or bot.player.name)


def trial_of(match: Match, own: tuple[int, ...], opponent: str, accounts: Sequence[Account]) -> Trial:
    outcome, mistakes = match.outcome, tuple(mistakes_of(match, own))
    assert outcome is not None, "it was played to its end"
    failed = [account for account in accounts if account.seat in {mistake.seat for mistake in mistakes}]
    return Trial(
        opponent=opponent,
        seats=own,
        result=result_of(outcome, own, bool(mistakes)),
        outcome=outcome,
        turns=sum(account.turns for account in accounts),
        slowest=max((account.slowest for account in accounts), default=0.0),
        cpu=sum(account.cpu for account in accounts),
        memory=max((account.memory for account in accounts), default=0),
        mistakes=mistakes,
        warnings=tuple(dict.fromkeys(words for account in accounts for words in account.warnings)),
        log=own_words(failed[0])[-LAST_LINES:] if failed else (),
    )


def own_words(account: Account) -> tuple[str, ...]:
    """Its standard error without the arena's own remarks, which are told elsewhere."""
    return tuple(line for line in account.log.text.splitlines() if not line.startswith(REMARK))


def mistakes_of(match: Match, own: Sequence[int]) -> Iterator[Mistake]:
    for entry in match.record:
        if isinstance(entry, Struck | Replaced | Stopped) and entry.ending and entry.seat in own:
            yield Mistake(entry.seat or 0, entry.ending, entry.why)


def result_of(outcome: Outcome, own: Sequence[int], failed: bool) -> Result:
    if failed:
        return "failed"
    if outcome.ranks[own[0]] > 1:
        return "lost"
    return "drew" if any(rank == 1 for seat, rank in enumerate(outcome.ranks) if seat not in own) else "won"
