"""What others are answered who ask whether a worker lives and takes work."""

import logging
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from redis.asyncio import Redis

from bot.app.components import Components
from bot.app.monitor import Monitor, make_meters, open_monitor
from bot.app.worker_probe import WorkerProbe
from bot.call_errors import ApiUnreachable, CallFailed, TokenRejected
from bot.config import load_config
from bot.handlers.owner.health import WorkerHealth
from bot.logs.logger import LogEvent
from bot.metrics.worker_state import Backlog
from bot.store.connection.connect import connect
from bot.telegram.api.transport import AiohttpRequest
from tests.support.sample_metrics import used_meters

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@dataclass
class Parts:
    """What a probe looks at."""

    epochs: dict[int, str] = field(default_factory=lambda: {3: "worker#1"})
    is_healthy: bool = True
    worker_count: int = 1
    is_token_rejected: bool = False

    def lanes_backlog(self) -> Backlog:
        return Backlog(2, 1.5)

    def to_components(self) -> Components:
        spot: Any = type("Spot", (), {})()
        spot.storage = spot.owner = spot
        spot.shard_owners = spot.health = spot.consumer = self
        return cast("Components", spot)


def probe_of(redis: Redis, parts: Parts) -> WorkerProbe:
    return WorkerProbe(redis, parts.to_components(), lambda: NOW)


async def test_a_worker_with_shards_takes_work_until_it_ends(redis: Redis) -> None:
    probe = probe_of(redis, Parts())
    assert await probe.find_obstacle() == ""
    probe.is_draining = True
    assert await probe.find_obstacle() == "it is shutting down"
    assert not (await probe.measure_state()).is_ready


@pytest.mark.parametrize(
    ("parts", "obstacle"),
    [
        (Parts(is_token_rejected=True), "Telegram refuses BOT_TOKEN"),
        (Parts(is_healthy=False), "its shards cannot be taken"),
        (Parts(epochs={}), "it owns no shards"),
        (Parts(epochs={}, worker_count=2), ""),
    ],
)
async def test_what_keeps_a_worker_from_work_is_named(redis: Redis, parts: Parts, obstacle: str) -> None:
    assert await probe_of(redis, parts).find_obstacle() == obstacle


async def test_a_worker_without_redis_is_not_ready_and_still_tells_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.connection.connect._RETRY_SECONDS", 0.0)
    async with connect("redis://127.0.0.1:1/0") as nobody:
        probe = probe_of(nobody, Parts())
        assert await probe.find_obstacle() == "Redis does not answer"
        state = await probe.measure_state()
    assert (state.redis, state.is_ready, state.lanes) == (None, False, Backlog(2, 1.5))
    said = used_meters().to_text(state).decode()
    assert "harfiyen_redis_up 0.0" in said
    assert "harfiyen_running_games" not in said
    assert 'harfiyen_queue_entries{queue="lanes"} 2.0' in said


async def test_a_worker_tells_of_its_own_shards_alone(redis: Redis) -> None:
    for shard in (3, 4):
        await redis.xadd(f"hf:{{{shard:02}}}:inbox", {"raw": b""})
    state = await probe_of(redis, Parts()).measure_state()
    assert state.redis is not None
    assert state.redis.queues["inbox"].entries == 1


async def test_who_starts_is_alive_and_not_ready(redis: Redis) -> None:
    monitor = Monitor(make_meters())
    application = web.Application()
    application.add_routes(monitor.to_routes())
    async with TestClient(TestServer(application)) as client:
        assert (await client.get("/healthz")).status == 200
        early = await client.get("/readyz")
        assert (early.status, (await early.json())["reason"]) == (503, "it is starting")
        monitor.watch_worker(probe_of(redis, Parts()))
        assert (await client.get("/readyz")).status == 200


async def test_the_log_says_where_metrics_are_served_when_the_system_chooses_the_port(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    async with open_monitor(load_config({"METRICS_LISTEN": "127.0.0.1:0", "DATA_DIR": str(tmp_path)}, tmp_path)):
        (event,) = (cast("LogEvent", one.msg) for one in caplog.records if one.name == "bot.app.monitor")
        async with aiohttp.ClientSession() as session, session.get(f"{event['address']}/healthz") as answer:
            assert answer.status == 200


async def test_a_refused_token_is_remembered_until_it_is_taken_again() -> None:
    answers: list[CallFailed | None] = [TokenRejected("Unauthorized"), None, ApiUnreachable("down")]

    async def ping() -> None:
        if (answer := answers.pop(0)) is not None:
            raise answer

    health = WorkerHealth(ping, lambda: 0, lambda: 0.0, lambda: 0.0)
    found = []
    while answers:
        with suppress(CallFailed):
            await health.check_telegram()
        found.append(health.is_token_rejected)
    assert found == [True, False, False]


async def test_nothing_of_a_token_becomes_a_label() -> None:
    meters = make_meters()
    request = AiohttpRequest(meters=meters)
    async with TestServer(web.Application()) as server:
        for path in ("bot7:secret_word/getMe", "bot7:secret_word", "file/bot7:secret_word/photos/1.png"):
            await request.do_request(str(server.make_url(f"/{path}?offset=1")), "GET")
    await request.shutdown()
    said = meters.to_text(None).decode()
    assert 'harfiyen_api_requests_total{method="getMe",outcome="refused"} 1.0' in said
    assert 'harfiyen_api_requests_total{method="other",outcome="refused"} 2.0' in said
    assert "secret" not in said
