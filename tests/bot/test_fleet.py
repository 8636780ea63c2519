"""The stand-in for Telegram that drives workers: what it hands out, what it notes, the faults it makes."""

import asyncio
from collections.abc import AsyncIterator
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.config import StartError
from bot.fleet.account import Account
from bot.fleet.calls import Call, Json
from bot.fleet.faults import Fault, migrated, too_fast
from bot.fleet.processes import cpu_seconds, peak_bytes
from bot.fleet.running import running
from bot.fleet.server import BotApi, serving
from bot.fleet.updates import Person
from tests.support.loop_time import standing_still
from tests.support.patience import PATIENCE

TOKEN = "7:fleet"  # noqa: S105 - opens nothing but the stand-in
PERSON = Person(1001, "Ayşe")
CHAT = -1_001_000_000_777


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with serving(TOKEN) as server:
        yield server


@pytest.fixture
def account(api: BotApi) -> Account:
    return api.accounts[TOKEN]


async def ask(api: BotApi, method: str, **parameters: Any) -> tuple[int, Json]:
    url = f"{api.url('w1')}/bot{TOKEN}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=parameters) as answer:
        return answer.status, await answer.json()


async def send(api: BotApi, text: str = "Merhaba") -> tuple[int, Json]:
    return await ask(api, "sendMessage", chat_id=CHAT, text=text)


