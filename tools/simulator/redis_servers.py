"""Redis for a simulation, with its faults: one server behind a proxy, or a master and a replica with Sentinels."""

import asyncio
import os
import resource
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import unquote, urlsplit

from redis.asyncio import Redis
from redis.asyncio.sentinel import Sentinel
from redis.exceptions import RedisError

from bot.config import StartError
from bot.store.embedded import EmbeddedRedis, NoServerProgram, ServerFailed, find_server_program
from tools.fleet.redis_servers import LOOPBACK, RedisNode, find_free_ports, poll_until
from tools.fleet.socket_proxy import ConnectionCut, SocketProxy

PASSWORD: Final = "simulator-is-no-password-of-anybody"  # noqa: S105 - a word to look for
FAULT_SECONDS: Final = (1.0, 3.0)
_FULL_BYTES: Final = 1_000_000
_ROOM_BYTES: Final = 10_000
"""Bytes by which files may still grow while the disk counts as full."""
_MAX_STARTS: Final = 5
_FILLING_SECONDS: Final = (1.5, 2.5)
"""How long commits are held up, so that several are on the way."""
_ALL_WAIT_SECONDS: Final = 0.3
"""How long all other requests are held up before the fault."""
_SCRIPTS: Final = (b"EVALSHA", b"EXEC")
_OF_COMMIT: Final = b"expected_version"
_SERVICE: Final = "words"
_SENTINELS: Final = 3
_DOWN_MS: Final = 1_500
"""Milliseconds without an answer after which Sentinels consider a server down."""
_BEYOND_DOWN_SECONDS: Final = (3.0, 6.0)
_CLIENT_SECONDS: Final = 5.0

Fault = Callable[[], Awaitable[None]]
WeightedFaults = Mapping[str, tuple[int, Fault]]
"""By name: the weight of a fault, and the coroutine that brings it about and returns once it is undone."""


async def sleep_for_fault(rng: Random, seconds_range: tuple[float, float] = FAULT_SECONDS) -> None:
    await asyncio.sleep(rng.uniform(*seconds_range))


async def fill_disk(pid: int, rng: Random) -> None:
    """Limit the size of a server's files for a while; a server that writes before it answers dies of that."""
    with suppress(OSError, ValueError):
        size = await asyncio.to_thread(_longest_file_size, Path(f"/proc/{pid}/cwd"))
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + _ROOM_BYTES, hard))
        await sleep_for_fault(rng)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


def _longest_file_size(folder: Path) -> int:
    return max((file.stat().st_size for file in folder.resolve().rglob("*.aof")), default=0)


class BreakableRedis:
    replicas = 0
    """How many replicas must have a write before it counts as stored."""

    def __init__(self, client: Redis, rng: Random) -> None:
        self.client: Final = client
        self._rng: Final = rng
        self.kill_count = 0

    async def restart_dead(self) -> None:
        raise NotImplementedError

    async def undo_all(self) -> None:
        await self.restart_dead()
        for name in ("maxmemory", "min-replicas-to-write"):
            await self._configure(name, 0)

    def refuse_writes(self) -> AbstractAsyncContextManager[None]:
        """Make memory full: data can be read and deleted, but not written."""
        return self._configured("maxmemory", _FULL_BYTES)

    @property
    def _refusals(self) -> WeightedFaults:
        """Faults that refuse writes: full memory, and too few replicas."""
        return {
            "redis_full": (2, partial(self._refuse, "maxmemory", _FULL_BYTES)),
            "redis_read_only": (2, partial(self._refuse, "min-replicas-to-write", 1 + self.replicas)),
        }

    async def _configure(self, name: str, value: int) -> None:
        with suppress(RedisError, OSError):
            await self.client.config_set(name, str(value))

    @asynccontextmanager
    async def _configured(self, name: str, value: int) -> AsyncIterator[None]:
        await self._configure(name, value)
        try:
            yield
        finally:
            await self._configure(name, 0)

    async def _refuse(self, name: str, value: int) -> None:
        async with self._configured(name, value):
            await sleep_for_fault(self._rng)


class RedisProxy(SocketProxy):
    def __init__(self, path: str) -> None:
        super().__init__(path, lambda: _ProxiedConnection(self))
        self.answer_delay = 0.0
        self.requests_pass: Final = asyncio.Event()
        """Set while requests pass; otherwise they wait in the proxy."""
        self.requests_pass.set()
        self.commits_pass: Final = asyncio.Event()
        self.commits_pass.set()
        self.cutting_until = 0.0
        """Until this ``time.monotonic`` a script's connection is cut when its answer comes."""
        self.lets_half_pass = False
        """Whether half of the answer arrives before the cut."""


