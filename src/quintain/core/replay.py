"""A match on file: what went into it, from which every position, view and event can be made again."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import zstandard

from quintain.core.clock import TimeControl
from quintain.core.errors import BadNotation, BadReplay, QuintainError, UnknownFormat, UnknownRules
from quintain.core.game import Game
from quintain.core.match import FaultRule, Match
from quintain.core.outcome import Outcome
from quintain.core.record import Acted, Deed, Entry, Player, Replaced, Said, Seed, Stopped, Struck

FORMAT = 3  # of replays and journals; grows whenever an older program could not read what we write
MAGIC = b"quintain replay "
OLDEST = 2  # formats before this one had no players, and one action an entry

# How data of a format, as plain lists and dicts, becomes data of the next one.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    2: lambda data: {**data, "seed": str(data.get("seed"))},
}

LARGEST = 256 * 1024 * 1024  # bytes that a file may unpack to


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    format: int = FORMAT
    game: str
    rules_version: int
    options: dict[str, Any]
    seed: Seed
    players: tuple[Player, ...]  # who sat down at first; the entries tell of changes
    time_control: TimeControl
    faults: FaultRule
    longest: int
    entries: tuple[Entry, ...]
    outcome: Outcome | None  # None while the match goes on

    @classmethod
    def of(cls, match: Match) -> "Replay":
        return cls(
            game=match.game.name,
            rules_version=match.game.rules_version,
            options=msgspec.to_builtins(match.options),
            seed=str(match.seed),
            players=tuple(seatings[0][1] for seatings in match.seatings),
            time_control=match.time_control,
            faults=match.fault_rule,
            longest=match.longest,
            entries=tuple(match.record),
            outcome=match.outcome,
        )

    # --- as a file

    def to_bytes(self) -> bytes:
        packer = zstandard.ZstdCompressor(level=10, write_checksum=True)
        return MAGIC + b"%d\n" % FORMAT + packer.compress(msgspec.msgpack.encode(self))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Replay":
        head, _, body = data.partition(b"\n")
        number = head.removeprefix(MAGIC)
        if not head.startswith(MAGIC) or not number.isdigit():
            raise BadReplay("this is not a Quintain replay")
        check_format(int(number[:9]))
        try:
            if int(number) == FORMAT:
                return msgspec.msgpack.decode(_unpacked(body), type=cls)
            return cls.from_plain(msgspec.msgpack.decode(_unpacked(body)))
        except (zstandard.ZstdError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadReplay("this replay is damaged or cut short") from None

    @classmethod
    def from_journal(cls, header: bytes, entries: Iterable[bytes]) -> "Replay":
        """From what is kept of a match while it is played: `header` and a line of JSON for each entry."""
        try:
            data = msgspec.json.decode(header)
            data["entries"] = [msgspec.json.decode(entry) for entry in entries]
            return cls.from_plain(data)
        except (msgspec.DecodeError, TypeError, RecursionError) as error:
            raise BadReplay(f"this journal is damaged: {error}") from None

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> "Replay":
        """From plain lists and dicts of any format that we can read."""
        format = data.get("format", 1)
        check_format(format)
        for number in range(format, FORMAT):
            data = {**UPGRADES[number](data), "format": number + 1}
        return msgspec.convert(data, cls)

    def header(self) -> bytes:
        """All of it but the entries: what a journal begins with."""
        return msgspec.json.encode(msgspec.structs.replace(self, entries=()))

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)

    # --- as it is stored

    def account(self, game: Game) -> Iterator[str]:
        """What was done and said, as far as it can be read without playing it again: for rules that are not ours."""
        for entry in self.entries:
            match entry:
                case Acted() | Struck():
                    yield f"seat {entry.seat}: {', '.join(_notation(action, game) for action in entry.actions)}"
                case Said():
                    yield str(entry)
                case Replaced():
                    yield f"{entry.player.name} takes over seat {entry.seat}"
                case Stopped():
                    yield f"the match is stopped: {entry.ending}"

    # --- as a match

    def new_match(self, game: Game) -> Match:
        """The match before anybody has acted."""
        if game.rules_version != self.rules_version or game.name != self.game:
            raise UnknownRules(
                f"this replay needs version {self.rules_version} of the {self.game} rules; "
                f"this Quintain has version {game.rules_version} of {game.name}"
            )
        try:
            return Match(
                game,
                game.options_from(self.options),
                int(self.seed),
                players=self.players,
                time_control=self.time_control,
                faults=self.faults,
                longest=self.longest,
            )
        except QuintainError as error:
            raise BadReplay(f"this replay is damaged: {error}") from None

    def steps(self, game: Game) -> Iterator[tuple[Entry | None, Match]]:
        """The match as it was at the start and after each entry (it is the same object, one step on)."""
        match = self.new_match(game)
        yield None, match
        for entry in self.entries:
            entry = typed(entry, game)
            repeat(match, entry)
            yield entry, match
        if match.outcome != self.outcome:
            raise BadReplay("this replay is damaged: played again, it ends otherwise")

    def match(self, game: Game, steps: int | None = None) -> Match:
        """The match after this many entries, or after all of them."""
        match = self.new_match(game)
        for entry in self.entries[:steps]:
            repeat(match, typed(entry, game))
        return match


def check_format(format: Any) -> None:
    """Raise UnknownFormat, with what would read it, for a format that we cannot read."""
    if not isinstance(format, int) or format > FORMAT:
        raise UnknownFormat(f"this replay has format {format}; this Quintain reads formats up to {FORMAT}: update it")
    if format < OLDEST:
        raise UnknownFormat(f"this replay has format {format}; Quintain reads it only up to version 0.1")


def typed(entry: Entry, game: Game) -> Entry:
    """The entry with its actions or message as the game's own types, if it comes fresh from a file."""
    try:
        if isinstance(entry, Deed):
            actions = tuple(_action(action, game) for action in entry.actions)
            return msgspec.structs.replace(entry, actions=actions)
        if isinstance(entry, Said) and isinstance(entry.message, dict):
            return msgspec.structs.replace(entry, message=game.message(entry.message))
    except (msgspec.ValidationError, BadNotation) as error:
        raise BadReplay(f"this replay is damaged: {error}") from None
    return entry


def _notation(action: Any, game: Game) -> str:
    try:
        return str(_action(action, game))
    except msgspec.ValidationError:
        return msgspec.json.encode(action).decode()


def _action(action: Any, game: Game) -> Any:
    return msgspec.convert(action, game.action_type) if isinstance(action, dict) else action


def repeat(match: Match, entry: Entry) -> None:
    """Let happen again what the entry tells of. The record is trusted about time and faults, not about the rules."""
    try:
        match.enter(entry)
    except QuintainError as error:
        raise BadReplay(f"this replay is damaged: {error}") from None


def _unpacked(data: bytes) -> bytes:
    if zstandard.frame_content_size(data) > LARGEST:
        raise BadReplay(f"this replay unpacks to more than {LARGEST} bytes")
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=LARGEST, allow_extra_data=False)
