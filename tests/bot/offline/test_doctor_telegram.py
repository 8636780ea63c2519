"""The doctor asks Telegram about the bot: privacy mode, inline mode and the webhook, and never shows the token."""

from pathlib import Path
from typing import Any

import pytest

from bot.offline.doctor import DoctorCheck
from bot.playground.server_version import ApiError
from tests.support.command_line import SECRET, checks_of_settings
from tests.support.scripted_api import TOKEN, ScriptedApi, api

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
