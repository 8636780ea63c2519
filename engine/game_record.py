"""The record of a finished game: what is kept of it for ever, in some hundred bytes.

Records outlive logs, and all figures of players (:mod:`engine.figures`) derive from them. They hold only what the group
was told.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Final

import msgspec
from msgspec import Struct

from engine import dictionaries, families, ruleset_base
from engine.absence import PlayerReplaced
from engine.computer_ids import is_computer
from engine.encoding import DECODE_ERRORS, to_json
from engine.errors import DataError, Refusal
from engine.game_base import Game, TurnGame
from engine.messages import Event
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets
from engine.seat_figures import SeatFigures

CANCELLED: Final = "cancelled"
"""The reason of every family for a cancelled game, which has no record."""
SURRENDER: Final = "surrender"
"""The reason of every family for an end in which all but one have surrendered or were removed."""
_LEAST_TURNS_EACH: Final = 2
MOST_RATED: Final = 4
"""The most players of a rated game with turns."""
_LEAST_RATED_ROUNDS: Final = 8
_LEAST_RATED_PEOPLE: Final = 3
"""The least number of players with at least ``_LEAST_RATED_ROUNDS`` rounds answered in a rated game in rounds."""
_LATEST: Final = 253_402_300_799
"""The last second of the year 9999; calendars go no further."""
ID_DIGITS: Final = 16
"""How many hex digits of its seal, the hash that commits to the secret, identify a finished game."""


class PlayerRecord(Struct, frozen=True, array_like=True):
    """What one player did and scored in a finished game."""

    user: int
    """Negative for a computer player; for a forgotten user see :mod:`engine.forget_player`."""
    name: str
    """The name at that time."""
    place: int
    """1 is the best; ties share it."""
    score: int
    left: bool
    """Whether the player surrendered, was removed or lost on time."""
    joined_late: bool
    """Whether the player took over a seat during the game."""
    figures: SeatFigures


class GameRecord(Struct, frozen=True, array_like=True, tag="game"):
    """A finished game. Instants are whole epoch seconds."""

    id: str
    """The first :data:`ID_DIGITS` hex digits of the game's seal."""
    ruleset: str
    family: str
    """The kind of ratings that it changes (:attr:`engine.ruleset_base.Ruleset.rating_kind`)."""
    begun: int
    """The start; equal to ``ended`` if unknown."""
    ended: int
    reason: str
    """The family's code for the reason."""
    turns: int
    players: tuple[PlayerRecord, ...]
    left_out: bool = False
    """Whether an administrator decided that it does not count."""
    in_rounds: bool = False
    """Whether all answered at once (Duplicate); then it holds only players with a share of the best plays' points."""

    @property
    def has_computers(self) -> bool:
        """Whether a computer player took part."""
        return any(is_computer(player.user) for player in self.players)

    @property
    def counts(self) -> bool:
        """Whether it counts for any player's figures."""
        return not self.left_out

    @property
    def is_too_short(self) -> bool:
        """Whether it ended by surrender or removal before each player had two turns (RULES §7.7)."""
        return self.reason == SURRENDER and self.turns < _LEAST_TURNS_EACH * len(self.players)

    @property
    def rated_players(self) -> tuple[PlayerRecord, ...]:
        """The players whose ratings it changes; empty if it is not rated.

        In a game in rounds: those who answered at least eight rounds and half of all, if there are three or more of
        them.
        """
        if not self.in_rounds:
            return self.players if self._is_rated_in_turns else ()
        least = max(_LEAST_RATED_ROUNDS, (self.turns + 1) // 2)
        often = tuple(player for player in self.players if player.figures.answered >= least)
        return often if self.counts and len(often) >= _LEAST_RATED_PEOPLE else ()

    @property
    def _is_rated_in_turns(self) -> bool:
        """Whether two to four people, and no computers, played from beginning to end.

        A player who surrendered or was removed has played, unless the game :attr:`is_too_short`. One who came later has
        not played the whole game; one who was replaced is not in the record.
        """
        whole = not (self.is_too_short or any(player.joined_late for player in self.players))
        return self.counts and whole and 1 < len(self.players) <= MOST_RATED and not self.has_computers


class SeasonBegun(Struct, frozen=True, array_like=True, tag="season"):
    """An administrator began a season; games that end from then on count for it."""

    number: int
    """From 1; what ended before the first one belongs to season 0."""
    at: int
    """Epoch seconds."""
    name: str = ""
    """The group's name for it; empty to use its number."""


Record = GameRecord | SeasonBegun
_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[Record]] = msgspec.msgpack.Decoder(Record)


def encode_record(record: Record) -> bytes:
    """A record as stored, in MessagePack."""
    return _encoder.encode(record)


