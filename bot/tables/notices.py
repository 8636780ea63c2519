"""What a group is to be told of a commit: made, and kept as an object until it is told.

Most notices are told by the process that wrote them, which need not read them again.
"""

from collections.abc import Sequence
from typing import Final

from bot.judges import Changes
from bot.tables.codec import Notice, decode_notice
from bot.tables.held import Held, table_name
from engine.absence import VoteCast
from engine.clock import NOBODY, Paused, Resumed
from engine.closing import CancelObjected
from engine.game import Step, Table, clock_runs, redact, view
from engine.messages import Event
from engine.presence import PresenceNoted
from engine.seats import Lobby

_MOST: Final = 64
"""Of some more are written than read, where others read them or a race is lost."""


def notice_of(
    held: Held, table: Table, step: Step, *, words: Changes | None, fell_back: bool, stood_still: int
) -> Notice:
    """What the group is told of a step.

    Args:
        held: the table as it was read.
        table: as it is from now on, or was when it was closed.
        step: what came of an action.
        words: the chat's that count there from now on.
        fell_back: whether a built-in list decided in place of the live service, and nobody has said so.
        stood_still: for how many milliseconds the clocks stood still, as far as the chat was not told.
    """
    return Notice(
        tuple(redact(event, None) for event in step.events),
        None if step.table is None else view(step.table, None),
        table_name(table),
        table.ruleset.title,
        held.settings.get("language"),
        (words or Changes()).told(table.ruleset.lexicon),
        held.settings.get("theme"),
        held.settings.get("labels"),
        fell_back,
        stood_still,
        held.settings.get("boards"),
        "" if isinstance(table, Lobby) or table.number else table.commitment,
    )


def goes_unsaid(step: Step) -> bool:
    """Whether no message is due: nobody can be told of anything, or the question that is answered shows it itself."""
    return bool(step.events) and all(_shown_elsewhere(event, step.table) for event in step.events)


def _shown_elsewhere(event: Event, table: Table | None) -> bool:
    match event:
        case VoteCast(opens=opens, shown=shown):
            return shown and not opens
        case CancelObjected() | PresenceNoted():
            return True
        case Resumed(by=by):
            # Where no clock runs the greeting says that the game goes on.
            return by == NOBODY and table is not None and not clock_runs(table)
        case _:
            return event.untold or event == Paused(NOBODY)


class Unread:
    """Notices by their bytes, each to be read once."""

    def __init__(self) -> None:
        self._notices: Final[dict[bytes, Notice]] = {}

    def __len__(self) -> int:
        return len(self._notices)

    def written(self, data: Sequence[bytes], notice: Notice) -> None:
        """Remember what the bytes of a notice say; of too many the oldest is forgotten."""
        self._notices.update(dict.fromkeys(data, notice))
        while len(self._notices) > _MOST:
            del self._notices[next(iter(self._notices))]

    def read(self, data: bytes) -> Notice:
        """A stored notice, whoever wrote it.

        Raises:
            UnreadableState: the data are damaged.
        """
        notice = self._notices.pop(data, None)
        return decode_notice(data) if notice is None else notice
