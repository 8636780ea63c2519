"""Long polling is patient with outages of Redis and the network, and acknowledges nothing that is not safe."""

import asyncio
import logging
from functools import partial

import pytest
import telegram
from aiohttp import web
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import Polling
from bot.ingress.reception import UpdateReception
from bot.playground.api_error import ApiError
from bot.workers.retry_policy import RetryLoop
from tests.support.polling_runs import Inbox, bot, message, polling, run_polling
from tests.support.scripted_api import ScriptedApi, api
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


async def test_redis_is_asked_every_half_second_however_long_it_was_away(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, waits = Inbox(failures=8), RecordedWaits()
    api.responses["getUpdates"].append([message(1)])
    async with run_polling(polling(bot, inbox.append_update, waits), api):
        assert waits.seconds == [0.5] * 8
        assert len(inbox.stored) == 1


async def test_an_outage_of_the_network_is_waited_out_and_logged_once_at_each_end(
    api: ScriptedApi, bot: telegram.Bot, caplog: pytest.LogCaptureFixture
) -> None:
    inbox, waits = Inbox(), RecordedWaits()
    api.responses["getUpdates"] += [
        ApiError(502, "Bad Gateway"),
        ApiError(500, "Oops"),
        web.Response(text="<html>"),
    ]
    api.responses["getUpdates"].append([message(1)])
    with caplog.at_level(logging.INFO):
        async with run_polling(polling(bot, inbox.append_update, waits), api):
            assert waits.seconds == [0.5, 1.0, 2.0]
            assert len(inbox.stored) == 1
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.workers.retry_policy"]
    assert lines == [
        "something fails and is tried again until it works: work Fetching updates, error Bad Gateway",
        "what had failed works again: work Fetching updates, failures 3",
    ]


async def test_a_server_that_asks_for_a_pause_gets_it(
    api: ScriptedApi, bot: telegram.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    waits = RecordedWaits()
    api.responses["getUpdates"].append(ApiError(429, "Too Many Requests: retry after 7", {"retry_after": 7}))
    async with run_polling(polling(bot, Inbox().append_update, waits), api):
        assert waits.seconds == [7.0]


async def test_a_process_that_has_run_for_a_while_goes_on_after_a_conflict(api: ScriptedApi, bot: telegram.Bot) -> None:
    inbox, waits = Inbox(), RecordedWaits()
    minutes = iter(range(0, 6000, 60))
    api.responses["getUpdates"] += [
        ApiError(409, "Conflict: terminated by other getUpdates request"),
        [message(1)],
    ]
    async with run_polling(polling(bot, inbox.append_update, waits, clock=lambda: next(minutes)), api):
        assert len(waits.seconds) == 1
        assert len(inbox.stored) == 1


@pytest.mark.parametrize(
    "failure", [ApiError(502, "Bad Gateway"), ApiError(409, "Conflict: terminated"), web.Response(text="<html>")]
)
async def test_no_update_can_come_in_from_a_failed_poll_until_what_waited_is_stored(
    api: ScriptedApi, bot: telegram.Bot, failure: object
) -> None:
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


async def test_an_error_that_is_no_outage_is_not_swallowed(api: ScriptedApi, bot: telegram.Bot) -> None:
    async def put(*_: object) -> bool:
        raise ZeroDivisionError

    api.responses["getUpdates"].append([message(1)])
    with pytest.raises(ZeroDivisionError):
        async with run_polling(polling(bot, put), api):
            pass