class Door:
    """The webhook of a worker that is none: takes updates, as many as it is told to, and refuses others."""

    def __init__(self) -> None:
        self.got: list[int] = []
        self.refusals = 0
        self.asked = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        self._came = asyncio.Event()

    async def got_any(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._came.wait()

    async def take(self, request: web.Request) -> web.Response:
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
async def doors(account: Account) -> AsyncIterator[tuple[Door, Door]]:
    """Two of them, registered."""
    made = (Door(), Door())
    application = web.Application()
    for number, door in enumerate(made, start=1):
        application.router.add_post(f"/{number}", door.take)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    for number in (1, 2):
        account.webhooks.register(f"w{number}", f"http://127.0.0.1:{port}/{number}", "secret")
    yield made
    for door in made:
        door.open.set()
    await account.webhooks.close()
    await runner.cleanup()


async def until_taken(account: Account) -> None:
    async with asyncio.timeout(PATIENCE):
        await account.until(lambda: not account.waiting)


async def test_updates_of_a_chat_go_to_the_workers_in_turn_and_in_order(
    account: Account, doors: tuple[Door, Door]
) -> None:
    taken: list[int] = []
    account.on_acknowledged = lambda update: taken.append(update["update_id"])
    for _ in range(4):
        account.say(CHAT, PERSON, "/oyna H8 yatay KALEM")
    await until_taken(account)
    assert [door.got for door in doors] == [[1, 3], [2, 4]]
    assert taken == [1, 2, 3, 4]


async def test_an_update_that_is_not_acknowledged_is_posted_to_the_next_worker(
    account: Account, doors: tuple[Door, Door]
) -> None:
    doors[0].refusals = 1
    account.say(CHAT, PERSON, "bir")
    account.say(CHAT, PERSON, "iki")
    await until_taken(account)
    assert (doors[0].got, doors[1].got, account.webhooks.retries) == ([2], [1], 1)


async def test_a_worker_that_does_not_answer_is_given_up(account: Account, doors: tuple[Door, Door]) -> None:
    doors[0].open.clear()
    with standing_still() as time:
        account.say(CHAT, PERSON, "bir")
        await doors[0].asked.wait()
        time.pass_(account.webhooks.patience)
        while not doors[1].asked.is_set():
            time.pass_(0.01)  # the pause before the next one
            await asyncio.sleep(0)
    await until_taken(account)
    assert doors[1].got == [1]


async def test_other_chats_do_not_wait_for_one(account: Account, doors: tuple[Door, Door]) -> None:
    account.webhooks.choose = lambda update: "w1" if update["message"]["chat"]["id"] == CHAT else "w2"
    doors[0].open.clear()
    account.say(CHAT, PERSON, "bir")
    account.say(CHAT - 1, PERSON, "iki")
    async with asyncio.timeout(PATIENCE):
        await account.until(lambda: account.waiting == 1)
    assert (doors[0].got, doors[1].got) == ([], [2])


async def test_a_copy_goes_to_another_worker(account: Account, doors: tuple[Door, Door]) -> None:
    account.say(CHAT, PERSON, "bir", copies=1)
    await until_taken(account)
    await doors[1].got_any()
    assert [door.got for door in doors] == [[1], [1]]


async def test_who_asks_for_updates_confirms_those_before(api: BotApi, account: Account) -> None:
    taken: list[int] = []
    account.on_acknowledged = lambda update: taken.append(update["update_id"])
    account.say(CHAT, PERSON, "bir")
    account.say(CHAT, PERSON, "iki", copies=1)
    _, first = await ask(api, "getUpdates")
    _, second = await ask(api, "getUpdates", offset=2)
    assert [update["update_id"] for update in first["result"]] == [1, 2, 2]
    assert [update["update_id"] for update in second["result"]] == [2, 2]
    assert taken == [1]


async def test_what_is_sent_is_noted_in_order_by_chat(api: BotApi, account: Account) -> None:
    await send(api, "bir")
    await ask(api, "sendMessage", chat_id=CHAT - 1, text="iki")
    await send(api, "üç")
    sent = account.journal.sent(CHAT)
    assert [(entry.number, entry.call.text, entry.call.worker) for entry in sent] == [(1, "bir", "w1"), (3, "üç", "w1")]


@pytest.mark.parametrize(
    ("fault", "status", "said"),
    [
        (too_fast(3), 429, {"parameters": {"retry_after": 3}}),
        (migrated(-2), 400, {"parameters": {"migrate_to_chat_id": -2}}),
        (Fault(answer="error"), 500, {"error_code": 500}),
    ],
)
async def test_an_error_is_answered_and_nothing_done(
    api: BotApi, account: Account, fault: Fault, status: int, said: Json
) -> None:
    api.faults = lambda call: fault if call.method == "sendMessage" else None
    found, body = await send(api)
    assert (found, body["ok"]) == (status, False)
    assert body.items() >= said.items()
    assert account.journal.sent(CHAT) == []
    assert [entry.status for entry in account.journal.entries] == [status]
    assert (await ask(api, "getMe"))[0] == 200


@pytest.mark.parametrize("answer", ["garbage", "half", "nothing"])
@pytest.mark.parametrize("times", [0, 1])
async def test_an_answer_gets_lost_whether_or_not_the_call_was_done(
    api: BotApi, account: Account, answer: Any, times: int
) -> None:
    api.faults = lambda _: Fault(answer=answer, carried_out=bool(times))
    with pytest.raises((aiohttp.ClientError, ValueError)):
        await send(api)
    assert len(account.journal.sent(CHAT)) == times


async def test_a_call_that_lies_is_done_afterwards(api: BotApi, account: Account) -> None:
    def asked(call: Call) -> Fault | None:
        if call.text != "bir":
            return None
        lies.set()
        return Fault(seconds=1.0)

    api.faults, lies = asked, asyncio.Event()
    with standing_still() as time:
        async with asyncio.TaskGroup() as group:
            group.create_task(send(api, "bir"))
            await lies.wait()
            await send(api, "iki")
            time.pass_(1.0)
    assert [entry.call.text for entry in account.journal.sent(CHAT)] == ["iki", "bir"]


async def test_two_workers_are_killed_stopped_and_started_again(
    api: BotApi, account: Account, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with running(api, TOKEN, tmp_path_factory.mktemp("fleet"), workers=2) as fleet:
        first, second = fleet.workers
        assert sorted(account.webhooks.workers) == ["w1", "w2"]
        second.send(SIGSTOP)
        before = first.pid
        assert await first.end(SIGKILL) == -SIGKILL
        assert not first.alive
        assert second.alive
        account.webhooks.patience = 0.2
        account.say(CHAT, PERSON, "/yardim")
        await first.start()
        await first.until_ready()
        second.send(SIGCONT)
        await until_taken(account)
        async with asyncio.timeout(PATIENCE):
            await account.until(lambda: bool(account.journal.sent(CHAT)))
        assert first.pid != before
        assert fleet.cpu_seconds() > cpu_seconds(first.pid) > 0
        assert peak_bytes(first.pid) > 10_000_000
    assert not first.alive
    assert not second.alive


async def test_a_worker_that_does_not_start_says_why(api: BotApi, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(StartError, match="OWNER_IDS"):
        async with running(api, TOKEN, tmp_path_factory.mktemp("fleet"), settings={"OWNER_IDS": "kim"}):
            pass
