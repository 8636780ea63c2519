"""Messages that are to be deleted: which, by the instant at which that is due."""

from redis.asyncio import Redis

from bot.store import keys
from bot.store.due import Due
from bot.store.ownership import Shards


class OpenFades(Due):
    """What is to be deleted; see :class:`bot.store.due.Due`.

    Args:
        client: answers in bytes.
        shards: which of them this process reads; all, without a fence, by default.
    """

    def __init__(self, client: Redis, shards: Shards | None = None) -> None:
        super().__init__(client, keys.fades, shards)
