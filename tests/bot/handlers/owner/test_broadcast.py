"""A broadcast with faults: each chat is told once, or is listed with why not; whoever dies in its midst."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from redis.asyncio import Redis
from telegram import InlineKeyboardMarkup

from bot.call_errors import ApiUnreachable, CallFailed, ChatMoved, ChatUnreachable, RateLimited, RequestRejected
from bot.handlers.owner.broadcast_progress import BroadcastProgress, progress_bar
from bot.handlers.owner.broadcaster import Broadcaster
from bot.store import keys
from bot.store.broadcasts import Broadcasts
from bot.store.chat_directory import ChatDirectory
from bot.store.keys import BOT_OWNER_SHARD
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.workers.lease import UNLIMITED
from bot.workers.sending import Priority, Sending
from tests.support.waiting import PATIENCE

OWNER = 9
CHATS = 1000
Faults = Callable[[int], CallFailed | None]
Answers = Callable[[int], Awaitable[None]]
"""Ends when the send of that number is answered, from 1."""


async def skip_pause(_: int) -> None:
    await asyncio.sleep(0)


class BroadcastOwner:
    """Which shards a process owns: the desk's, by an epoch."""

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
    """The chats, what is told them, and one process after another that does it."""

    def __init__(self, redis: Redis, faults: Faults = lambda _: None) -> None:
        self.redis = redis
        self.telegram = Telegram(faults)
        self.acquaintances = ChatDirectory(redis)
        self.now = 0.0
        self.processes = 0
        self.banned = {-13}

    async def add_chats(self, *chats: int) -> None:
        for chat in chats:
            self.acquaintances.record_chat(chat)
        await self.acquaintances.save_records()

    async def confirm_broadcast(self) -> Broadcasts:
        """What an owner wants to be told."""
        broadcasts = Broadcasts(self.redis)
        mark = await broadcasts.save_draft(OWNER, "5 < 6")
        assert await broadcasts.start_broadcast(mark, "groups", OWNER, 5) == "begun"
        return broadcasts

    async def start_process(self) -> Broadcaster:
        """The next one, which owns the shard from now on."""
        self.processes += 1
        epoch = f"epoch {self.processes}"
        await self.redis.set(keys.shard_owner(BOT_OWNER_SHARD), epoch)
        broadcasts, gateway = Broadcasts(self.redis, BroadcastOwner(epoch)), cast("Gateway", self.telegram)
        locales = cast("PrivateLocales", self)
        return Broadcaster(
            broadcasts=broadcasts,
            directory=self.acquaintances,
            banned=lambda: self.banned,
            gateway=gateway,
            progress=BroadcastProgress(broadcasts, gateway, locales, Texts(), lambda: self.now),
            lease=UNLIMITED,
            lease_seconds_left=lambda: float("inf"),
            limit=30,
            pause=self._pause,
            seconds=lambda: self.now,
        )

    async def locale_of_user(self, _: int) -> str:
        """An owner's language, in place of :class:`PrivateLocales`."""
        return "en"

    async def _pause(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    async def run(self, broadcaster: Broadcaster) -> None:
        """Let a process go on until it has nothing more to do."""
        broadcaster.start_if_due()
        [task] = [task for task in asyncio.all_tasks() if task.get_name() == "broadcast"]
        await asyncio.wait_for(asyncio.shield(task), PATIENCE)

    async def state(self) -> str:
        found = await Broadcasts(self.redis).load_newest()
        assert found is not None
        return found.state


async def test_a_thousand_chats_are_told_once_or_listed_whoever_dies(redis: Redis) -> None:
    chance = random.Random(13)
    fate = {
        -chat: chance.choices(("told", "gone", "refused", "lost", "moved", "held"), (80, 5, 4, 2, 4, 5))[0]
        for chat in range(100, 100 + CHATS)
    }
    held = {chat for chat, what in fate.items() if what == "held"}

    def faults(chat: int) -> CallFailed | None:
        match fate.get(chat, "told"):
            case "gone":
                return ChatUnreachable("bot was blocked by the user")
            case "refused":
                return RequestRejected("CHAT_WRITE")
            case "lost":
                return ApiUnreachable("Timed out")
            case "moved":
                return ChatMoved("group migrated", chat * 1000)
            case "held" if chat in held:
                held.discard(chat)
                return RateLimited("Too Many Requests", 3)
        return None

    hall = BroadcastRun(redis, faults)
    await hall.add_chats(-13, OWNER, *fate)
    broadcasts = await hall.confirm_broadcast()
    deaths = sorted(chance.sample(range(1, CHATS), 6))
    while await hall.state() != "over":
        broadcaster = await hall.start_process()
        if not deaths:
            await hall.run(broadcaster)
            continue
        dying, at = asyncio.Event(), deaths.pop(0)
        hall.telegram.on_send = lambda at=at, dying=dying: (  # type: ignore[misc]  # the loop's own
            dying.set() if hall.telegram.delivered.total() >= at else None
        )
        broadcaster.start_if_due()
        await asyncio.wait_for(dying.wait(), PATIENCE)
        await kill_process()
        hall.telegram.on_send = lambda: None
    missed = dict(await broadcasts.list_failed_chats())
    delivered = hall.telegram.delivered
    assert max(delivered.values()) == 1, "somebody was told twice"
    expected = {chat * 1000 if what == "moved" and chat not in missed else chat for chat, what in fate.items()}
    assert expected == {*delivered, *missed}, "somebody was told nothing, and is not listed"
    unknown = {chat for chat, why in missed.items() if why == "unknown"}
    assert {chat for chat, what in fate.items() if what == "lost"} <= unknown
    assert len(unknown) <= sum(what == "lost" for what in fate.values()) + 6 * 4
    assert {chat for chat, why in missed.items() if why == "gone"} | unknown >= {
        chat for chat, what in fate.items() if what == "gone"
    }
    assert not {chat for chat, why in missed.items() if why in {"gone", "refused"}} & {*delivered}
    refused = {chat for chat, why in missed.items() if why == "refused"}
    assert refused <= {chat for chat, what in fate.items() if what == "refused"}
    assert not {OWNER, -13} & {*delivered}
    assert len(hall.telegram.files) == 1
    assert len(hall.telegram.files[0].splitlines()) == len(missed)
    assert hall.telegram.shown[-1].startswith("📣 Done")
    # Ten a second, of which some are shown: not one edit a chat.
    assert 5 < len(hall.telegram.shown) < CHATS / 10


async def kill_process() -> None:
    """End what is under way as a process that dies does: what was begun is not finished."""
    tasks = [task for task in asyncio.all_tasks() if task.get_name() == "broadcast"]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_process_that_ends_in_good_order_leaves_nothing_unknown(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(*range(-60, 0))
    broadcasts = await hall.confirm_broadcast()
    ending = asyncio.Event()
    hall.telegram.on_send = lambda: ending.set() if hall.telegram.delivered.total() == 20 else None
    broadcaster = await hall.start_process()
    broadcaster.start_if_due()
    await asyncio.wait_for(ending.wait(), PATIENCE)
    await broadcaster.close()
    broadcaster.start_if_due()
    assert 20 <= hall.telegram.delivered.total() < 59
    await hall.run(await hall.start_process())
    assert await broadcasts.list_failed_chats() == []
    assert hall.telegram.delivered == Counter(set(range(-60, 0)) - {-13})


@pytest.mark.cluster_too
async def test_it_is_stopped_and_the_rest_is_listed(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(*range(-40, 0))
    broadcasts = await hall.confirm_broadcast()
    stopping: list[asyncio.Task[bool]] = []

    def stop() -> None:
        if hall.telegram.delivered.total() == 10:
            found = asyncio.create_task(request_stop(broadcasts))
            stopping.append(found)

    hall.telegram.on_send = stop
    await hall.run(await hall.start_process())
    assert [await one for one in stopping] == [True]
    told, missed = hall.telegram.delivered, dict(await broadcasts.list_failed_chats())
    assert 10 <= len(told) < 39
    assert set(missed) == set(range(-40, 0)) - {-13} - set(told)
    assert set(missed.values()) == {"untried"}
    assert hall.telegram.shown[-1].startswith("⏹")
    await hall.run(await hall.start_process())
    assert told.total() == len(told)
    assert not await request_stop(broadcasts)


async def request_stop(broadcasts: Broadcasts) -> bool:
    found = await broadcasts.load_newest()
    assert found is not None
    return await broadcasts.stop_broadcast(found.id)


async def test_telegram_is_asked_before_more_are_lost(redis: Redis) -> None:
    lost = iter([ApiUnreachable("no route")])
    hall = BroadcastRun(redis, lambda _: next(lost, None))
    await hall.add_chats(*range(-30, -20))
    broadcasts = await hall.confirm_broadcast()
    await hall.run(await hall.start_process())
    assert hall.telegram.asked == 1
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown"]


async def test_of_two_faults_at_once_the_worse_is_not_forgotten(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    faults, both_wait, take = (
        iter([ApiUnreachable("no route"), CallFailed("odd")]),
        asyncio.Event(),
        Broadcasts.take_next_chat,
    )

    async def watched(broadcasts: Broadcasts, epoch: str) -> int | str:
        said = await take(broadcasts, epoch)
        if said == "wait":
            both_wait.set()
        return said

    async def answered(_: int) -> None:
        await both_wait.wait()

    monkeypatch.setattr(Broadcasts, "take_next_chat", watched)
    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(-21, -22)
    await hall.confirm_broadcast()
    hall.telegram.answers = answered
    await hall.run(await hall.start_process())
    assert hall.telegram.asked == 1


async def test_what_is_lost_while_telegram_is_asked_makes_it_be_asked_again(redis: Redis) -> None:
    faults = iter([ApiUnreachable("no route"), ApiUnreachable("no route")])
    both, asked = asyncio.Event(), asyncio.Event()

    async def answered(sent: int) -> None:
        if sent == 2:
            both.set()
            await asked.wait()
        await both.wait()

    async def alive(_: int) -> None:
        asked.set()
        for _ in range(20):
            await asyncio.sleep(0)

    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(*range(-30, -20))
    broadcasts = await hall.confirm_broadcast()
    hall.telegram.answers, hall.telegram.is_alive = answered, alive
    await hall.run(await hall.start_process())
    assert hall.telegram.asked == 2
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown", "unknown"]


async def test_a_chat_that_is_banned_meanwhile_is_told_nothing_and_listed(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(*range(-60, -20))
    broadcasts = await hall.confirm_broadcast()

    def ban() -> None:
        hall.banned = set(range(-60, -20)) - hall.telegram.delivered.keys()

    hall.telegram.on_send = ban
    await hall.run(await hall.start_process())
    told = hall.telegram.delivered
    assert 1 <= told.total() <= 4, "what was under way then"
    assert dict(await broadcasts.list_failed_chats()) == dict.fromkeys(set(range(-60, -20)) - told.keys(), "banned")
    assert hall.telegram.files[0].decode().count("banned while it was being sent") == 40 - len(told)


async def test_an_owner_who_cannot_be_written_to_keeps_no_broadcast_open(redis: Redis) -> None:
    hall = BroadcastRun(redis, lambda _: ChatUnreachable("blocked"))
    await hall.add_chats(-1)
    await hall.confirm_broadcast()
    hall.telegram.blocked = True
    await hall.run(await hall.start_process())
    assert await hall.state() == "over"


async def test_a_former_owner_of_the_shard_takes_no_chat(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(-1, -2)
    await hall.confirm_broadcast()
    former = await hall.start_process()
    await hall.start_process()
    await hall.run(former)
    assert not hall.telegram.delivered


async def test_a_late_answer_mends_what_was_unknown(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(-1)
    broadcasts = await hall.confirm_broadcast()
    await redis.set(keys.shard_owner(BOT_OWNER_SHARD), "a")
    former, heir = Broadcasts(redis, BroadcastOwner("a")), Broadcasts(redis, BroadcastOwner("b"))
    await former.add_recipients([-1])
    assert await former.take_next_chat("a") == -1
    await redis.set(keys.shard_owner(BOT_OWNER_SHARD), "b")
    assert await heir.take_next_chat("b") == "done"
    assert await broadcasts.list_failed_chats() == [(-1, "unknown")]
    await former.record_outcome(-1, "told")
    assert await broadcasts.list_failed_chats() == []
    assert (await broadcasts.load_progress()).delivered == 1


async def test_there_is_one_at_a_time_and_a_draft_is_begun_once(redis: Redis) -> None:
    broadcasts = Broadcasts(redis)
    mark = await broadcasts.save_draft(OWNER, "first")
    assert await broadcasts.start_broadcast("00000000", "all", OWNER, 5) == "stale"
    assert await broadcasts.start_broadcast(mark, "all", 10, 5) == "stale", "another owner's"
    assert await broadcasts.start_broadcast(mark, "all", OWNER, 5) == "begun"
    other = await broadcasts.save_draft(OWNER, "second")
    assert await broadcasts.start_broadcast(other, "all", OWNER, 6) == "busy"
    await broadcasts.close_broadcast()
    assert await broadcasts.start_broadcast(mark, "all", OWNER, 5) == "stale"
    assert await broadcasts.start_broadcast(other, "all", OWNER, 6) == "begun"
    found = await broadcasts.load_newest()
    assert found is not None
    assert (found.text, found.status_message) == ("second", 6)
    assert await redis.ttl(keys.broadcast()) == -1


@pytest.mark.parametrize(
    ("done", "total", "shown"), [(0, 10, "░" * 10), (5, 10, "▓" * 5 + "░" * 5), (7, 7, "▓" * 10), (0, 0, "▓" * 10)]
)
def test_a_bar_has_ten_cells(done: int, total: int, shown: str) -> None:
    assert progress_bar(done, total) == shown
