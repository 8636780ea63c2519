"""Which of several tables somebody means. It follows from public facts alone, never from a rack or a dictionary.

A question that is asked only where two moves are legal would tell everybody about racks.

1. What names a table goes first: what an edit or a tap stays with, a typed number, the message replied to. Where two of
   these have no table in common, nobody can tell.
2. Of the tables left the one is meant where the user has a seat; of several the one where they were on turn, or had the
   right in question, when their message was sent.
3. Else nobody can tell; look-ups go to the table that was looked at last.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from bot.store.chats import UnreachableChats
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.retention import TABLE_MESSAGES
from bot.tables.deadlines import UnreachableClocks
from bot.tables.games import Games
from bot.tables.table_loader import (
    LoadedPlace,
    LoadedTable,
    index_players,
    is_game_running,
    may_join,
    seeks_substitute,
    sits_in_lobby,
    table_name,
)
from engine.game import Game
from engine.lobby_seats import Lobby

TableRight = Literal["look", "turn", "answer", "seat", "rule", "cancel", "join", "lobby", "computer"]
"""What somebody wants at a table: look at it; take a turn; answer what others did, as by a challenge; do what any
player may; decide as an administrator or host; cancel it; sit down; do something in a lobby where they sit; have a
computer player sit down."""


@dataclass(frozen=True, slots=True)
class TableHints:
    """What a request says of the table that it means."""

    user: int
    right: TableRight
    number: int | None = None  # the number that was typed
    replied_message: int | None = None  # the bot's message that it replies to
    replied_tables: tuple[str, ...] = ()  # the short names of the tables on that message's buttons
    replied_numbers: tuple[int, ...] = ()  # the tables' numbers in that message's text
    bound_to: str | None = None
    """The short name of the table that it stays with, as an edited message does with that where it was refused."""
    looked_at: int | None = None  # the number of the table that the user looked at last; for look-ups
    sent_at: datetime | None = None  # when it was sent, in served time; `None` for now
    sent_second: int | None = None  # when it was sent, in whole Unix seconds
    is_costly: bool = False  # whether a wrong guess would cost a turn or a game, as a pass or a surrender does
    may_answer: Callable[[Game, int], bool] | None = None
    """Whether a seat has what is to be answered, for the right to answer."""
    fits: Callable[[LoadedTable], bool] | None = None
    """Whether the kind of game, or its state that everybody sees, is one in which that can be done at all."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """Several tables may be meant: their user is asked."""

    tables: tuple[LoadedTable, ...]
    is_stray: bool = False
    """Whether it replies to a message about a table that is over, so that a word is more likely talk."""


class NoSuchTable(Exception):
    """No table has the number that was typed."""


class TableIsOver(Exception):
    """What would cost a turn or a game, or is a ruling, replies to a message about a table that is over."""


class BoundElsewhere(Exception):
    """What the request stays with is another table than that of the number that was typed, or none of those there."""


def choose_table(tables: Sequence[LoadedTable], hints: TableHints) -> LoadedTable | OpenChoice:
    """The table that is meant, or the tables that may be.

    Of a place or one person, at least one of ``tables`` is open; those that are over count where they are named, or
    where the user sat at them when the message was sent. Raises NoSuchTable: the number is none of theirs; TableIsOver:
    it would cost a turn or a game, or decides as an administrator, and replies to a message about a table that is over;
    BoundElsewhere: the number contradicts what the request stays with, or that is not there.
    """
    if hints.bound_to:
        return _bound_table(tables, hints)
    candidates = tuple(one for one in tables if one.is_open or _ended_since(one, hints))
    nameable = tables if hints.right == "look" else candidates
    numbered, replied = _numbered(nameable, hints), _replied(nameable, hints)
    named = [table for table in numbered if table in replied] if numbered and replied else [*numbered, *replied]
    if numbered and replied and not named:
        return OpenChoice(_by_scope((*numbered, *replied)))
    if len(named) == 1:
        return named[0]
    ended = () if replied else _replied(tables, hints)
    is_about_ended = not replied and bool(ended or hints.replied_tables)
    if (is_about_ended and hints.is_costly) or (ended and hints.right == "rule"):
        raise TableIsOver
    found = _tables_by_right(_by_scope(named) or candidates, hints)
    is_stray = is_about_ended and len(candidates) > 1
    if len(found) == 1 and not (is_stray and not named):
        return found[0]
    return OpenChoice(_by_scope(found or named or candidates), is_stray)


def _bound_table(tables: Sequence[LoadedTable], hints: TableHints) -> LoadedTable:
    for one in tables:
        if one.table is not None and table_name(one.table) == hints.bound_to:
            if hints.number in {None, one.scope.table}:
                return one
            break
    raise BoundElsewhere


def _numbered(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    if hints.number is None:
        return ()
    found = tuple(one for one in tables if one.scope.table == hints.number and (one.table or one.is_unreadable))
    if not found:
        raise NoSuchTable
    return found


def _replied(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    return tuple(one for one in tables if _is_replied(one, hints))


def _is_replied(loaded: LoadedTable, hints: TableHints) -> bool:
    if hints.replied_tables:
        # Buttons name a table for good; its number may be another's by now.
        return loaded.table is not None and table_name(loaded.table) in hints.replied_tables
    return hints.replied_message in loaded.messages or (
        loaded.scope.table in hints.replied_numbers and not _is_older(hints.replied_message, loaded)
    )


def _is_older(message: int | None, loaded: LoadedTable) -> bool:
    """Whether a message is older than all that were ever sent about a table, so that its number was another's then."""
    all_known = 0 < len(loaded.messages) < TABLE_MESSAGES
    return message is not None and all_known and message < min(loaded.messages)


