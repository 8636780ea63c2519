"""The components that use Redis directly, wired: shard coordinator, streams, game store, heartbeat, housekeeping."""

import socket
from dataclasses import dataclass
from typing import Self

from redis.asyncio import Redis

from bot.config import Config
from bot.metrics.meters import Meters
from bot.runtime import Runtime
from bot.store.client import replicated
from bot.store.games import GameStore
from bot.store.heartbeat import Heartbeat
from bot.store.housekeeping import Housekeeping
from bot.store.redis_streams.inbox import Inbox
from bot.store.redis_streams.outbox import Outbox
from bot.store.shards.coordinator import ShardCoordinator, WorkerNotifier
from bot.store.shards.ownership import ShardOwnership


@dataclass(frozen=True, slots=True)
class Storage:
    """These components, for one worker."""

    notifier: WorkerNotifier
    shard_owners: ShardCoordinator
    durable: Redis
    """Writes what counts as stored only once replicas have it."""
    inbox: Inbox
    outbox: Outbox
    store: GameStore
    heartbeat: Heartbeat
    housekeeping: Housekeeping

    @classmethod
    def build_storage(cls, config: Config, redis: Redis, runtime: Runtime, meters: Meters) -> Self:
        """Build all of them; ``redis`` answers in bytes, ``meters`` count commits."""
        name, embedded = worker_id(config), not config.redis_url
        notifier = WorkerNotifier(redis, name)
        owners = ShardCoordinator(
            ShardOwnership(redis, name, runtime.monotonic), notifier, exclusive=embedded, seconds=runtime.monotonic
        )
        durable = replicated(redis, config.redis_wait)
        outbox = Outbox(redis, owners, durable)
        inbox = Inbox(redis, owners, owners.notify_owner, durable)
        return cls(
            notifier=notifier,
            shard_owners=owners,
            durable=durable,
            inbox=inbox,
            outbox=outbox,
            store=GameStore(redis, outbox, owners, durable, inbox.prefetch, meters=meters),
            heartbeat=Heartbeat(redis, name, runtime.monotonic, durable=durable),
            housekeeping=Housekeeping(redis, embedded=embedded),
        )


def worker_id(config: Config) -> str:
    """This worker's name, unique on its Redis and the same after a restart, so that it gets its shards back."""
    if not config.redis_url:
        return "bot"
    return f"{socket.gethostname()}:{config.http_port or config.data_dir}"
