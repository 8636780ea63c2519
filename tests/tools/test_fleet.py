"""The stand-in for Telegram that drives workers: what it hands out, what it notes, the faults it makes."""

import asyncio
from collections.abc import AsyncIterator
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.config import StartError
from bot.playground.bot_api.calls import ApiCall
from bot.playground.bot_api.faults import Fault
from bot.playground.bot_api.journal import JournalEntry
from bot.playground.state.chats import Json
from tests.support.timers import freeze_loop_time
from tests.support.waiting import PATIENCE
from tools.fleet.api_server import FleetBotApi
from tools.fleet.bot_account import BotAccount
from tools.fleet.launch import launch_fleet
from tools.fleet.make_updates import FleetPerson
from tools.fleet.worker_process import cpu_seconds, peak_memory_bytes

TOKEN = "7:fleet"  # noqa: S105 - opens nothing but the stand-in
PERSON = FleetPerson(1001, "Ayşe")
CHAT = -1_001_000_000_777


@pytest.fixture
async def api() -> AsyncIterator[FleetBotApi]:
    async with FleetBotApi(TOKEN) as server:
        yield server


@pytest.fixture
def account(api: FleetBotApi) -> BotAccount:
    return api.accounts[TOKEN]


async def call_method(api: FleetBotApi, method: str, **parameters: Any) -> tuple[int, Json]:
    url = f"{api.base_url('w1')}/bot{TOKEN}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=parameters) as answer:
        return answer.status, await answer.json()


async def send_message(api: FleetBotApi, text: str = "Merhaba") -> tuple[int, Json]:
    return await call_method(api, "sendMessage", chat_id=CHAT, text=text)


def messages_to_chat(account: BotAccount) -> list[JournalEntry]:
    """The messages that people of the chat see, in order."""
    entries = account.journal.find_entries()
    return [entry for entry in entries if entry.chat == CHAT and entry.is_carried_out and entry.message_id is not None]


