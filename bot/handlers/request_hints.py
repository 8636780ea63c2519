"""What a request says of the table that it means, and the choice that follows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.store.people import RefusedMoves
from bot.tables.served_time import LONGEST_DELAY, TableTimes
from bot.tables.table_choice import (
    BoundElsewhere,
    NoSuchTable,
    OpenChoice,
    TableHints,
    TableIsOver,
    TableRight,
    choose_table,
)
from bot.tables.table_loader import LoadedTable, table_name
from bot.telegram.requests import BaseRequest, Command, MistypedCommand, PlainText
from engine.errors import Refusal

TypedRequest = Command | PlainText | MistypedCommand
"""What somebody typed, about a table."""


class WhichTable(Exception):
    """Several tables may be meant, so that the sender is to be asked; nothing was changed.

    Args:
        choice: the tables that may be meant.
    """

    def __init__(self, request: TypedRequest, choice: OpenChoice) -> None:
        super().__init__("several tables may be meant")
        self.request: Final = request
        self.tables: Final = choice.tables
        self.is_stray: Final = choice.is_stray


class RequestHints:
    """Gathers the hints of requests.

    Args:
        refusals: knows the refused moves, at whose tables edits of them stay.
    """

    def __init__(self, refusals: RefusedMoves, times: TableTimes) -> None:
        self._refusals: Final = refusals
        self._times: Final = times

    async def hints_of(self, request: TypedRequest, right: TableRight, looked_at: int | None) -> TableHints:
        """What a request says of its table; ``looked_at`` is the number of the one that its sender looked at last."""
        return TableHints(
            user=request.sender.user,
            right=right,
            number=request.table_number,
            replied_message=request.replied_message,
            replied_tables=request.replied_tables,
            replied_numbers=request.replied_numbers,
            bound_to=None if isinstance(request, MistypedCommand) else await self._bound_to(request),
            looked_at=looked_at,
            sent_at=self.sent_at(request),
            sent_second=int(request.sent_at.timestamp()),
        )

    async def _bound_to(self, request: Command | PlainText) -> str | None:
        """The short name of the table that a request stays with.

        That is the one of a button by which its sender answered, of an inline result, or where an edited message was
        refused before.
        """
        if request.answered_table is not None or request.target_table is not None or not request.is_edit:
            return request.answered_table or request.target_table
        note = await self._refusals.find_refused_move(request.sender.user, request.venue.message_chat, request.message)
        return None if note is None else note.partition(" ")[0]

    def sent_at(self, request: TypedRequest) -> datetime | None:
        """When a message was sent, in served time: by Telegram's clock, unless that disagrees with the server's."""
        counted = self.served_arrival(request)
        if counted is None or request.arrived_at is None or request.arrived_at - request.sent_at > LONGEST_DELAY:
            return counted
        return min(counted, self._times.served_time_counted(request.sent_at, None) or counted)

    def served_arrival(self, request: BaseRequest) -> datetime | None:
        """When a request counts, in served time."""
        return self._times.served_time_counted(
            request.arrived_at, request.sent_at if isinstance(request, Command | PlainText) else None
        )


def choose_or_ask(
    request: TypedRequest, tables: Sequence[LoadedTable], hints: TableHints, *, are_own: bool = False
) -> LoadedTable:
    """The table that a request means.

    Args:
        request: what somebody typed.
        tables: those of a place, or with ``are_own`` the sender's wherever they are.
        hints: what the request says.
        are_own: see there.

    Raises:
        WhichTable: nobody can tell.
        Refusal: ``no_such_table`` or ``no_table_of_yours``, ``game_over``, ``edit_of_another_table``, ``other_table``,
            ``stale_button``.
    """
    # What was done, or begun, at a table is done at no other.
    former = request.update.chosen_table
    begun = next((one for one in tables if one.is_duplicate or one.scope == former), None)
    if begun is not None:
        return begun
    try:
        chosen = choose_table(tables, hints)
    except NoSuchTable:
        raise Refusal("no_table_of_yours" if are_own else "no_such_table", number=hints.number or 0) from None
    except TableIsOver:
        raise Refusal("game_over") from None
    except BoundElsewhere:
        raise _refusal_elsewhere(request) from None
    if isinstance(chosen, OpenChoice):
        raise WhichTable(request, chosen)
    return chosen


def has_table(tables: Sequence[LoadedTable], name: str) -> bool:
    """Whether one of the tables has that short name."""
    return any(one.table is not None and table_name(one.table) == name for one in tables)


def _refusal_elsewhere(request: TypedRequest) -> Refusal:
    """Why a request does nothing where the table that it stays with is not there, or another one was named."""
    if isinstance(request, MistypedCommand) or request.answered_table is not None:
        return Refusal("stale_button")
    return Refusal("other_table" if request.target_table is not None else "edit_of_another_table")
