"""Workers whose commands to Redis fail by chance, and which die and lose their shards."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from typing import Any, Final

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import ConnectionError as Away

from bot.judges import WordJudge
from bot.records.administration import RecordAdministration
from bot.records.projection import Projection
from bot.store.games import GameStore
from bot.store.record_decisions import RecordDecisions
from bot.store.records import RecordStore
from bot.tables.games import Games
from tests.support.bot_time import FrozenServedClock


class Killed(Exception):
    """A worker ends here, without another word."""


class Faults:
    """By chance, how a command to Redis fails."""

    def __init__(self, chance: Random) -> None:
        self._chance: Final = chance
        self.lost_replies = 0
        self.kills = 0

    @contextmanager
    def around(self) -> Iterator[None]:
        """Around a command: it is not sent, its reply is lost, or the worker dies before or after it."""
        lot = self._chance.random()
        if lot < 0.002:
            raise Away("not sent")
        if lot < 0.005:
            self.kills += 1
            raise Killed
        yield
        if lot > 0.994:
            self.lost_replies += 1
            raise Away("the reply is lost")
        if lot > 0.991:
            self.kills += 1
            raise Killed


class _FaultyPipeline(Pipeline):
    faults: Faults

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - as it is called
        with self.faults.around():
            return await super().execute(raise_on_error)


class FaultyRedis(Redis):
    """A client whose commands fail by chance."""

    faults: Faults

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        with self.faults.around():
            return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]  # redis has no types

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - as it is called
        made = _FaultyPipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)
        made.faults = self.faults
        return made


@asynccontextmanager
async def faulty_client(address: str, faults: Faults) -> AsyncIterator[FaultyRedis]:
    """A client that has these faults."""
    client = FaultyRedis(connection_pool=ConnectionPool.from_url(address))
    client.faults = faults
    try:
        yield client
    finally:
        await client.aclose()
        await client.connection_pool.aclose()


class OwnShards:
    """The shards that a worker believes to own."""

    def __init__(self) -> None:
        self.epochs: Final[dict[int, str]] = {}
        self.readable_epochs: Final = self.epochs

    def report_lost(self, shard: int, epoch: str) -> None:
        if self.epochs.get(shard) == epoch:
            del self.epochs[shard]


class Worker:
    """One of the workers: what is its own ends with it."""

    def __init__(self, name: str, client: Redis, clock: FrozenServedClock, chance: Random) -> None:
        self.name: Final = name
        self._clock: Final = clock
        self._client: Final = client
        self._chance: Final = chance
        self.shards = OwnShards()
        self.start()

    def start(self) -> None:
        """Begin, knowing nothing of what was."""
        client, self.shards = self._client, OwnShards()
        self.games = Games(
            GameStore(client, shards=self.shards),
            WordJudge(client),
            self._clock,
            secret=lambda: f"{self._chance.getrandbits(256):064x}",
        )
        store = RecordStore(client)
        self.projection = Projection(store)
        self.administration = RecordAdministration(store, RecordDecisions(client), self.projection)
