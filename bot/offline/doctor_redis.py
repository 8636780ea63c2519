"""What the doctor finds of Redis, the bot's own or another: its version, whether it keeps things, and what waits."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.config import redis_address
from bot.offline import doctor_data
from bot.offline.doctor_data import CheckStatus, DoctorCheck
from bot.store.connection.cluster import master_clients
from bot.store.connection.connect import connect
from bot.store.connection.server_checks import (
    ServerInCluster,
    ServerTooOld,
    check_server_version,
    find_weaknesses,
    read_server_release,
)
from bot.store.housekeeping import QueueSizes, measure_queues
from bot.store.server.binary import NoServerProgram, ServerProgram, find_server_program, missing_security_fixes
from bot.store.server.data_directory import DataDirBusy
from bot.store.server.embedded import EmbeddedRedis, ServerFailed, embedded_server_url, socket_path


async def check_own_redis(data_dir: Path) -> AsyncIterator[DoctorCheck]:
    """The server program that the bot would start, and where one runs on the data, that one.

    Args:
        data_dir: where the data are.
    """
    try:
        server = await asyncio.to_thread(find_server_program, data_dir)
    except NoServerProgram as error:
        yield DoctorCheck("Redis", "wrong", "REDIS_URL is empty, and no server program will do", f"{error}.")
        return
    except OSError as error:
        found = f"DATA_DIR is {data_dir}, which cannot be read ({error.strerror})"
        yield DoctorCheck("Redis", "wrong", found, "Give this user the folder, or name another one.")
        return
    found = f"the bot's own, {server.path}, {server.name}; append-only file, {_describe_size(data_dir)}"
    if server.missing_fixes:
        remedy = f"Update {'Harfiyen, with which it comes' if server.bundled else server.path}."
        yield DoctorCheck("Redis", "advice", f"{found}; it {server.missing_fixes}", remedy)
    else:
        yield DoctorCheck("Redis", "good", found)
    if not any(_append_only_files(data_dir)):
        return
    try:
        if socket_path(data_dir).exists():
            async with connect(embedded_server_url(data_dir)) as client:
                async for check in _check_running_server(client, server):
                    yield check
            return
    except ServerFailed as error:
        yield DoctorCheck("Redis at work", "wrong", str(error), "Remove that folder, or start as the user who owns it.")
        return
    except (RedisError, OSError):
        pass  # its socket is left from before
    async for check in _check_stopped_data(data_dir):
        yield check


async def _check_stopped_data(data_dir: Path) -> AsyncIterator[DoctorCheck]:
    """The data on which no server runs: one is started for the while."""
    server = EmbeddedRedis(data_dir)
    try:
        await server.start()
        async with connect(server.url) as client:
            yield _check_queues(await measure_queues(client))
            async for check in doctor_data.check_stored_data(client):
                yield check
    except DataDirBusy as error:
        yield DoctorCheck("data", "wrong", f"no server can be started on them: {error}", "Stop that one first.")
    except (NoServerProgram, ServerTooOld, ServerFailed, RedisError, OSError) as error:
        remedy = (
            "Start the version that wrote them with its server, or restore a backup that this version made into an"
            " empty DATA_DIR."
        )
        yield DoctorCheck("data", "wrong", f"no server can be started on them: {error}", remedy)
    finally:
        await server.stop()


def _describe_size(data_dir: Path) -> str:
    kept = sum(file.stat().st_size for file in _append_only_files(data_dir))
    return f"{kept / 1000:,.0f} kB of games kept" if kept else "nothing kept yet"


def _append_only_files(data_dir: Path) -> tuple[Path, ...]:
    return (*data_dir.glob("appendonly.aof"), *data_dir.glob("appendonlydir/*"))


async def _check_running_server(client: Redis, server: ServerProgram) -> AsyncIterator[DoctorCheck]:
    """The server that runs, beside the one that would be started."""
    version, product = await read_server_release(client)
    if (version, product) != (server.version, server.product):
        lacks = missing_security_fixes(version, product)
        running = f"{ServerProgram('', version, product).name} runs" + (f", which {lacks}" if lacks else "")
        yield DoctorCheck(
            "Redis at work", "advice", running, f"Stop the bot and start it again: then it is {server.name}."
        )
    yield _check_queues(await measure_queues(client))
    async for check in doctor_data.check_stored_data(client):
        yield check


def _check_queues(found: QueueSizes) -> DoctorCheck:
    """How much waits to be handled and to be sent, and what was dead-lettered."""
    counts = f"updates waiting: {found.inbox}; notices waiting: {found.outbox}; dead letters: {found.dead_letters}"
    if found.warnings:
        return DoctorCheck("queues", "advice", counts, " ".join(f"{trouble}." for trouble in found.warnings))
    if found.dead_letters.length:
        return DoctorCheck("queues", "advice", counts, "See what was dead-lettered, and why: harfiyen inbox.")
    return DoctorCheck("queues", "good", counts)


async def check_named_redis(url: str, replica_count: int = 0) -> AsyncIterator[DoctorCheck]:
    """The server of REDIS_URL: whether it answers, its version, and whether it survives a crash.

    Args:
        url: the setting; of it only the hosts are shown.
        replica_count: how many replicas are waited for.
    """
    host = redis_address.parse_redis_url(url).display_name
    try:
        client = connect(url)
    except ValueError as error:
        yield DoctorCheck("Redis", "wrong", f"REDIS_URL is {error}", "Correct the address in the settings.")
        return
    async with client:
        try:
            await check_server_version(client)
            yield await _check_persistence(client, host, replica_count)
            yield _check_queues(await measure_queues(client))
            async for check in doctor_data.check_stored_data(client):
                yield check
        except ServerInCluster as error:
            remedy = "Write redis+cluster:// at the beginning of REDIS_URL, or name a server of its own."
            yield DoctorCheck("Redis", "wrong", f"REDIS_URL: {error}", remedy)
        except ServerTooOld as error:
            yield DoctorCheck("Redis", "wrong", f"REDIS_URL: {error}", "Update the server.")
        except (RedisError, OSError) as error:
            yield DoctorCheck(
                "Redis",
                "wrong",
                f"REDIS_URL names {host}, which does not answer ({type(error).__name__})",
                "Start it, correct the address, or leave REDIS_URL empty for a Redis of the bot's own.",
            )


async def _check_persistence(client: Redis, host: str, replica_count: int) -> DoctorCheck:
    """A server that answers, or the masters of a cluster: the version, and what is to be set otherwise there."""
    version, product = await read_server_release(client)
    masters = await master_clients(client)
    among = "" if masters == [client] else f", {len(masters)} masters"
    found, lacks = f"REDIS_URL, {host}{among}, version {version}", missing_security_fixes(version, product)
    weak = await find_weaknesses(client, replica_count)
    if weak:
        status: CheckStatus = "wrong" if any(one.loses_games for one in weak) else "advice"
        remedy = " ".join(one.remedy for one in weak)
        return DoctorCheck("Redis", status, "; ".join((found, *(one.problem for one in weak))), remedy)
    if lacks:
        return DoctorCheck("Redis", "advice", f"{found}, append-only file on; it {lacks}", "Update the server.")
    return DoctorCheck("Redis", "good", f"{found}, append-only file on")
