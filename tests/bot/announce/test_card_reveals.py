"""Cards turned up are shown in one message for ten seconds, and nowhere else: neither in text nor in what is kept."""

import json
import logging
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from redis.asyncio import Redis
from telegram import Bot
from telegram.error import ChatMigrated

from bot.announce.compose import PostComposer
from bot.announce.reveals import CardsMessage
from bot.call_errors import ApiUnreachable
from bot.families.klepka.own_board import NO_CARD
from bot.families.klepka.wording import REVEAL_SECONDS
from bot.pictures import DrawingThread
from bot.playground.dispatch import Fault
from bot.store import keys
from bot.store.retention import LEASE_SECONDS
from bot.store.schedule import Schedule
from bot.tables.codec import Notice, compress_json, decompress_json, encode_stored
from bot.tables.table_loader import table_name
from bot.telegram.gateway import MessageEdits
from bot.telegram.transport import AiohttpRequest
from engine.klepka.view import with_revealed
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.drawings import watch_painters
from tests.support.klepka_chats import (
    GAME,
    HIDDEN_LETTERS,
    RevealWorker,
    calls_about_chat,
    draw_table,
    flip_cards,
    group_view,
    picture_of_message,
    wait_picture_edits,
)
from tests.support.logs import use_log_tags
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")
DAY = 24 * 60 * 60


@pytest_asyncio.fixture(loop_scope="module")
async def redis_without_reveals(redis_of_bot: Redis) -> Redis:
    await redis_of_bot.delete(*(keys.card_reveals(shard) for shard in range(keys.SHARDS)))
    return redis_of_bot


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def other_process_bot(harness: BotHarness) -> AsyncIterator[Bot]:
    """The bot's account as another process has it."""
    playground = harness.playground
    async with Bot(playground.token, base_url=f"{playground.url}/bot", request=AiohttpRequest()) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def talk(harness: BotHarness) -> ChatSession:
    return await harness.new_group()


@pytest.fixture
def worker(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis, talk: ChatSession
) -> RevealWorker:
    return RevealWorker(harness, other_process_bot, redis_without_reveals, talk)


async def turned_down(worker: RevealWorker, seconds: float = 0) -> int:
    """How many messages are turned down after so many seconds."""
    worker.clock.now += timedelta(seconds=seconds)
    return await worker.card_reveals.turn_down_due()


async def stored_reveals_and_notices(redis: Any) -> bytes:
    found = b""
    for shard in range(keys.SHARDS):
        found += b"".join(await redis.zrange(keys.card_reveals(shard), 0, -1))
        for _, fields in await redis.xrange(keys.outbox(shard)):
            found += fields[b"scope"] + decompress_json(fields[b"payload"])
    return found


def labels_of(message: dict[str, Any]) -> list[str]:
    return [button["text"] for row in message["reply_markup"]["inline_keyboard"] for button in row]


async def test_one_message_shows_the_cards_and_is_edited_face_down_after_ten_seconds(
    harness: BotHarness, talk: ChatSession
) -> None:
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    (shown,) = await wait_picture_edits(talk, sent, 1)
    state, event = flip_cards(GAME, 1, 3)
    assert picture_of_message(harness, sent.message) == draw_table(group_view(state))
    assert picture_of_message(harness, shown.result) == draw_table(with_revealed(group_view(state), event.cards))
    assert talk.text_plain("klepka-look", cards="1 Щ · 3 Ф", seconds=REVEAL_SECONDS) in shown.result["caption"]
    own, covered = talk.text_plain("own-board-open"), [str(place) for place in range(1, 9)]
    assert labels_of(sent.message) == [*covered, own]
    assert labels_of(shown.result) == ["Щ", "2", "Ф", "4", "5", "6", "7", "8", own]
    await harness.advance_time(REVEAL_SECONDS - 1)
    await talk.say_and_wait(LIMON, "/skor")
    assert len(await wait_picture_edits(talk, sent, 1)) == 1
    await harness.advance_time(1)
    _, hidden = await wait_picture_edits(talk, sent, 2)
    assert labels_of(hidden.result) == [*covered, own]
    assert picture_of_message(harness, hidden.result) == draw_table(group_view(state))
    assert hidden.result["caption"] == sent.text


async def test_cards_that_are_all_taken_are_public_and_nothing_to_remember(
    harness: BotHarness, talk: ChatSession
) -> None:
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 8")
    (shown,) = await wait_picture_edits(talk, sent, 1)
    assert "1, 8 → Щ🟨 Щ🟨" in sent.text
    assert shown.result["caption"] == sent.text
    assert labels_of(sent.message)[:2] == [NO_CARD, "2"]
    assert labels_of(shown.result)[:2] == ["Щ", "2"]
    # Tests of other processes begin with nothing left to be turned face down.
    await harness.advance_time(REVEAL_SECONDS)
    await wait_picture_edits(talk, sent, 2)


