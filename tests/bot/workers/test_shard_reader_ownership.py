"""Following shards as they are gained, left and lost: only what is owned is taken, and nothing overtakes."""

import asyncio
from collections.abc import Collection

import pytest

from tests.support.scripted_source import RunningReader, ScriptedSource, read_until_idle
from tests.support.waiting import PATIENCE


async def test_of_a_shard_that_is_gained_later_what_was_left_comes_before_anything_new() -> None:
    source = ScriptedSource([1])
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [2, 3], {2: 7, 3: 7, 4: 7}
        assert not following.follower.is_caught_up
        await source.add_reads([4], [5])
    assert following.accepted == [1, 2, 3, 4, 5]
    assert source.calls[:3] == ["inherit [7]", "read [7]", "read [0, 7]"]


async def test_what_is_followed_is_read_without_another_wake_behind_a_shard_that_is_gained() -> None:
    source = ScriptedSource([1])
    async with RunningReader(source) as following:
        source.owners[7] = "me, too"
        await source.add_reads([])
    assert following.accepted == [1]
    assert source.calls == ["inherit [7]", "read [7]", "read [0, 7]"], "the wake may have been for shard 0"


async def test_where_there_are_news_only_that_is_read() -> None:
    source = ScriptedSource()
    source.owners = {0: "me", 7: "me, too"}
    async with RunningReader(source):
        source.news_shards = (7, 9)
        await source.add_reads([])
        source.news_shards = ()
        await source.add_reads([])
    assert source.calls == ["read [7]", "read [0, 7]"]


async def test_steady_news_from_one_shard_keep_no_other_s_waiting_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wake may be lost, and then each owner looks by itself."""
    monkeypatch.setattr("bot.workers.shard_reader._POLL_SECONDS", 0.0)
    source = ScriptedSource()
    source.owners = {0: "me", 7: "me, too"}
    async with RunningReader(source):
        source.news_shards = (7,)
        await source.add_reads([], [])
    assert source.calls == ["read [0, 7]", "read [0, 7]"]


async def test_a_page_full_of_what_is_new_is_read_on_before_anything_is_handed_over() -> None:
    source = ScriptedSource()
    given: list[Collection[int]] = []

    async def rest() -> list[int]:
        given.append(source.delivered_shards)
        return [64]

    source.reads.extend([list(range(64)), rest])
    assert await read_until_idle(source) == list(range(65))
    assert given == [()]


async def test_a_shard_that_is_lost_is_neither_read_nor_handed_over() -> None:
    source = ScriptedSource()
    source.owners = {0: "me", 7: "me, too"}
    async with RunningReader(source) as following:
        assert {*source.delivered_shards} == {0, 7}
        del source.owners[7]
        await source.add_reads([])
        assert {*source.delivered_shards} == {0}
        assert following.follower.caught_up_shards == {(0, "me")}
        assert following.follower.is_caught_up
    assert source.calls == ["read [0]"]


async def test_a_shard_that_is_left_is_not_handed_over_from_that_moment_on() -> None:
    source = ScriptedSource()
    source.owners = {0: "me", 7: "me, too"}
    async with RunningReader(source) as following:
        following.follower.stop_shards((7,))
        assert source.delivered_shards == (0,)
        assert following.follower.caught_up_shards == {(0, "me")}


async def test_a_shard_that_is_owned_anew_is_inherited_anew() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        source.owners[0], source.lost_entries = "me again", [1]
        await source.add_reads([2])
    assert following.accepted == [1, 2]
    assert source.calls == ["inherit [0]", "read [0]", "read [0]"]


async def test_a_shard_that_is_lost_while_what_lay_there_is_taken_is_not_followed() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [1], {1: 7}
        following.held_entries = {1: asyncio.Event()}
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        del source.owners[7]
        following.held_entries[1].set()
        await source.add_reads()
        assert source.delivered_shards == (0,)
        assert following.follower.caught_up_shards == {(0, "me")}


async def test_of_a_shard_that_is_lost_while_what_lay_there_is_taken_the_rest_is_left_to_its_owner() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.held_entries = {1: asyncio.Event()}
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        del source.owners[7]
        following.follower.stop_shards((7,))
        following.held_entries[1].set()
        await source.add_reads()
    assert following.accepted == [1]


async def test_what_was_given_out_of_a_shard_that_was_left_meanwhile_is_left_to_its_owner() -> None:
    source = ScriptedSource()
    source.owners, source.shards = {0: "me", 7: "me, too"}, {1: 7, 2: 7}
    async with RunningReader(source) as following:

        async def lost_meanwhile() -> list[int]:
            del source.owners[7]
            following.follower.stop_shards((7,))
            assert source.deliver is not None
            await source.deliver([1])
            return [2, 3]

        await source.add_reads(lost_meanwhile)
    assert following.accepted == [3]


async def test_what_is_handed_over_while_a_page_is_taken_does_not_overtake_it() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        following.held_entries = {1: asyncio.Event()}
        source.reads.append([1, 2])
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        assert source.deliver is not None
        giving = asyncio.ensure_future(source.deliver([3]))
        await asyncio.sleep(0)
        assert following.accepted == []
        following.held_entries[1].set()
        await giving
    assert following.accepted == [1, 2, 3]


async def test_what_is_handed_over_together_is_not_parted_by_what_is_handed_over_next() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        following.held_entries = {1: asyncio.Event()}
        assert source.deliver is not None
        giving = [asyncio.ensure_future(source.deliver(entries)) for entries in ([1, 2], [3])]
        await asyncio.sleep(0)
        following.held_entries[1].set()
        await asyncio.gather(*giving)
    assert following.accepted == [1, 2, 3]


async def test_what_is_handed_over_while_a_shard_is_inherited_comes_behind_what_lay_there() -> None:
    """Of a shard that is followed; of the other nothing is handed over yet."""
    source = ScriptedSource()
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.held_entries = {1: asyncio.Event()}
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        assert source.delivered_shards == (0,)
        assert source.deliver is not None
        giving = asyncio.ensure_future(source.deliver([3]))
        await asyncio.sleep(0)
        following.held_entries[1].set()
        await giving
    assert following.accepted == [1, 2, 3]
