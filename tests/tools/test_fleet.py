"""The stand-in for Telegram that drives workers: what it hands out, what it notes, the faults it makes."""

import asyncio
from collections.abc import AsyncIterator
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

import aiohttp
import pytest

from bot.config import StartError
from bot.playground.chats import Json
from bot.playground.dispatch import ApiCall, Fault, JournalEntry
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


async def wait_until_delivered(account: BotAccount) -> None:
    async with asyncio.timeout(PATIENCE):
        await account.wait_until(lambda: not account.waiting_updates)


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
