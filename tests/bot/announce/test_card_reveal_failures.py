"""Cards that were shown are turned face down whatever dies, is deleted, refused, moved or cannot be read."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from redis.asyncio import Redis
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.announce.card_reveals import CardReveals
from bot.call_errors import ApiUnreachable
from bot.families.klepka.card_reveal import CARD_REVEAL, REVEAL_SECONDS
from bot.playground.bot_api.faults import Fault
from bot.store import keys
from bot.store.retention import LEASE_SECONDS
from bot.store.schedule import CardRevealSchedule
from bot.telegram.api.message_edits import MessageEdits
from bot.wording.speaker import Speaker
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.drawings import watch_painters
from tests.support.klepka_card_reveals import GAME, RevealWorker, draw_table, flip_cards, group_view
from tests.support.klepka_chats import picture_of_message
from tests.support.log_tags import use_log_tags

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_cards_shown_by_a_process_that_died_are_turned_down_by_another(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    first = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await first.reveal_two_cards(talk)
    second = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    second.clock.now = first.clock.now + timedelta(seconds=REVEAL_SECONDS - 1)
    assert await second.card_reveals.turn_down_due() == 0
    second.clock.now += timedelta(seconds=1)
    assert await second.card_reveals.turn_down_due() == 1
    calls = harness.playground.journal.find_entries("editMessageMedia")[-2:]
    assert [int(call.parameters["message_id"]) for call in calls] == [message, message]
    assert picture_of_message(harness, calls[-1].result) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))
    assert await second.card_reveals.turn_down_due() == 0


async def test_a_process_that_dies_before_the_cards_are_seen_leaves_none_to_see(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    harness.playground.faults.add_fault(Fault(kind="close", method="editMessageMedia", chat_id=talk.chat_id))
    with pytest.raises(ApiUnreachable):
        await worker.reveal_two_cards(talk)
    again = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    again.clock.now = worker.clock.now + timedelta(seconds=REVEAL_SECONDS)
    assert await again.card_reveals.turn_down_due() == 1


async def test_cards_are_noted_before_they_are_seen_and_seen_for_their_whole_time(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    edit, noted = MessageEdits.edit_photo, list[int]()

    async def slow(edits: MessageEdits, *arguments: Any, **more: Any) -> Any:
        noted.append(await redis_without_reveals.zcard(keys.card_reveals(keys.shard_of(talk.chat_id))))
        worker.clock.now += timedelta(seconds=6)
        return await edit(edits, *arguments, **more)

    monkeypatch.setattr(MessageEdits, "edit_photo", slow)
    await worker.reveal_two_cards(talk)
    assert noted == [1], "a process that dies meanwhile leaves it to be turned down"
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS - 1)
    assert await worker.card_reveals.turn_down_due() == 0
    worker.clock.now += timedelta(seconds=1)
    assert await worker.card_reveals.turn_down_due() == 1


async def test_cards_whose_showing_got_no_answer_are_shown_again_in_the_same_message(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    harness.playground.faults.add_fault(
        Fault(kind="error", method="editMessageMedia", chat_id=talk.chat_id, after=True)
    )
    before = harness.last_call_number
    with pytest.raises(ApiUnreachable):
        await worker.reveal_two_cards(talk)
    message = await worker.reveal_two_cards(talk)
    calls = [call for call in harness.playground.journal.find_entries(after=before) if call.method != "getUpdates"]
    assert sum(call.method == "sendPhoto" for call in calls) == 1
    edited = [int(call.parameters["message_id"]) for call in calls if call.method == "editMessageMedia"]
    assert edited == [message] * 2
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1


async def test_of_a_notice_that_is_not_tried_again_no_message_is_remembered(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    harness.playground.faults.add_fault(Fault(kind="error", method="editMessageMedia", chat_id=talk.chat_id))
    before = harness.last_call_number
    with pytest.raises(ApiUnreachable):
        await worker.reveal_two_cards(talk)
    worker.card_reveals.forget_entries(["1-0"])
    await worker.reveal_two_cards(talk)
    sent = harness.playground.journal.find_entries("sendPhoto", after=before)
    assert [str(call.parameters["chat_id"]) for call in sent] == [str(talk.chat_id)] * 2


async def test_a_notice_that_is_put_aside_leaves_nothing_behind(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    asked: list[CardReveals] = []

    async def fail(reveals: CardReveals, *_: object, **__: object) -> None:
        asked.append(reveals)
        raise ArithmeticError

    await talk.start_watching()
    with monkeypatch.context() as patched:
        patched.setattr(CardReveals, "_reveal_cards", fail)
        talk.say(KIRAZ, "/flip 1 3")
        await harness.wait_until_idle()
    assert "is put aside" in caplog.text
    assert [reveals._sent_face_down for reveals in asked] == [{}] * len(asked) != []  # noqa: SLF001 - nothing else shows what it remembers


async def test_turning_down_waits_as_long_as_the_server_asks(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    await worker.reveal_two_cards(talk)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", method="editMessageMedia", chat_id=talk.chat_id, retry_after=7)
    )
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1
    assert await worker.card_reveals.turn_down_due() == 0
    worker.clock.now += timedelta(seconds=7)
    assert await worker.card_reveals.turn_down_due() == 1
    assert await worker.card_reveals.turn_down_due() == 0


async def test_cards_that_cannot_be_drawn_are_turned_down_later(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await worker.reveal_two_cards(talk)
    await harness.store.save_photo(talk.scope, "another", "file")
    failures = [ZeroDivisionError("a brush broke")]

    def fail(_: str) -> None:
        if failures:
            raise failures.pop()

    watch_painters(monkeypatch, ("cards",), fail)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1
    worker.clock.now += timedelta(seconds=LEASE_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))
    assert await worker.card_reveals.turn_down_due() == 0


async def test_a_fault_over_one_message_does_not_end_the_loop_for_all(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await worker.reveal_two_cards(talk)

    async def fail(_: Any) -> None:
        raise KeyError("photo")

    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    with monkeypatch.context() as patched:
        patched.setattr(harness.store, "load_newest_message_id", fail)
        assert await worker.card_reveals.turn_down_due() == 1
    worker.clock.now += timedelta(seconds=LEASE_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))
    assert await worker.card_reveals.turn_down_due() == 0


async def test_a_deleted_message_is_not_tried_again_and_is_no_fault(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot.announce.card_reveals")
    talk = await harness.new_group()
    tag = use_log_tags().tag_of(talk.chat_id)
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    message = await worker.reveal_two_cards(talk)
    await other_process_bot.delete_message(talk.chat_id, message)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1
    assert [record.levelname for record in caplog.records if tag in record.getMessage()] == ["INFO"]
    worker.clock.now += timedelta(days=1)
    assert await worker.card_reveals.turn_down_due() == 0


async def test_a_group_that_moved_while_cards_were_shown_has_them_turned_down_in_the_old_chat(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await old.put_table(GAME)
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, old)
    message = await worker.reveal_two_cards(old)
    await harness.store.migrate_chat(old.chat_id, new.chat_id)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 1
    hidden = harness.playground.journal.find_entries("editMessageMedia")[-1]
    assert (hidden.parameters["chat_id"], hidden.parameters["message_id"]) == (str(old.chat_id), str(message))
    assert picture_of_message(harness, hidden.result) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))


@pytest.mark.parametrize(
    "answer", [ChatMigrated(-100888), BadRequest("Group chat was upgraded to a supergroup chat")], ids=repr
)
async def test_an_old_chat_that_takes_no_edit_is_asked_once(
    harness: BotHarness,
    other_process_bot: Bot,
    redis_without_reveals: Redis,
    monkeypatch: pytest.MonkeyPatch,
    answer: TelegramError,
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    await worker.reveal_two_cards(talk)
    asked: list[int] = []

    async def refuse(*_: object, chat_id: int, **__: object) -> None:
        asked.append(chat_id)
        raise answer

    monkeypatch.setattr(Bot, "edit_message_media", refuse)
    for _ in range(2):
        worker.clock.now += timedelta(days=1)
        await worker.card_reveals.turn_down_due()
    assert asked == [talk.chat_id]


async def test_where_photos_are_not_allowed_the_cards_are_shown_as_text_and_turned_down(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    denied = "Bad Request: not enough rights to send photos to the chat"
    harness.playground.faults.add_fault(
        Fault(kind="error", method="sendPhoto", chat_id=talk.chat_id, status=400, description=denied)
    )
    await worker.reveal_two_cards(talk)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    await worker.card_reveals.turn_down_due()
    shown, hidden = harness.playground.journal.find_entries("editMessageText")[-2:]
    assert "ЩY" in shown.parameters["text"]
    assert CARD_REVEAL.reveal_line(Speaker(harness.texts, "tr")) in shown.parameters["text"]
    assert "ЩY" not in hidden.parameters["text"]


async def test_an_entry_that_cannot_be_read_is_dropped_and_the_others_are_turned_down(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    talk = await harness.new_group()
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    await CardRevealSchedule(redis_without_reveals).schedule_entry(talk.chat_id, b"{}", 0.0)
    await worker.reveal_two_cards(talk)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    assert await worker.card_reveals.turn_down_due() == 2
    worker.clock.now += timedelta(days=1)
    assert await worker.card_reveals.turn_down_due() == 0
