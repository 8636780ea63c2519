"""What long polling brings and nobody can read is put aside and acknowledged, and keeps no other update waiting."""

import json

import telegram
from aiohttp import web
from redis.exceptions import ConnectionError as RedisConnectionError

from tests.support.polling_runs import Inbox, bot, message, polling, run_polling
from tests.support.scripted_api import ScriptedApi, api
from tests.support.timers import RecordedWaits

__all__ = ["api", "bot"]


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


async def test_an_unreadable_update_is_acknowledged_by_its_number(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox = Inbox()
    api.responses["getUpdates"].append(answer(rb'{"update_id": 8, "message": {"text": "\ud800"}}'))
    async with run_polling(polling(bot, inbox.append_update, set_aside=inbox.dead_letter_unreadable), api):
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "9"]


async def test_updates_without_numbers_are_put_aside_once_and_passed_by(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, waits, stray = Inbox(), RecordedWaits(), b'{"message": {}}'
    api.responses["getUpdates"] += [
        [message(7)],
        answer(stray),
        answer(stray),
        answer(stray),
        [message(20)],
    ]
    async with run_polling(polling(bot, inbox.append_update, waits, set_aside=inbox.dead_letter_unreadable), api):
        assert inbox.aside == [(None, stray)]
        assert [number for number, _, _ in inbox.stored] == [7, 20]
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "8", "8", "9", "10", "21"]
    assert waits.seconds == [0.5, 1.0], "a server that has nothing else is not asked without a pause"


async def test_before_any_number_is_known_the_server_is_told_none(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, stray = Inbox(), b"[]"
    api.responses["getUpdates"] += [answer(stray), answer(stray), [message(20)]]
    async with run_polling(polling(bot, inbox.append_update, set_aside=inbox.dead_letter_unreadable), api):
        assert [call["offset"] for call in api.calls_of("getUpdates")] == ["0", "0", "0", "21"]
    assert inbox.aside == [(None, stray)]


async def test_what_is_put_aside_waits_for_redis_like_any_update(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, attempts = Inbox(), iter(range(9))

    async def set_aside(number: int | None, raw: bytes, reason: str) -> None:
        if next(attempts) < 2:
            raise RedisConnectionError
        await inbox.dead_letter_unreadable(number, raw, reason)

    api.responses["getUpdates"].append(answer(b'{"update_id": 8, "x": 1e999}'))
    async with run_polling(polling(bot, inbox.append_update, set_aside=set_aside), api):
        assert [number for number, _ in inbox.aside] == [8]
