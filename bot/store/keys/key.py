"""What a row of the table of keys (:mod:`bot.store.keys`) says, and how it makes names: one class for each way.

All keys that one commit touches carry the same hash tag, so that they share a hash slot of a cluster.
"""

import re
import zlib
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final

from bot.store.scope import Scope

SHARDS: Final = 64
"""The number of shards. Part of the data format: with another number no stored game would be found."""

_CACHED_NAMES: Final = 1024
"""Names that a row of chats keeps, as a move needs them several times: those of some hundred chats, 150 bytes each."""


@lru_cache(maxsize=_CACHED_NAMES)
def _crc32_of(number: int) -> int:
    return zlib.crc32(str(number).encode())


def shard_of(number: int) -> int:
    """The shard of a chat or a user, 0 to 63: CRC-32 of the decimal text modulo 64."""
    return _crc32_of(number) % SHARDS


def shard_of_name(name: str) -> int:
    """The shard of a stored name.

    Raises:
        ValueError: it lies in none.
    """
    if not name.startswith("hf:{"):
        raise ValueError(name)
    return int(name[4:6])


class Migration(StrEnum):
    """What happens to a chat's key when the chat, a group, becomes a supergroup."""

    COPIED = "copied"
    """Content and lifetime are copied, unless the supergroup has a table already; then the old key is deleted."""
    MERGED = "merged"
    """A hash: the fields that the supergroup lacks are copied; then the old key is deleted."""
    REWRITTEN = "rewritten"
    """:mod:`bot.store.chat_migration` writes it anew, with what the supergroup has; then the old key is deleted."""
    APPENDED = "appended"
    """It is copied in parts, behind what the supergroup has (:mod:`bot.store.record_migration`), and then deleted."""
    DERIVED = "derived"
    """The supergroup derives it anew from what was appended; the old key is deleted."""
    STAYS = "stays"
    """It is left behind until it expires."""


_NUMBER: Final = r"[0-9]{1,20}"

_PLACE: Final = f"-?{_NUMBER}(?::{_NUMBER})?"

_PARTS: Final = {
    "scope": f"{_PLACE}(?:#{_NUMBER})?",
    "place": _PLACE,
    "chat": f"-?{_NUMBER}",
    "user": f"-?{_NUMBER}",
}
"""What stored names have in place of variable parts, where that is not just any text."""


def _name_pattern(pattern: str) -> re.Pattern[str]:
    """The regular expression of the names that a pattern makes."""
    return re.compile("".join(map(_part_pattern, re.split(r"(\{NN\}|<\w+>)", pattern))))


def _part_pattern(part: str) -> str:
    if part == "{NN}":
        return r"\{\d\d\}"
    return f"(?P<{part[1:-1]}>{_PARTS.get(part[1:-1], '.+')})" if part.startswith("<") else re.escape(part)


class Key:
    """A kind of key.

    Args:
        pattern: its name. ``{NN}`` stands for a shard, ``<…>`` for other variable parts; ``{served}`` and ``{living}``
            are literal. All braces are hash tags of a cluster.
        redis_type: Redis's name for the type, such as ``hash``.
        content: what it holds, as Markdown.
        lifetime: how long it is kept.
        in_backup: whether a backup holds it; not if it can be had again or is of the moment only.
        migration: what happens to it when its chat migrates; ``None`` if it belongs to no single chat.
    """

    def __init__(
        self,
        pattern: str,
        redis_type: str,
        *,
        content: str,
        lifetime: str,
        in_backup: bool,
        migration: Migration | None = None,
    ) -> None:
        self.pattern: Final = pattern
        self.redis_type: Final = redis_type
        self.content: Final = content
        self.lifetime: Final = lifetime
        self.in_backup: Final = in_backup
        self.migration: Final = migration
        self.parts: Final = tuple(re.findall(r"<(\w+)>", pattern))
        self._stored_name: Final = _name_pattern(pattern)
        self._template: Final = re.sub(r"<\w+>", "%s", pattern.replace("{NN}", "{%02d}"))

    @property
    def is_sharded(self) -> bool:
        """Whether it lies in a shard."""
        return re.match(r"hf:\{(NN|\d\d)\}:", self.pattern) is not None

    def format_name(self, *values: object) -> str:
        """The name with its shard, if it has one, and its variable parts filled in.

        Raises:
            TypeError: they are too few or too many.
        """
        return self._template % values

    @property
    def name_expression(self) -> str:
        """The regular expression of its names, without names for its groups."""
        return re.sub(r"\?P<\w+>", "?:", self._stored_name.pattern)

    def parse_name(self, name: str) -> Mapping[str, str] | None:
        """The variable parts of a stored name; ``None`` if it is another kind's."""
        found = self._stored_name.fullmatch(name)
        return None if found is None else found.groupdict()


class _ChatsKey(Key):
    """A key of a single chat, which must say what a migration does with it."""

    def __init__(
        self, pattern: str, redis_type: str, *, content: str, lifetime: str, in_backup: bool, migration: Migration
    ) -> None:
        super().__init__(
            pattern, redis_type, content=content, lifetime=lifetime, in_backup=in_backup, migration=migration
        )
        self._cached_name: Final = lru_cache(maxsize=_CACHED_NAMES)(self.format_name)


class ScopeKey(_ChatsKey):
    """A key of a scope, which is one table, in its chat's shard."""

    def __call__(self, scope: Scope, *parts: str | int) -> str:
        """The name for a scope, with its further parts."""
        return self._cached_name(shard_of(scope.chat), scope, *parts)


class PlaceKey(_ChatsKey):
    """A key of a chat or topic, for all its tables, in the chat's shard."""

    def __call__(self, scope: Scope) -> str:
        """The name for the place of a scope."""
        return self._cached_name(shard_of(scope.chat), scope.place)


class ChatKey(_ChatsKey):
    """A key of a chat, in its shard."""

    def __call__(self, chat: int, *parts: str | int) -> str:
        """The name for a chat, with its further parts."""
        return self._cached_name(shard_of(chat), chat, *parts)


class UserKey(Key):
    """A key of a user, in the user's shard."""

    def __call__(self, user: int, *parts: str | int) -> str:
        """The name for a user, with its further parts."""
        return self.format_name(shard_of(user), user, *parts)


class ShardKey(Key):
    """A key of a shard."""

    def __init__(self, pattern: str, redis_type: str, *, content: str, lifetime: str, in_backup: bool) -> None:
        super().__init__(pattern, redis_type, content=content, lifetime=lifetime, in_backup=in_backup)
        self._cached_name: Final = lru_cache(maxsize=SHARDS)(self.format_name)

    def __call__(self, shard: int) -> str:
        """The name for a shard."""
        return self._cached_name(shard)


class ServiceKey(Key):
    """A key of the whole service, in no shard, or in one that its pattern says."""

    def __call__(self, *parts: str | int) -> str:
        """The name, with its variable parts."""
        return self.format_name(*parts)


class TextKey(Key):
    """A key whose last part, a text, decides the shard."""

    def __call__(self, *parts: str) -> str:
        """The name, with its variable parts."""
        return self.format_name(zlib.crc32(parts[-1].encode()) % SHARDS, *parts)
