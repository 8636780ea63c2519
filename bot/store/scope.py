"""The scope of a game: the chat, or the topic of a forum, that it is played in, and which of the tables there it is."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Self

FIRST_TABLE: Final = 1
"""The number of a place's only table. It stands in no stored name."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a game is played: one table of a chat, or of one topic of a forum.

    Messages go to its place, which stands for its first table, too.
    """

    chat: int
    topic: int | None = None
    table: int = FIRST_TABLE
    """The table's number in its place, from 1."""

    @property
    def place(self) -> Self:
        """The chat or topic."""
        return self if self.table == FIRST_TABLE else replace(self, table=FIRST_TABLE)

    def at_table(self, number: int) -> Self:
        """The scope of another table in the same place."""
        return self if number == self.table else replace(self, table=number)

    @property
    def is_private(self) -> bool:
        """Whether it is somebody's own chat with the bot: Telegram numbers groups below 0."""
        return self.chat > 0

    def __str__(self) -> str:
        place = str(self.chat) if self.topic is None else f"{self.chat}:{self.topic}"
        return place if self.table == FIRST_TABLE else f"{place}#{self.table}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The scope that ``str`` made.

        Raises:
            ValueError: the text is not a scope.
        """
        place, hash_sign, table = text.partition("#")
        chat, colon, topic = place.partition(":")
        return cls(int(chat), int(topic) if colon else None, int(table) if hash_sign else FIRST_TABLE)


def parse_scopes(names: Iterable[bytes]) -> list[Scope]:
    """The scopes among some stored names; a name that is no scope is skipped, so that it stops nothing else."""
    found = []
    for name in names:
        with suppress(ValueError):
            found.append(Scope.parse(name.decode()))
    return found
