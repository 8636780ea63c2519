"""The bot's account at the start: an outage is waited out and said in the log, a wrong setting ends the start."""

import asyncio
import logging

import pytest
from aiohttp import web

from bot.config import StartError
from bot.playground.server_version import ApiError
from bot.resources import StoppedBeforeStart, open_account
from tests.support.scripted_api import TOKEN, ScriptedApi

ME = {"id": 1, "is_bot": True, "first_name": "Harfiyen", "username": "harfiyen_bot"}


class StopAfterWaits:
    def __init__(self, *, stops: bool = False) -> None:
        self.seconds: list[float] = []
        self.stops = stops

    async def __call__(self, stop: asyncio.Event, seconds: float) -> None:
        self.seconds.append(seconds)
        if self.stops and len(self.seconds) == 2:
            stop.set()


async def log_of_account_start(api: str, waits: StopAfterWaits) -> str:
    async with open_account(TOKEN, api, asyncio.Event(), waits) as bot:
        return bot.username


async def test_an_outage_is_waited_out_and_logged_once_at_each_end(caplog: pytest.LogCaptureFixture) -> None:
    waits = StopAfterWaits()
    async with ScriptedApi() as api:
        page = web.Response(status=502, text="<html>Bad Gateway</html>")
        portal = web.Response(text="<html>Welcome to this hotel</html>")
        api.responses["getMe"] += [page, portal, ApiError(429, "Too Many Requests", {"retry_after": 7}), ME]
        with caplog.at_level(logging.INFO, "bot"):
            assert await log_of_account_start(api.url, waits) == "harfiyen_bot"
    assert len(waits.seconds) == 3
    assert waits.seconds[0] < waits.seconds[1] < waits.seconds[2] == 7
    lines = [record.getMessage() for record in caplog.records]
    assert [("BOT_API_URL (127.0.0.1)" in line, "Traceback" in caplog.text) for line in lines] == [(True, False)] * 2
    assert "Bad Gateway" in lines[0]
    assert lines[1].startswith("what had failed works again: work ")
    assert lines[1].endswith("failures 3")


async def test_a_silent_address_is_waited_for_until_the_bot_is_told_to_stop(caplog: pytest.LogCaptureFixture) -> None:
    async with ScriptedApi() as gone:
        pass
    waits = StopAfterWaits(stops=True)
    with pytest.raises(StoppedBeforeStart):
        await log_of_account_start(gone.url, waits)
    assert len(waits.seconds) == 2
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (ApiError(401, "Unauthorized"), "BOT_TOKEN is refused"),
        (ApiError(404, "Not Found"), "BOT_TOKEN is refused"),
        (ApiError(400, "Bad Request: no such thing"), r"BOT_API_URL \(127.0.0.1\) answers like no Bot API"),
    ],
    ids=["token", "method", "address"],
)
async def test_a_wrong_setting_ends_the_start(answer: web.Response, sentence: str) -> None:
    waits = StopAfterWaits()
    async with ScriptedApi() as api:
        api.responses["getMe"].append(answer)
        with pytest.raises(StartError, match=sentence) as caught:
            await log_of_account_start(api.url, waits)
    assert TOKEN not in str(caught.value)
    assert caught.value.exit_status == (78 if "TOKEN" in sentence else 2)
    assert waits.seconds == []
