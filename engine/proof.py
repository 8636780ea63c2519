"""The proof of a finished game: all that shows that its draws were fair, in one file that anybody can check.

Owns what the file holds, and reading and writing it. Checking it is :mod:`engine.verify`'s.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from engine.alphabet import alphabet
from engine.beginnings import beginning
from engine.encoding import DAMAGED, as_json, decoder
from engine.errors import DataError, Refusal
from engine.game import Begin, Table, is_over
from engine.record import LogEntry
from engine.rng import SECRET_BYTES, seed
from engine.rulesets import Ruleset
from engine.seats import Lobby, Open, Seat, SeatLeft, SeatTaken

FORMAT: Final = "harfiyen-proof"
VERSION: Final = 1


class Unreadable(Exception):
    """A file that holds no proof that this version can read; the message says what is wrong and where."""


class Start(Struct, frozen=True):
    """The message that started the game, whose id is part of the seed; ``chat`` is where it was."""

    message: int
    chat: int | None
    at: datetime


class Standing(Struct, frozen=True):
    """One player's result: 1 is the best place; shared places share the number."""

    user: int
    name: str
    place: int
    score: int


class End(Struct, frozen=True):
    """How the game ended: ``winners`` are the users in first place, ``places`` are in their order."""

    reason: str
    winners: tuple[int, ...]
    places: tuple[Standing, ...]


class Proof(Struct, frozen=True, kw_only=True):
    """A finished game with everything that was secret in it."""

    format: str = FORMAT
    version: int = VERSION
    program: str
    """What wrote it, with its version."""
    table: str
    """The table's short name, which its buttons carry: the first eight digits of the seal."""
    seal: str
    """The SHA-256 of the secret, shown when the lobby opened."""
    secret: str
    seats: tuple[Seat, ...]
    """In the order of sitting down, which the seed depends on."""
    start: Start
    seed: str
    ruleset: Ruleset
    """Resolved: the table's options are applied. It names the list of words."""
    lexicon: str
    """The hash of the list of words, those of the chat included."""
    end: End
    log: tuple[LogEntry, ...]


class _Head(Struct):
    format: str
    version: int


_proofs: Final = decoder(Proof)


def compose(table: Table | None, log: Sequence[LogEntry], program: str) -> Proof:
    """The proof of a game that is over.

    Args:
        table: the game as it ended.
        log: what was logged of its table, from the opening on.
        program: what writes the proof.

    Raises:
        Refusal: ``proof_running`` while the secret is one, ``proof_gone`` where nothing is kept of the game, or the
            log is another table's, whose secrets are not this one's to tell.
    """
    if table is not None and not is_over(table):
        raise Refusal("proof_running")
    start = next((_start(begin, entry.at) for entry in log if (begin := beginning(entry.action))), None)
    if table is None or isinstance(table, Lobby) or start is None or not isinstance(log[0].action, Open):
        raise Refusal("proof_gone")
    seats = seated(log)
    sown = seed(table.secret, [seat.user for seat in seats], start.message)
    if sown != table.draws.seed:
        raise Refusal("proof_gone")
    return Proof(
        program=program,
        table=table.commitment[:8],
        seal=table.commitment,
        secret=table.secret,
        seats=seats,
        start=start,
        seed=sown,
        ruleset=table.ruleset,
        lexicon=table.lexicon,
        end=end_of(table),
        log=tuple(log),
    )


def _start(action: Begin, at: datetime) -> Start:
    return Start(action.message, action.chat, at)


def seated(log: Iterable[LogEntry]) -> tuple[Seat, ...]:
    """Who sat at the table when its game began, in the order of sitting down, as a log tells it."""
    seats: dict[int, Seat] = {}
    for entry in log:
        for event in entry.events:
            match event:
                case SeatTaken(user=user, name=name):
                    seats[user] = Seat(user, name)
                case SeatLeft(user=user):
                    seats.pop(user, None)
                case _:
                    pass
        if beginning(entry.action) is not None:
            break
    return tuple(seats.values())


def end_of(table: Table) -> End:
    """How a game that is over ended.

    Raises:
        Refusal: ``proof_running``, it is not.
    """
    outcome = None if isinstance(table, Lobby) else table.outcome
    if isinstance(table, Lobby) or outcome is None:
        raise Refusal("proof_running")
    players = table.players
    return End(
        outcome.reason,
        tuple(players[seat].user for seat in outcome.winners),
        tuple(
            Standing(players[final.seat].user, players[final.seat].name, final.place, final.score)
            for final in outcome.finals
        ),
    )


def write(proof: Proof) -> bytes:
    """A proof as JSON: one of its facts a line, and one action of its log."""
    facts = [(name, getattr(proof, name)) for name in proof.__struct_fields__ if name != "log"]
    lines = [f"{as_json(name)}: {as_json(value)}," for name, value in facts]
    log = ",\n".join(as_json(entry) for entry in proof.log)
    return "\n".join(("{", *lines, f"{as_json('log')}: [", log, "]", "}", "")).encode()


def read(data: bytes) -> Proof:
    """A proof as it was written.

    Raises:
        Unreadable: it is none, or one of a format that this version does not know.
    """
    try:
        head = msgspec.json.decode(data, type=_Head)
        if (head.format, head.version) != (FORMAT, VERSION):
            raise Unreadable(
                f"it is {head.format} version {head.version}; this program reads {FORMAT} version {VERSION}"
            )
        proof = _proofs.decode(data)
    except DAMAGED as error:
        raise Unreadable(f"it is no proof of a game: {error}") from error
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        secret = b""
    try:
        alphabet(proof.ruleset.language)
    except DataError as error:
        raise Unreadable(f"its ruleset names a language that there is not: {error}") from error
    if len(secret) != SECRET_BYTES:
        raise Unreadable(f"its secret is not {SECRET_BYTES} bytes in hexadecimal digits")
    return proof
