"""The webhook over real HTTP: 200 only when the update is safe, and nothing taken from strangers."""

import json
from collections.abc import AsyncIterator
from functools import partial
from io import BytesIO

import pytest
import telegram
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.config import StartError
from bot.ingress.intake import MAX_UPDATE_BYTES, UpdateIntake
from bot.ingress.webhook import register_webhook
from bot.playground.server_version import ApiError
from bot.workers.supervisor import RetryLoop
from tests.support.scripted_api import TOKEN, Inbox, ScriptedApi, api, bot, webhook_of
from tests.support.timers import RecordedWaits

SECRET = "only_Telegram-knows-this"  # noqa: S105 - opens nothing
HEADERS = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
UPDATE = b'{"update_id": 12,  "message": {"chat": {"id": -5}, "text": "H8 yatay KALEM"}}'

__all__ = ["api", "bot"]

Client = TestClient[web.Request, web.Application]


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
async def client(inbox: Inbox) -> AsyncIterator[Client]:
    app = web.Application(client_max_size=1000)
    app.add_routes(webhook_of(UpdateIntake(inbox.append_update, inbox.dead_letter_unreadable), SECRET).to_routes())
    async with TestClient(TestServer(app)) as client:
        yield client


async def test_an_update_is_in_the_inbox_as_it_came_before_the_answer(client: Client, inbox: Inbox) -> None:
    answer = await client.post("/hook", data=UPDATE, headers=HEADERS)
    assert answer.status == 200
    assert inbox.stored == [(12, -5, UPDATE)]


@pytest.mark.parametrize("secret", [None, "", "guess", SECRET[:-1], SECRET + "x", "ş"])
async def test_a_stranger_is_refused(client: Client, inbox: Inbox, secret: str | None) -> None:
    headers = {} if secret is None else {"X-Telegram-Bot-Api-Secret-Token": secret}
    answer = await client.post("/hook", data=UPDATE, headers=headers)
    assert answer.status == 401
    assert inbox.stored == []


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (b"", None),
        (b"{", None),
        (b"[]", None),
        (b"7", None),
        (b"{}", None),
        (b'{"update_id": "12"}', None),
        (b'{"update_id": true}', None),
        (b'{"update_id": 1, "\xff": 1}', 1),
        (b"[" * 5000, None),
    ],
)
async def test_what_is_no_update_is_put_aside(client: Client, inbox: Inbox, body: bytes, number: int | None) -> None:
    answer = await client.post("/hook", data=body, headers=HEADERS)
    assert answer.status == 200
    assert (inbox.stored, inbox.aside) == ([], [(number, body)])


@pytest.mark.parametrize("around", [b'{"update_id": 12, "message": %s}', b'{"update_id": 12, "message": {"x": %s}}'])
async def test_nesting_of_any_depth_is_stored_or_put_aside_once(client: Client, inbox: Inbox, around: bytes) -> None:
    """Which depth is too much the stack decides; an answer of 500 or 400 would have it posted again for a day."""
    depths = (10, *range(900, 1_010, 10), 3_000, 100_000)
    for begin, end in ((b"[", b"]"), (b'{"a":', b"}")):
        for depth in depths:
            body = around % (begin * depth + b"1" + end * depth)
            assert (await client.post("/hook", data=body, headers=HEADERS)).status == 200
    numbers = [number for number, *_ in (*inbox.stored, *inbox.aside)]
    assert numbers == [12] * 2 * len(depths)
    assert {10, 900} <= {raw.count(b"[") for _, _, raw in inbox.stored}


@pytest.mark.parametrize(("size", "stored", "aside"), [(900_000, [12], []), (1_100_000, [], [12])])
async def test_an_update_may_have_a_mebibyte_whatever_other_routes_take(
    client: Client, inbox: Inbox, size: int, stored: list[int], aside: list[int]
) -> None:
    answer = await client.post("/hook", data=BytesIO(UPDATE.replace(b"KALEM", b"K" * size)), headers=HEADERS)
    assert answer.status == 200
    assert [number for number, _, _ in inbox.stored] == stored
    assert [number for number, _ in inbox.aside] == aside
    assert all(len(raw) <= MAX_UPDATE_BYTES + 1 for _, raw in inbox.aside)


@pytest.mark.parametrize("failure", [RedisConnectionError("away"), TimeoutError(), ConnectionRefusedError()])
async def test_without_redis_the_server_is_asked_to_post_again(
    client: Client, inbox: Inbox, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    inbox.failure = failure
    for body in (UPDATE, b'{"text": "KALEM"}'):
        answer = await client.post("/hook", data=body, headers=HEADERS)
        assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "KALEM" not in caplog.text


async def test_registering_hands_over_address_secret_and_kinds(api: ScriptedApi, bot: telegram.Bot) -> None:
    await register_webhook(bot, "https://bot.example.org/hook", SECRET, ["message", "callback_query"])
    (call,) = api.calls_of("setWebhook")
    kinds = call["allowed_updates"]
    assert call["url"] == "https://bot.example.org/hook"
    assert call["secret_token"] == SECRET
    assert (json.loads(kinds) if isinstance(kinds, str) else kinds) == ["message", "callback_query"]
    assert str(call.get("drop_pending_updates", False)).lower() == "false"


async def test_registering_waits_an_outage_out(api: ScriptedApi, bot: telegram.Bot) -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    api.responses["setWebhook"] += [ApiError(502, "Bad Gateway"), ApiError(500, "Internal Server Error")]
    patience = partial(RetryLoop, pause=pause, jitter=lambda: 1.0)
    await register_webhook(bot, "https://bot.example.org/hook", SECRET, [], retry_loop=patience)
    assert waits == [0.5, 1.0]
    assert len(api.calls_of("setWebhook")) == 3


@pytest.mark.parametrize(
    ("status", "description", "sentence"),
    [
        (400, "Bad Request: bad webhook: IP address 10.0.0.1 is reserved", r"WEBHOOK_URL .* is reserved\)"),
        (401, "Unauthorized", "BOT_TOKEN was refused"),
    ],
)
async def test_a_refused_registration_ends_the_start(
    api: ScriptedApi, bot: telegram.Bot, status: int, description: str, sentence: str
) -> None:
    waits = RecordedWaits()
    api.responses["setWebhook"] += [ApiError(status, description)] * 20
    with pytest.raises(StartError, match=sentence) as caught:
        await register_webhook(
            bot,
            "https://bot.example.org/hook",
            SECRET,
            [],
            retry_loop=partial(RetryLoop, pause=waits),
            clock=lambda: sum(waits.seconds),
        )
    assert (sum(waits.seconds) >= 60) == (status == 401)
    assert TOKEN not in str(caught.value)
    assert SECRET not in str(caught.value)
