"""Every error that a user of Quintain can cause, as one tree.

QuintainError
├ IllegalAction        the rules do not allow this action now
│ ├ OutOfTurn          another seat owes the decision
│ └ MatchOver          nobody owes a decision any more
├ BadNotation          these words or this JSON are not an action
├ BadSetting           an environment variable or argument that makes no sense
├ UnknownGame
├ UnknownOption        a game has no such option, or not with this value
├ UnknownPlayer        no bot of that name, or not with these settings
├ BadBot               a bot file that cannot be used
│ ├ BadManifest        a bot's quintain.toml that makes no sense
│ ├ BadUpload          a file or an archive of a bot that is not taken
│ └ BadBuild           a bot that cannot be built
├ BadProgram           an outside program that cannot be started
├ NotIsolated          this machine cannot confine a program that nobody trusts
├ WrongSeats           too many or too few players for the seats
├ BadReplay            a file that is not a replay, or not one that we can read
│ ├ UnknownRules       a replay of other rules than ours
│ └ UnknownFormat      a replay or journal written in another way than those we can read
├ BadExport            a file that is not an export of a database, or not whole
├ BadResults           a tournament's file of results that was edited, or belongs to another one
├ NotInstalled         a part of Quintain that has to be installed apart
├ WorkersFailed        nobody is left to play the matches, or whoever plays returns nonsense
└ StoreError           the database cannot do this
  ├ StoreUnavailable   it is locked, full, read-only or away; it may work again later
  │ ├ StoreInUse       another server has it for itself
  │ ├ TakenOver        another server has this table now
  │ ├ CutOff           the connection was lost in the middle of writing, and nothing is written
  │ └ StoreDamaged     this part of it cannot be read; others may
  ├ NewerStore         a newer program made it
  ├ BadText            characters that no database keeps
  ├ NotStored          no such person, table or match is in it
  ├ Duplicate          it has this one already
  │ └ NameTaken        an account has this name
  └ OutOfOrder         not the next entry of the match's journal
"""

import difflib
from collections.abc import Iterable


class QuintainError(Exception):
    """Something the caller can mend; the message says what and how, in one line."""


class IllegalAction(QuintainError): ...


class OutOfTurn(IllegalAction): ...


class MatchOver(IllegalAction): ...


class BadNotation(QuintainError): ...


class BadSetting(QuintainError): ...


class UnknownGame(QuintainError): ...


class UnknownOption(QuintainError): ...


class UnknownPlayer(QuintainError): ...


class BadBot(QuintainError): ...


class BadManifest(BadBot): ...


class BadUpload(BadBot): ...


class BadBuild(BadBot): ...


class BadProgram(QuintainError): ...


class NotIsolated(QuintainError): ...


class WrongSeats(QuintainError): ...


class BadReplay(QuintainError): ...


class UnknownRules(BadReplay): ...


class UnknownFormat(BadReplay): ...


class BadExport(QuintainError): ...


class BadResults(QuintainError): ...


class NotInstalled(QuintainError): ...


class WorkersFailed(QuintainError): ...


class StoreError(QuintainError): ...


class StoreUnavailable(StoreError): ...


class StoreInUse(StoreUnavailable): ...


class TakenOver(StoreUnavailable): ...


class CutOff(StoreUnavailable): ...


class StoreDamaged(StoreUnavailable): ...


class NewerStore(StoreError): ...


class BadText(StoreError): ...


class NotStored(StoreError): ...


class Duplicate(StoreError): ...


class NameTaken(Duplicate): ...


class OutOfOrder(StoreError): ...


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of an error message: the nearest choice, or all of them."""
    known = sorted(choices)
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there is {' · '.join(known)}" if known else "there is none"
