"""Which chats the bot knows, where games run, and whose names are whose, as owners ask about them.

What is heard is gathered in the process and written now and then, many at once, so that no move waits for it. What a
process that dies had gathered is lost, until the next word from there.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import dump, keys, retention
from bot.store.keys import SHARDS, Scope, shard_of
from bot.workers.recently import Recently

_CHUNK: Final = 1000
_AGAIN_SECONDS: Final = 6 * 60 * 60.0
"""After how long a chat that is heard from is noted anew."""
_MOST_NOTED: Final = 32_768
"""Chats and names that are not noted anew before; of many tables each is heard from seldom."""


@dataclass(slots=True)
class _Gathered:
    """What waits to be written."""

    chats: dict[int, int] = field(default_factory=dict)
    running: dict[Scope, int | None] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)


class Acquaintances:
    """Those of all chats.

    Args:
        client: answers in bytes.
        clock: seconds of the epoch.
    """

    def __init__(self, client: Redis, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._clock: Final = clock
        self._noted: Final = Recently(_AGAIN_SECONDS, most=_MOST_NOTED)
        self._gathered = _Gathered()

    def heard(self, chat: int, names: Iterable[tuple[str | None, int]] = ()) -> None:
        """Gather that a chat was heard from, and whose names with ``@`` appeared there, each without the sign."""
        if not self._noted.again(chat):
            self._gathered.chats[chat] = int(self._clock())
        for name, whose in names:
            if name is not None and not self._noted.again((name, whose)):
                self._gathered.names[name.lower()] = whose

    def played(self, scope: Scope, *, running: bool) -> None:
        """Gather that something was done at a table, and whether its game runs."""
        self._gathered.running[scope] = int(self._clock()) if running else None

    async def forget(self, chat: int) -> None:
        """Know a chat no more: the bot was put out, or nobody is there."""
        self._gathered.chats.pop(chat, None)
        self._noted.forget(chat)
        await self._client.zrem(keys.chats(shard_of(chat)), str(chat))

    async def write(self) -> None:
        """Write what was gathered, of each shard together: of many tables there is something from each all the time.

        Raises:
            redis.exceptions.RedisError: it was not; it is still there.
        """
        gathered, self._gathered = self._gathered, _Gathered()
        if not (gathered.chats or gathered.running or gathered.names):
            return
        pipe = self._client.pipeline(transaction=False)
        for shard, heard in _by_shard((chat, str(chat), now) for chat, now in gathered.chats.items()).items():
            pipe.zadd(keys.chats(shard), heard)
            pipe.zremrangebyscore(keys.chats(shard), "-inf", max(heard.values()) - retention.IDLE_SECONDS)
        played = [(scope.chat, str(scope), at) for scope, at in gathered.running.items()]
        for shard, scopes in _by_shard((chat, scope, 0) for chat, scope, at in played if at is None).items():
            pipe.zrem(keys.running(shard), *scopes)
        for shard, scopes in _by_shard((chat, scope, at) for chat, scope, at in played if at is not None).items():
            pipe.zadd(keys.running(shard), scopes)
        for name, whose in gathered.names.items():
            pipe.set(keys.username(name), whose, ex=retention.USERNAME_SECONDS)
        try:
            await pipe.execute()
        except BaseException:
            newer = self._gathered
            newer.chats = gathered.chats | newer.chats
            newer.running = gathered.running | newer.running
            newer.names = gathered.names | newer.names
            raise

    async def begin(self) -> None:
        """Know, once, the chats that chose something or played before the bot began to note whom it hears from."""
        if await self._client.exists(keys.SEEDED):
            return
        found: dict[int, set[int]] = {}
        async for name in self._client.scan_iter(match="hf:{*", count=_CHUNK):
            if (chat := _chat_of(name.decode())) is not None:
                found.setdefault(shard_of(chat), set()).add(chat)
        now = int(self._clock())
        for shard, chats in found.items():
            await self._client.zadd(keys.chats(shard), {str(chat): now for chat in chats}, nx=True)
        await self._client.set(keys.SEEDED, 1)

    async def chats(self) -> list[int]:
        """All chats that are known: groups below zero, private chats above."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zrange(keys.chats(shard), 0, -1)
        answers: list[list[bytes]] = await pipe.execute()
        return [int(chat) for answer in answers for chat in answer]

    async def running(self) -> int:
        """How many games run."""
        since = int(self._clock()) - retention.RUNNING_SECONDS
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.zcount(keys.running(shard), since, "+inf")
        return sum(await pipe.execute())

    async def named(self, name: str) -> int | None:
        """Whose a name with ``@`` is, given without it; ``None`` where it was not seen."""
        found: Any = await self._client.get(keys.username(name.lower()))
        return self._gathered.names.get(name.lower()) if found is None else int(found)


def _by_shard(noted: Iterable[tuple[int, str, int]]) -> dict[int, dict[str, int]]:
    """What is to be noted, each with its chat and its instant, by the shards of the chats."""
    found: dict[int, dict[str, int]] = {}
    for chat, member, at in noted:
        found.setdefault(shard_of(chat), {})[member] = at
    return found


def _chat_of(name: str) -> int | None:
    """The chat whose settings or table a key holds; ``None`` where it holds another thing."""
    match dump.kind_of(name):
        case ("settings", {"chat": str(chat)}):
            return int(chat)
        case ("game", {"scope": str(scope)}):
            return Scope.parse(scope).chat
        case _:
            return None