def _by_scope(tables: Sequence[LoadedTable]) -> tuple[LoadedTable, ...]:
    unique = {loaded.scope: loaded for loaded in tables}
    return tuple(
        unique[scope] for scope in sorted(unique, key=lambda scope: (scope.chat, scope.topic or 0, scope.table))
    )


def _tables_by_right(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    open_tables = tuple(one for one in tables if one.is_open)
    match hints.right:
        case "rule":
            return _fitting(open_tables, hints)
        case "cancel":
            own = tuple(one for one in open_tables if _is_seated(one, hints.user) or sits_in_lobby(one, hints.user))
            return own or open_tables
        case "computer":
            return _tables_to_seat_computers_at(open_tables, hints)
        case "join" | "lobby":
            wanted = may_join if hints.right == "join" else sits_in_lobby
            lobbies = tuple(one for one in open_tables if isinstance(one.table, Lobby))
            # Where there is none the newest table says why not.
            return tuple(one for one in lobbies if wanted(one, hints.user)) or lobbies or open_tables[-1:]
        case "look":
            return _tables_to_look_at(tables, open_tables, hints)
        case "turn" | "answer" | "seat":
            return _tables_to_act_at(tables, hints)


def _tables_to_seat_computers_at(open_tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    lobbies = tuple(one for one in open_tables if isinstance(one.table, Lobby))
    if lobbies:
        return tuple(one for one in lobbies if sits_in_lobby(one, hints.user)) or lobbies
    seeking = tuple(one for one in open_tables if seeks_substitute(one))
    # Where there is none the newest table says why not.
    return tuple(one for one in seeking if _is_seated(one, hints.user)) or seeking or tuple(open_tables[-1:])


def _tables_to_look_at(
    tables: Sequence[LoadedTable], open_tables: Sequence[LoadedTable], hints: TableHints
) -> tuple[LoadedTable, ...]:
    seated = tuple(one for one in open_tables if _is_seated(one, hints.user))
    if len(seated) == 1:
        return seated
    certain = tuple(
        one for one in seated if _is_on_turn(one, hints.user) and not _has_changed_since(one, hints.sent_at)
    )
    if len(certain) == 1:
        return certain
    return tuple(one for one in tables if one.scope.table == hints.looked_at) or seated or tuple(open_tables)


def _tables_to_act_at(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    fitting = _fitting(tables, hints)
    seated = tuple(one for one in fitting if _is_seated(one, hints.user))
    if not seated:
        return _tables_without_seat(fitting, hints)
    if len(seated) == 1 or hints.is_costly or hints.right == "seat":
        return seated
    if hints.right == "answer":
        may_answer = hints.may_answer
        # What could be answered then may be gone since, and what can be now may be newer than the message.
        return (
            tuple(
                one
                for one in seated
                if _has_changed_since(one, hints.sent_at)
                or (may_answer is not None and _has(one, hints.user, may_answer))
            )
            or seated
        )
    # Where the turn has changed since the message was sent, it may have been its sender's.
    possible = tuple(one for one in seated if may_have_been_on_turn(one, hints.user, hints.sent_at))
    return possible or seated


def _tables_without_seat(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    """For somebody who plays nowhere: administrators decide about any game; all else is refused at any table alike."""
    if hints.right == "seat":
        return tuple(one for one in tables if is_game_running(one.table)) or tuple(tables[-1:])
    return tuple(one for one in tables if sits_in_lobby(one, hints.user))[-1:] or tuple(tables[-1:])


def _fitting(tables: Sequence[LoadedTable], hints: TableHints) -> tuple[LoadedTable, ...]:
    """The tables where that can be done at all; all of them if there is none, to say why not."""
    return tuple(one for one in tables if hints.fits is None or hints.fits(one)) or tuple(tables)


def _is_seated(loaded: LoadedTable, user: int) -> bool:
    return _has(loaded, user, lambda *_: True)


def _has(loaded: LoadedTable, user: int, right: Callable[[Game, int], bool]) -> bool:
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    seat = table.seat_of(user)
    return seat is not None and (table.players[seat].active or not loaded.is_open) and right(table, seat)


def _is_on_turn(loaded: LoadedTable, user: int) -> bool:
    return _has(loaded, user, lambda game, seat: game.turn == seat)


def may_have_been_on_turn(loaded: LoadedTable, user: int, sent_at: datetime | None) -> bool:
    """Whether it may have been the turn of a user, who plays there, when they sent something."""
    return _is_on_turn(loaded, user) or (_is_seated(loaded, user) and _has_changed_since(loaded, sent_at))


def _has_changed_since(loaded: LoadedTable, sent_at: datetime | None) -> bool:
    """Whether the turn began, or the game ended, after that instant; in its second, as messages tell no more of it."""
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    if not loaded.is_open:
        return True
    return sent_at is not None and table.turn_since is not None and table.turn_since >= sent_at


def _ended_since(loaded: LoadedTable, hints: TableHints) -> bool:
    """Whether a game in which the user sat ended after the request was sent, so that it may be about that."""
    number = loaded.numbers.get(loaded.scope.table)
    return (
        hints.right in {"turn", "answer", "seat"}
        and number is not None
        and hints.sent_second is not None
        and number.free_since >= hints.sent_second
        and not loaded.is_open
        and _is_seated(loaded, hints.user)
    )


_MOST: Final = 6  # how many tables of other topics are found: as many as a topic usually has


class TableMoves:
    """Finds the tables in other topics of a chat, and moves them."""

    def __init__(
        self, games: Games, store: GameStore, scopes_in_use: UnreachableChats, clocks: UnreachableClocks
    ) -> None:
        self._games: Final = games
        self._store: Final = store
        self.scopes_in_use: Final = scopes_in_use
        self._clocks: Final = clocks

    async def list_elsewhere(self, place: Scope) -> Sequence[LoadedTable]:
        """The open tables in other topics of a place's chat, the first few, those first that cannot be told."""
        scopes = await self.scopes_in_use.list_scopes_in_use(place.chat)
        loaded = [await self._games.load_table(scope) for scope in scopes if scope.place != place]
        found = [one for one in loaded if one.table is not None and one.is_open and one.scope.chat == place.chat]
        return sorted(found, key=lambda one: not one.is_unreachable)[:_MOST]

    async def move_table(self, loaded: LoadedTable, place: LoadedPlace) -> bool:
        """Move a table to another place of its chat; whether that was done, or it was changed meanwhile.

        Its clocks run again there if they stood still as it could not be told, and what it was not told is told there.
        """
        times, players = self._games.times, self._store.players
        at = int((times.now + (times.downtime or timedelta())).timestamp())
        new = place.first.scope.at_table(place.free_number(at))
        # Indexed before and dropped after, so that a player's list never lacks the game.
        await index_players(players, loaded.table, new)
        if not await self._store.move_table(loaded.scope, new, loaded.version, at):
            # A place in a list where nobody sits is passed over.
            return False
        await index_players(players, loaded.table, new, loaded.scope)
        await self._clocks.resume_clocks_of_table(new)
        return True

    async def gather_tables(self, place: LoadedPlace) -> bool:
        """Move the tables that were in topics of a chat here, as it has none any more; whether there were any."""
        scope, gathered = place.first.scope, False
        for loaded in await self.list_elsewhere(scope):
            gathered |= await self.move_table(loaded, await self._games.load_place(scope))
        return gathered