def decode_record(data: bytes) -> Record:
    """Decode a stored record; raises DataError if it is damaged or a later version wrote it."""
    try:
        record = _decoder.decode(data)
    except DECODE_ERRORS as error:
        raise DataError(f"a stored record of a game cannot be read: {error}") from error
    at = record.at if isinstance(record, SeasonBegun) else record.ended
    if not 0 <= at <= _LATEST:
        raise DataError(f"a stored record of a game cannot be read: it is of no instant that there is ({at})")
    return record


def decode_game_record(data: bytes) -> GameRecord | None:
    """Decode a stored game record; ``None`` if it is of another kind or unreadable."""
    try:
        record = decode_record(data)
    except DataError:
        return None
    return record if isinstance(record, GameRecord) else None


def find_game_id(data: bytes) -> str | None:
    """The game id in a stored record of any version; ``None`` if it has none."""
    try:
        match msgspec.msgpack.decode(data):
            case ["game", str(game), *_]:
                return game
    except DECODE_ERRORS:
        pass
    return None


def compose_record(game: Game, events: Sequence[Event], begun: datetime | None, ended: datetime) -> GameRecord | None:
    """The record of a finished game; ``None`` without a result, or if no player has one.

    In a game in rounds it holds only people, with their share of the best plays' points; computers are ignored.

    ``events``: all of the log's, unredacted, oldest first; without them the record has no figures of turns. ``begun``:
    in UTC; ``None`` if the log is gone. ``ended``: in UTC.

    Raises:
        ValueError: the game is not over.
    """
    if game.outcome is None:
        raise ValueError("the game is not over")
    if game.outcome.reason == CANCELLED:
        return None
    family = families.family_of(game)
    own = [event for event in events if isinstance(event, family.events)]
    figures = family.seat_figures(len(game.players), own)
    late = {event.seat for event in own if isinstance(event, PlayerReplaced)} | {seat for seat, _ in game.sat}
    result = {final.seat: final for final in game.outcome.finals}
    in_rounds = not isinstance(game, TurnGame)
    # Without the log it is unknown who answered how often.
    seats = [seat for seat in range(len(game.players)) if seat in result]
    if in_rounds and own:
        seats = [seat for seat in seats if figures[seat].permille is not None]
    if not seats:
        return None
    at = int(ended.timestamp())
    return GameRecord(
        id=game.commitment[:ID_DIGITS],
        ruleset=game.ruleset.id,
        family=game.ruleset.rating_kind,
        begun=at if begun is None else int(begun.timestamp()),
        ended=at,
        reason=game.outcome.reason,
        turns=game.number,
        players=tuple(
            PlayerRecord(
                user=game.players[seat].user,
                name=game.players[seat].name,
                place=result[seat].place,
                score=result[seat].score,
                left=not game.players[seat].active,
                joined_late=seat in late,
                figures=figures[seat],
            )
            for seat in seats
        ),
        in_rounds=in_rounds,
    )


UNPLAYABLE_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError)
"""The errors that rules may raise over numbers that no shipped file and no game ever had."""


def first_problem(ruleset: Ruleset) -> str | None:
    """The first inconsistency in a table's rules, or ``None``."""
    try:
        return next(chain(ruleset_base.ruleset_problems(ruleset), families.family_of(ruleset).problems(ruleset)), None)
    except UNPLAYABLE_ERRORS as error:
        return f"they cannot be played by ({type(error).__name__})"


def difference_from_shipped(ruleset: Ruleset) -> tuple[str, str] | None:
    """The first setting in which a table's rules differ from this version's with the same options: both values as text.

    ``None`` if they agree. An id unknown to this version is a difference, too.
    """
    own = shipped_rulesets().get(ruleset.id)
    if own is None:
        return f"ruleset {ruleset.id}", f"one of {', '.join(shipped_rulesets())}"
    try:
        options = ruleset.options_in_use
        ours = msgspec.to_builtins(resolve_ruleset(own, options))
    except Refusal as refusal:
        return f"options {to_json(options)}", f"refused: {refusal}"
    except LookupError as error:
        return f"ruleset {ruleset.id}", f"options that cannot be chosen ({type(error).__name__})"
    theirs = msgspec.to_builtins(ruleset)
    if ruleset.lexicon in dictionaries.lexicon_choices(resolve_ruleset(own, options)):
        ours["lexicon"] = ruleset.lexicon
    names = (name for name in ours | theirs if ours.get(name) != theirs.get(name))
    name = next(names, None)
    return None if name is None else (f"{name} {to_json(theirs.get(name))}", f"{name} {to_json(ours.get(name))}")
