"""What Redis keeps of Klepka beside its games: choices made by buttons, and what is to be turned face down."""

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import Scope
from bot.store.picks import Picks
from bot.store.retention import LEASE_SECONDS
from bot.store.reveals import OpenReveals

CHAT = Scope(-100123, 7)


@pytest.mark.cluster_too
async def test_a_choice_is_made_taken_back_and_kept_in_the_order_of_choosing(redis: Redis) -> None:
    picks = Picks(redis)
    assert await picks.toggle(CHAT, "turn", 40, update=1) == (40,)
    assert await picks.toggle(CHAT, "turn", 3, update=2) == (40, 3)
    assert await picks.toggle(CHAT, "turn", 40, update=3) == (3,)
    assert await picks.toggle(CHAT, "turn", 40, update=4) == (3, 40)


@pytest.mark.cluster_too
async def test_the_same_tap_handled_again_changes_nothing(redis: Redis) -> None:
    picks = Picks(redis)
    await picks.toggle(CHAT, "turn", 5, update=1)
    assert await picks.toggle(CHAT, "turn", 5, update=1) == (5,)


@pytest.mark.cluster_too
async def test_each_turning_up_has_its_own_choices_and_they_pass(redis: Redis) -> None:
    picks = Picks(redis)
    await picks.toggle(CHAT, "turn", 5, update=1)
    assert await picks.toggle(CHAT, "next", 6, update=2) == (6,)
    assert await redis.ttl(keys.picks(CHAT, "turn")) > 0


async def test_what_is_due_is_claimed_by_one_and_comes_again_unless_done(redis: Redis) -> None:
    shown = OpenReveals(redis)
    await shown.put(CHAT.chat, b"late", 20.0)
    await shown.put(CHAT.chat, b"due", 10.0)
    assert await shown.due(9.9, 5) == []
    assert await shown.due(10.0, 5) == [b"due"]
    assert await shown.due(10.0, 5) == []
    assert await shown.due(10.0 + LEASE_SECONDS, 5) == [b"late", b"due"]
    await shown.done(CHAT.chat, b"due")
    await shown.drop(b"late")
    assert await shown.due(1000.0, 5) == []


async def test_putting_off_moves_an_entry_and_makes_no_second(redis: Redis) -> None:
    shown = OpenReveals(redis)
    await shown.put(CHAT.chat, b"entry", 10.0)
    await shown.put(CHAT.chat, b"entry", 30.0)
    assert await shown.due(20.0, 5) == []
    assert await shown.due(30.0, 5) == [b"entry"]
