"""A Redis that refuses every write for a while and answers what is read, in each way that it has."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from tests.support.waiting import PATIENCE

REFUSALS: Final = ("OOM", "READONLY", "NOREPLICAS", "MISCONF")


@asynccontextmanager
async def refuse_writes(redis: Redis, how: str) -> AsyncIterator[None]:
    """Have a server refuse writes with an error that begins so."""
    match how:
        case "OOM":
            await redis.config_set("maxmemory", 1)
        case "READONLY":
            await redis.slaveof("127.0.0.1", 1)
        case "NOREPLICAS":
            await redis.config_set("min-replicas-to-write", 1)
        case _:
            await _fail_snapshots(redis)
    try:
        yield
    finally:
        await redis.slaveof()
        for name, value in (("maxmemory", 0), ("min-replicas-to-write", 0), ("save", "")):
            await redis.config_set(name, value)


async def _fail_snapshots(redis: Redis) -> None:
    """Have a snapshot fail, as on a full disk: where it should be is a folder."""
    settings = await redis.config_get("d*")
    folder = Path(str(settings["dir"]), str(settings["dbfilename"]))
    folder.unlink(missing_ok=True)  # noqa: ASYNC240 - nothing else goes on
    folder.mkdir()  # noqa: ASYNC240 - nothing else goes on
    try:
        await redis.config_set("save", "3600 1000000")
        await redis.bgsave()
        async with asyncio.timeout(PATIENCE):
            while (await redis.info("persistence"))["rdb_last_bgsave_status"] != "err":  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
    finally:
        folder.rmdir()  # noqa: ASYNC240 - nothing else goes on
