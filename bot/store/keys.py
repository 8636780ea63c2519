"""Names of the keys in Redis.

Everything that one commit touches carries the same hash tag, so that it shares a slot of a cluster.
"""

import zlib
from dataclasses import dataclass
from typing import Final, Self

SHARDS: Final = 64
"""How many shards there are. Part of the data format: with another number no stored game would be found."""

INBOX_PARTITIONS: Final = 4
"""How many streams the inbox has. May change while the inbox is empty: a chat's updates change streams."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a game is played: a chat, or one topic of a forum."""

    chat: int
    topic: int | None = None

    def __str__(self) -> str:
        return str(self.chat) if self.topic is None else f"{self.chat}:{self.topic}"

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        """The scope that ``str`` made.

        Raises:
            ValueError: the text is not a scope.
        """
        chat, colon, topic = (text if isinstance(text, str) else text.decode()).partition(":")
        return cls(int(chat), int(topic) if colon else None)


def _checksum(number: int) -> int:
    return zlib.crc32(str(number).encode())


def shard_of(number: int) -> int:
    """The shard of a chat or a user, 0 to 63: CRC-32 of the decimal text modulo 64."""
    return _checksum(number) % SHARDS


def partition_of(chat: int, partitions: int = INBOX_PARTITIONS) -> int:
    """The inbox partition of a chat, from 0."""
    return _checksum(chat) % partitions


def _prefix(shard: int) -> str:
    return f"hf:{{{shard:02}}}"


def game(scope: Scope) -> str:
    """Hash: the version, the state, the newest message about it and the newest picture of it."""
    return f"{_prefix(shard_of(scope.chat))}:{scope}:game"


def log(scope: Scope) -> str:
    """List: the actions of the current game."""
    return f"{_prefix(shard_of(scope.chat))}:{scope}:log"


def words(scope: Scope) -> str:
    """String: the chat's own words as they were when the current game began."""
    return f"{_prefix(shard_of(scope.chat))}:{scope}:game-words"


def seen(scope: Scope) -> str:
    """Sorted set: the updates that were committed, by the version they made."""
    return f"{_prefix(shard_of(scope.chat))}:{scope}:seen"


def settings(chat: int) -> str:
    """Hash: what the chat has chosen, for all its topics."""
    return f"{_prefix(shard_of(chat))}:{chat}:settings"


def deadlines(shard: int) -> str:
    """Sorted set: scopes by the instant their next time-out is due."""
    return f"{_prefix(shard)}:deadlines"


def shown(shard: int) -> str:
    """Sorted set: messages that show what is to be hidden again, by the instant at which it is due."""
    return f"{_prefix(shard)}:shown"


def picks(scope: Scope, turn: str) -> str:
    """Sorted set: the positions chosen by buttons for one turning up of cards."""
    return f"{_prefix(shard_of(scope.chat))}:{scope}:picks:{turn}"


def outbox(shard: int) -> str:
    """Stream: what the chats of a shard are still to be told."""
    return f"{_prefix(shard)}:outbox"


def user_games(user: int) -> str:
    """Set: where a user sits at a table, each scope followed by a space and the table's short name."""
    return f"{_prefix(shard_of(user))}:u{user}:games"


def inbox(partition: int) -> str:
    """Stream: updates that were accepted and not yet handled."""
    return f"hf:{{p{partition}}}:inbox"


def dead(partition: int) -> str:
    """Stream: updates that were given up, with the reason."""
    return f"hf:{{p{partition}}}:dead"
