"""Broadcasts by processes that die, and a Telegram whose failures are set."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import cast

from redis.asyncio import Redis
from telegram import InlineKeyboardMarkup

from bot.call_errors import ApiUnreachable, CallFailed, ChatUnreachable
from bot.handlers.owner.alerts import OwnerServices
from bot.handlers.owner.broadcast import Broadcaster
from bot.runtime import Runtime
from bot.store.broadcasts import Broadcasts
from bot.store.chats import ChatDirectory
from bot.store.heartbeat import WorkerStatusStore
from bot.store.keys import BOT_OWNER_SHARD, Scope
from bot.telegram.gateway import Gateway
from bot.telegram.replies import Replies
from bot.texts import Texts
from bot.wording.speaker import Speaker
from bot.workers.sending import Priority, Sending
from tests.support.waiting import PATIENCE

OWNER = 9
CHATS = 400
Faults = Callable[[int], CallFailed | None]
Answers = Callable[[int], Awaitable[None]]
"""Ends when the send of that number is answered, from 1."""


async def skip_pause(_: int) -> None:
    await asyncio.sleep(0)


class BroadcastOwner:
    def __init__(self, epoch: str) -> None:
        self.epochs = {BOT_OWNER_SHARD: epoch}
        self.readable_epochs = self.epochs

    def report_lost(self, shard: int, epoch: str) -> None:
        raise AssertionError((shard, epoch))


class Telegram:
    """Takes messages, with the faults that a test wants; those with an answer that is lost are delivered."""

    def __init__(self, faults: Faults) -> None:
        self.delivered: Counter[int] = Counter()
        self.shown: list[str] = []
        self.files: list[bytes] = []
        self.edits = self
        self.asked = self.sent = 0
        self.blocked = False
        self.on_send: Callable[[], None] = lambda: None
        self.answers: Answers = skip_pause
        self.is_alive: Answers = skip_pause
        self._faults = faults

    async def send_text(self, scope: Scope, text: str, *, sending: Sending) -> int:
        assert sending == Sending(Priority.LEISURE)
        assert text == "5 &lt; 6"
        fault = self._faults(scope.chat)
        if fault is None or isinstance(fault, ApiUnreachable):
            self.delivered[scope.chat] += 1
        self.on_send()
        self.sent += 1
        await self.answers(self.sent)
        if fault is not None:
            raise fault
        return 1

    async def edit_text(
        self, chat: int, message: int, text: str, keyboard: InlineKeyboardMarkup | None, *, sending: Sending
    ) -> None:
        assert sending == Sending(Priority.LOOK_UP)
        assert (chat, message) == (OWNER, 5)
        assert (keyboard is None) == (text[0] in "📣⏹" and "▓" not in text and "░" not in text)
        self.shown.append(text)

    async def send_document(
        self, scope: Scope, content: bytes, filename: str, caption: str, *, sending: Sending
    ) -> bool:
        assert sending == Sending(Priority.LOOK_UP)
        assert scope == Scope(OWNER)
        if self.blocked:
            raise ChatUnreachable("bot was blocked by the user")
        assert filename.endswith(".txt")
        assert caption
        self.files.append(content)
        return True

    async def check_alive(self) -> None:
        self.asked += 1
        await self.is_alive(self.asked)


class BroadcastRun:
    def __init__(self, redis: Redis, faults: Faults = lambda _: None) -> None:
        self.redis = redis
        self.telegram = Telegram(faults)
        self.acquaintances = ChatDirectory(redis)
        self.now = 0.0
        self.processes = 0
        self.owner = BroadcastOwner("none")
        self.banned = {-13}

    async def add_chats(self, *chats: int) -> None:
        for chat in chats:
            self.acquaintances.record_chat(chat)
        await self.acquaintances.save_records()

    async def confirm_broadcast(self) -> Broadcasts:
        broadcasts = Broadcasts(self.redis)
        mark = await broadcasts.save_draft(OWNER, "5 < 6")
        assert await broadcasts.start_broadcast(mark, "groups", OWNER, 5) == "begun"
        return broadcasts

    def start_process(self) -> Broadcaster:
        self.processes += 1
        self.owner.epochs.clear()
        self.owner = BroadcastOwner(f"epoch {self.processes}")
        services = OwnerServices(
            owners=(),
            redis=self.redis,
            directory=self.acquaintances,
            worker_status=cast("WorkerStatusStore", None),
            gateway=cast("Gateway", self.telegram),
            replies=cast("Replies", None),
            speaker_of=self._speaker_of,
            runtime=Runtime(monotonic=lambda: self.now, pause=self._pause),
        )
        return Broadcaster(services, Broadcasts(self.redis, self.owner), lambda: self.banned, 30)

    async def _speaker_of(self, _: int) -> Speaker:
        return Speaker(Texts(), "en")

    async def _pause(self, seconds: float) -> None:
        ends = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, ends)

    async def run(self, broadcaster: Broadcaster) -> None:
        broadcaster.start_if_due()
        [task] = [task for task in asyncio.all_tasks() if task.get_name() == "broadcast"]
        await asyncio.wait_for(asyncio.shield(task), PATIENCE)

    async def state(self) -> str:
        found = await Broadcasts(self.redis).load_newest()
        assert found is not None
        return found.state
