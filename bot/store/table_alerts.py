"""Table alerts: who wants to be told when the next table opens in a chat or topic.

The commit that opens the table removes its subscribers (:attr:`bot.store.commits.Commit.alerted`), so that nobody is
alerted twice and nobody is lost.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from redis.asyncio import Redis

from bot.store import chat_migration, keys
from bot.store.scope import Scope

MAX_SUBSCRIBERS: Final = 50
"""The most subscribers of one scope."""
_CHOICE: Final = "bell"


@dataclass(frozen=True, slots=True, order=True)
class AlertSubscriber:
    """A subscriber; subscribers sort in the order in which they asked."""

    since: int
    """MilliUnix seconds."""
    user: int
    name: str


class TableAlerts:
    """The subscriptions of all chats.

    Args:
        client: answers in bytes.
        clock: Unix seconds.
    """

    def __init__(self, client: Redis, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._clock: Final = clock

    async def list_subscribers(self, scope: Scope) -> list[AlertSubscriber]:
        """The subscribers of a scope, the earliest first."""
        stored = cast("dict[bytes, bytes]", await self._client.hgetall(keys.table_alerts(scope.chat)))
        found = []
        for field, value in stored.items():
            topic, _, user = field.decode().partition(":")
            if topic == _topic_text(scope):
                since, _, name = value.decode().partition(" ")
                found.append(AlertSubscriber(int(since), int(user), name))
        return sorted(found)

    async def set_subscription(self, scope: Scope, user: int, name: str | None, update: int) -> None:
        """Subscribe somebody under this name, or (``None``) unsubscribe them; an update does so only once."""
        value = None if name is None else f"{int(1000 * self._clock())} {name}"
        marker = chat_migration.choice_marker(update, _CHOICE)
        fields = {subscriber_field(scope, user): value}
        await chat_migration.write_choice(self._client, scope.chat, keys.table_alerts, fields, marker)


def subscriber_field(scope: Scope, user: int) -> str:
    """The hash field of a subscriber of a scope."""
    return f"{_topic_text(scope)}:{user}"


def _topic_text(scope: Scope) -> str:
    return str(scope.topic or 0)