class _ProxiedConnection:
    def __init__(self, proxy: RedisProxy) -> None:
        self._proxy: Final = proxy
        self._is_script = False

    async def pass_request(self, data: bytes) -> bytes:
        if _OF_COMMIT in data:
            await self._proxy.commits_pass.wait()
        await self._proxy.requests_pass.wait()
        self._is_script = any(name in data for name in _SCRIPTS)
        return data

    async def pass_answer(self, data: bytes) -> bytes:
        now = time.monotonic()
        await asyncio.sleep(self._proxy.answer_delay)
        if self._is_script and now < self._proxy.cutting_until:
            raise ConnectionCut(data[: len(data) // 2] if self._proxy.lets_half_pass else b"")
        return data


class SingleRedis(BreakableRedis):
    def __init__(self, server: EmbeddedRedis, port: int, proxy: RedisProxy, rng: Random) -> None:
        super().__init__(Redis.from_url(server.url, socket_timeout=_CLIENT_SECONDS), rng)
        self.server: Final = server
        self._port: Final = port
        self._proxy: Final = proxy

    @property
    def worker_settings(self) -> Mapping[str, str]:
        return {"REDIS_URL": f"redis://default:{PASSWORD}@{LOOPBACK}:{self._port}/0"}

    @property
    def faults(self) -> WeightedFaults:
        return {
            "redis_killed": (2, self.kill_server),
            "redis_slow": (3, self._slow_down),
            "redis_cut": (4, self._cut_connections),
            "answers_lost": (4, partial(self._cut_scripts, lets_half_pass=False)),
            "answers_halved": (2, partial(self._cut_scripts, lets_half_pass=True)),
            **self._refusals,
            "disk_full": (1, self._fill_disk),
        }

    async def kill_server(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.server.pid, signal.SIGKILL)
        self.kill_count += 1
        await asyncio.sleep(self._rng.uniform(0, 1))
        await self.restart_dead()

    @asynccontextmanager
    async def delay_answers(self) -> AsyncIterator[None]:
        """Let requests be executed, but delay their answers."""
        self._proxy.answer_delay = self._rng.uniform(0.3, 1.0)
        try:
            yield
        finally:
            self._proxy.answer_delay = 0.0

    @asynccontextmanager
    async def hold_up_requests(self) -> AsyncIterator[None]:
        """Hold up commits until there are several, then all requests; they arrive when the block ends."""
        self._proxy.commits_pass.clear()
        try:
            await sleep_for_fault(self._rng, _FILLING_SECONDS)
            self._proxy.requests_pass.clear()
            await asyncio.sleep(_ALL_WAIT_SECONDS)
            yield
        finally:
            self._let_pass()

    def _let_pass(self) -> None:
        self._proxy.commits_pass.set()
        self._proxy.requests_pass.set()

    async def undo_all(self) -> None:
        self._proxy.answer_delay = 0.0
        self._let_pass()
        await super().undo_all()

    async def restart_dead(self) -> None:
        for _ in range(_MAX_STARTS):
            try:
                await self.server.ensure_running()
            except (ServerFailed, NoServerProgram):
                await asyncio.sleep(0.5)
            else:
                return

    async def _slow_down(self) -> None:
        self._proxy.answer_delay = self._rng.choice((0.02, 0.2, 1.0))
        await sleep_for_fault(self._rng)
        self._proxy.answer_delay = 0.0

    async def _cut_connections(self) -> None:
        for _ in range(self._rng.randint(1, 4)):
            self._proxy.cut_connections()
            await asyncio.sleep(self._rng.uniform(0, 0.3))

    async def _cut_scripts(self, *, lets_half_pass: bool) -> None:
        self._proxy.lets_half_pass = lets_half_pass
        self._proxy.cutting_until = time.monotonic() + self._rng.uniform(0.05, 0.6)
        await sleep_for_fault(self._rng)

    async def _fill_disk(self) -> None:
        await fill_disk(self.server.pid, self._rng)
        await self.restart_dead()


class SentinelRedis(BreakableRedis):
    replicas = 1

    def __init__(self, servers: tuple[RedisNode, RedisNode], sentinels: tuple[RedisNode, ...], rng: Random) -> None:
        places = [(LOOPBACK, node.port) for node in sentinels]
        timeout = {"socket_timeout": _CLIENT_SECONDS}
        known = Sentinel(places, sentinel_kwargs=timeout, **timeout)  # type: ignore[no-untyped-call]  # redis-py's own
        super().__init__(known.master_for(_SERVICE), rng)
        self._servers: Final = servers
        self._sentinels: Final = sentinels

    @property
    def worker_settings(self) -> Mapping[str, str]:
        places = ",".join(f"{LOOPBACK}:{node.port}" for node in self._sentinels)
        return {"REDIS_URL": f"redis+sentinel://default:{PASSWORD}@{places}/{_SERVICE}", "REDIS_WAIT": "1"}

    @property
    def faults(self) -> WeightedFaults:
        return {
            "master_killed": (6, self.kill_server),
            "master_stopped": (3, self._stop_master),
            "replica_killed": (2, self._kill_replica),
            **self._refusals,
        }

    async def kill_server(self) -> None:
        master, replica = await self._settled()
        await master.kill()
        self.kill_count += 1
        await poll_until(lambda: _has_role(replica, "master"))
        await sleep_for_fault(self._rng)
        await self.restart_dead()

    @asynccontextmanager
    async def delay_answers(self) -> AsyncIterator[None]:
        master, _ = await self._settled()
        master.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            master.send_signal(signal.SIGCONT)
            await self.restart_dead()

    def hold_up_requests(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def undo_all(self) -> None:
        for node in self._servers:
            node.send_signal(signal.SIGCONT)
        await super().undo_all()

    async def restart_dead(self) -> None:
        for node in self._servers:
            await node.start()
        await self._settled()

    async def _configure(self, name: str, value: int) -> None:
        for node in self._servers:
            with suppress(RedisError, OSError):
                await node.execute("CONFIG", "SET", name, value)

    async def _settled(self) -> tuple[RedisNode, RedisNode]:
        """Return master and replica, once all Sentinels name the master and its replica is online."""
        found: list[tuple[RedisNode, RedisNode]] = []

        async def is_settled() -> bool:
            for master, replica in (self._servers, self._servers[::-1]):
                said = await asyncio.gather(*map(_known_master_port, self._sentinels))
                if set(said) == {master.port} and await _has_online_replica(master):
                    found.append((master, replica))
                    return await _has_role(replica, "slave")
            return False

        await poll_until(is_settled)
        return found[-1]

    async def _stop_master(self) -> None:
        """Suspend the master until another server replaces it, without its knowledge."""
        master, _ = await self._settled()
        master.send_signal(signal.SIGSTOP)
        await sleep_for_fault(self._rng, _BEYOND_DOWN_SECONDS)
        master.send_signal(signal.SIGCONT)
        await self.restart_dead()

    async def _kill_replica(self) -> None:
        _, replica = await self._settled()
        await replica.kill()
        self.kill_count += 1
        await sleep_for_fault(self._rng)
        await self.restart_dead()


@asynccontextmanager
async def start_single_redis(folder: Path, rng: Random) -> AsyncIterator[SingleRedis]:
    server = EmbeddedRedis(folder)
    async with AsyncExitStack() as stack:
        try:
            await server.start()
        except (NoServerProgram, ServerFailed) as error:
            raise StartError(f"This needs a Redis: {error}") from error
        stack.push_async_callback(server.stop)
        proxy = RedisProxy(unquote(urlsplit(server.url).path))
        port = await proxy.listen_on_port()
        stack.push_async_callback(proxy.stop)
        redis = SingleRedis(server, port, proxy, rng)
        stack.push_async_callback(redis.client.aclose)
        yield redis


@asynccontextmanager
async def start_sentinel_redis(folder: Path, rng: Random) -> AsyncIterator[SentinelRedis]:
    try:
        program = (await asyncio.to_thread(find_server_program, folder)).path
    except NoServerProgram as error:
        raise StartError(f"This needs a Redis: {error}") from error
    ports = find_free_ports(2 + _SENTINELS)
    for port in ports:
        (folder / str(port)).mkdir(parents=True)
    options = {
        "repl-diskless-sync": "yes",
        "repl-diskless-sync-delay": "0",
        "appendonly": "yes",
        "appendfsync": "always",
    }
    first, second = (RedisNode.with_options(program, folder / str(port), port, options) for port in ports[:2])
    sentinels = tuple(_make_sentinel(program, folder / str(port), port, ports[0]) for port in ports[2:])
    async with AsyncExitStack() as stack:
        for node in (first, second):
            stack.push_async_callback(node.kill)
            await node.start()
        await second.execute("REPLICAOF", LOOPBACK, first.port)
        # Sentinels ask a master for its replicas at their start, and then every ten seconds.
        await poll_until(lambda: _has_online_replica(first))
        for node in sentinels:
            stack.push_async_callback(node.kill)
            await node.start()
        redis = SentinelRedis((first, second), sentinels, rng)
        await redis.restart_dead()
        stack.push_async_callback(redis.client.aclose)
        yield redis


def _make_sentinel(program: str, folder: Path, port: int, master: int) -> RedisNode:
    config = folder / "sentinel.conf"
    lines = (
        f"port {port}",
        f"bind {LOOPBACK}",
        f"dir {folder}",
        f"sentinel monitor {_SERVICE} {LOOPBACK} {master} {_SENTINELS // 2 + 1}",
        f"sentinel down-after-milliseconds {_SERVICE} {_DOWN_MS}",
        f"sentinel failover-timeout {_SERVICE} 6000",
    )
    config.write_text("\n".join(lines))
    return RedisNode(folder, port, [program, str(config), "--sentinel"])


async def _has_online_replica(master: RedisNode) -> bool:
    said = await master.execute("INFO", "replication")
    return bool(said["role"] == "master" and said.get("slave0", {}).get("state") == "online")


async def _has_role(node: RedisNode, role: str) -> bool:
    return await node.read_role() == role


async def _known_master_port(sentinel: RedisNode) -> int:
    return int((await sentinel.execute("SENTINEL", "GET-MASTER-ADDR-BY-NAME", _SERVICE))[1])


AnyRedis = SingleRedis | SentinelRedis
