"""The audit log: decisions about a place's tables, kept longer than the tables' own logs. It holds no secrets.

A decision is an action that is no move, so it is committed with what it changed.
"""

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from bot.store.games import GameStore
from bot.tables.codec import UnreadableState, decode_log_entry
from bot.tables.table_loader import LoadedPlace, LoadedTable, table_name
from engine.absence import PlayerReplaced
from engine.clock import NOBODY
from engine.encoding import DECODE_ERRORS, make_decoder
from engine.game import Action, Game, is_over
from engine.lobby_seats import Join, Lobby, Open
from engine.table_log import LogEntry

MOST_AUDIT_ENTRIES: Final = 12  # how many entries are shown
IsAudited = Callable[[Action], bool]  # whether an action is a decision to keep


class AuditEntry(Struct, frozen=True, omit_defaults=True):
    """A decision about a table."""

    action: Action
    at: datetime  # in UTC
    name: str  # the name of the user who decided; empty for an anonymous administrator
    player: str = ""  # the name of the player concerned, if any
    number: int = 0  # the number of the table, if people were told it
    entry: str = ""  # identifies the table and its log entry, so that none is kept twice


_audit_entry_decoder: Final = make_decoder(AuditEntry)


def collect_audit_entries(
    log: Sequence[LogEntry], table: Game, is_audited: IsAudited, number: int = 0
) -> list[AuditEntry]:
    """The decisions in a game's log, oldest first, with the names of that time; ``number`` if people were told it."""
    people = {entry.action.by: entry.action.name for entry in log if isinstance(entry.action, Open | Join)}
    people |= {player.user: player.name for player in table.players}
    seats = {seat: player.name for seat, player in enumerate(table.players)}
    entries: list[AuditEntry] = []
    name_of_table = table_name(table)
    for index, entry in reversed(list(enumerate(log))):
        action = entry.action
        seats |= {event.seat: event.former.name for event in entry.events if isinstance(event, PlayerReplaced)}
        by = getattr(action, "by", NOBODY)
        if by != NOBODY and is_audited(action):
            name = getattr(action, "name", people.get(by, ""))
            player = seats.get(getattr(action, "seat", -1), "")
            entries.append(AuditEntry(action, entry.utc_time, name, player, number, f"{name_of_table} {index}"))
    return entries[::-1]


def decode_audit_entry(data: bytes) -> AuditEntry:
    """Decode a stored entry; raises UnreadableState."""
    try:
        return _audit_entry_decoder.decode(data)
    except DECODE_ERRORS as error:
        raise UnreadableState(f"a stored act is damaged: {error}") from error


class TableHistory:
    """Reads logs and audit logs."""

    def __init__(self, store: GameStore, is_audited: IsAudited) -> None:
        self._store: Final = store
        self._is_audited: Final = is_audited

    async def read_log(self, loaded: LoadedTable) -> list[LogEntry]:
        """A table's log, oldest first; empty if the table has changed since it was loaded. Raises UnreadableState."""
        return [decode_log_entry(entry) for entry in await self._store.load_log(loaded.scope, loaded.version)]

    async def read_audit_entries(self, place: LoadedPlace) -> list[AuditEntry]:
        """The entries of all tables of a place, past ones included, oldest first; raises UnreadableState."""
        former = map(decode_audit_entry, await self._store.load_audit_entries(place.first.scope))
        found = [*former, *itertools.chain(*[await self._entries_at(loaded) for loaded in place.tables])]
        unique = {msgspec.json.encode(entry): entry for entry in found}
        return sorted(unique.values(), key=lambda entry: entry.at)[-MOST_AUDIT_ENTRIES:]

    async def entries_to_carry_over(self, place: LoadedPlace) -> list[bytes]:
        """The entries to store when a table opens: those of the place's finished tables, whose logs will be deleted."""
        entries: list[AuditEntry] = []
        for loaded in place.tables:
            if loaded.table is not None and is_over(loaded.table):
                with suppress(UnreadableState):
                    entries += await self._entries_at(loaded)
        return [msgspec.json.encode(entry) for entry in entries]

    async def _entries_at(self, loaded: LoadedTable) -> list[AuditEntry]:
        if loaded.table is None or isinstance(loaded.table, Lobby):
            return []
        number = loaded.numbers.get(loaded.scope.table)
        told = loaded.scope.table if number is not None and number.is_told else 0
        return collect_audit_entries(await self.read_log(loaded), loaded.table, self._is_audited, told)
