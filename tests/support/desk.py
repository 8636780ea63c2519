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

from bot.handlers.commands import commands
from bot.handlers.kinds import Kinds
from bot.ingress.consumer import Consumer, InTurn
from bot.ingress.kinds import shares
from bot.store import keys
from bot.store.ownership import Shards
from bot.store.streams import Inbox
from bot.telegram.inbound import Command, Request, Tap
from bot.workers.lanes import end
from tests.support.chats import KIRAZ
from tests.support.games import NOW
from tests.support.patience import PATIENCE
from tests.support.present import Clock
from tests.support.timers import settled

GROUP: Final = -100777


class Account:
    """As much of the bot's account as reading updates takes."""

    bot = User(1, "Harfiyen", is_bot=True, username="harfiyen_bot")


class Desk:
    """A consumer on a real inbox, and what it was given to do, in order."""

    def __init__(
        self,
        redis: Redis,
        clock: Clock | None = None,
        *,
        counted: bool = True,
        patient: bool = True,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        shards: Shards | None = None,
        in_turn: InTurn | None = None,
    ) -> None:
        self.redis = redis
        self.inbox = Inbox(redis, shards)
        self.clock = clock or Clock(NOW)
        self.done: list[str] = []
        self.requests: list[Request] = []
        self.calmed: list[Request] = []
        self.crowded: list[bool] = []
        """Of each who was calmed, whether they were told that too much is asked in all."""
        self.calming: Callable[[Request], Awaitable[None]] | None = None
        self.work: Callable[[Request], Awaitable[None]] | None = None
        self.pauses: list[float] = []
        """The seconds that the consumer waited at a time."""
        self._numbers = count(1)
        self._newest = (0, 0, b"")

        async def noted(seconds: float) -> None:
            self.pauses.append(seconds)
            await (pause if patient else _at_once)(seconds)

        self.consumer = Consumer(
            bot=_as_bot(Account()),
            inbox=self.inbox,
            handle=self._handle,
            kind_of=Kinds(commands()),
            apologise=self._handle,
            calm=self._calm,
            shares=shares() if counted else None,
            clock=self.clock,
            pause=noted,
            in_turn=_now if in_turn is None else in_turn,
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        running = asyncio.create_task(self.consumer.run(asyncio.Event()))
        await until(lambda: self.consumer.ready)
        yield
        await end((running,))
        await self.consumer.settle(PATIENCE)

    async def say(
        self, text: str, person: int = KIRAZ, *, chat: int = GROUP, later: float = 0.0, written: str = ""
    ) -> None:
        """Somebody writes, so many seconds after the beginning; ``written`` into the inbox by that id, unread."""
        length = len(text.partition(" ")[0])
        message = {
            "message_id": next(self._numbers),
            "date": int((NOW + timedelta(seconds=later)).timestamp()),
            "chat": {"id": chat, "type": "supergroup"},
            "from": _person(person),
            "text": text,
            "entities": [{"type": "bot_command", "offset": 0, "length": length}],
        }
        await self.put({"message": message}, chat, written)

    async def press(self, data: str, person: int = KIRAZ, *, chat: int = GROUP) -> None:
        message = {"message_id": 1, "date": 0, "chat": {"id": chat, "type": "supergroup"}}
        await self.put({"callback_query": {"id": "1", "from": _person(person), "message": message, "data": data}}, chat)

    async def put(self, update: dict[str, Any], chat: int, written: str = "") -> None:
        number = next(self._numbers)
        raw = msgspec.json.encode({"update_id": number, **update})
        if written:
            fields: dict[Any, Any] = {"update": number, "raw": raw, "chat": chat}
            await self.redis.xadd(keys.inbox(keys.shard_of(chat)), fields, id=written)
        else:
            self._newest = (number, chat, raw)
            await self.put_again()

    async def put_again(self) -> None:
        """The newest update comes, once more if it has come before."""
        await self.inbox.put(*self._newest)

    async def left(self) -> tuple[int, int]:
        """How many updates wait, and how many were given up."""
        pipe = self.redis.pipeline(transaction=False)
        for stream in (keys.inbox, keys.dead):
            for shard in range(keys.SHARDS):
                pipe.xlen(stream(shard))
        lengths = await pipe.execute()
        return sum(lengths[: keys.SHARDS]), sum(lengths[keys.SHARDS :])

    async def empty(self) -> None:
        """Wait until all that was said is dealt with."""
        async with asyncio.timeout(PATIENCE):
            while (await self.left())[0]:
                await settled()

    async def _handle(self, request: Request) -> None:
        if self.work is not None:
            await self.work(request)
        self.requests.append(request)
        self.done.append(said(request))

    async def _calm(self, request: Request, crowded: bool) -> None:  # noqa: FBT001 - as the consumer hands it on
        if self.calming is not None:
            await self.calming(request)
        self.calmed.append(request)
        self.crowded.append(crowded)


async def _at_once(_: float) -> None:
    """Nobody waits."""


def _as_bot(account: Any) -> Bot:
    bot: Bot = account
    return bot


def _person(number: int) -> dict[str, Any]:
    return {"id": number, "is_bot": False, "first_name": str(number)}


def said(request: Request) -> str:
    match request:
        case Command(name=name, text=text):
            return f"{name} {text}".strip()
        case Tap(data=data):
            return data
        case _:
            return type(request).__name__


def held(desk: Desk, *what: str) -> asyncio.Event:
    """Have some requests wait until the event is set."""
    free = asyncio.Event()

    async def work(request: Request) -> None:
        if said(request) in what:
            await free.wait()

    desk.work = work
    return free


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await settled()


async def _now(_: int, answer: Callable[[], Awaitable[None]]) -> None:
    await answer()
