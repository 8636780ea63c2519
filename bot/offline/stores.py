"""What the doctor finds of Redis, the bot's own or another: its version, whether it keeps things, and what waits."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.config import redisaddress
from bot.offline import data
from bot.offline.checks import Check, Status
from bot.store.binary import NoRedisServer, Server, find_server, lacking
from bot.store.connect import OldServer, PartOfCluster, check_server, connect, release_of
from bot.store.embedded import EmbeddedRedis, ServerFailed, socket_of, url_of
from bot.store.lock import DataDirBusy
from bot.store.persistence import weaknesses
from bot.store.slots import servers
from bot.store.tending import Queues, queues


async def own(data_dir: Path) -> AsyncIterator[Check]:
    """The server program that the bot would start, and where one runs on the data, that one.

    Args:
        data_dir: where the data are.
    """
    try:
        server = await asyncio.to_thread(find_server, data_dir)
    except NoRedisServer as error:
        yield Check("Redis", "wrong", "REDIS_URL is empty, and no server program will do", f"{error}.")
        return
    except OSError as error:
        yield Check("Redis", "wrong", f"DATA_DIR is {data_dir}, which cannot be read ({error.strerror})")
        return
    found = f"the bot's own, {server.path}, {server.name}; append-only file, {_kept(data_dir)}"
    if server.lacks:
        remedy = f"Update {'Harfiyen, with which it comes' if server.comes_along else server.path}."
        yield Check("Redis", "advice", f"{found}; it {server.lacks}", remedy)
    else:
        yield Check("Redis", "good", found)
    try:
        if socket_of(data_dir).exists():
            async with connect(url_of(data_dir)) as client:
                async for check in _at_work(client, server):
                    yield check
            return
    except ServerFailed as error:
        yield Check("Redis at work", "wrong", str(error))
        return
    except (RedisError, OSError):
        pass  # its socket is left from before
    if any(_files(data_dir)):
        async for check in _at_rest(data_dir):
            yield check


async def _at_rest(data_dir: Path) -> AsyncIterator[Check]:
    """The data on which no server runs: one is started for the while."""
    server = EmbeddedRedis(data_dir)
    try:
        await server.start()
        async with connect(server.url) as client:
            async for check in data.examined(client):
                yield check
    except (DataDirBusy, NoRedisServer, OldServer, ServerFailed, RedisError, OSError) as error:
        yield Check("data", "wrong", f"no server can be started on them: {error}")
    finally:
        await server.stop()


def _kept(data_dir: Path) -> str:
    kept = sum(file.stat().st_size for file in _files(data_dir))
    return f"{kept / 1000:,.0f} kB of games kept" if kept else "nothing kept yet"


def _files(data_dir: Path) -> tuple[Path, ...]:
    return (*data_dir.glob("appendonly.aof"), *data_dir.glob("appendonlydir/*"))


async def _at_work(client: Redis, server: Server) -> AsyncIterator[Check]:
    """The server that runs, beside the one that would be started."""
    version, product = await release_of(client)
    if (version, product) != (server.version, server.product):
        lacks = lacking(version, product)
        running = f"{Server('', version, product).name} runs" + (f", which {lacks}" if lacks else "")
        yield Check("Redis at work", "advice", running, f"Stop the bot and start it again: then it is {server.name}.")
    yield _waiting(await queues(client))
    async for check in data.examined(client):
        yield check


def _waiting(found: Queues) -> Check:
    """How much waits to be handled and to be told, and what was given up."""
    told = f"to be handled {found.inbox}; to be told {found.outbox}; given up {found.dead}"
    if found.troubles:
        return Check("queues", "advice", told, " ".join(f"{trouble}." for trouble in found.troubles))
    if found.dead.length:
        return Check("queues", "advice", told, "See what was given up, and why: harfiyen inbox")
    return Check("queues", "good", told)


async def named(url: str, wanted: int = 0) -> AsyncIterator[Check]:
    """The server of REDIS_URL: whether it answers, its version, and whether it survives a crash.

    Args:
        url: the setting; of it only the hosts are shown.
        wanted: how many replicas are waited for.
    """
    host = redisaddress.parse(url).shown
    try:
        client = connect(url)
    except ValueError as error:
        yield Check("Redis", "wrong", f"REDIS_URL is {error}")
        return
    async with client:
        try:
            await check_server(client)
            yield await _kept_by(client, host, wanted)
            yield _waiting(await queues(client))
            async for check in data.examined(client):
                yield check
        except PartOfCluster as error:
            yield Check("Redis", "wrong", f"REDIS_URL: {error}")
        except OldServer as error:
            yield Check("Redis", "wrong", f"REDIS_URL: {error}", "Update the server.")
        except (RedisError, OSError) as error:
            yield Check(
                "Redis",
                "wrong",
                f"REDIS_URL names {host}, which does not answer ({type(error).__name__})",
                "Start it, correct the address, or leave REDIS_URL empty for a Redis of the bot's own.",
            )


async def _kept_by(client: Redis, host: str, wanted: int) -> Check:
    """A server that answers, or the masters of a cluster: the version, and what is to be set otherwise there."""
    version, product = await release_of(client)
    masters = await servers(client)
    among = "" if masters == [client] else f", {len(masters)} masters"
    found, lacks = f"REDIS_URL, {host}{among}, version {version}", lacking(version, product)
    weak = await weaknesses(client, wanted)
    if weak:
        status: Status = "wrong" if any(one.grave for one in weak) else "advice"
        remedy = " ".join(one.remedy for one in weak)
        return Check("Redis", status, "; ".join((found, *(one.found for one in weak))), remedy)
    if lacks:
        return Check("Redis", "advice", f"{found}, append-only file on; it {lacks}", "Update the server.")
    return Check("Redis", "good", f"{found}, append-only file on")
