"""A broadcast: each chat is told once, or is listed with why not, whoever stops it or dies in its midst."""

import asyncio
import random
from collections import Counter
from typing import Any

from redis.asyncio import Redis

from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    NotSent,
    RateLimited,
    RequestRejected,
)
from bot.store import keys
from bot.store.broadcasts import Broadcasts
from tests.support.broadcasts import CHATS, OWNER, BroadcastRun
from tests.support.waiting import PATIENCE


async def test_hundreds_of_chats_are_told_once_or_listed_though_processes_die(redis: Redis) -> None:
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
    deaths = sorted(chance.sample(range(1, CHATS * 3 // 4), 6))
    while await hall.state() != "over":
        broadcaster = hall.start_process()
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
    broadcaster = hall.start_process()
    broadcaster.start_if_due()
    await asyncio.wait_for(ending.wait(), PATIENCE)
    await broadcaster.close()
    broadcaster.start_if_due()
    assert 20 <= hall.telegram.delivered.total() < 59
    await hall.run(hall.start_process())
    assert await broadcasts.list_failed_chats() == []
    assert hall.telegram.delivered == Counter(set(range(-60, 0)) - {-13})


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
    await hall.run(hall.start_process())
    assert [await one for one in stopping] == [True]
    told, missed = hall.telegram.delivered, dict(await broadcasts.list_failed_chats())
    assert 10 <= len(told) < 39
    assert set(missed) == set(range(-40, 0)) - {-13} - set(told)
    assert set(missed.values()) == {"untried"}
    assert hall.telegram.shown[-1].startswith("⏹")
    await hall.run(hall.start_process())
    assert told.total() == len(told)
    assert not await request_stop(broadcasts)


async def request_stop(broadcasts: Broadcasts) -> bool:
    found = await broadcasts.load_newest()
    assert found is not None
    return await broadcasts.stop_broadcast(found.id)


async def test_a_chat_that_is_banned_meanwhile_is_told_nothing_and_listed(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(*range(-60, -20))
    broadcasts = await hall.confirm_broadcast()

    def ban() -> None:
        hall.banned = set(range(-60, -20)) - hall.telegram.delivered.keys()

    hall.telegram.on_send = ban
    await hall.run(hall.start_process())
    told = hall.telegram.delivered
    assert 1 <= told.total() <= 4, "what was under way then"
    assert dict(await broadcasts.list_failed_chats()) == dict.fromkeys(set(range(-60, -20)) - told.keys(), "banned")
    assert hall.telegram.files[0].decode().count("banned while it was being sent") == 40 - len(told)


async def test_two_processes_that_both_send_tell_nobody_twice(redis: Redis) -> None:
    """As when one hangs so long that another has begun, and then goes on."""
    hall = BroadcastRun(redis)
    await hall.add_chats(*range(-60, 0))
    broadcasts = await hall.confirm_broadcast()
    former, owner = hall.start_process(), hall.owner
    later = hall.start_process()
    owner.epochs |= hall.owner.epochs
    former.start_if_due()
    later.start_if_due()
    running = [task for task in asyncio.all_tasks() if task.get_name() == "broadcast"]
    await asyncio.wait_for(asyncio.gather(*running), PATIENCE)
    assert hall.telegram.delivered == Counter(set(range(-60, 0)) - {-13})
    assert await broadcasts.list_failed_chats() == []


async def test_what_0_2_0_had_begun_is_ended_and_nobody_is_told_twice(redis: Redis) -> None:
    stored: Any = {
        "id": "0a1b2c3d",
        "text": "5 < 6",
        "state": "running",
        "whom": "groups",
        "by": str(OWNER),
        "message": "5",
    }
    await redis.hset("hf:{00}:broadcast", mapping=stored)
    await redis.sadd("hf:{00}:broadcast:waiting", "-1", "-2", "-3", "-5")
    await redis.hset("hf:{00}:broadcast:trying", mapping={"-4": "w1#7", "-5": "w1#7"})
    await redis.sadd("hf:{00}:broadcast:told", "-3")
    await redis.hset("hf:{00}:broadcast:missed", mapping={"-6": "gone"})
    hall = BroadcastRun(redis)
    await hall.run(hall.start_process())
    assert hall.telegram.delivered == Counter((-1, -2)), "-3 was told, and of -4 and -5 nobody knows"
    missed = dict(await Broadcasts(redis).list_failed_chats())
    assert missed == {-4: "unknown", -5: "unknown", -6: "gone"}
    assert await hall.state() == "over"
    assert hall.telegram.shown[-1].startswith("📣 Done")
    await hall.run(hall.start_process())
    assert hall.telegram.delivered.total() == 2


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


async def test_telegram_is_asked_before_more_are_lost(redis: Redis) -> None:
    lost = iter([ApiUnreachable("no route")])
    hall = BroadcastRun(redis, lambda _: next(lost, None))
    await hall.add_chats(*range(-30, -20))
    broadcasts = await hall.confirm_broadcast()
    await hall.run(hall.start_process())
    assert hall.telegram.asked == 1
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown"]


async def test_an_owner_who_cannot_be_written_to_keeps_no_broadcast_open(redis: Redis) -> None:
    hall = BroadcastRun(redis, lambda _: ChatUnreachable("blocked"))
    await hall.add_chats(-1)
    await hall.confirm_broadcast()
    hall.telegram.blocked = True
    await hall.run(hall.start_process())
    assert await hall.state() == "over"


async def test_what_is_recorded_twice_tells_nobody_twice(redis: Redis) -> None:
    """As when the answer of Redis is lost, and the command sent once more."""
    hall = BroadcastRun(redis)
    broadcasts = await hall.confirm_broadcast()
    await broadcasts.add_recipients([-1])
    assert await broadcasts.take_next_chat() == -1
    await broadcasts.record_outcome(-1, "moved", -1001)
    assert await broadcasts.take_next_chat() == -1001
    await broadcasts.record_outcome(-1, "moved", -1001)
    assert await broadcasts.take_next_chat() is None, "it is being told"
    await broadcasts.record_outcome(-1001, "told")
    await broadcasts.record_outcome(-1, "moved", -1001)
    assert await broadcasts.take_next_chat() is None
    assert await broadcasts.list_failed_chats() == []


async def test_a_chat_that_surely_was_not_sent_it_is_tried_again(redis: Redis) -> None:
    faults = iter([RateLimited("Too Many Requests", 3), NotSent("more answers wait than there is room for")])
    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(-1)
    broadcasts = await hall.confirm_broadcast()
    await hall.run(hall.start_process())
    assert hall.telegram.delivered == {-1: 1}
    assert hall.now >= 3
    assert await broadcasts.list_failed_chats() == []
