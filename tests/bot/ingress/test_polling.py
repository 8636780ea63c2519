"""Long polling over real HTTP: acknowledged only when safe, and plain on a token that is wrong or in use."""

import json

import pytest
import telegram
from aiohttp import web

from bot.config import StartError, TokenRefused
from bot.playground.api_error import ApiError
from tests.support.polling_runs import Inbox, bot, message, polling, run_polling
from tests.support.scripted_api import TOKEN, ScriptedApi, api
from tests.support.timers import RecordedWaits

__all__ = ["api", "bot"]


async def test_updates_reach_the_inbox_in_order_and_then_are_acknowledged(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox = Inbox()
    api.responses["getUpdates"] += [[message(7), message(8, chat=5)], [message(9)]]
    async with run_polling(polling(bot, inbox.append_update), api):
        assert [(number, chat) for number, chat, _ in inbox.stored] == [(7, -100), (8, 5), (9, -100)]
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "9", "10"]


async def test_only_the_wanted_kinds_are_asked_for_and_the_server_is_told_to_wait(
    api: ScriptedApi, bot: telegram.Bot
) -> None:
    async with run_polling(polling(bot, Inbox().append_update), api):
        (call,) = api.calls_of("getUpdates")
    assert json.loads(call["allowed_updates"]) == ["message", "callback_query"]
    assert int(call["timeout"]) > 10


async def test_the_raw_text_of_an_update_is_kept_with_fields_no_library_knows(
    api: ScriptedApi, bot: telegram.Bot
) -> None:
    inbox = Inbox()
    raw = '{"update_id": 3, "message": {"chat": {"id": 1}, "text": "KALEM\\u0131", "brand_new": {"x": 1.50}}}'
    api.responses["getUpdates"].append(web.Response(text=f'{{"ok": true, "result": [{raw}]}}'))
    async with run_polling(polling(bot, inbox.append_update), api):
        assert inbox.stored == [(3, 1, raw.encode())]


async def test_a_webhook_of_earlier_days_is_removed_first_without_losing_updates(
    api: ScriptedApi, bot: telegram.Bot
) -> None:
    async with run_polling(polling(bot, Inbox().append_update), api):
        assert api.calls[0][0] == "deleteWebhook"
        assert str(api.calls[0][1].get("drop_pending_updates", False)).lower() == "false"


@pytest.mark.parametrize("method", ["deleteWebhook", "getUpdates"])
async def test_a_token_that_is_refused_for_a_minute_ends_the_process_and_is_not_shown(
    api: ScriptedApi, bot: telegram.Bot, method: str
) -> None:
    waits = RecordedWaits()
    api.responses[method] += [ApiError(401, "Unauthorized")] * 20
    with pytest.raises(TokenRefused, match="BOT_TOKEN") as caught:
        async with run_polling(polling(bot, Inbox().append_update, waits, clock=lambda: sum(waits.seconds)), api):
            pass
    assert TOKEN not in str(caught.value)
    assert caught.value.exit_status == 78
    assert (len(waits.seconds), sum(waits.seconds)) == (7, 61.5)


async def test_a_token_that_is_refused_once_in_a_while_is_asked_for_again(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, minutes = Inbox(), iter(range(0, 6000, 60))
    refused = ApiError(401, "Unauthorized")
    api.responses["getUpdates"] += [refused, [message(1)], refused, [message(2)]]
    async with run_polling(polling(bot, inbox.append_update, clock=lambda: next(minutes)), api):
        assert [number for number, _, _ in inbox.stored] == [1, 2]


async def test_a_second_process_ends_its_start_at_a_conflict(api: ScriptedApi, bot: telegram.Bot) -> None:
    api.responses["getUpdates"].append(ApiError(409, "Conflict: terminated by other getUpdates request"))
    with pytest.raises(StartError, match=r"BOT_TOKEN is in use by a second process"):
        async with run_polling(polling(bot, Inbox().append_update), api):
            pass


async def test_stopping_ends_a_waiting_poll_and_acknowledges_what_is_stored(
    api: ScriptedApi, bot: telegram.Bot
) -> None:
    api.responses["getUpdates"].append([message(41)])
    async with run_polling(polling(bot, Inbox().append_update), api):
        pass
    last = api.calls_of("getUpdates")[-1]
    assert (last["offset"], last["timeout"]) == ("42", "0")