async def test_an_older_message_is_turned_down_without_its_buttons(harness: BotHarness, talk: ChatSession) -> None:
    await talk.put_table(GAME)
    first = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    second = await talk.say_and_wait(LIMON, "/ac 5 6")
    await wait_picture_edits(talk, second, 1)
    await harness.advance_time(REVEAL_SECONDS)
    _, hidden = await wait_picture_edits(talk, first, 2)
    assert "reply_markup" not in hidden.result
    _, newest = await wait_picture_edits(talk, second, 2)
    assert "reply_markup" in newest.result


async def test_no_letter_stands_in_what_is_kept_nor_in_any_message_but_while_its_card_is_face_up(
    harness: BotHarness, redis_of_bot: Redis
) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    every: list[SentMessage] = []
    for person, positions in ((KIRAZ, "1 2"), (LIMON, "3 5"), (KIRAZ, "7 8")):
        sent = await talk.say_and_wait(person, f"/ac {positions}")
        await wait_picture_edits(talk, sent, 1)
        every.append(sent)
        for asked in ("/tahta", "/tahta metin", "/skor", "/torba"):
            await talk.say_and_wait(person, asked)
    waiting = await stored_reveals_and_notices(redis_of_bot)
    assert waiting
    await harness.advance_time(REVEAL_SECONDS)
    for sent in every:
        await wait_picture_edits(talk, sent, 2)
    calls = json.loads(calls_about_chat(harness, talk.chat_id))
    shown = [one for one in calls if set(HIDDEN_LETTERS) & set(json.dumps(one, ensure_ascii=False))]
    assert len(shown) == 3, "each flip in the one edit that shows it"
    assert all("👀" in json.dumps(asked, ensure_ascii=False) for asked, _ in shown)
    left = json.dumps([talk.chat.messages], ensure_ascii=False, default=repr)
    for letter in HIDDEN_LETTERS:
        assert letter not in left
        assert f'"{letter}Y"'.encode() not in waiting
        assert f'"{letter}B"'.encode() not in waiting


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
    harness: BotHarness, talk: ChatSession, worker: RevealWorker
) -> None:
    message = await worker.reveal_two_cards(talk)
    assert worker.card_reveals.can_edit_message(talk.chat_id, message)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS / 2)
    both = await edit_in_two_more_cards(worker, talk.chat_id, message)
    assert picture_of_message(harness, talk.chat.messages[message]) == both
    assert await turned_down(worker, REVEAL_SECONDS / 2) == 0, "when the first were due the second are to be seen still"
    assert await turned_down(worker, REVEAL_SECONDS / 2) == 1
    state = flip_cards(flip_cards(GAME, 1, 3)[0], 5, 6)[0]
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(state))
    assert not worker.card_reveals.has_face_up_cards(talk.chat_id, message)
    assert await turned_down(worker, DAY) == 0


