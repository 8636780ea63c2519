"""Following shards as they are gained, left and lost: only what is owned is taken, and nothing overtakes."""

import asyncio
from collections.abc import Collection

import pytest

from tests.support.followed import Following, Source, taken
from tests.support.patience import PATIENCE


async def test_of_a_shard_that_is_gained_later_what_was_left_comes_before_anything_new() -> None:
    source = Source([1])
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [2, 3], {2: 7, 3: 7, 4: 7}
        assert not following.follower.abreast
        await source.more([4], [5])
    assert following.taken == [1, 2, 3, 4, 5]
    assert source.asked[:3] == ["inherit [7]", "read [7]", "read [0, 7]"]


async def test_what_is_followed_is_read_without_another_wake_behind_a_shard_that_is_gained() -> None:
    source = Source([1])
    async with Following(source) as following:
        source.reading[7] = "me, too"
        await source.more([])
    assert following.taken == [1]
    assert source.asked == ["inherit [7]", "read [7]", "read [0, 7]"], "the wake may have been for shard 0"


async def test_where_there_are_news_only_that_is_read() -> None:
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source):
        source.news = (7, 9)
        await source.more([])
        source.news = ()
        await source.more([])
    assert source.asked == ["read [7]", "read [0, 7]"]


async def test_steady_news_from_one_shard_keep_no_other_s_waiting_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wake may be lost, and then each owner looks by itself."""
    monkeypatch.setattr("bot.workers.follow._LOOK_SECONDS", 0.0)
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source):
        source.news = (7,)
        await source.more([], [])
    assert source.asked == ["read [0, 7]", "read [0, 7]"]


async def test_a_page_full_of_what_is_new_is_read_on_before_anything_is_handed_over() -> None:
    source = Source()
    given: list[Collection[int]] = []

    async def rest() -> list[int]:
        given.append(source.given)
        return [64]

    source.reads.extend([list(range(64)), rest])
    assert await taken(source) == list(range(65))
    assert given == [()]


async def test_a_shard_that_is_lost_is_neither_read_nor_handed_over() -> None:
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source) as following:
        assert {*source.given} == {0, 7}
        del source.reading[7]
        await source.more([])
        assert {*source.given} == {0}
        assert following.follower.followed == {0: "me"}
        assert following.follower.abreast
    assert source.asked == ["read [0]"]


async def test_a_shard_that_is_left_is_not_handed_over_from_that_moment_on() -> None:
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source) as following:
        following.follower.leave((7,))
        assert source.given == (0,)
        assert following.follower.followed == {0: "me"}


async def test_a_shard_that_is_owned_anew_is_inherited_anew() -> None:
    source = Source()
    async with Following(source) as following:
        source.reading[0], source.lost = "me again", [1]
        await source.more([2])
    assert following.taken == [1, 2]
    assert source.asked == ["inherit [0]", "read [0]", "read [0]"]


async def test_a_shard_that_is_lost_while_what_lay_there_is_taken_is_not_followed() -> None:
    source = Source()
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [1], {1: 7}
        following.slow = {1: asyncio.Event()}
        source.woken.set()
        async with asyncio.timeout(PATIENCE):
            await following.begun.wait()
        del source.reading[7]
        following.slow[1].set()
        await source.more()
        assert source.given == (0,)
        assert following.follower.followed == {0: "me"}


async def test_of_a_shard_that_is_lost_while_what_lay_there_is_taken_the_rest_is_left_to_its_owner() -> None:
    source = Source()
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.slow = {1: asyncio.Event()}
        source.woken.set()
        async with asyncio.timeout(PATIENCE):
            await following.begun.wait()
        del source.reading[7]
        following.follower.leave((7,))
        following.slow[1].set()
        await source.more()
    assert following.taken == [1]


async def test_what_was_given_out_of_a_shard_that_was_left_meanwhile_is_left_to_its_owner() -> None:
    source = Source()
    source.reading, source.shards = {0: "me", 7: "me, too"}, {1: 7, 2: 7}
    async with Following(source) as following:

        async def lost_meanwhile() -> list[int]:
            del source.reading[7]
            following.follower.leave((7,))
            assert source.give is not None
            await source.give([1])
            return [2, 3]

        await source.more(lost_meanwhile)
    assert following.taken == [3]


async def test_what_is_handed_over_while_a_page_is_taken_does_not_overtake_it() -> None:
    source = Source()
    async with Following(source) as following:
        following.slow = {1: asyncio.Event()}
        source.reads.append([1, 2])
        source.woken.set()
        async with asyncio.timeout(PATIENCE):
            await following.begun.wait()
        assert source.give is not None
        giving = asyncio.ensure_future(source.give([3]))
        await asyncio.sleep(0)
        assert following.taken == []
        following.slow[1].set()
        await giving
    assert following.taken == [1, 2, 3]


async def test_what_is_handed_over_together_is_not_parted_by_what_is_handed_over_next() -> None:
    source = Source()
    async with Following(source) as following:
        following.slow = {1: asyncio.Event()}
        assert source.give is not None
        giving = [asyncio.ensure_future(source.give(entries)) for entries in ([1, 2], [3])]
        await asyncio.sleep(0)
        following.slow[1].set()
        await asyncio.gather(*giving)
    assert following.taken == [1, 2, 3]


async def test_what_is_handed_over_while_a_shard_is_inherited_comes_behind_what_lay_there() -> None:
    """Of a shard that is followed; of the other nothing is handed over yet."""
    source = Source()
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.slow = {1: asyncio.Event()}
        source.woken.set()
        async with asyncio.timeout(PATIENCE):
            await following.begun.wait()
        assert source.given == (0,)
        assert source.give is not None
        giving = asyncio.ensure_future(source.give([3]))
        await asyncio.sleep(0)
        following.slow[1].set()
        await giving
    assert following.taken == [1, 2, 3]
