"""What is measured only when somebody asks: queues, games, shards and Redis as they are at that moment."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much waits in a queue."""

    entries: int
    oldest_age_seconds: float
    """How long the oldest entry has waited; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class RedisState:
    """What Redis says of the shards that this worker owns."""

    ping_seconds: float
    """How long it took to answer."""
    queues: Mapping[str, Backlog]
    """By the queue's name: ``inbox``, ``outbox``, ``dead_letters``."""
    running_games: int


@dataclass(frozen=True, slots=True)
class WorkerState:
    """The state of this worker."""

    is_ready: bool
    lanes: Backlog
    shards_owned: int
    workers: int
    """How many workers are alive, as this one sees them."""
    broken_connections: int
    """How often the connection to Redis broke since the start."""
    redis: RedisState | None
    """``None`` if it does not answer."""
