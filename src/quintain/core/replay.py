"""A match on file: what went into it, from which every position, view and event can be made again."""

from collections.abc import Iterator
from typing import Any

import msgspec
import zstandard

from quintain.core.clock import TimeControl
from quintain.core.errors import BadNotation, BadReplay, QuintainError, UnknownRules
from quintain.core.game import Game
from quintain.core.match import Acted, Entry, Match, Said, Struck
from quintain.core.outcome import Outcome

MAGIC = b"quintain replay 1\n"
LARGEST = 256 * 1024 * 1024  # bytes that a file may unpack to


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    rules_version: int
    options: dict[str, Any]
    seed: int
    players: tuple[str, ...]
    time_control: TimeControl
    strikes: int
    longest: int
    entries: tuple[Entry, ...]
    outcome: Outcome | None  # None while the match goes on

    @classmethod
    def of(cls, match: Match) -> "Replay":
        return cls(
            game=match.game.name,
            rules_version=match.game.rules_version,
            options=msgspec.to_builtins(match.options),
            seed=match.seed,
            players=match.players,
            time_control=match.time_control,
            strikes=match.forgiven,
            longest=match.longest,
            entries=tuple(match.record),
            outcome=match.outcome,
        )

    # --- as a file

    def to_bytes(self) -> bytes:
        packer = zstandard.ZstdCompressor(level=10, write_checksum=True)
        return MAGIC + packer.compress(msgspec.msgpack.encode(self))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Replay":
        if not data.startswith(MAGIC):
            raise BadReplay("this is not a Quintain replay")
        try:
            return msgspec.msgpack.decode(_unpacked(data[len(MAGIC) :]), type=cls)
        except (zstandard.ZstdError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadReplay("this replay is damaged or cut short") from None

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)

    # --- as a match

    def new_match(self, game: Game) -> Match:
        """The match before anybody has acted."""
        if game.rules_version != self.rules_version or game.name != self.game:
            raise UnknownRules(
                f"this replay was played by version {self.rules_version} of the {self.game} rules; "
                f"this Quintain knows version {game.rules_version} of {game.name}"
            )
        try:
            return Match(
                game,
                game.options_from(self.options),
                self.seed,
                players=self.players,
                time_control=self.time_control,
                strikes=self.strikes,
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


def typed(entry: Entry, game: Game) -> Entry:
    """The entry with its action or message as the game's own type, if it comes fresh from a file."""
    try:
        if isinstance(entry, Acted | Struck) and isinstance(entry.action, dict):
            return msgspec.structs.replace(entry, action=msgspec.convert(entry.action, game.action_type))
        if isinstance(entry, Said) and isinstance(entry.message, dict):
            return msgspec.structs.replace(entry, message=game.message(entry.message))
    except (msgspec.ValidationError, BadNotation) as error:
        raise BadReplay(f"this replay is damaged: {error}") from None
    return entry


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
