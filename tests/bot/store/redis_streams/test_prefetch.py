"""A table comes with the update that is about it, as if it had been asked for, and is never taken for what it was."""

from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.chats import UnreachableChats
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.inbox import PREFETCH_SECONDS, Inbox, TablePrefetch
from bot.store.keys import Scope
from tests.support.streams import ALL_EPOCHS, CHAT, EntryRecorder, commit_with_notices, read_new_entries

SCOPE = Scope(CHAT)
RAW = b'{"update_id":7}'


async def start_local_delivery(inbox: Inbox) -> None:
    await read_new_entries(inbox)
    inbox.deliver_to(ALL_EPOCHS.items(), EntryRecorder().take_all)


async def fill_table_keys(redis: Redis, scope: Scope = SCOPE) -> None:
    done = await GameStore(redis).commit(
        Commit(scope=scope, expected_version=0, update_id=6, state=b"first", custom_words=b"words", downtime_ms=1234)
    )
    assert done == Committed(1)
    await GameStore(redis).save_setting(scope.chat, "theme", "dark")
    await UnreachableChats(redis).mark_unreachable(scope)


async def test_a_table_is_read_in_the_step_that_stores_the_update(redis: Redis, inbox: Inbox) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    await inbox.append_update(7, CHAT, RAW)
    asked = await GameStore(redis).load_place(SCOPE, 7)
    await redis.delete(keys.game(SCOPE))
    store = GameStore(redis, prefetch=inbox.prefetch)
    found = await store.load_place(SCOPE, 7)
    assert found == asked, "as if it had been asked for"
    assert (found.version, found.state, found.settings, found.custom_words) == (
        1,
        b"first",
        {"theme": "dark"},
        b"words",
    )
    assert (found.downtime_ms, found.unreachable, found.duplicate) == (1234, frozenset({SCOPE}), False)
    assert (await store.load_place(SCOPE, 7)).version == 0, "a second time it is asked for"


async def test_that_a_chat_has_moved_comes_with_its_update(redis: Redis, inbox: Inbox) -> None:
    old, new = -12, -1001234567890
    await fill_table_keys(redis, Scope(old))
    await GameStore(redis).close_chat(old, new)
    await start_local_delivery(inbox)
    await inbox.append_update(7, old, RAW)
    found = await GameStore(redis, prefetch=inbox.prefetch).load_place(Scope(old), 7)
    assert (found.migrated_to, found.state) == (
        (await GameStore(redis).load_place(Scope(old), 7)).migrated_to,
        b"first",
    )
    assert found.migrated_to is not None
    assert (found.migrated_to.chat, found.migrated_to.is_copied) == (new, False)


@pytest.mark.parametrize(("scope", "update"), [(SCOPE, 8), (SCOPE, None), (Scope(CHAT, 3), 7), (Scope(CHAT - 1), 7)])
async def test_whatever_else_is_asked_for_is_read(redis: Redis, inbox: Inbox, scope: Scope, update: int | None) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    await inbox.append_update(7, CHAT, RAW)
    for place in {SCOPE, scope}:
        await commit_with_notices(redis, place, (await GameStore(redis).load_place(place)).version)
    assert await GameStore(redis, prefetch=inbox.prefetch).load_place(scope, update) == await GameStore(
        redis
    ).load_place(scope, update)


async def test_what_was_read_before_a_commit_is_not_used_after_it(redis: Redis, inbox: Inbox) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    store = GameStore(redis, prefetch=inbox.prefetch)
    await inbox.append_update(7, CHAT, RAW)
    assert await store.commit(Commit(scope=SCOPE, expected_version=1, update_id=None, state=b"second")) == Committed(2)
    assert (await store.load_place(SCOPE, 7)).state == b"second"
    await inbox.append_update(8, CHAT, RAW)
    assert (await store.load_place(SCOPE, 8)).state == b"second"


async def test_a_commit_whose_answer_was_lost_may_have_been_done(
    redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    store = GameStore(redis, prefetch=inbox.prefetch)
    await inbox.append_update(7, CHAT, RAW)
    evalsha = redis.evalsha

    async def lost(*arguments: Any) -> None:
        await evalsha(*arguments)
        raise Disconnected("the answer was lost")

    monkeypatch.setattr(redis, "evalsha", lost)
    with pytest.raises(Disconnected):
        await store.commit(Commit(scope=SCOPE, expected_version=1, update_id=None, state=b"second"))
    monkeypatch.undo()
    assert (await store.load_place(SCOPE, 7)).state == b"second"


@pytest.mark.parametrize(("seconds", "kept"), [(PREFETCH_SECONDS - 0.001, True), (PREFETCH_SECONDS + 0.001, False)])
async def test_what_an_answer_brings_is_as_old_as_its_question(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, *, seconds: float, kept: bool
) -> None:
    now = 100.0
    await fill_table_keys(redis)
    inbox = Inbox(redis)
    await start_local_delivery(inbox)
    inbox.prefetch = TablePrefetch(lambda: now)  # type: ignore[misc]  # in place of the inbox's own
    evalsha = redis.evalsha

    async def slowly(*arguments: Any) -> Any:
        nonlocal now
        now += seconds
        return await evalsha(*arguments)

    monkeypatch.setattr(redis, "evalsha", slowly)
    await inbox.append_update(7, CHAT, RAW)
    assert (inbox.prefetch.take_prefetched(SCOPE, 7) is not None) is kept
