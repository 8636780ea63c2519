"""All that a worker has in Redis, wired: its shards and who owns them, the streams, the tables, its sign of life."""

import socket
from dataclasses import dataclass
from typing import Self

from redis.asyncio import Redis

from bot.config import Config
from bot.store.heartbeat import Heartbeat
from bot.store.owners import Owners
from bot.store.ownership import Ownership
from bot.store.redis import Store
from bot.store.replicas import Replicas
from bot.store.streams import Inbox, Outbox
from bot.store.tending import Tending
from bot.store.wakes import Wakes
from bot.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Stored:
    """See the module."""

    wakes: Wakes
    owners: Owners
    replicas: Replicas
    inbox: Inbox
    outbox: Outbox
    store: Store
    heartbeat: Heartbeat
    tending: Tending

    @classmethod
    def built(cls, config: Config, redis: Redis, around: Surroundings) -> Self:
        """All of it, on a client that answers in bytes."""
        name, own = worker_name(config), not config.redis_url
        wakes = Wakes(redis, name)
        owners = Owners(Ownership(redis, name, around.monotonic), wakes, alone=own, seconds=around.monotonic)
        replicas = Replicas(redis, config.redis_wait)
        outbox = Outbox(redis, owners, replicas)
        inbox = Inbox(redis, owners, owners.news, replicas)
        return cls(
            wakes=wakes,
            owners=owners,
            replicas=replicas,
            inbox=inbox,
            outbox=outbox,
            store=Store(redis, outbox, owners, replicas, inbox.ahead),
            heartbeat=Heartbeat(redis, name, around.monotonic),
            tending=Tending(redis, own=own),
        )


def worker_name(config: Config) -> str:
    """This process among the workers on one Redis; the same after a restart, so that it takes its shards at once."""
    if not config.redis_url:
        return "bot"
    return f"{socket.gethostname()}:{config.http_port or config.data_dir}"
