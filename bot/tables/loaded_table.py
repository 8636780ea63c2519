"""A loaded table: a chat's table as it was read, and the checks that need none of its rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from bot.judges import WordChanges
from bot.store.scope import Scope
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game import Game, Table, is_over
from engine.lobby_seats import Lobby
from engine.messages import Named

G = TypeVar("G", bound=Game)


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A chat's table as it was read, with the version to commit against."""

    scope: Scope
    table: Table | None
    version: int
    settings: Mapping[str, str]
    is_duplicate: bool
    """Whether the update was committed before."""
    custom_words: WordChanges | None = None
    """The chat's words that count at the table: those that its game began with; for a lobby the current ones.

    ``None`` where there is no table, or its game is over.
    """
    announced_downtime: timedelta = timedelta()
    """The service's downtime in all when the chat was last told of it."""
    is_unreachable: bool = False
    """Whether the bot cannot reach the chat, so that its tables wait for the bot's return."""
    arrived_at: datetime | None = None
    """When the update that it was loaded for counts, in served time; ``None`` if nobody sent one."""
    is_unreadable: bool = False
    """Whether there is a table that this version cannot read; ``table`` is ``None`` then."""

    @property
    def lexicon(self) -> str:
        """The name of the table's dictionary (:mod:`bot.judges.dictionary`); empty without a table."""
        if self.table is None:
            return ""
        return (self.custom_words or WordChanges()).counted_lexicon(self.table.ruleset.lexicon)


def check_can_open_table(table: Table | None) -> None:
    """Raise a refusal unless a new table may be opened where this one is: a chat has one at a time.

    Raises:
        Refusal: ``lobby_open`` or ``game_running``.
    """
    if isinstance(table, Lobby):
        raise Refusal("lobby_open")
    if is_game_running(table):
        raise Refusal("game_running")


def require_lobby(table: Table | None) -> Lobby:
    """A chat's table as a lobby.

    Raises:
        Refusal: ``no_game``, ``game_running`` or ``game_over``.
    """
    if isinstance(table, Lobby):
        return table
    if table is None:
        raise Refusal("no_game")
    raise Refusal("game_running" if is_game_running(table) else "game_over")


def is_game_running(table: Table | None) -> bool:
    """Whether a game is being played."""
    return table is not None and not isinstance(table, Lobby) and not is_over(table)


def require_seat(table: Table | None, user: int) -> tuple[Game, int]:
    """The running game and the user's seat in it.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over`` or ``not_seated``.
    """
    game = require_game(table)
    if game.outcome is not None:
        raise Refusal("game_over")
    seat = game.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    return game, seat


def require_game_of(kind: type[G], game: Game) -> G:
    """The game, if it is of one family.

    Raises:
        Refusal: ``another_game``.
    """
    if not isinstance(game, kind):
        raise Refusal("another_game")
    return game


def require_game(table: Table | None) -> Game:
    """A chat's game, running or over.

    Raises:
        Refusal: ``no_game`` or ``not_begun``.
    """
    if table is None:
        raise Refusal("no_game")
    if isinstance(table, Lobby):
        raise Refusal("not_begun")
    return table


def current_players(table: Table | None) -> tuple[int, ...]:
    """The people who have a seat in a running game."""
    if table is None or isinstance(table, Lobby) or is_over(table):
        return ()
    return human_users(table.players)


def human_users(players: Iterable[Named]) -> tuple[int, ...]:
    """The users at a table, without computer players."""
    return tuple(one.user for one in players if not is_computer(one.user))


def table_name(table: Table) -> str:
    """A table's short name, which buttons carry: the start of its commitment."""
    return table.commitment[:8]


def one_per_scope(tables: Iterable[LoadedTable]) -> list[LoadedTable]:
    """The tables without repetitions: while a group migrates, its scope is listed under both numbers."""
    return list({loaded.scope: loaded for loaded in tables}.values())
