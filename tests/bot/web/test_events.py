"""What open pages ask Redis of their tables: once a change, however many there are."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack

import pytest
from redis.exceptions import ConnectionError as RedisUnreachable

from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.web.events import POLL_SECONDS, TableWatch, TooManyPages
from tests.support.waiting import PATIENCE

TABLE = Scope(-100)


def is_connected() -> bool:
    return True


class Store:
    """A Redis with one table."""

    def __init__(self) -> None:
        self.version = 1
        self.cards: bytes | None = None
        self.reads = 0
        self.fails = False
        self.watch = TableWatch(self.load_versions, self.load_table)

    async def load_versions(self, scopes: Sequence[Scope]) -> list[tuple[int, bytes | None]]:
        return [(self.version, self.cards) for _ in scopes]

    async def load_table(self, scope: Scope) -> LoadedTable:
        self.reads += 1
        await asyncio.sleep(0)
        if self.fails:
            raise RedisUnreachable
        return LoadedTable(scope, None, self.version, {}, is_duplicate=False)

    async def read_by(self, pages: int) -> set[int]:
        """The versions that pages read at the same time."""
        return {
            loaded.version for loaded in await asyncio.gather(*(self.watch.load_table(TABLE) for _ in range(pages)))
        }


async def test_many_pages_read_a_table_once_a_change() -> None:
    store = Store()
    async with AsyncExitStack() as stack:
        for user in range(50):
            await stack.enter_async_context(store.watch.watch(user, TABLE, is_connected))
        for version in (1, 2):
            store.version = version
            store.watch.note_change(TABLE)
            assert await store.read_by(50) == {version}
        assert await store.read_by(50) == {2}
        assert store.reads == 2


async def test_a_failed_read_is_tried_again() -> None:
    store = Store()
    async with store.watch.watch(1, TABLE, is_connected):
        store.fails = True
        with pytest.raises(RedisUnreachable):
            await store.read_by(2)
        store.fails = False
        assert await store.read_by(2) == {1}


async def test_what_another_worker_commits_wakes_the_pages_once() -> None:
    store, stop = Store(), asyncio.Event()
    async with store.watch.watch(1, TABLE, is_connected), asyncio.timeout(PATIENCE):
        await store.read_by(1)
        running = asyncio.create_task(store.watch.run(stop))
        change = store.watch.next_change(TABLE)
        store.version = 2
        await change.wait()
        change = store.watch.next_change(TABLE)
        assert await store.read_by(1) == {2}
        await asyncio.sleep(0)
        assert not change.is_set()
        stop.set()
        await running
        assert change.is_set()
    assert store.reads == 2


async def test_cards_that_another_worker_shows_wake_the_pages_and_their_end_does_not() -> None:
    store, stop = Store(), asyncio.Event()
    async with store.watch.watch(1, TABLE, is_connected), asyncio.timeout(PATIENCE):
        await store.read_by(1)
        running = asyncio.create_task(store.watch.run(stop))
        for cards in (b"two", b"four"):
            change, store.cards = store.watch.next_change(TABLE), cards
            await change.wait()
        await store.read_by(1)
        change, store.cards = store.watch.next_change(TABLE), None
        await asyncio.sleep(2 * POLL_SECONDS)
        assert not change.is_set()
        stop.set()
        await running


async def test_a_change_before_the_first_read_wakes_the_page() -> None:
    store, stop = Store(), asyncio.Event()
    async with store.watch.watch(1, TABLE, is_connected), asyncio.timeout(PATIENCE):
        change = store.watch.next_change(TABLE)
        running = asyncio.create_task(store.watch.run(stop))
        await change.wait()
        stop.set()
        await running


async def test_a_change_that_a_page_finds_as_it_opens_wakes_the_others() -> None:
    store = Store()
    async with store.watch.watch(1, TABLE, is_connected):
        await store.read_by(1)
        change, store.version = store.watch.next_change(TABLE), 2
        async with store.watch.watch(2, TABLE, is_connected):
            assert await store.read_by(1) == {2}
            assert change.is_set()


async def test_a_process_with_few_descriptors_has_fewer_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (8, 8))
    watch = Store().watch
    async with watch.watch(1, TABLE, is_connected), watch.watch(2, TABLE, is_connected):
        with pytest.raises(TooManyPages):
            async with watch.watch(3, TABLE, is_connected):
                pass
