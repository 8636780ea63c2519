"""A finished game, packed for a group's history: all that a replay needs, in some kilobytes.

Events are left out, since the rules give them again. Scores stay, to detect a replay by other rules.
"""

import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.encoding import DECODE_ERRORS, make_decoder
from engine.errors import DataError
from engine.forget_player import Forgotten, forget_in_actions
from engine.game import Action, Game, Table
from engine.lobby_seats import Open
from engine.proof import Proof, compose_proof
from engine.replay_log import Deviation, replay_bare_log
from engine.ruleset_base import Ruleset
from engine.table_log import LogEntry, Verdict

_VERSION: Final = 1
_LEVEL: Final = 9
_MOST_BYTES: Final = 4 * 2**20
"""More than any game has; longer streams are not decompressed."""


class _Turn(Struct, frozen=True, array_like=True):
    """A log entry with scores in place of events."""

    action: Action
    at: datetime
    verdicts: dict[str, Verdict]
    scores: tuple[int, ...]
    utc: datetime | None = None
    begins: datetime | None = None


class PackedGame(Struct, frozen=True, omit_defaults=True):
    """A finished game as stored."""

    version: int
    program: str
    """The program that played it, with its version."""
    secret: str
    ruleset: Ruleset
    """Resolved: the table's options are applied."""
    log: tuple[_Turn, ...]
    added: tuple[str, ...] = ()
    """Words that counted at the table although its list lacks them."""
    removed: tuple[str, ...] = ()
    """Words of the list that did not count."""


_decoder: Final = make_decoder(PackedGame)
_encoder: Final = msgspec.json.Encoder()


def pack_game(  # noqa: PLR0917 - the parts of a game
    ruleset: Ruleset,
    secret: str,
    log: Sequence[LogEntry],
    program: str,
    added: Iterable[str] = (),
    removed: Iterable[str] = (),
) -> bytes:
    """Pack a finished game.

    ``ruleset``: the table's, resolved. ``secret``: in hex; its hash is the seal. ``log``: of the game's table, from the
    opening to the end. ``added``, ``removed``: the words by which the table's words differed from its list's.
    """
    turns = tuple(
        _Turn(
            entry.action,
            entry.at,
            entry.verdicts,
            entry.scores,
            _or_none(entry.utc),
            _or_none(entry.begins),
        )
        for entry in log
    )
    packed = PackedGame(_VERSION, program, secret, ruleset, turns, tuple(sorted(added)), tuple(sorted(removed)))
    return zlib.compress(_encoder.encode(packed), _LEVEL)


def _or_none(instant: datetime | UnsetType) -> datetime | None:
    return None if isinstance(instant, UnsetType) else instant


def _decode_packed(data: bytes) -> PackedGame:
    try:
        return _decoder.decode(zlib.decompressobj().decompress(data, _MOST_BYTES))
    except (zlib.error, *DECODE_ERRORS) as error:
        raise DataError(f"a stored game cannot be read: {error}") from error


class UnpackedGame(Struct, frozen=True):
    """A finished game, replayed."""

    program: str
    tables: tuple[Table, ...]
    log: tuple[LogEntry, ...]
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def end(self) -> Table:
        """The final state."""
        return self.tables[-1]

    def proof(self) -> Proof:
        """The game's proof. Raises the refusals of :func:`engine.proof.compose_proof`."""
        return compose_proof(self.end, self.log, self.program)


def unpack_game(data: bytes) -> UnpackedGame:
    """Unpack a game and replay it; DataError if it is damaged, another version's, or replays differently."""
    packed = _decode_packed(data)
    if packed.version != _VERSION or not packed.log or not isinstance(packed.log[0].action, Open):
        raise DataError(f"a stored game of version {packed.version} cannot be read; this program reads {_VERSION}")
    bare = [
        LogEntry(
            turn.action,
            turn.at,
            turn.verdicts,
            scores=turn.scores,
            utc=UNSET if turn.utc is None else turn.utc,
            begins=UNSET if turn.begins is None else turn.begins,
        )
        for turn in packed.log
    ]
    try:
        played = replay_bare_log(packed.ruleset, packed.secret, bare)
    except Deviation as error:
        raise DataError(f"a stored game by {packed.program} goes another way now: entry {error.entry}") from error
    tables, log = tuple(table for table, _ in played), tuple(entry for _, entry in played)
    return UnpackedGame(packed.program, tables, log, packed.added, packed.removed)


def forget_in_packed_game(data: bytes, who: Forgotten) -> bytes:
    """A packed game without the user; keeps the seed, which was made from the ids (RULES §1.3).

    A game that this version's rules replay differently is rewritten without a replay.

    Raises:
        DataError: the game is damaged.
    """
    packed = _decode_packed(data)
    try:
        end = unpack_game(data).end
    except DataError:
        end = None
    seed = end.draws.seed if isinstance(end, Game) else None
    turns = tuple(forget_in_actions(packed.log, _Turn, who, seed))
    return zlib.compress(_encoder.encode(msgspec.structs.replace(packed, log=turns)), _LEVEL)


def read_packed_json(data: bytes) -> bytes:
    """The JSON of a packed game, to search for a user; empty if it is damaged."""
    try:
        return zlib.decompressobj().decompress(data, _MOST_BYTES)
    except zlib.error:
        return b""
