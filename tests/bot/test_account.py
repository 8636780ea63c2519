"""The bot's account at the start: an outage is waited out and said in the log, a wrong setting ends the start."""

import asyncio
import logging

import pytest
from aiohttp import web

from bot.config import StartError
from bot.resources import Stopped, account
from tests.support.scripted_api import TOKEN, ScriptedApi, error, ok

ME = {"id": 1, "is_bot": True, "first_name": "Harfiyen", "username": "harfiyen_bot"}


class Waits:
    """Stands in for waiting; the second of them may be the one in which the bot is told to stop."""

    def __init__(self, *, stops: bool = False) -> None:
        self.seconds: list[float] = []
        self.stops = stops

    async def __call__(self, stop: asyncio.Event, seconds: float) -> None:
        self.seconds.append(seconds)
        if self.stops and len(self.seconds) == 2:
            stop.set()


async def begin(api: str, waits: Waits) -> str:
    async with account(TOKEN, api, asyncio.Event(), waits) as bot:
        return bot.username


async def test_an_outage_is_waited_out_and_logged_once_at_each_end(caplog: pytest.LogCaptureFixture) -> None:
    waits = Waits()
    async with ScriptedApi() as api:
        page = web.Response(status=502, text="<html>Bad Gateway</html>")
        portal = web.Response(text="<html>Welcome to this hotel</html>")
        api.script["getMe"] += [page, portal, error(429, "Too Many Requests", retry_after=7), ok(ME)]
        with caplog.at_level(logging.INFO, "bot"):
            assert await begin(api.url, waits) == "harfiyen_bot"
    assert len(waits.seconds) == 3
    assert waits.seconds[0] < waits.seconds[1] < waits.seconds[2] == 7
    lines = [record.getMessage() for record in caplog.records]
    assert [("BOT_API_URL (127.0.0.1)" in line, "Traceback" in caplog.text) for line in lines] == [(True, False)] * 2
    assert "Bad Gateway" in lines[0]
    assert "works again after 3 failures" in lines[1]


async def test_an_address_where_nobody_listens_is_waited_for_until_the_bot_is_told_to_stop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with ScriptedApi() as gone:
        pass
    waits = Waits(stops=True)
    with pytest.raises(Stopped):
        await begin(gone.url, waits)
    assert len(waits.seconds) == 2
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (error(401, "Unauthorized"), "BOT_TOKEN is refused"),
        (error(404, "Not Found"), "BOT_TOKEN is refused"),
        (error(400, "Bad Request: no such thing"), r"BOT_API_URL \(127.0.0.1\) answers like no Bot API"),
    ],
    ids=["token", "method", "address"],
)
async def test_a_wrong_setting_ends_the_start(answer: web.Response, sentence: str) -> None:
    waits = Waits()
    async with ScriptedApi() as api:
        api.script["getMe"].append(answer)
        with pytest.raises(StartError, match=sentence) as caught:
            await begin(api.url, waits)
    assert TOKEN not in str(caught.value)
    assert waits.seconds == []
