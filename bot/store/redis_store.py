"""What stores begin with: a client, for some also a client that waits for replicas, and this process's shards."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from redis.asyncio import Redis

from bot.store.keys import shard_of_name
from bot.store.scripts import Arguments, Fenced, FencedScript
from bot.store.shards.ownership import OwnedShards, ShardNotOwned, UnfencedShards
from bot.workers.shard_reader import OwnedShard


class RedisStore:
    """A store on a Redis.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client


class FencedStore(RedisStore):
    """A store of which some may be written or read by a shard's owner alone.

    Args:
        client: answers in bytes.
        shards: those that this process owns; by default all, unfenced.
        durable: writes what counts as stored only once replicas have it; by default the client.
    """

    def __init__(self, client: Redis, shards: OwnedShards | None = None, durable: Redis | None = None) -> None:
        super().__init__(client)
        self._shards: Final = UnfencedShards() if shards is None else shards
        self._durable: Final = client if durable is None else durable

    @property
    def readable_shards(self) -> AbstractSet[OwnedShard]:
        """The shards whose new entries this process takes: all that it owns, but those that it is handing over."""
        return dict(self._shards.readable_epochs).items()

    def find_readable(self, shard: int) -> OwnedShard | None:
        """That one of :attr:`readable_shards`."""
        epoch = self._shards.readable_epochs.get(shard)
        return None if epoch is None else (shard, epoch)

    def find_owned(self, shard: int) -> OwnedShard | None:
        """A shard as this process owns it, whether it is handing it over or not; ``None`` if it does not."""
        epoch = self._shards.epochs.get(shard)
        return None if epoch is None else (shard, epoch)

    async def _run_fenced(
        self, script: FencedScript, names: Sequence[str], arguments: Arguments, client: Redis | None = None
    ) -> Any:
        """Run a script, by this client or another one, as the owner of the shard in which these keys lie.

        Raises:
            ShardNotOwned: another worker owns the shard; nothing was changed.
        """
        owned = self.find_owned(shard_of_name(names[0]))
        shards, answer = await self._run_in_shards(script, [owned] if owned else [], lambda _: names, arguments, client)
        if not shards:
            raise ShardNotOwned(shard_of_name(names[0]))
        return answer

    async def _run_in_shards(
        self,
        script: FencedScript,
        shards: Iterable[OwnedShard],
        names_of: Callable[[int], Sequence[str]],
        arguments: Arguments,
        client: Redis | None = None,
    ) -> tuple[Sequence[OwnedShard], Any]:
        """Run a script as the owner of several shards, leaving out those that are lost by now.

        Args:
            script: the script.
            shards: the shards.
            names_of: the keys that it touches in a shard.
            arguments: its arguments.
            client: what runs it; by default the store's own.

        Returns:
            The shards that are not lost, and what the script returned of these; no shards if all are lost.
        """
        left = tuple(shards)
        while left:
            names = [name for shard, _ in left for name in names_of(shard)]
            try:
                return left, await script(client or self._client, left, names, arguments)
            except Fenced as fenced:
                for shard, epoch in fenced.lost:
                    self._shards.report_lost(shard, epoch)
                left = tuple(one for one in left if one not in fenced.lost)
        return (), None
