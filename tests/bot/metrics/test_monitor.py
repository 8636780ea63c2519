"""What others are answered who ask whether a worker lives and takes work, and what Prometheus reads."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from redis.asyncio import Redis

from bot.app.service import WorkerProbe, make_meters
from bot.app.wiring import Components
from bot.call_errors import ApiUnreachable, CallFailed, PollingConflict, TokenRejected
from bot.handlers.owner.alerts import WorkerHealth
from bot.ingress.polling import UpdateReception
from bot.metrics.meters import Backlog
from bot.metrics.prometheus_meters import PrometheusMeters
from bot.store.client import connect
from bot.telegram.transport import AiohttpRequest
from tests.support.logs import STATE, used_meters
from tests.support.redis_faults import REFUSALS, refuse_writes

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@dataclass
class Parts:
    shards: tuple[int, ...] = (3,)
    is_healthy: bool = True
    worker_count: int = 1
    obstacle: str = ""

    def lanes_backlog(self) -> Backlog:
        return Backlog(2, 1.5)

    def to_components(self, redis: Redis) -> Components:
        spot: Any = type("Spot", (), {})()
        spot.storage = spot.owner = spot
        spot.shard_owners = spot.health = spot.consumer = self
        spot.durable = redis
        return cast("Components", spot)


def probe_of(redis: Redis, parts: Parts, *, uses_webhook: bool = False) -> WorkerProbe:
    return WorkerProbe(redis, parts.to_components(redis), lambda: NOW, uses_webhook=uses_webhook)


async def test_a_worker_with_shards_takes_work_until_it_ends(redis: Redis) -> None:
    probe = probe_of(redis, Parts())
    assert await probe.find_obstacle() == ""
    probe.is_draining = True
    assert await probe.find_obstacle() == "it is shutting down"
    assert not (await probe.measure_state()).is_ready


@pytest.mark.parametrize(
    ("parts", "obstacle"),
    [
        (Parts(obstacle="Telegram refuses BOT_TOKEN"), "Telegram refuses BOT_TOKEN"),
        (Parts(is_healthy=False), "its shards cannot be taken"),
        (Parts(shards=()), "it owns no shards"),
        (Parts(shards=(), worker_count=2), ""),
    ],
)
async def test_what_keeps_a_worker_from_work_is_named(redis: Redis, parts: Parts, obstacle: str) -> None:
    probe = probe_of(redis, parts)
    assert await probe.find_obstacle() == obstacle
    assert await probe.check_health() == ((503, obstacle) if obstacle else (200, "ok"))
    assert (await probe.measure_state()).is_ready == (not obstacle)


@pytest.mark.parametrize("error", REFUSALS)
@pytest.mark.parametrize("uses_webhook", [True, False])
async def test_a_worker_whose_redis_stores_nothing_is_unready(redis: Redis, error: str, *, uses_webhook: bool) -> None:
    probe = probe_of(redis, Parts(), uses_webhook=uses_webhook)
    async with refuse_writes(redis, error):
        obstacle = await probe.find_obstacle()
        assert obstacle.startswith("Redis refuses to store updates (")
        assert await probe.check_health() == (503, obstacle)
        state = await probe.measure_state()
        assert (state.is_ready, state.redis is None) == (False, False)
    assert await probe.find_obstacle() == ""
    assert await redis.keys() == []


async def test_a_proxy_is_not_told_by_the_status_to_keep_out_the_update_that_is_missing(redis: Redis) -> None:
    probe = probe_of(redis, Parts(obstacle="updates cannot come in (Connection refused)"), uses_webhook=True)
    assert await probe.check_health() == (200, "updates cannot come in (Connection refused)")
    assert await probe.find_obstacle()
    assert not (await probe.measure_state()).is_ready


async def test_a_worker_without_redis_is_not_ready_and_still_tells_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.client._RETRY_SECONDS", 0.0)
    async with connect("redis://127.0.0.1:1/0") as nobody:
        probe = probe_of(nobody, Parts())
        assert await probe.find_obstacle() == "Redis does not answer"
        state = await probe.measure_state()
    assert (state.redis, state.is_ready, state.lanes) == (None, False, Backlog(2, 1.5))
    said = used_meters().to_text(state).decode()
    assert "harfiyen_redis_up 0.0" in said
    assert "harfiyen_running_games" not in said
    assert 'harfiyen_queue_entries{queue="lanes"} 2.0' in said


async def test_what_is_wrong_with_telegram_is_named_until_it_is_over() -> None:
    answers: list[CallFailed | None] = [TokenRejected("Unauthorized"), None, ApiUnreachable("down")]

    async def ping() -> None:
        if (answer := answers.pop(0)) is not None:
            raise answer

    reception = UpdateReception(lambda: 0.0)
    reception.note_poll_error(PollingConflict("Conflict"))
    health = WorkerHealth(ping, lambda: 0, reception, lambda: 0.0, lambda: 0.0)
    found = []
    while answers:
        with suppress(CallFailed):
            await health.check_telegram()
        found.append(health.obstacle)
    assert found == ["Telegram refuses BOT_TOKEN", "updates cannot come in (Conflict)", "Telegram does not answer"]


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


def lines(meters: PrometheusMeters) -> list[str]:
    return [line for line in meters.to_text(STATE).decode().splitlines() if not line.startswith("#")]


def test_label_values_that_are_in_no_list_count_as_others() -> None:
    meters = make_meters()
    meters.count_received("chat 4711")
    meters.count_refusal("KALEM")
    meters.count_move("Ada")
    said = lines(meters)
    assert 'harfiyen_updates_received_total{kind="other"} 1.0' in said
    assert 'harfiyen_refusals_total{code="other"} 1.0' in said
    assert 'harfiyen_moves_total{ruleset="other"} 1.0' in said
    assert not re.search("4711|KALEM|Ada", "\n".join(said))


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, "ok"),
        (429, "rate_limited"),
        (403, "refused"),
        (502, "server_error"),
        (302, "other"),
        (None, "unreachable"),
    ],
)
def test_a_request_has_the_outcome_of_its_status(status: int | None, outcome: str) -> None:
    meters = make_meters()
    meters.observe_api_request("sendMessage", status, 0.2)
    assert f'harfiyen_api_requests_total{{method="sendMessage",outcome="{outcome}"}} 1.0' in lines(meters)


def test_a_worker_that_has_not_started_tells_only_that_it_is_not_ready() -> None:
    said = make_meters().to_text(None).decode()
    assert "harfiyen_ready 0.0" in said
    assert "harfiyen_shards_owned" not in said
