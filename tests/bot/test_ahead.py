"""A table comes with the update that is about it, as if it had been asked for, and is never taken for what it was."""

from collections.abc import Sequence
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.ahead import SECONDS, ReadAhead
from bot.store.commits import Commit, Committed
from bot.store.entries import InboxEntry
from bot.store.halted import Halted
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Inbox
from tests.support.streams import ALL, CHAT, Owned, commit, own, read

pytestmark = pytest.mark.cluster_too

SCOPE = Scope(CHAT)
RAW = b'{"update_id":7}'


class Worker:
    """Notes what it is given."""

    def __init__(self) -> None:
        self.taken: list[InboxEntry] = []

    async def take(self, entries: Sequence[InboxEntry]) -> None:
        self.taken += entries


async def handed_over(inbox: Inbox) -> Worker:
    """A worker that is given at once what comes."""
    worker = Worker()
    await read(inbox)
    inbox.handed_over.to(ALL, worker.take)
    return worker


async def filled(redis: Redis, scope: Scope = SCOPE) -> None:
    """Something of everything that is read of a table."""
    done = await Store(redis).commit(
        Commit(scope=scope, expected=0, update_id=6, state=b"first", words=b"words", away=1234)
    )
    assert done == Committed(1)
    await Store(redis).set_setting(scope.chat, "theme", "dark")
    await Halted(redis).note(scope)


async def test_a_table_is_read_in_the_step_that_stores_the_update(redis: Redis, inbox: Inbox) -> None:
    await filled(redis)
    await handed_over(inbox)
    await inbox.put(7, CHAT, RAW)
    asked = await Store(redis).load(SCOPE, 7)
    await redis.delete(keys.game(SCOPE))
    store = Store(redis, ahead=inbox.ahead)
    found = await store.load(SCOPE, 7)
    assert found == asked, "as if it had been asked for"
    assert (found.version, found.state, found.settings, found.words) == (1, b"first", {"theme": "dark"}, b"words")
    assert (found.away, found.halted, found.duplicate) == (1234, True, False)
    assert (await store.load(SCOPE, 7)).version == 0, "a second time it is asked for"


async def test_that_an_update_was_committed_comes_with_it(redis: Redis, inbox: Inbox) -> None:
    await filled(redis)
    await handed_over(inbox)
    await inbox.put(6, CHAT, RAW)
    await redis.delete(keys.seen(SCOPE))
    assert (await Store(redis, ahead=inbox.ahead).load(SCOPE, 6)).duplicate


async def test_that_a_chat_has_moved_comes_with_its_update(redis: Redis, inbox: Inbox) -> None:
    old, new = -12, -1001234567890
    await filled(redis, Scope(old))
    await Store(redis).close(old, new)
    await handed_over(inbox)
    await inbox.put(7, old, RAW)
    found = await Store(redis, ahead=inbox.ahead).load(Scope(old), 7)
    assert (found.moved, found.state) == ((await Store(redis).load(Scope(old), 7)).moved, b"first")
    assert found.moved is not None
    assert (found.moved.chat, found.moved.left) == (new, False)


@pytest.mark.parametrize(("scope", "update"), [(SCOPE, 8), (SCOPE, None), (Scope(CHAT, 3), 7), (Scope(CHAT - 1), 7)])
async def test_whatever_else_is_asked_for_is_read(redis: Redis, inbox: Inbox, scope: Scope, update: int | None) -> None:
    await filled(redis)
    await handed_over(inbox)
    await inbox.put(7, CHAT, RAW)
    for place in {SCOPE, scope}:
        await commit(redis, place, (await Store(redis).load(place)).version)
    assert await Store(redis, ahead=inbox.ahead).load(scope, update) == await Store(redis).load(scope, update)


async def test_what_is_sent_on_to_a_topic_brings_its_table(redis: Redis, inbox: Inbox) -> None:
    topic = Scope(CHAT, 3)
    await commit(redis, topic, 0)
    worker = await handed_over(inbox)
    await inbox.put(7, 42, RAW)
    assert len(worker.taken) == 1
    await inbox.forward(worker.taken[0], topic, 0)
    assert [entry.about for entry in worker.taken] == [None, topic]
    await redis.delete(keys.game(topic))
    assert (await Store(redis, ahead=inbox.ahead).load(topic, 7)).state == b"state"