async def test_what_was_due_as_the_next_cards_were_shown_hides_nothing_of_them(
    harness: BotHarness,
    talk: ChatSession,
    worker: RevealWorker,
    redis_without_reveals: Redis,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever turns down has claimed the first cards by then, and comes after those who show the second."""
    message = await worker.reveal_two_cards(talk)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    schedule = Schedule(redis_without_reveals, keys.card_reveals)
    claimed = await schedule.claim_due_entries(worker.clock.now.timestamp(), 9)
    await edit_in_two_more_cards(worker, talk.chat_id, message)
    before = harness.last_call_number

    async def due(*_: object) -> list[bytes]:
        return claimed

    with monkeypatch.context() as patched:
        patched.setattr(Schedule, "claim_due_entries", due)
        assert await turned_down(worker) == 1
    assert not harness.playground.journal.find_entries("editMessageMedia", after=before)


@pytest.fixture
def debug_log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, logger="bot")
    return caplog


def assert_hides(log: pytest.LogCaptureFixture) -> None:
    assert not set(HIDDEN_LETTERS) & set(log.text)


async def flip_twice(talk: ChatSession, told: int) -> None:
    """Two turns, of which the bot manages to send so many messages; the last one shows its cards."""
    await talk.start_watching()
    talk.say(KIRAZ, "/ac 1 3")
    talk.say(LIMON, "/ac 5 6")
    await wait_picture_edits(talk, (await talk.wait_messages(told))[-1], 1)


REFUSED = [
    (Fault(kind="error", method="sendPhoto", status=403, description="Forbidden: bot was kicked"), 1),
    (Fault(kind="error", method="editMessageMedia", status=400, description="Bad Request: can't be edited"), 2),
]


@pytest.mark.parametrize(("fault", "told"), REFUSED, ids=["no message", "no edit"])
async def test_a_refusal_of_telegram_is_logged_without_letters(
    harness: BotHarness, debug_log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, fault: Fault, told: int
) -> None:
    monkeypatch.setattr("bot.announce.reminders._FIRST_SECONDS", 0.0)
    talk = await harness.new_group()
    await talk.put_table(GAME)
    harness.playground.faults.add_fault(msgspec.structs.replace(fault, chat_id=talk.chat_id))
    await flip_twice(talk, told)
    assert "a chat cannot be told" in debug_log.text
    assert str(talk.chat_id) not in debug_log.text
    assert_hides(debug_log)


@pytest.mark.parametrize(
    "part", [(DrawingThread, "draw_sketch"), (PostComposer, "compose_post")], ids=["the picture", "the words"]
)
async def test_a_fault_of_our_own_is_logged_without_letters(
    harness: BotHarness, debug_log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, part: tuple[type, str]
) -> None:
    owner, name = part
    work, failures = getattr(owner, name), [ZeroDivisionError("it broke")]

    def fails_once(*args: Any, **more: Any) -> Any:
        if failures:
            raise failures.pop()
        return work(*args, **more)

    talk = await harness.new_group()
    await talk.put_table(GAME)
    monkeypatch.setattr(owner, name, fails_once)
    await flip_twice(talk, 1)
    assert "it broke" in debug_log.text
    assert_hides(debug_log)


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda raw: raw[:-1],
    lambda raw: compress_json(decompress_json(raw).replace(b'"position":1', '"position":"Щ"'.encode())),
]


@pytest.mark.parametrize("damage", DAMAGE, ids=["cut short", "a letter where none belongs"])
async def test_a_notice_that_cannot_be_read_is_logged_without_letters(
    harness: BotHarness, debug_log: pytest.LogCaptureFixture, damage: Callable[[bytes], bytes]
) -> None:
    state, event = flip_cards(GAME, 1, 3)
    whole = encode_stored(Notice((event,), group_view(state), table_name(GAME), GAME.ruleset.title))
    assert "Щ" in decompress_json(whole).decode()
    talk = await harness.new_group()
    await talk.put_table(GAME)
    await talk.commit_notices(damage(whole))
    await wait_picture_edits(talk, await talk.say_and_wait(KIRAZ, "/ac 1 3"), 1)
    assert "cannot be read and is put aside" in debug_log.text
    assert_hides(debug_log)


async def test_cards_shown_by_a_process_that_died_are_turned_down_by_another(
    harness: BotHarness, talk: ChatSession, worker: RevealWorker, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    message = await worker.reveal_two_cards(talk)
    second = RevealWorker(harness, other_process_bot, redis_without_reveals, talk)
    second.clock.now = worker.clock.now + timedelta(seconds=REVEAL_SECONDS - 1)
    assert await turned_down(second) == 0
    assert await turned_down(second, 1) == 1
    calls = harness.playground.journal.find_entries("editMessageMedia")[-2:]
    assert [int(call.parameters["message_id"]) for call in calls] == [message, message]
    assert picture_of_message(harness, calls[-1].result) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))
    assert await turned_down(second) == 0


async def test_cards_are_noted_before_they_are_seen_and_seen_for_their_whole_time(
    talk: ChatSession, worker: RevealWorker, redis_without_reveals: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, noted = MessageEdits.edit_photo, list[int]()

    async def slow(edits: MessageEdits, *arguments: Any, **more: Any) -> Any:
        noted.append(await redis_without_reveals.zcard(keys.card_reveals(keys.shard_of(talk.chat_id))))
        worker.clock.now += timedelta(seconds=6)
        return await edit(edits, *arguments, **more)

    monkeypatch.setattr(MessageEdits, "edit_photo", slow)
    await worker.reveal_two_cards(talk)
    assert noted == [1], "a process that dies meanwhile leaves it to be turned down"
    assert await turned_down(worker, REVEAL_SECONDS - 1) == 0
    assert await turned_down(worker, 1) == 1


async def test_cards_whose_showing_got_no_answer_are_shown_again_in_the_same_message(
    harness: BotHarness, talk: ChatSession, worker: RevealWorker
) -> None:
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
    assert await turned_down(worker, REVEAL_SECONDS) == 1


async def test_turning_down_waits_as_long_as_the_server_asks(
    harness: BotHarness, talk: ChatSession, worker: RevealWorker
) -> None:
    await worker.reveal_two_cards(talk)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", method="editMessageMedia", chat_id=talk.chat_id, retry_after=7)
    )
    assert await turned_down(worker, REVEAL_SECONDS) == 1
    assert await turned_down(worker) == 0
    assert await turned_down(worker, 7) == 1
    assert await turned_down(worker) == 0


async def test_cards_that_cannot_be_drawn_are_turned_down_later(
    harness: BotHarness, talk: ChatSession, worker: RevealWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await worker.reveal_two_cards(talk)
    await harness.store.save_photo(talk.scope, "another", "file")
    failures = [ZeroDivisionError("a brush broke")]

    def fail(_: str) -> None:
        if failures:
            raise failures.pop()

    watch_painters(monkeypatch, ("card_strip",), fail)
    assert await turned_down(worker, REVEAL_SECONDS) == 1
    assert await turned_down(worker, LEASE_SECONDS) == 1
    assert picture_of_message(harness, talk.chat.messages[message]) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))
    assert await turned_down(worker) == 0


async def test_a_deleted_message_is_not_tried_again_and_is_no_fault(
    talk: ChatSession, worker: RevealWorker, other_process_bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot.announce.reveals")
    tag = use_log_tags().tag_of(talk.chat_id)
    message = await worker.reveal_two_cards(talk)
    await other_process_bot.delete_message(talk.chat_id, message)
    assert await turned_down(worker, REVEAL_SECONDS) == 1
    assert [record.levelname for record in caplog.records if tag in record.getMessage()] == ["INFO"]
    assert await turned_down(worker, DAY) == 0


async def test_a_group_that_moved_while_cards_were_shown_has_them_turned_down_in_the_old_chat(
    harness: BotHarness, other_process_bot: Bot, redis_without_reveals: Redis
) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await old.put_table(GAME)
    worker = RevealWorker(harness, other_process_bot, redis_without_reveals, old)
    message = await worker.reveal_two_cards(old)
    await harness.store.migrate_chat(old.chat_id, new.chat_id)
    assert await turned_down(worker, REVEAL_SECONDS) == 1
    hidden = harness.playground.journal.find_entries("editMessageMedia")[-1]
    assert (hidden.parameters["chat_id"], hidden.parameters["message_id"]) == (str(old.chat_id), str(message))
    assert picture_of_message(harness, hidden.result) == draw_table(group_view(flip_cards(GAME, 1, 3)[0]))


async def test_an_old_chat_that_takes_no_edit_is_asked_once(
    talk: ChatSession, worker: RevealWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    await worker.reveal_two_cards(talk)
    asked: list[int] = []

    async def refuse(*_: object, chat_id: int, **__: object) -> None:
        asked.append(chat_id)
        raise ChatMigrated(-100888)

    monkeypatch.setattr(Bot, "edit_message_media", refuse)
    for _ in range(2):
        worker.clock.now += timedelta(days=1)
        await worker.card_reveals.turn_down_due()
    assert asked == [talk.chat_id]


async def test_where_photos_are_not_allowed_the_cards_are_shown_as_text_and_turned_down(
    harness: BotHarness, talk: ChatSession, worker: RevealWorker
) -> None:
    denied = "Bad Request: not enough rights to send photos to the chat"
    harness.playground.faults.add_fault(
        Fault(kind="error", method="sendPhoto", chat_id=talk.chat_id, status=400, description=denied)
    )
    await worker.reveal_two_cards(talk)
    worker.clock.now += timedelta(seconds=REVEAL_SECONDS)
    await worker.card_reveals.turn_down_due()
    shown, hidden = harness.playground.journal.find_entries("editMessageText")[-2:]
    assert "ЩY" in shown.parameters["text"]
    assert (
        harness.texts.plain("tr", "klepka-look", cards="1 Щ · 3 Ф", seconds=REVEAL_SECONDS) in shown.parameters["text"]
    )
    assert "ЩY" not in hidden.parameters["text"]


async def test_an_entry_that_cannot_be_read_is_dropped_and_the_others_are_turned_down(
    talk: ChatSession, worker: RevealWorker, redis_without_reveals: Redis
) -> None:
    await Schedule(redis_without_reveals, keys.card_reveals).schedule_entry(talk.chat_id, b"{}", 0.0)
    await worker.reveal_two_cards(talk)
    assert await turned_down(worker, REVEAL_SECONDS) == 2
    assert await turned_down(worker, DAY) == 0
