"""Tables that cannot be read, put aside so that their chats can go on: kept as they are, for whoever can read them."""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.ownership import NotOwned, Shards
from bot.store.scripts import Script


class Aside:
    """Puts them there.

    Args:
        client: answers in bytes.
        shards: which of them this process owns.
    """

    def __init__(self, client: Redis, shards: Shards) -> None:
        self._client: Final = client
        self._shards: Final = shards
        self._script: Final = Script("aside")

    async def put(self, scope: Scope, version: int) -> bool:
        """Take a table from its place, with its log and its words; they are kept for a while.

        Args:
            scope: where it is.
            version: as it was read.

        Returns:
            Whether it was done: by now another table may be there, or none.

        Raises:
            NotOwned: another process owns the shard; nothing was changed.
            redis.exceptions.RedisError: it may have been done.
        """
        shard = keys.shard_of(scope.chat)
        epoch = self._shards.epochs.get(shard)
        if epoch is None:
            raise NotOwned(shard)
        done = await self._script(
            self._client,
            (
                keys.game(scope),
                keys.log(scope),
                keys.game_words(scope),
                keys.deadlines(shard),
                keys.owner(shard),
                keys.aside(scope, version),
                keys.aside_log(scope, version),
            ),
            (epoch, version, str(scope), retention.ASIDE_SECONDS),
        )
        if done == b"fenced":
            self._shards.lost(shard, epoch)
            raise NotOwned(shard)
        return bool(done == b"ok")
