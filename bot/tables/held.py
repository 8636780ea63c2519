"""A chat's table as it was read: what can be told of it without its rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.judges import Changes
from bot.store.keys import Scope
from engine.computers import is_computer
from engine.errors import Refusal
from engine.game import Game, Table, is_over
from engine.messages import Named
from engine.seats import Lobby


@dataclass(frozen=True, slots=True)
class Held:
    """A chat's table as it was read, with the version to commit against."""

    scope: Scope
    table: Table | None
    version: int
    settings: Mapping[str, str]
    seen: bool
    """Whether the update was committed before."""
    words: Changes | None = None
    """The chat's words that count at the table: those its game began with, before it begins those of now.

    ``None`` where there is no table whose game is still to end.
    """
    away: timedelta = timedelta()
    """For how long the service had been away in all when the table was last told of."""
    halted: bool = False
    """Whether tables of the chat wait for the bot's return."""
    arrived: datetime | None = None
    """When that counts for which the table was read, in served time; ``None`` for what nobody sent."""
    unreadable: bool = False
    """Whether there is a table that cannot be read, which then is ``None`` here."""

    @property
    def lexicon(self) -> str:
        """The table's dictionary as its chat is told of it (:mod:`bot.judges.dictionaries`); empty without a table."""
        if self.table is None:
            return ""
        return (self.words or Changes()).told(self.table.ruleset.lexicon)


def check_free(table: Table | None) -> None:
    """Whether a new table may be opened where this one is: a chat has one at a time.

    Raises:
        Refusal: ``lobby_open`` or ``game_running``.
    """
    if isinstance(table, Lobby):
        raise Refusal("lobby_open")
    if is_running(table):
        raise Refusal("game_running")


def check_waits(table: Table | None) -> Lobby:
    """A chat's table that waits for players.

    Raises:
        Refusal: ``no_game``, ``game_running`` or ``game_over``.
    """
    if isinstance(table, Lobby):
        return table
    if table is None:
        raise Refusal("no_game")
    raise Refusal("game_running" if is_running(table) else "game_over")


def is_running(table: Table | None) -> bool:
    """Whether a game is being played."""
    return table is not None and not isinstance(table, Lobby) and not is_over(table)


def in_game(table: Table | None, user: int) -> tuple[Game, int]:
    """The running game, of whichever family, and the user's seat.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over`` or ``not_seated``.
    """
    game = begun(table)
    if game.outcome is not None:
        raise Refusal("game_over")
    seat = game.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    return game, seat


def begun(table: Table | None) -> Game:
    """A chat's game, running or over.

    Raises:
        Refusal: ``no_game`` or ``not_begun``.
    """
    if table is None:
        raise Refusal("no_game")
    if isinstance(table, Lobby):
        raise Refusal("not_begun")
    return table


def playing(table: Table | None) -> tuple[int, ...]:
    """The people who have a seat in a game that is being played."""
    if table is None or isinstance(table, Lobby) or is_over(table):
        return ()
    return people(table.players)


def people(seated: Iterable[Named]) -> tuple[int, ...]:
    """The users among those at a table who are no computer players."""
    return tuple(one.user for one in seated if not is_computer(one.user))


def table_name(table: Table) -> str:
    """A table's short name: the start of its commitment, which buttons carry."""
    return table.commitment[:8]


def each_once(tables: Iterable[Held]) -> list[Held]:
    """Without those of a place that is noted under its former number too: it is just moving."""
    return list({held.scope: held for held in tables}.values())
