"""What Redis keeps of Klepka beside its games: choices made by buttons, and what is to be turned face down."""

from redis.asyncio import Redis

from bot.store import keys
from bot.store.player_state import CardSelections
from bot.store.retention import LEASE_SECONDS
from bot.store.schedule import CardRevealSchedule
from bot.store.scope import Scope

CHAT = Scope(-100123, 7)


async def test_a_choice_is_made_taken_back_and_kept_in_the_order_of_choosing(redis: Redis) -> None:
    picks = CardSelections(redis)
    assert await picks.toggle_card(CHAT, "turn", 40, update=1, wanted=2) == (40,)
    assert await picks.toggle_card(CHAT, "turn", 3, update=2, wanted=2) == (40, 3)
    assert await picks.toggle_card(CHAT, "turn", 40, update=3, wanted=2) == (3,)
    assert await picks.toggle_card(CHAT, "turn", 40, update=4, wanted=2) == (3, 40)


async def test_the_same_tap_handled_again_changes_nothing(redis: Redis) -> None:
    picks = CardSelections(redis)
    await picks.toggle_card(CHAT, "turn", 5, update=1, wanted=2)
    assert await picks.toggle_card(CHAT, "turn", 5, update=1, wanted=2) == (5,)


async def test_after_a_choice_that_was_refused_a_further_card_begins_another(redis: Redis) -> None:
    picks = CardSelections(redis)
    await picks.toggle_card(CHAT, "turn", 40, update=1, wanted=2)
    assert await picks.toggle_card(CHAT, "turn", 3, update=2, wanted=2) == (40, 3)
    assert await picks.toggle_card(CHAT, "turn", 7, update=3, wanted=2) == (7,)
    assert await picks.toggle_card(CHAT, "turn", 7, update=3, wanted=2) == (7,)
    assert await picks.toggle_card(CHAT, "turn", 40, update=4, wanted=2) == (7, 40)


async def test_each_turning_up_has_its_own_choices_and_they_pass(redis: Redis) -> None:
    picks = CardSelections(redis)
    await picks.toggle_card(CHAT, "turn", 5, update=1, wanted=2)
    assert await picks.toggle_card(CHAT, "next", 6, update=2, wanted=2) == (6,)
    assert await redis.ttl(keys.card_selection(CHAT, "turn")) > 0


async def test_what_is_due_is_claimed_by_one_and_comes_again_unless_done(redis: Redis) -> None:
    shown = CardRevealSchedule(redis)
    await shown.schedule_entry(CHAT.chat, b"late", 20.0)
    await shown.schedule_entry(CHAT.chat, b"due", 10.0)
    assert await shown.claim_due_entries(9.9, 5) == []
    assert await shown.claim_due_entries(10.0, 5) == [b"due"]
    assert await shown.claim_due_entries(10.0, 5) == []
    assert await shown.claim_due_entries(10.0 + LEASE_SECONDS, 5) == [b"late", b"due"]
    await shown.unschedule_entry(CHAT.chat, b"due")
    await shown.unschedule_everywhere(b"late")
    assert await shown.claim_due_entries(1000.0, 5) == []


async def test_putting_off_moves_an_entry_and_makes_no_second(redis: Redis) -> None:
    shown = CardRevealSchedule(redis)
    await shown.schedule_entry(CHAT.chat, b"entry", 10.0)
    await shown.schedule_entry(CHAT.chat, b"entry", 30.0)
    assert await shown.claim_due_entries(20.0, 5) == []
    assert await shown.claim_due_entries(30.0, 5) == [b"entry"]
