"""A broadcast with faults: each chat is told once, or is listed with why not; whoever dies in its midst."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from redis.asyncio import Redis
from telegram import InlineKeyboardMarkup

from bot.handlers.desk.broadcaster import Broadcaster
from bot.handlers.desk.words import bar
from bot.outcomes import Gone, Moved, Refused, TooFast, Undone, Unreachable
from bot.store import keys
from bot.store.acquaintances import Acquaintances
from bot.store.broadcasts import Broadcasts
from bot.store.keys import DESK, Scope
from bot.telegram.gateway import Gateway
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.workers.lease import UNLIMITED
from tests.support.patience import PATIENCE

OWNER = 9
CHATS = 1000
Faults = Callable[[int], Undone | None]
Answers = Callable[[int], Awaitable[None]]
"""Ends when the send of that number is answered, from 1."""


async def _at_once(_: int) -> None:
    await asyncio.sleep(0)


class Owned:
    """Which shards a process owns: the desk's, by an epoch."""

    def __init__(self, epoch: str) -> None:
        self.epochs = {DESK: epoch}
        self.reading = self.epochs

    def lost(self, shard: int, epoch: str) -> None:
        raise AssertionError((shard, epoch))


class Telegram:
    """Takes messages, with the faults that a test wants; those with an answer that is lost are delivered."""

    def __init__(self, faults: Faults) -> None:
        self.delivered: Counter[int] = Counter()
        self.shown: list[str] = []
        self.files: list[bytes] = []
        self.asked = self.sent = 0
        self.blocked = False
        self.on_send: Callable[[], None] = lambda: None
        self.answers: Answers = _at_once
        self.is_alive: Answers = _at_once
        self._faults = faults

    async def text(self, scope: Scope, text: str) -> int:
        assert text == "5 &lt; 6"
        fault = self._faults(scope.chat)
        if fault is None or isinstance(fault, Unreachable):
            self.delivered[scope.chat] += 1
        self.on_send()
        self.sent += 1
        await self.answers(self.sent)
        if fault is not None:
            raise fault
        return 1

    async def edit_text(self, chat: int, message: int, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        assert (chat, message) == (OWNER, 5)
        assert (keyboard is None) == (text[0] in "📣⏹" and "▓" not in text and "░" not in text)
        self.shown.append(text)

    async def document(self, scope: Scope, content: bytes, filename: str, caption: str) -> bool:
        assert scope == Scope(OWNER)
        if self.blocked:
            raise Gone("bot was blocked by the user")
        assert filename.endswith(".txt")
        assert caption
        self.files.append(content)
        return True

    async def alive(self) -> None:
        self.asked += 1
        await self.is_alive(self.asked)


class Hall:
    """The chats, what is told them, and one process after another that does it."""

    def __init__(self, redis: Redis, faults: Faults = lambda _: None) -> None:
        self.redis = redis
        self.telegram = Telegram(faults)
        self.acquaintances = Acquaintances(redis)
        self.now = 0.0
        self.processes = 0
        self.banned = {-13}

    async def known(self, *chats: int) -> None:
        for chat in chats:
            self.acquaintances.heard(chat)
        await self.acquaintances.write()

    async def confirmed(self) -> Broadcasts:
        """What an owner wants to be told."""
        broadcasts = Broadcasts(self.redis)
        mark = await broadcasts.draft(OWNER, "5 < 6")
        assert await broadcasts.begin(mark, "groups", OWNER, 5) == "begun"
        return broadcasts

    async def process(self) -> Broadcaster:
        """The next one, which owns the shard from now on."""
        self.processes += 1
        epoch = f"epoch {self.processes}"
        await self.redis.set(keys.owner(DESK), epoch)
        return Broadcaster(
            broadcasts=Broadcasts(self.redis, Owned(epoch)),
            acquaintances=self.acquaintances,
            banned=lambda: self.banned,
            gateway=cast("Gateway", self.telegram),
            tongues=cast("Tongues", self),
            texts=Texts(),
            lease=UNLIMITED,
            left=lambda: float("inf"),
            limit=30,
            pause=self._pause,
            seconds=lambda: self.now,
        )

    async def of(self, _: int) -> str:
        """An owner's language, in place of :class:`Tongues`."""
        return "en"

    async def _pause(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    async def run(self, broadcaster: Broadcaster) -> None:
        """Let a process go on until it has nothing more to do."""
        broadcaster.look()
        [task] = [task for task in asyncio.all_tasks() if task.get_name() == "broadcast"]
        await asyncio.wait_for(asyncio.shield(task), PATIENCE)

    async def state(self) -> str:
        found = await Broadcasts(self.redis).now()
        assert found is not None
        return found.state


async def test_a_thousand_chats_are_told_once_or_listed_whoever_dies(redis: Redis) -> None:
    chance = random.Random(13)
    fate = {
        -chat: chance.choices(("told", "gone", "refused", "lost", "moved", "held"), (80, 5, 4, 2, 4, 5))[0]
        for chat in range(100, 100 + CHATS)
    }
    held = {chat for chat, what in fate.items() if what == "held"}

    def faults(chat: int) -> Undone | None:
        match fate.get(chat, "told"):
            case "gone":
                return Gone("bot was blocked by the user")
            case "refused":
                return Refused("CHAT_WRITE")
            case "lost":
                return Unreachable("Timed out")
            case "moved":
                return Moved("group migrated", chat * 1000)
            case "held" if chat in held:
                held.discard(chat)
                return TooFast("Too Many Requests", 3)
        return None

    hall = Hall(redis, faults)
    await hall.known(-13, OWNER, *fate)
    broadcasts = await hall.confirmed()
    deaths = sorted(chance.sample(range(1, CHATS), 6))
    while await hall.state() != "over":
        broadcaster = await hall.process()
        if not deaths:
            await hall.run(broadcaster)
            continue
        dying, at = asyncio.Event(), deaths.pop(0)
        hall.telegram.on_send = lambda at=at, dying=dying: (  # type: ignore[misc]  # the loop's own
            dying.set() if hall.telegram.delivered.total() >= at else None
        )
        broadcaster.look()
        await asyncio.wait_for(dying.wait(), PATIENCE)
        await killed()
        hall.telegram.on_send = lambda: None
    missed = dict(await broadcasts.missed())
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


async def killed() -> None:
    """End what is under way as a process that dies does: what was begun is not finished."""
    tasks = [task for task in asyncio.all_tasks() if task.get_name() == "broadcast"]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_process_that_ends_in_good_order_leaves_nothing_unknown(redis: Redis) -> None:
    hall = Hall(redis)
    await hall.known(*range(-60, 0))
    broadcasts = await hall.confirmed()
    ending = asyncio.Event()
    hall.telegram.on_send = lambda: ending.set() if hall.telegram.delivered.total() == 20 else None
    broadcaster = await hall.process()
    broadcaster.look()
    await asyncio.wait_for(ending.wait(), PATIENCE)
    await broadcaster.close()
    broadcaster.look()
    assert 20 <= hall.telegram.delivered.total() < 59
    await hall.run(await hall.process())
    assert await broadcasts.missed() == []
    assert hall.telegram.delivered == Counter(set(range(-60, 0)) - {-13})


@pytest.mark.cluster_too
async def test_it_is_stopped_and_the_rest_is_listed(redis: Redis) -> None:
    hall = Hall(redis)
    await hall.known(*range(-40, 0))
    broadcasts = await hall.confirmed()
    stopping: list[asyncio.Task[bool]] = []

    def stop() -> None:
        if hall.telegram.delivered.total() == 10:
            found = asyncio.create_task(_stop(broadcasts))
            stopping.append(found)

    hall.telegram.on_send = stop
    await hall.run(await hall.process())
    assert [await one for one in stopping] == [True]
    told, missed = hall.telegram.delivered, dict(await broadcasts.missed())
    assert 10 <= len(told) < 39
    assert set(missed) == set(range(-40, 0)) - {-13} - set(told)
    assert set(missed.values()) == {"untried"}
    assert hall.telegram.shown[-1].startswith("⏹")
    await hall.run(await hall.process())
    assert told.total() == len(told)
    assert not await _stop(broadcasts)


async def _stop(broadcasts: Broadcasts) -> bool:
    found = await broadcasts.now()
    assert found is not None
    return await broadcasts.stop(found.id)


async def test_telegram_is_asked_before_more_are_lost(redis: Redis) -> None:
    lost = iter([Unreachable("no route")])
    hall = Hall(redis, lambda _: next(lost, None))
    await hall.known(*range(-30, -20))
    broadcasts = await hall.confirmed()
    await hall.run(await hall.process())
    assert hall.telegram.asked == 1
    assert [why for _, why in await broadcasts.missed()] == ["unknown"]


async def test_of_two_faults_at_once_the_worse_is_not_forgotten(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    faults, both_wait, take = iter([Unreachable("no route"), Undone("odd")]), asyncio.Event(), Broadcasts.take

    async def watched(broadcasts: Broadcasts, epoch: str) -> int | str:
        said = await take(broadcasts, epoch)
        if said == "wait":
            both_wait.set()
        return said

    async def answered(_: int) -> None:
        await both_wait.wait()

    monkeypatch.setattr(Broadcasts, "take", watched)
    hall = Hall(redis, lambda _: next(faults, None))
    await hall.known(-21, -22)
    await hall.confirmed()
    hall.telegram.answers = answered
    await hall.run(await hall.process())
    assert hall.telegram.asked == 1


async def test_what_is_lost_while_telegram_is_asked_makes_it_be_asked_again(redis: Redis) -> None:
    faults = iter([Unreachable("no route"), Unreachable("no route")])
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

    hall = Hall(redis, lambda _: next(faults, None))
    await hall.known(*range(-30, -20))
    broadcasts = await hall.confirmed()
    hall.telegram.answers, hall.telegram.is_alive = answered, alive
    await hall.run(await hall.process())
    assert hall.telegram.asked == 2
    assert [why for _, why in await broadcasts.missed()] == ["unknown", "unknown"]


async def test_a_chat_that_is_banned_meanwhile_is_told_nothing_and_listed(redis: Redis) -> None:
    hall = Hall(redis)
    await hall.known(*range(-60, -20))
    broadcasts = await hall.confirmed()

    def ban() -> None:
        hall.banned = set(range(-60, -20)) - hall.telegram.delivered.keys()

    hall.telegram.on_send = ban
    await hall.run(await hall.process())
    told = hall.telegram.delivered
    assert 1 <= told.total() <= 4, "what was under way then"
    assert dict(await broadcasts.missed()) == dict.fromkeys(set(range(-60, -20)) - told.keys(), "banned")
    assert hall.telegram.files[0].decode().count("banned while it was being sent") == 40 - len(told)


async def test_an_owner_who_cannot_be_written_to_keeps_no_broadcast_open(redis: Redis) -> None:
    hall = Hall(redis, lambda _: Gone("blocked"))
    await hall.known(-1)
    await hall.confirmed()
    hall.telegram.blocked = True
    await hall.run(await hall.process())
    assert await hall.state() == "over"


async def test_a_former_owner_of_the_shard_takes_no_chat(redis: Redis) -> None:
    hall = Hall(redis)
    await hall.known(-1, -2)
    await hall.confirmed()
    former = await hall.process()
    await hall.process()
    await hall.run(former)
    assert not hall.telegram.delivered


async def test_a_late_answer_mends_what_was_unknown(redis: Redis) -> None:
    hall = Hall(redis)
    await hall.known(-1)
    broadcasts = await hall.confirmed()
    await redis.set(keys.owner(DESK), "a")
    former, heir = Broadcasts(redis, Owned("a")), Broadcasts(redis, Owned("b"))
    await former.gathered([-1])
    assert await former.take("a") == -1
    await redis.set(keys.owner(DESK), "b")
    assert await heir.take("b") == "done"
    assert await broadcasts.missed() == [(-1, "unknown")]
    await former.tell(-1, "told")
    assert await broadcasts.missed() == []
    assert (await broadcasts.progress()).told == 1


async def test_there_is_one_at_a_time_and_a_draft_is_begun_once(redis: Redis) -> None:
    broadcasts = Broadcasts(redis)
    mark = await broadcasts.draft(OWNER, "first")
    assert await broadcasts.begin("00000000", "all", OWNER, 5) == "stale"
    assert await broadcasts.begin(mark, "all", 10, 5) == "stale", "another owner's"
    assert await broadcasts.begin(mark, "all", OWNER, 5) == "begun"
    other = await broadcasts.draft(OWNER, "second")
    assert await broadcasts.begin(other, "all", OWNER, 6) == "busy"
    await broadcasts.close()
    assert await broadcasts.begin(mark, "all", OWNER, 5) == "stale"
    assert await broadcasts.begin(other, "all", OWNER, 6) == "begun"
    found = await broadcasts.now()
    assert found is not None
    assert (found.text, found.message) == ("second", 6)
    assert await redis.ttl(keys.BROADCAST) == -1


@pytest.mark.parametrize(
    ("done", "total", "shown"), [(0, 10, "░" * 10), (5, 10, "▓" * 5 + "░" * 5), (7, 7, "▓" * 10), (0, 0, "▓" * 10)]
)
def test_a_bar_has_ten_cells(done: int, total: int, shown: str) -> None:
    assert bar(done, total) == shown