async def test_nothing_is_read_for_an_update_that_another_process_handles(redis: Redis) -> None:
    await filled(redis)
    epochs = await own(redis, "theirs")
    inbox = Inbox(redis, Owned(dict.fromkeys(epochs, "ours")))
    worker = Worker()
    await read(inbox)
    inbox.handed_over.to(dict.fromkeys(epochs, "ours"), worker.take)
    await inbox.put(7, CHAT, RAW)
    assert (worker.taken, inbox.ahead.take(SCOPE, 7)) == ([], None)


async def test_an_update_that_comes_again_brings_nothing(redis: Redis, inbox: Inbox) -> None:
    await filled(redis)
    worker = await handed_over(inbox)
    await inbox.put(7, CHAT, RAW)
    assert inbox.ahead.take(SCOPE, 7) is not None
    await inbox.put(7, CHAT, RAW)
    assert (len(worker.taken), inbox.ahead.take(SCOPE, 7)) == (1, None)


async def test_what_was_read_before_a_commit_is_not_used_after_it(redis: Redis, inbox: Inbox) -> None:
    await filled(redis)
    await handed_over(inbox)
    store = Store(redis, ahead=inbox.ahead)
    await inbox.put(7, CHAT, RAW)
    assert await store.commit(Commit(scope=SCOPE, expected=1, update_id=None, state=b"second")) == Committed(2)
    assert (await store.load(SCOPE, 7)).state == b"second"
    await inbox.put(8, CHAT, RAW)
    assert (await store.load(SCOPE, 8)).state == b"second"


def test_what_was_read_is_to_be_had_once_and_for_a_moment() -> None:
    now = 100.0
    ahead = ReadAhead(lambda: now)
    ahead.note(SCOPE, 7, "read", now)
    assert (ahead.take(SCOPE, 7), ahead.take(SCOPE, 7)) == ("read", None)
    ahead.note(SCOPE, 8, "read", now)
    now += SECONDS + 0.001
    assert ahead.take(SCOPE, 8) is None


async def test_a_commit_whose_answer_was_lost_may_have_been_done(
    redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(redis)
    await handed_over(inbox)
    store = Store(redis, ahead=inbox.ahead)
    await inbox.put(7, CHAT, RAW)
    evalsha = redis.evalsha

    async def lost(*arguments: Any) -> None:
        await evalsha(*arguments)
        raise Disconnected("the answer was lost")

    monkeypatch.setattr(redis, "evalsha", lost)
    with pytest.raises(Disconnected):
        await store.commit(Commit(scope=SCOPE, expected=1, update_id=None, state=b"second"))
    monkeypatch.undo()
    assert (await store.load(SCOPE, 7)).state == b"second"


@pytest.mark.parametrize(("seconds", "kept"), [(SECONDS - 0.001, True), (SECONDS + 0.001, False)])
async def test_what_an_answer_brings_is_as_old_as_its_question(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, *, seconds: float, kept: bool
) -> None:
    now = 100.0
    await filled(redis)
    inbox = Inbox(redis)
    await handed_over(inbox)
    inbox.ahead = ReadAhead(lambda: now)  # type: ignore[misc]  # in place of the inbox's own
    evalsha = redis.evalsha

    async def slowly(*arguments: Any) -> Any:
        nonlocal now
        now += seconds
        return await evalsha(*arguments)

    monkeypatch.setattr(redis, "evalsha", slowly)
    await inbox.put(7, CHAT, RAW)
    assert (inbox.ahead.take(SCOPE, 7) is not None) is kept


def test_of_a_chat_the_newest_is_kept_until_something_is_done_there() -> None:
    ahead = ReadAhead()
    ahead.note(SCOPE, 7, "older", ahead.clock())
    ahead.note(SCOPE, 8, "newer", ahead.clock())
    assert ahead.take(SCOPE, 7) is None
    ahead.note(SCOPE, 9, "newest", ahead.clock())
    ahead.note(Scope(1), 10, "elsewhere", ahead.clock())
    ahead.forget(CHAT)
    assert (ahead.take(SCOPE, 9), ahead.take(Scope(1), 10)) == (None, "elsewhere")


def test_of_many_chats_the_newest_are_kept() -> None:
    ahead = ReadAhead()
    for chat in range(1, 1001):
        ahead.note(Scope(chat), chat, "read", ahead.clock())
    kept = [chat for chat in range(1, 1001) if ahead.take(Scope(chat), chat) is not None]
    assert kept == list(range(937, 1001))
