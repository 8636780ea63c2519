"""Long polling is patient with outages of Redis and the network, and acknowledges nothing that is not safe."""

import asyncio
import json
import logging
from functools import partial

import pytest
import telegram
from aiohttp import web
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.config import StartError, TokenRefused
from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import Polling, UpdateReception
from bot.playground.server_version import ApiError
from bot.workers.supervisor import RetryLoop
from tests.support.scripted_api import TOKEN, Inbox, ScriptedApi, api, bot, message, polling, run_polling
from tests.support.timers import RecordedWaits
from tests.support.waiting import PATIENCE

__all__ = ["api", "bot"]


async def test_nothing_is_acknowledged_while_the_inbox_fails(
    api: ScriptedApi, bot: telegram.Bot, caplog: pytest.LogCaptureFixture
) -> None:
    inbox = Inbox(failures=3)
    asked_meanwhile: list[int] = []

    async def put(number: int, chat: int, raw: bytes) -> bool:
        asked_meanwhile.append(len(api.calls_of("getUpdates")))
        return await inbox.append_update(number, chat, raw)

    api.responses["getUpdates"] += [[message(7), message(8)]]
    with caplog.at_level(logging.INFO):
        async with run_polling(polling(bot, put), api):
            assert inbox.attempts == [7, 7, 7, 7, 8]
            assert asked_meanwhile == [1, 1, 1, 1, 1]
            assert [number for number, _, _ in inbox.stored] == [7, 8]
    outage = [record.levelname for record in caplog.records if "Redis" in record.message]
    assert outage == ["WARNING", "INFO"]


async def test_an_outage_of_the_network_is_waited_out_and_logged_once_at_each_end(
    api: ScriptedApi, bot: telegram.Bot, caplog: pytest.LogCaptureFixture
) -> None:
    inbox, waits = Inbox(), RecordedWaits()
    api.responses["getUpdates"] += [ApiError(502, "Bad Gateway"), ApiError(500, "Oops"), web.Response(text="<html>")]
    api.responses["getUpdates"].append([message(1)])
    with caplog.at_level(logging.INFO):
        async with run_polling(polling(bot, inbox.append_update, waits), api):
            assert waits.seconds == [0.5, 1.0, 2.0]
            assert len(inbox.stored) == 1
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.workers.supervisor"]
    assert lines == [
        "something fails and is tried again until it works: work Fetching updates, error Bad Gateway",
        "what had failed works again: work Fetching updates, failures 3",
    ]


