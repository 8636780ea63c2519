"""The aiohttp request class over real HTTP: encoding, time-outs, failures, no token in any text."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from telegram import Bot
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.call_errors import RateLimited
from bot.playground.dispatch import Fault
from bot.telegram.transport import AiohttpRequest, to_outcome
from tests.support.scripted_api import ScriptedApi
from tests.support.waiting import PATIENCE

TOKEN = "42:very-secret"  # noqa: S105 - opens nothing, and is looked for in every text
PNG = b"\x89PNG not really"


@pytest.fixture
async def server() -> AsyncIterator[ScriptedApi]:
    async with ScriptedApi(TOKEN) as served:
        yield served


def bot_on(url: str, request: AiohttpRequest) -> Bot:
    return Bot(TOKEN, base_url=f"{url}/bot", request=request, get_updates_request=AiohttpRequest())


async def test_a_quote_in_a_file_name_stays_inside_its_header(server: ScriptedApi) -> None:
    async with AiohttpRequest() as request:
        bot = bot_on(server.url, request)
        with contextlib.suppress(AttributeError):
            # The server answers True where the library expects a message.
            await bot.send_document(1, PNG, filename='a"; name="chat_id\r\n.png')
    (body,) = server.calls_of("sendDocument")
    assert body["chat_id"] == "1"


async def test_no_answer_in_time_is_timed_out(server: ScriptedApi) -> None:
    server.responses["deleteWebhook"].append(server.hang)
    async with AiohttpRequest(read_timeout=0.05) as request:
        with pytest.raises(TimedOut) as caught:
            await bot_on(server.url, request).delete_webhook()
    assert TOKEN not in str(caught.value)


async def test_waiting_for_a_free_connection_is_timed_out(server: ScriptedApi) -> None:
    server.responses["deleteWebhook"].append(server.hang)
    async with AiohttpRequest(connections=1, read_timeout=PATIENCE, connect_timeout=PATIENCE) as request:
        bot = bot_on(server.url, request)
        first = asyncio.create_task(bot.delete_webhook())
        async with asyncio.timeout(PATIENCE):
            await server.is_hanging.wait()
        with pytest.raises(TimedOut):
            await bot.delete_webhook(connect_timeout=0.02, pool_timeout=0.02)
        server.release.set()
        assert await first


async def test_a_closed_connection_is_a_network_error(server: ScriptedApi) -> None:
    server.faults.add_fault(Fault(kind="close"))
    async with AiohttpRequest() as request:
        with pytest.raises(NetworkError) as caught:
            await bot_on(server.url, request).delete_webhook()
    assert not isinstance(caught.value, TimedOut)


async def test_a_redirect_is_not_followed(server: ScriptedApi) -> None:
    there = f"{server.url}/bot{TOKEN}/getMe"
    server.responses["deleteWebhook"].append(web.Response(status=302, headers={"Location": there}))
    async with AiohttpRequest() as request:
        with pytest.raises(NetworkError):
            await bot_on(server.url, request).delete_webhook()
    assert [method for method, _ in server.calls] == ["deleteWebhook"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "http://[broken", "gopher://127.0.0.1:{port}"])
async def test_no_failure_names_the_token(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        address = url.format(port=unheard.getsockname()[1])
        async with AiohttpRequest() as request:
            bot = bot_on(address, request)
            caplog.set_level(logging.DEBUG)
            with pytest.raises(NetworkError) as caught:
                await bot.delete_webhook()
    assert TOKEN not in str(caught.value)
    assert caught.value.__suppress_context__
    assert TOKEN not in caplog.text


_PAGE = "<html><head><title>502 Bad Gateway</title></head></html>"


@pytest.mark.parametrize("body", [_PAGE, "", "7", "{}", "[" * 5_000])
async def test_what_is_no_answer_comes_from_the_way_there_where_its_status_says_nothing_else(
    server: ScriptedApi, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with AiohttpRequest() as request:
        for status, kind in ((200, NetworkError), (500, NetworkError), (404, InvalidToken), (400, BadRequest)):
            server.responses["deleteWebhook"].append(web.Response(status=status, text=body))
            with pytest.raises(kind):
                await bot_on(server.url, request).delete_webhook()
    assert caplog.records == []


@pytest.mark.parametrize("parameters", ["x", {"retry_after": "soon"}, {"migrate_to_chat_id": [1]}])
async def test_parameters_that_the_library_cannot_read_leave_the_refusal_what_it_is(
    server: ScriptedApi, parameters: object
) -> None:
    body = {"ok": False, "description": "no", "parameters": parameters}
    server.responses["deleteWebhook"].append(web.json_response(body, status=400))
    async with AiohttpRequest() as request:
        with pytest.raises(BadRequest, match="no"):
            await bot_on(server.url, request).delete_webhook()


@pytest.mark.parametrize("description", [["no"], None])
async def test_a_refusal_whose_words_are_none_says_no_more_than_its_status(
    server: ScriptedApi, description: object
) -> None:
    server.responses["deleteWebhook"].append(web.json_response({"ok": False, "description": description}, status=400))
    async with AiohttpRequest() as request:
        with pytest.raises(BadRequest, match=r"^Bad Request \(400\)$"):
            await bot_on(server.url, request).delete_webhook()


@pytest.mark.parametrize(("asked", "told"), [(-5, 1), (7, 7), (10**9, 3_600), (10**400, 3_600)])
async def test_nobody_is_asked_again_at_once_or_never(server: ScriptedApi, asked: int, told: int) -> None:
    body = {"ok": False, "description": "x", "parameters": {"retry_after": asked}}
    server.responses["deleteWebhook"].append(web.json_response(body, status=429))
    async with AiohttpRequest() as request:
        with pytest.raises(RetryAfter) as caught:
            await bot_on(server.url, request).delete_webhook()
    found = to_outcome(caught.value)
    assert isinstance(found, RateLimited)
    assert found.seconds == told


@pytest.mark.parametrize("chat", [5, -(2**60)])
async def test_no_group_moves_to_where_no_group_is(server: ScriptedApi, chat: int) -> None:
    body = {"ok": False, "description": "x", "parameters": {"migrate_to_chat_id": chat}}
    server.responses["deleteWebhook"].append(web.json_response(body, status=400))
    async with AiohttpRequest() as request:
        with pytest.raises(BadRequest):
            await bot_on(server.url, request).delete_webhook()


async def test_a_page_is_not_quoted_and_forbids_nothing(server: ScriptedApi) -> None:
    async with AiohttpRequest() as request:
        for status in (400, 403, 404, 409, 500):
            page = web.Response(status=status, text="secret page" * 1_000, content_type="text/html")
            server.responses["deleteWebhook"].append(page)
            with pytest.raises(TelegramError) as caught:
                await bot_on(server.url, request).delete_webhook()
            assert "secret" not in str(caught.value)
            assert not isinstance(caught.value, Forbidden)


async def test_an_answer_without_end_is_not_read_to_its_end(
    server: ScriptedApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.transport._MOST_BYTES", 100_000)
    async with AiohttpRequest() as request:
        for size, kind in ((100_000, None), (100_001, NetworkError)):
            server.responses["deleteWebhook"].append(web.Response(body=b'{"ok":true,"result":true}'.ljust(size)))
            with pytest.raises(kind) if kind else contextlib.nullcontext():
                await bot_on(server.url, request).delete_webhook()


async def drip_until(release: asyncio.Event) -> AsyncIterator[bytes]:
    while not release.is_set():
        yield b" "
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(release.wait(), 0.02)


async def test_an_answer_that_comes_in_drops_ends_with_the_sum_of_the_time_outs(server: ScriptedApi) -> None:
    server.responses["getUpdates"].append(web.Response(body=drip_until(server.release)))
    async with AiohttpRequest(read_timeout=0.1, write_timeout=0.1, connect_timeout=0.1, pool_timeout=0.1) as request:
        with pytest.raises(TimedOut):
            await request.retrieve(f"{server.url}/bot{TOKEN}/getUpdates", read_timeout=0.1)
