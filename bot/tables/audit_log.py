"""The audit log: decisions about a chat's tables beside the moves, which outlast the tables' own logs.

A decision (an act) is an action, so it is committed with what it changed. What is kept of it holds no secret.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from bot.store.games import GameStore
from bot.tables.codec import UnreadableState, decode_log_entry
from bot.tables.loaded_table import LoadedTable
from engine.absence import PlayerReplaced
from engine.clock import NOBODY
from engine.encoding import DECODE_ERRORS, make_decoder
from engine.game import Action, Table
from engine.lobby_seats import Join, Lobby, Open
from engine.table_log import LogEntry

MOST_ACTS: Final = 12
"""How many acts are kept of former tables, and shown in all."""

IsAct = Callable[[Action], bool]
"""Whether an action is an act: a decision to be kept."""


class Act(Struct, frozen=True, omit_defaults=True):
    """A decision about a table."""

    action: Action
    at: datetime
    """In UTC."""
    name: str
    """The name of who did it; empty for an anonymous administrator."""
    player: str = ""
    """The name of the player whom it was about, if any."""


_act_decoder: Final = make_decoder(list[Act])


def collect_acts(log: Sequence[LogEntry], table: Table | None, is_act: IsAct) -> list[Act]:
    """The acts in a game's log, oldest first, with the names that players had then; none of a lobby.

    Args:
        log: the table's log, from its opening on.
        table: the table at the log's end.
        is_act: whether an action is an act.
    """
    if table is None or isinstance(table, Lobby):
        return []
    people = {entry.action.by: entry.action.name for entry in log if isinstance(entry.action, Open | Join)}
    people |= {player.user: player.name for player in table.players}
    seats = {seat: player.name for seat, player in enumerate(table.players)}
    acts: list[Act] = []
    for entry in reversed(log):
        action = entry.action
        seats |= {event.seat: event.former.name for event in entry.events if isinstance(event, PlayerReplaced)}
        by = getattr(action, "by", NOBODY)
        if by != NOBODY and is_act(action):
            name = getattr(action, "name", people.get(by, ""))
            acts.append(Act(action, entry.utc_time, name, seats.get(getattr(action, "seat", -1), "")))
    return acts[::-1]


def encode_acts(acts: Sequence[Act]) -> bytes:
    """The newest of some acts in their stored form."""
    return msgspec.json.encode(acts[-MOST_ACTS:])


def decode_acts(data: bytes | None) -> list[Act]:
    """Decode stored acts; none where there are no data.

    Raises:
        UnreadableState: the data are damaged.
    """
    if data is None:
        return []
    try:
        return _act_decoder.decode(data)
    except DECODE_ERRORS as error:
        raise UnreadableState(f"stored acts are damaged: {error}") from error


class TableHistory:
    """Reads logs and audit logs.

    Args:
        store: where they are.
        is_act: whether an action is an act of an administrator or host, to be kept beyond its game.
    """

    def __init__(self, store: GameStore, is_act: IsAct) -> None:
        self._store: Final = store
        self._is_act: Final = is_act

    async def read_log(self, loaded: LoadedTable) -> list[LogEntry]:
        """A table's log, oldest first; empty if the table has changed since it was loaded.

        Raises:
            UnreadableState: it was written by another version.
        """
        return [decode_log_entry(entry) for entry in await self._store.load_log(loaded.scope, loaded.version)]

    async def read_acts(self, loaded: LoadedTable) -> list[Act]:
        """The acts at a chat's table and at its former ones, oldest first.

        Raises:
            UnreadableState: it was written by another version.
        """
        former = decode_acts(await self._store.load_audit_log(loaded.scope))
        return (former + collect_acts(await self.read_log(loaded), loaded.table, self._is_act))[-MOST_ACTS:]

    async def acts_to_carry_over(self, loaded: LoadedTable) -> bytes | None:
        """The acts to store when a new table's log replaces the old one; ``None`` leaves the stored ones."""
        if not loaded.version:
            return None
        try:
            return encode_acts(await self.read_acts(loaded))
        except UnreadableState:
            return None