class WebhookDouble:
    """The webhook of a worker that is none: takes updates, as many as it is told to, and refuses others."""

    def __init__(self) -> None:
        self.got: list[int] = []
        self.refusals = 0
        self.asked = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        self._came = asyncio.Event()

    async def wait_for_update(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._came.wait()

    async def receive_update(self, request: web.Request) -> web.Response:
        assert request.headers["X-Telegram-Bot-Api-Secret-Token"] == "secret"
        self.asked.set()
        await self.open.wait()
        if self.refusals:
            self.refusals -= 1
            return web.Response(status=503)
        self.got.append((await request.json())["update_id"])
        self._came.set()
        return web.Response()


@pytest.fixture
async def webhook_doubles(account: BotAccount) -> AsyncIterator[tuple[WebhookDouble, WebhookDouble]]:
    """Two of them, registered."""
    made = (WebhookDouble(), WebhookDouble())
    application = web.Application()
    for number, door in enumerate(made, start=1):
        application.router.add_post(f"/{number}", door.receive_update)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    for number in (1, 2):
        await account.webhooks.set_url(f"http://127.0.0.1:{port}/{number}", "secret", 40, f"w{number}")
    yield made
    for door in made:
        door.open.set()
    await account.webhooks.close()
    await runner.cleanup()


async def wait_until_delivered(account: BotAccount) -> None:
    async with asyncio.timeout(PATIENCE):
        await account.wait_until(lambda: not account.waiting_updates)


async def test_updates_of_a_chat_go_to_the_workers_in_turn_and_in_order(
    account: BotAccount, webhook_doubles: tuple[WebhookDouble, WebhookDouble]
) -> None:
    taken: list[int] = []
    account.on_acknowledged = lambda update: taken.append(update["update_id"])
    for _ in range(4):
        account.send_text(CHAT, PERSON, "/oyna H8 yatay KALEM")
    await wait_until_delivered(account)
    assert [door.got for door in webhook_doubles] == [[1, 3], [2, 4]]
    assert taken == [1, 2, 3, 4]


async def test_an_update_that_is_not_acknowledged_is_posted_to_the_next_worker(
    account: BotAccount, webhook_doubles: tuple[WebhookDouble, WebhookDouble]
) -> None:
    webhook_doubles[0].refusals = 1
    account.send_text(CHAT, PERSON, "bir")
    account.send_text(CHAT, PERSON, "iki")
    await wait_until_delivered(account)
    assert (webhook_doubles[0].got, webhook_doubles[1].got, account.webhooks.retry_count) == ([2], [1], 1)


async def test_a_worker_that_does_not_answer_is_given_up(
    account: BotAccount, webhook_doubles: tuple[WebhookDouble, WebhookDouble]
) -> None:
    webhook_doubles[0].open.clear()
    with freeze_loop_time() as time:
        account.send_text(CHAT, PERSON, "bir")
        await webhook_doubles[0].asked.wait()
        time.advance(account.webhooks.answer_timeout)
        while not webhook_doubles[1].asked.is_set():
            time.advance(0.01)  # the pause before the next one
            await asyncio.sleep(0)
    await wait_until_delivered(account)
    assert webhook_doubles[1].got == [1]


async def test_other_chats_do_not_wait_for_one(
    account: BotAccount, webhook_doubles: tuple[WebhookDouble, WebhookDouble]
) -> None:
    account.webhooks.choose_worker = lambda update: "w1" if update["message"]["chat"]["id"] == CHAT else "w2"
    webhook_doubles[0].open.clear()
    account.send_text(CHAT, PERSON, "bir")
    account.send_text(CHAT - 1, PERSON, "iki")
    async with asyncio.timeout(PATIENCE):
        await account.wait_until(lambda: account.waiting_updates == 1)
    assert (webhook_doubles[0].got, webhook_doubles[1].got) == ([], [2])


async def test_a_copy_goes_to_another_worker(
    account: BotAccount, webhook_doubles: tuple[WebhookDouble, WebhookDouble]
) -> None:
    account.send_text(CHAT, PERSON, "bir", copies=1)
    await wait_until_delivered(account)
    await webhook_doubles[1].wait_for_update()
    assert [door.got for door in webhook_doubles] == [[1], [1]]


async def test_who_asks_for_updates_confirms_those_before(api: FleetBotApi, account: BotAccount) -> None:
    taken: list[int] = []
    account.on_acknowledged = lambda update: taken.append(update["update_id"])
    account.send_text(CHAT, PERSON, "bir")
    account.send_text(CHAT, PERSON, "iki", copies=1)
    _, first = await call_method(api, "getUpdates")
    _, second = await call_method(api, "getUpdates", offset=2)
    assert [update["update_id"] for update in first["result"]] == [1, 2, 2]
    assert [update["update_id"] for update in second["result"]] == [2, 2]
    assert taken == [1]


async def test_what_is_sent_is_noted_in_order_by_chat(api: FleetBotApi, account: BotAccount) -> None:
    await send_message(api, "bir")
    await call_method(api, "sendMessage", chat_id=CHAT - 1, text="iki")
    await send_message(api, "üç")
    sent = messages_to_chat(account)
    assert [(entry.number, entry.visible_text, entry.worker) for entry in sent] == [
        (1, "bir", "w1"),
        (3, "üç", "w1"),
    ]


@pytest.mark.parametrize(
    ("fault", "status", "said"),
    [
        (Fault(kind="retry_after", retry_after=3), 429, {"parameters": {"retry_after": 3}}),
        (
            Fault(kind="error", status=400, parameters={"migrate_to_chat_id": -2}),
            400,
            {"parameters": {"migrate_to_chat_id": -2}},
        ),
        (Fault(kind="error"), 500, {"error_code": 500}),
    ],
)
async def test_an_error_is_answered_and_nothing_done(
    api: FleetBotApi, account: BotAccount, fault: Fault, status: int, said: Json
) -> None:
    account.faults.chooser = lambda call: fault if call.method == "sendMessage" else None
    found, body = await send_message(api)
    assert (found, body["ok"]) == (status, False)
    assert body.items() >= said.items()
    assert messages_to_chat(account) == []
    assert [entry.status for entry in account.journal.find_entries()] == [status]
    assert (await call_method(api, "getMe"))[0] == 200


@pytest.mark.parametrize("kind", ["garbage", "half", "close"])
@pytest.mark.parametrize("times", [0, 1])
async def test_an_answer_gets_lost_whether_or_not_the_call_was_done(
    api: FleetBotApi, account: BotAccount, kind: Any, times: int
) -> None:
    account.faults.chooser = lambda _: Fault(kind=kind, after=bool(times))
    with pytest.raises((aiohttp.ClientError, ValueError)):
        await send_message(api)
    assert len(messages_to_chat(account)) == times


async def test_a_call_that_lies_is_done_afterwards(api: FleetBotApi, account: BotAccount) -> None:
    def asked(call: ApiCall) -> Fault | None:
        if call.visible_text != "bir":
            return None
        lies.set()
        return Fault(kind="delay", delay=1.0)

    account.faults.chooser, lies = asked, asyncio.Event()
    with freeze_loop_time() as time:
        async with asyncio.TaskGroup() as group:
            group.create_task(send_message(api, "bir"))
            await lies.wait()
            await send_message(api, "iki")
            time.advance(1.0)
    assert [entry.visible_text for entry in messages_to_chat(account)] == ["iki", "bir"]


@pytest.mark.usefixtures("forked_workers")
async def test_two_workers_are_killed_stopped_and_started_again(
    api: FleetBotApi, account: BotAccount, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with launch_fleet(api, TOKEN, tmp_path_factory.mktemp("fleet"), workers=2) as fleet:
        first, second = fleet.workers
        assert sorted(account.webhooks.workers) == ["w1", "w2"]
        second.send_signal(SIGSTOP)
        before = first.pid
        assert await first.terminate(SIGKILL) == -SIGKILL
        assert not first.is_alive
        assert second.is_alive
        account.webhooks.answer_timeout = 0.2
        account.send_text(CHAT, PERSON, "/yardim")
        await first.start()
        await first.wait_until_ready()
        second.send_signal(SIGCONT)
        await wait_until_delivered(account)
        async with asyncio.timeout(PATIENCE):
            await account.wait_until(lambda: bool(messages_to_chat(account)))
        assert first.pid != before
        assert fleet.cpu_seconds() > cpu_seconds(first.pid) > 0
        assert peak_memory_bytes(first.pid) > 10_000_000
    assert not first.is_alive
    assert not second.is_alive


async def test_a_worker_that_does_not_start_says_why(
    api: FleetBotApi, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(StartError, match="OWNER_IDS"):
        async with launch_fleet(api, TOKEN, tmp_path_factory.mktemp("fleet"), settings={"OWNER_IDS": "kim"}):
            pass