async def test_a_retry_after_is_kept_to(api: ScriptedApi, bot: telegram.Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    waits = RecordedWaits()
    api.responses["getUpdates"].append(ApiError(429, "Too Many Requests: retry after 7", {"retry_after": 7}))
    async with run_polling(polling(bot, Inbox().append_update, waits), api):
        assert waits.seconds == [7.0]


async def test_a_process_that_has_run_for_a_while_goes_on_after_a_conflict(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, waits = Inbox(), RecordedWaits()
    minutes = iter(range(0, 6000, 60))
    api.responses["getUpdates"] += [ApiError(409, "Conflict: terminated by other getUpdates request"), [message(1)]]
    async with run_polling(polling(bot, inbox.append_update, waits, clock=lambda: next(minutes)), api):
        assert len(waits.seconds) == 1
        assert len(inbox.stored) == 1


@pytest.mark.parametrize(
    "failure", [ApiError(502, "Bad Gateway"), ApiError(409, "Conflict: terminated"), web.Response(text="<html>")]
)
async def test_a_failed_poll_is_an_obstacle_for_a_while(api: ScriptedApi, bot: telegram.Bot, failure: object) -> None:
    reception, seen, minutes = UpdateReception(lambda: 0.0), list[bool](), iter(range(0, 6000, 60))

    async def put(*_: object) -> bool:
        seen.append(bool(reception.obstacle))
        return True

    full = [message(number) for number in range(2, 102)]
    api.responses["getUpdates"] += [[message(1)], failure, full, [message(102)], [message(103)]]
    poller = polling(bot, put, clock=lambda: next(minutes), reception=reception)
    async with run_polling(poller, api):
        assert seen == [False] + [True] * 101 + [False]
        assert reception.obstacle == ""
    timeouts = [int(call["timeout"]) for call in api.calls_of("getUpdates")]
    assert timeouts == [30, 30, 0, 0, 30, 30, 0], "after a failure none waits; the last is the end"


async def test_stopping_while_the_inbox_fails_acknowledges_nothing(api: ScriptedApi, bot: telegram.Bot) -> None:
    failing = asyncio.Event()

    async def put(*_: object) -> bool:
        raise RedisConnectionError

    async def forever(_: float) -> None:
        failing.set()
        await asyncio.Event().wait()

    api.responses["getUpdates"].append([message(41)])
    stop = asyncio.Event()
    poller = Polling(
        bot,
        UpdateIntake(put, Inbox().dead_letter_unreadable),
        ["message"],
        UpdateReception(lambda: 0.0),
        retry_loop=partial(RetryLoop, pause=forever),
    )
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(poller.run(stop))
        await failing.wait()
        stop.set()
    assert {call["offset"] for call in api.calls_of("getUpdates")} == {"0"}


async def test_updates_reach_the_inbox_in_order_and_then_are_acknowledged(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox = Inbox()
    api.responses["getUpdates"] += [[message(7), message(8, chat=5)], [message(9)]]
    async with run_polling(polling(bot, inbox.append_update), api):
        assert [(number, chat) for number, chat, _ in inbox.stored] == [(7, -100), (8, 5), (9, -100)]
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "9", "10"]


async def test_the_raw_text_of_an_update_is_kept_with_unknown_fields(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox = Inbox()
    raw = '{"update_id": 3, "message": {"chat": {"id": 1}, "text": "KALEM\\u0131", "brand_new": {"x": 1.50}}}'
    api.responses["getUpdates"].append(web.Response(text=f'{{"ok": true, "result": [{raw}]}}'))
    async with run_polling(polling(bot, inbox.append_update), api):
        assert inbox.stored == [(3, 1, raw.encode())]


async def test_a_former_webhook_is_removed_without_losing_updates(api: ScriptedApi, bot: telegram.Bot) -> None:
    async with run_polling(polling(bot, Inbox().append_update), api):
        assert api.calls[0][0] == "deleteWebhook"
        assert str(api.calls[0][1].get("drop_pending_updates", False)).lower() == "false"


@pytest.mark.parametrize("method", ["deleteWebhook", "getUpdates"])
async def test_a_token_refused_for_a_minute_ends_the_process(api: ScriptedApi, bot: telegram.Bot, method: str) -> None:
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


async def test_stopping_ends_a_poll_and_acknowledges_what_is_stored(api: ScriptedApi, bot: telegram.Bot) -> None:
    api.responses["getUpdates"].append([message(41)])
    async with run_polling(polling(bot, Inbox().append_update), api):
        pass
    last = api.calls_of("getUpdates")[-1]
    assert (last["offset"], last["timeout"]) == ("42", "0")


def answer(*updates: bytes) -> web.Response:
    return web.Response(body=b'{"ok":true,"result":[' + b",".join(updates) + b"]}", content_type="application/json")


async def test_what_cannot_be_read_is_put_aside_and_keeps_no_other_waiting(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, waits = Inbox(), RecordedWaits()
    half = rb'{"update_id": 8, "message": {"text": "\ud800"}}'
    deep = b'{"update_id": 9, "message": ' + b"[" * 60_000 + b"]" * 60_000 + b"}"
    api.responses["getUpdates"].append(
        answer(json.dumps(message(7)).encode(), half, deep, json.dumps(message(10)).encode())
    )
    async with run_polling(polling(bot, inbox.append_update, waits, set_aside=inbox.dead_letter_unreadable), api):
        assert [number for number, _, _ in inbox.stored] == [7, 10]
        assert inbox.aside == [(8, half), (9, deep)]
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "11"]
    assert waits.seconds == []


async def test_updates_without_numbers_are_put_aside_once_and_passed_by(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, waits, stray = Inbox(), RecordedWaits(), b'{"message": {}}'
    api.responses["getUpdates"] += [[message(7)], answer(stray), answer(stray), answer(stray), [message(20)]]
    async with run_polling(polling(bot, inbox.append_update, waits, set_aside=inbox.dead_letter_unreadable), api):
        assert inbox.aside == [(None, stray)]
        assert [number for number, _, _ in inbox.stored] == [7, 20]
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "8", "8", "9", "10", "21"]
    assert waits.seconds == [0.5, 1.0], "a server that has nothing else is not asked without a pause"
