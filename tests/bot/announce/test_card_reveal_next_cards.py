"""A message that shows cards shows the next ones too, and is turned face down once, as the newest ones are due."""

from datetime import timedelta

import pytest
from redis.asyncio import Redis
from telegram import Bot

from bot.announce.revealed_cards import CardsMessage
from bot.call_errors import ApiUnreachable
from bot.families.klepka.card_reveal import REVEAL_SECONDS
from bot.playground.bot_api.faults import Fault
from bot.store.schedule import CardRevealSchedule
from engine.klepka.view import with_revealed
from tests.support.chat_harness import BotHarness
from tests.support.klepka_card_reveals import GAME, RevealWorker, draw_table, flip_cards, group_view
from tests.support.klepka_chats import picture_of_message

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def edit_in_two_more_cards(worker: RevealWorker, chat: int, message: int) -> bytes:
    """Two more cards in a message that shows two; its picture while they are face up."""
    state, first = flip_cards(GAME, 1, 3)
    state, second = flip_cards(state, 5, 6)
    showing = CardsMessage(
        chat, None, message, "next", group_view(state), GAME.ruleset.title, "aabbccdd", "tr", photo=True
    )
    await worker.card_reveals.reveal_in_same_message(showing, [second], cards_moved=False)
    return draw_table(with_revealed(group_view(state), (*first.cards, *second.cards)))


async def test_a_message_that_shows_the_next_cards_too_is_turned_down_once_and_to_the_newer_table(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await worker.reveal_two_cards(talk)
    assert worker.card_reveals.can_edit_message(talk.chat_id, message)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS / 2)
    both = await edit_in_two_more_cards(worker, talk.chat_id, message)
    assert picture_of_message(harness, talk.chat.messages[message]) == both
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS / 2)
    assert await worker.card_reveals.turn_down_due() == 0, "when the first were due the second are to be seen still"
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS / 2)
    assert await worker.card_reveals.turn_down_due() == 1
    state = flip_cards(flip_cards(GAME, 1, 3)[0], 5, 6)[0]
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(state))
    assert not worker.card_reveals.has_face_up_cards(talk.chat_id, message)
    worker.clock.now += timedelta(days=1)
    assert await worker.card_reveals.turn_down_due() == 0


async def test_what_was_due_as_the_next_cards_were_shown_hides_nothing_of_them(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever turns down has claimed the first cards by then, and comes after those who show the second."""
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await worker.reveal_two_cards(talk)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    claimed = await CardRevealSchedule(redis_without_reveals).claim_due_entries(worker.clock.now.timestamp(), 9)
    await edit_in_two_more_cards(worker, talk.chat_id, message)
    before = harness.last_call_number

    async def due(*_: object) -> list[bytes]:
        return claimed

    with monkeypatch.context() as patched:
        patched.setattr(CardRevealSchedule, "claim_due_entries", due)
        assert await worker.card_reveals.turn_down_due() == 1
    assert not harness.playground.journal.find_entries("editMessageMedia", after=before)


async def test_the_next_cards_whose_showing_fails_are_turned_down_like_the_first_by_whoever_is_left(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    first = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await first.reveal_two_cards(talk)
    harness.playground.faults.add_fault(
        Fault(kind="error", method="editMessageMedia", chat_id=talk.chat_id, after=True)
    )
    with pytest.raises(ApiUnreachable):
        await edit_in_two_more_cards(first, talk.chat_id, message)
    second = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    second.clock.now = first.clock.now + timedelta(seconds=REVEAL_SECONDS)
    assert await second.card_reveals.turn_down_due() == 1
    state = flip_cards(flip_cards(GAME, 1, 3)[0], 5, 6)[0]
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(state))


async def test_a_message_that_another_process_sent_is_let_be(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    message = await RevealWorker(harness, other_process_bot, redis_without_reveals, talk).reveal_two_cards(talk)
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    assert not worker.card_reveals.can_edit_message(talk.chat_id, message)
    worker.clock.now += timedelta(days=1)
    assert await worker.card_reveals.turn_down_due() == 1


async def test_what_was_shuffled_since_is_not_to_be_seen_any_more(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await worker.reveal_two_cards(talk)
    state = flip_cards(GAME, 1, 3)[0]
    showing = CardsMessage(
        talk.chat_id, None, message, "next", group_view(state), GAME.ruleset.title, "aabbccdd", "tr", photo=True
    )
    await worker.card_reveals.reveal_in_same_message(showing, [], cards_moved=True)
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(state))
    worker.clock.now += timedelta(days=1)
    assert await worker.card_reveals.turn_down_due() == 0
