"""The consumer on a real inbox, told what to do with each request by a test."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from typing import Any, Final

import msgspec
from redis.asyncio import Redis
from telegram import Bot, User

from bot.handlers.general import all_command_rows
from bot.handlers.text_messages import RequestClassifier
from bot.ingress.consumer import ComposeWhenAllowed, Consumer, ConsumerCallbacks
from bot.store import keys
from bot.store.inbox import Inbox
from bot.store.shard_ownership import OwnedShards
from bot.telegram.requests import Command, Request, Tap
from bot.workers.sending import Sending
from bot.workers.supervisor import cancel_tasks
from tests.support.chat_harness import KIRAZ
from tests.support.games import NOW
from tests.support.shard_workers import count_entries
from tests.support.timers import BotClock
from tests.support.waiting import PATIENCE, Looks, wait_until

GROUP: Final = -100777


class BotAccount:
    """As much of the bot's account as reading updates takes."""

    bot = User(1, "Harfiyen", is_bot=True, username="harfiyen_bot")


class ConsumerHarness:
    def __init__(
        self,
        redis: Redis,
        clock: BotClock | None = None,
        *,
        really_waits: bool = True,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        shards: OwnedShards | None = None,
        compose_when_allowed: ComposeWhenAllowed | None = None,
    ) -> None:
        self.redis = redis
        self.inbox = Inbox(redis, shards)
        self.clock = clock or BotClock(NOW)
        self.handled_texts: list[str] = []
        self.requests: list[Request] = []
        self.throttled_requests: list[Request] = []
        self.told_of_crowd: list[bool] = []
        """Of each who was calmed, whether they were told that too much is asked in all."""
        self.on_throttled: Callable[[Request], Awaitable[None]] | None = None
        self.on_request: Callable[[Request], Awaitable[None]] | None = None
        self.on_failure: Callable[[Request], Awaitable[None]] = self._handle_request
        self.pauses: list[float] = []
        """The seconds that the consumer waited at a time."""
        self._numbers = count(1)
        self._newest_update = (0, 0, b"")

        async def noted(seconds: float) -> None:
            self.pauses.append(seconds)
            await (pause if really_waits else _no_pause)(seconds)

        self.consumer = Consumer(
            bot=_as_bot(BotAccount()),
            inbox=self.inbox,
            callbacks=ConsumerCallbacks(
                handle=self._handle_request,
                classify=RequestClassifier(all_command_rows()),
                report_failure=self._report_failure,
                report_throttled=self._report_throttled,
                compose_when_allowed=compose_at_once if compose_when_allowed is None else compose_when_allowed,
            ),
            with_quotas=True,
            clock=self.clock,
            pause=noted,
        )

    @asynccontextmanager
    async def run_consumer(self) -> AsyncIterator[None]:
        running = asyncio.create_task(self.consumer.run(asyncio.Event()))
        await wait_until(lambda: self.consumer.timeouts.is_ready)
        yield
        await cancel_tasks((running,))
        await self.consumer.finish_started(PATIENCE)

    async def append_text(
        self, text: str, person: int = KIRAZ, *, chat: int = GROUP, later: float = 0.0, entry_id: str = ""
    ) -> None:
        """Somebody writes, so many seconds after the beginning; ``entry_id`` into the inbox by that id, unread."""
        length = len(text.partition(" ")[0])
        message = {
            "message_id": next(self._numbers),
            "date": int((NOW + timedelta(seconds=later)).timestamp()),
            "chat": {"id": chat, "type": "supergroup"},
            "from": _user_json(person),
            "text": text,
            "entities": [{"type": "bot_command", "offset": 0, "length": length}],
        }
        await self.append_update({"message": message}, chat, entry_id)

    async def append_tap(self, data: str, person: int = KIRAZ, *, chat: int = GROUP) -> None:
        message = {"message_id": 1, "date": 0, "chat": {"id": chat, "type": "supergroup"}}
        query = {"id": "1", "from": _user_json(person), "chat_instance": "1", "message": message, "data": data}
        await self.append_update({"callback_query": query}, chat)

    async def append_update(self, update: dict[str, Any], chat: int, entry_id: str = "") -> None:
        number = next(self._numbers)
        raw = msgspec.json.encode({"update_id": number, **update})
        if entry_id:
            fields: dict[Any, Any] = {"update": number, "raw": raw, "chat": chat}
            await self.redis.xadd(keys.inbox(keys.shard_of(chat)), fields, id=entry_id)
        else:
            self._newest_update = (number, chat, raw)
            await self.append_newest_again()

    async def append_newest_again(self) -> None:
        """The newest update comes, once more if it has come before."""
        await self.inbox.append_update(*self._newest_update)

    async def count_waiting_and_dead(self) -> tuple[int, int]:
        waiting, dead = await count_entries(self.redis, keys.inbox, keys.dead_letters)
        return waiting, dead

    async def wait_until_empty(self) -> None:
        async with asyncio.timeout(PATIENCE):
            looks = Looks()
            while (await self.count_waiting_and_dead())[0]:
                await looks.pause()

    async def _handle_request(self, request: Request) -> None:
        if self.on_request is not None:
            await self.on_request(request)
        self.requests.append(request)
        self.handled_texts.append(request_text(request))

    async def _report_failure(self, request: Request) -> None:
        await self.on_failure(request)

    async def _report_throttled(self, request: Request, crowded: bool) -> None:  # noqa: FBT001 - as the consumer hands it on
        if self.on_throttled is not None:
            await self.on_throttled(request)
        self.throttled_requests.append(request)
        self.told_of_crowd.append(crowded)


async def _no_pause(_: float) -> None: ...


def _as_bot(account: Any) -> Bot:
    bot: Bot = account
    return bot


def _user_json(number: int) -> dict[str, Any]:
    return {"id": number, "is_bot": False, "first_name": str(number)}


def request_text(request: Request) -> str:
    match request:
        case Command(name=name, text=text):
            return f"{name} {text}".strip()
        case Tap(data=data):
            return data
        case _:
            return type(request).__name__


def hold_requests(consumer: ConsumerHarness, *what: str) -> asyncio.Event:
    free = asyncio.Event()

    async def work(request: Request) -> None:
        if request_text(request) in what:
            await free.wait()

    consumer.on_request = work
    return free


async def compose_at_once(_: int, answer: Callable[[Sending], Awaitable[None]], sending: Sending) -> None:
    await answer(sending)
