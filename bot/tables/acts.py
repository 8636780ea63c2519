"""What was decided about a chat's tables beside the moves, as it is kept when the next table takes a table's log.

An act is an action, so it was committed with what it changed. What is kept of it holds no secret.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from bot.tables.codec import UnreadableState
from engine.absence import PlayerReplaced
from engine.clock import NOBODY
from engine.encoding import DAMAGED, decoder
from engine.game import Action, Table
from engine.record import LogEntry
from engine.seats import Join, Lobby, Open

MOST: Final = 12
"""How many are kept of former tables, and shown of all."""


class Act(Struct, frozen=True, omit_defaults=True):
    """Something that was decided about a table."""

    action: Action
    at: datetime
    """In UTC."""
    name: str
    """Who did it; empty for an administrator who speaks as the group."""
    player: str = ""
    """Whom it was about, if anybody."""


_acts: Final = decoder(list[Act])

IsAct = Callable[[Action], bool]
"""Whether an action is one that is kept so."""


def gathered(log: Sequence[LogEntry], table: Table | None, is_act: IsAct) -> list[Act]:
    """The acts of people in a game's log, oldest first, by the names that players had then; of a lobby none are kept.

    Args:
        log: of the table, from its opening on.
        table: as the log leaves it.
        is_act: which actions are acts.
    """
    if table is None or isinstance(table, Lobby):
        return []
    people = {entry.action.by: entry.action.name for entry in log if isinstance(entry.action, Open | Join)}
    people |= {player.user: player.name for player in table.players}
    seats = {seat: player.name for seat, player in enumerate(table.players)}
    told: list[Act] = []
    for entry in reversed(log):
        action = entry.action
        seats |= {event.seat: event.former.name for event in entry.events if isinstance(event, PlayerReplaced)}
        by = getattr(action, "by", NOBODY)
        if by != NOBODY and is_act(action):
            name = getattr(action, "name", people.get(by, ""))
            told.append(Act(action, entry.when, name, seats.get(getattr(action, "seat", -1), "")))
    return told[::-1]


def stored(acts: Sequence[Act]) -> bytes:
    """The newest of some acts, to be kept."""
    return msgspec.json.encode(acts[-MOST:])


def read(data: bytes | None) -> list[Act]:
    """The acts that were kept.

    Raises:
        UnreadableState: the data are damaged.
    """
    if data is None:
        return []
    try:
        return _acts.decode(data)
    except DAMAGED as error:
        raise UnreadableState(f"stored acts are damaged: {error}") from error
