"""The doctor: each trouble is named with its remedy, and the whole is told as lines or as one object."""

import asyncio
import json
import platform
import socket
from importlib.metadata import version
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.config import SETTINGS
from bot.ingress.intake import UpdateIntake
from bot.offline import doctor
from bot.offline.doctor import DoctorCheck
from bot.store import keys
from bot.store.client import connect
from bot.store.embedded import DirectoryLock, EmbeddedRedis
from bot.store.server_checks import SCHEMA
from tests.support.command_line import checks_of_settings
from tests.support.scripted_api import webhook_of


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
async def test_what_others_can_see_or_hear_is_advised_against(
    tmp_path: Path, settings: dict[str, str], name: str
) -> None:
    assert (await checks_of_settings(tmp_path, settings))[name].status == "advice"
    alone = {"METRICS_LISTEN": "127.0.0.1:0", "BOT_API_URL": "http://127.0.0.1:8081"}
    assert name not in await checks_of_settings(tmp_path, alone)


async def test_a_data_directory_open_to_others_is_advised_against(tmp_path: Path) -> None:
    (tmp_path / "data-playground").mkdir()
    (tmp_path / "data-playground").chmod(0o755)  # whatever the umask is
    check = (await checks_of_settings(tmp_path, {}))["DATA_DIR"]
    assert (check.status, "chmod go=" in check.remedy) == ("advice", True)


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
