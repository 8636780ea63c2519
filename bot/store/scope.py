"""The scope of a game: the chat, or the topic of a forum, that it is played in."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a game is played: a chat, or one topic of a forum."""

    chat: int
    topic: int | None = None

    @property
    def is_private(self) -> bool:
        """Whether it is somebody's own chat with the bot: Telegram numbers groups below 0."""
        return self.chat > 0

    def __str__(self) -> str:
        return str(self.chat) if self.topic is None else f"{self.chat}:{self.topic}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The scope that ``str`` made.

        Raises:
            ValueError: the text is not a scope.
        """
        chat, colon, topic = text.partition(":")
        return cls(int(chat), int(topic) if colon else None)


def parse_scopes(names: Iterable[bytes]) -> list[Scope]:
    """The scopes among some stored names; a name that is no scope is skipped, so that it stops nothing else."""
    found = []
    for name in names:
        with suppress(ValueError):
            found.append(Scope.parse(name.decode()))
    return found
