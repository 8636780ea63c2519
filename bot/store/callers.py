"""Who wants to be told in a chat when the next table opens there, by topics.

Whom a table calls goes out of it with the commit that opens the table (:attr:`bot.store.commits.Commit.called`), so
that nobody is told twice, and nobody is lost.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from redis.asyncio import Redis

from bot.store import keys, migrate
from bot.store.keys import Scope

MOST: Final = 50
"""So many may wait in one place."""
_BELL: Final = "bell"


@dataclass(frozen=True, slots=True, order=True)
class Caller:
    """Somebody who waits; they are in order of asking."""

    since: int
    """Milliseconds of the epoch."""
    user: int
    name: str


class Callers:
    """Those of all chats.

    Args:
        client: answers in bytes.
        clock: seconds of the epoch.
    """

    def __init__(self, client: Redis, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._clock: Final = clock

    async def waiting(self, scope: Scope) -> list[Caller]:
        """Who waits in a place, those who asked first ahead."""
        stored = cast("dict[bytes, bytes]", await self._client.hgetall(keys.callers(scope.chat)))
        found = []
        for field, value in stored.items():
            topic, _, user = field.decode().partition(":")
            if topic == _topic(scope):
                since, _, name = value.decode().partition(" ")
                found.append(Caller(int(since), int(user), name))
        return sorted(found)

    async def choose(self, scope: Scope, user: int, name: str | None, update: int) -> None:
        """Let somebody wait under this name, or (``None``) no longer; of one update once."""
        value = None if name is None else f"{int(1000 * self._clock())} {name}"
        now, once = scope.chat, migrate.chosen(update, _BELL)
        fields = {field_of(scope, user): value}
        while (moved := await migrate.choose(self._client, now, keys.callers(now), fields, once)) is not None:
            now = moved


def field_of(scope: Scope, user: int) -> str:
    """By what somebody who waits in a place is found."""
    return f"{_topic(scope)}:{user}"


def _topic(scope: Scope) -> str:
    return str(scope.topic or 0)
