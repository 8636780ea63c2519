"""A loaded table: a chat's table as it was read, and the checks that need none of its rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Final, TypeVar

from bot.judges import WordChanges
from bot.store.commits import TableNumber
from bot.store.scope import FIRST_TABLE, Scope
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.forget_player import is_forgotten
from engine.game import Game, Table, is_over
from engine.lobby_seats import Lobby
from engine.messages import Named

G = TypeVar("G", bound=Game)


class Busy(Exception):
    """Others changed the table too often at the same time; the player may repeat the action."""


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
    """Whether the bot cannot write there, so that the table waits until it can."""
    arrived_at: datetime | None = None
    """When the update that it was loaded for counts, in served time; ``None`` if nobody sent one."""
    is_unreadable: bool = False
    """Whether there is a table that this version cannot read; ``table`` is ``None`` then."""
    messages: frozenset[int] = frozenset()
    """The newest messages that were sent about it."""
    numbers: Mapping[int, TableNumber] = field(default_factory=dict)
    """The numbers of the place's tables."""
    has_unreachable: bool = False
    """Whether any table of the chat waits so, in whichever of its topics."""

    @property
    def has_neighbours(self) -> bool:
        """Whether other tables are open in its place, so that people are told its number."""
        return any(number.is_open for table, number in self.numbers.items() if table != self.scope.table)

    @property
    def told_number(self) -> int:
        """Its number, where people are told it; else 0."""
        return self.scope.table if self.has_neighbours else 0

    @property
    def is_open(self) -> bool:
        """Whether people sit at it, or may sit down."""
        return self.is_unreadable or not (self.table is None or is_over(self.table))

    @property
    def free_since(self) -> int:
        """When its number became free, in Unix seconds; 0 if nobody knows."""
        number = self.numbers.get(self.scope.table)
        return 0 if number is None else number.free_since

    @property
    def lexicon(self) -> str:
        """The name of the table's dictionary (:mod:`bot.judges.dictionary`); empty without a table."""
        if self.table is None:
            return ""
        return (self.custom_words or WordChanges()).counted_lexicon(self.table.ruleset.lexicon)


TABLES_SETTING: Final = "tables"
"""The chat's setting that says how many tables each of its places may have at once."""

DEFAULT_MOST_TABLES: Final = 6
MOST_TABLES: Final = 20


def most_tables(settings: Mapping[str, str]) -> int:
    """How many tables a chat or topic may have at once."""
    chosen = settings.get(TABLES_SETTING, "")
    return min(max(1, int(chosen)), MOST_TABLES) if chosen.isdecimal() else DEFAULT_MOST_TABLES


@dataclass(frozen=True, slots=True)
class LoadedPlace:
    """All tables of a chat or topic as they were read, the first one always among them."""

    tables: tuple[LoadedTable, ...]
    """By their numbers, ascending."""

    @property
    def first(self) -> LoadedTable:
        """The table of number 1, which has all that is the chat's, too."""
        return self.tables[0]

    @property
    def open_tables(self) -> tuple[LoadedTable, ...]:
        """Those at which people sit or may sit down."""
        return tuple(loaded for loaded in self.tables if loaded.is_open)

    @property
    def newest(self) -> LoadedTable:
        """The only open table; of several the one of the highest number; if none is open, the one that was last."""
        if open_tables := self.open_tables:
            return open_tables[-1]
        return max(self.tables, key=lambda one: (one.table is not None, one.free_since))

    def at_number(self, number: int) -> LoadedTable:
        """The table of a number; one that is not there has no game."""
        found = next((loaded for loaded in self.tables if loaded.scope.table == number), None)
        return found or replace(
            self.first,
            scope=self.first.scope.at_table(number),
            table=None,
            version=0,
            custom_words=None,
            announced_downtime=timedelta(),
            is_unreachable=False,
            is_unreadable=False,
            messages=frozenset(),
        )

    @property
    def told_numbers(self) -> frozenset[int]:
        """The numbers by which people were told tables, be they open or over by now."""
        return frozenset(number for number, known in self.first.numbers.items() if known.is_told)

    def free_number(self, now: float) -> int:
        """The lowest number that a new table can have at ``now``, in Unix seconds."""
        taken = {loaded.scope.table for loaded in self.open_tables}
        numbers = self.first.numbers
        return next(
            number
            for number in count(FIRST_TABLE)
            if number not in taken and not (number in numbers and numbers[number].is_resting(now))
        )


def check_can_open_table(place: LoadedPlace) -> None:
    """Raise a refusal unless another table may be opened in a place.

    Raises:
        Refusal: ``table_unreadable``; ``too_many_tables`` (``most``); where there may be one, ``lobby_open`` or
            ``game_running``.
    """
    open_tables, most = place.open_tables, most_tables(place.first.settings)
    if place.newest.is_unreadable:
        raise Refusal("table_unreadable")
    if len(open_tables) < most:
        return
    if most > 1:
        raise Refusal("too_many_tables", most=most)
    raise Refusal("lobby_open" if isinstance(place.newest.table, Lobby) else "game_running")


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


def game_of_turn(before: Table | None, after: Table | None) -> Game | None:
    """The game, if a step took a turn of it or had one lost; ``None`` for any other step."""
    if isinstance(before, Game) and isinstance(after, Game) and after.number > before.number:
        return after
    return None


def require_seat(table: Table | None, user: int) -> tuple[Game, int]:
    """The running game and the user's seat in it.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over`` or ``not_seated``.
    """
    game = require_running_game(table)
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


def require_running_game(table: Table | None) -> Game:
    """A chat's game that is being played.

    Raises:
        Refusal: ``no_game``, ``not_begun`` or ``game_over``.
    """
    game = require_game(table)
    if game.outcome is not None:
        raise Refusal("game_over")
    return game


def current_players(table: Table | None) -> tuple[int, ...]:
    """The people who have a seat in a running game."""
    if table is None or isinstance(table, Lobby) or is_over(table):
        return ()
    return human_users(table.players)


def human_users(players: Iterable[Named]) -> tuple[int, ...]:
    """The users at a table, without computer players and people who asked to be forgotten."""
    return tuple(one.user for one in players if not (is_computer(one.user) or is_forgotten(one.user)))


def table_name(table: Table) -> str:
    """A table's short name, which buttons carry: the start of its commitment."""
    return table.commitment[:8]


def one_per_scope(tables: Iterable[LoadedTable]) -> list[LoadedTable]:
    """The tables without repetitions: while a group migrates, its scope is listed under both numbers."""
    return list({loaded.scope: loaded for loaded in tables}.values())


def may_join(loaded: LoadedTable, user: int) -> bool:
    """Whether a user may sit down in a lobby."""
    table = loaded.table
    return (
        isinstance(table, Lobby)
        and len(table.seats) < table.ruleset.players.most
        and all(seat.user != user for seat in table.seats)
    )


def seeks_substitute(loaded: LoadedTable) -> bool:
    """Whether a game waits for somebody who takes a seat."""
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    return table.petition is not None and table.petition.is_waiting


def sits_in_lobby(loaded: LoadedTable, user: int) -> bool:
    """Whether a user sits in a lobby."""
    return isinstance(loaded.table, Lobby) and any(seat.user == user for seat in loaded.table.seats)
