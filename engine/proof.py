"""The proof of a finished game: one file by which anyone can check that its draws were fair.

Defines the file, and reads and writes it; :mod:`engine.verify` checks it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from engine.alphabet import load_alphabet
from engine.encoding import DECODE_ERRORS, make_decoder, to_json
from engine.errors import DataError, Refusal
from engine.game import Table, is_over
from engine.invitations import begin_in
from engine.lobby_seats import Lobby, Open, Seat, SeatLeft, SeatTaken
from engine.rng import SECRET_BYTES, seed
from engine.rulesets import Ruleset
from engine.table_log import LogEntry

FORMAT: Final = "harfiyen-proof"
VERSION: Final = 1


class UnreadableProof(Exception):
    """A file holds no proof that this version can read; the message says what is wrong and where."""


class ProofStart(Struct, frozen=True):
    """The message that started the game, in ``chat``; its id is part of the seed."""

    message: int
    chat: int | None
    at: datetime


class PlayerResult(Struct, frozen=True):
    """One player's result; 1 is the best place, and ties share it."""

    user: int
    name: str
    place: int
    score: int


class ProofEnd(Struct, frozen=True):
    """How the game ended: ``winners`` are the users in first place, ``places`` are ordered by place."""

    reason: str
    winners: tuple[int, ...]
    places: tuple[PlayerResult, ...]


class Proof(Struct, frozen=True, kw_only=True):
    """A finished game with all of its secrets."""

    format: str = FORMAT
    version: int = VERSION
    program: str
    """The program that wrote it, with its version."""
    table: str
    """The table's short name in its buttons: the first eight digits of the seal."""
    seal: str
    """The SHA-256 of the secret, shown when the lobby opened."""
    secret: str
    seats: tuple[Seat, ...]
    """In the order of joining, on which the seed depends."""
    start: ProofStart
    seed: str
    ruleset: Ruleset
    """Resolved: the table's options are applied. It names the list of words."""
    lexicon: str
    """The hash of the list of words, including the chat's."""
    end: ProofEnd
    log: tuple[LogEntry, ...]


class _Head(Struct):
    format: str
    version: int


_proofs: Final = make_decoder(Proof)


def compose_proof(table: Table | None, log: Sequence[LogEntry], program: str) -> Proof:
    """The proof of a finished game.

    Raises:
        Refusal: ``proof_running`` while the game runs, ``proof_gone`` if nothing is kept of the game, or if the log is
            another table's, whose secrets must not be told.
    """
    if table is not None and not is_over(table):
        raise Refusal("proof_running")
    start = next(
        (ProofStart(begin.message, begin.chat, entry.at) for entry in log if (begin := begin_in(entry.action))), None
    )
    if table is None or isinstance(table, Lobby) or start is None or not isinstance(log[0].action, Open):
        raise Refusal("proof_gone")
    seats = starting_seats(log)
    sown = find_sown_seed(log) or seed(table.secret, [seat.user for seat in seats], start.message)
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
        end=proof_end(table),
        log=tuple(log),
    )


def find_sown_seed(log: Iterable[LogEntry]) -> str:
    """The seed that the log gives (:attr:`engine.lobby_seats.Begin.sown`); empty if it follows from the seats."""
    begins = (begin for entry in log if (begin := begin_in(entry.action)) is not None)
    return next((begin.sown for begin in begins if isinstance(begin.sown, str)), "")


def starting_seats(log: Iterable[LogEntry]) -> tuple[Seat, ...]:
    """The seats when the game began, in the order of joining, according to the log."""
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
        if begin_in(entry.action) is not None:
            break
    return tuple(seats.values())


def proof_end(table: Table) -> ProofEnd:
    """How a finished game ended; raises the refusal ``proof_running`` if it is not over."""
    outcome = None if isinstance(table, Lobby) else table.outcome
    if isinstance(table, Lobby) or outcome is None:
        raise Refusal("proof_running")
    players = table.players
    return ProofEnd(
        outcome.reason,
        tuple(players[seat].user for seat in outcome.winners),
        tuple(
            PlayerResult(players[final.seat].user, players[final.seat].name, final.place, final.score)
            for final in outcome.finals
        ),
    )


def encode_proof(proof: Proof) -> bytes:
    """A proof as JSON, with one fact or one action of the log a line."""
    facts = [(name, getattr(proof, name)) for name in proof.__struct_fields__ if name != "log"]
    lines = [f"{to_json(name)}: {to_json(value)}," for name, value in facts]
    log = ",\n".join(to_json(entry) for entry in proof.log)
    return "\n".join(("{", *lines, f"{to_json('log')}: [", log, "]", "}", "")).encode()


def decode_proof(data: bytes) -> Proof:
    """Decode a proof; raises UnreadableProof if it is none, or its format is unknown to this version."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if (head.format, head.version) != (FORMAT, VERSION):
            raise UnreadableProof(
                f"it is {head.format} version {head.version}; this program reads {FORMAT} version {VERSION}"
            )
        proof = _proofs.decode(data)
    except DECODE_ERRORS as error:
        raise UnreadableProof(f"it is no proof of a game: {error}") from error
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        secret = b""
    try:
        load_alphabet(proof.ruleset.language)
    except DataError as error:
        raise UnreadableProof(f"its ruleset names a language that there is not: {error}") from error
    if len(secret) != SECRET_BYTES:
        raise UnreadableProof(f"its secret is not {SECRET_BYTES} bytes in hexadecimal digits")
    return proof
