"""Notices that this process has written and not yet told, as objects: most are told by the process that wrote them."""

from collections.abc import Sequence
from typing import Final

from bot.tables.codec import Notice, decode_notice

_MOST: Final = 64
"""Of some more are written than read, where others read them or a race is lost."""


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
