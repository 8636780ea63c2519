"""Cards turned up are shown in one message for ten seconds, and nowhere else: neither in text nor in what is kept."""

import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, NetworkError, TelegramError

from bot.announce.klepka import KlepkaWording
from bot.announce.reveal import SHOWN_SECONDS
from bot.playground import DEFAULT_TOKEN
from bot.playground.faults import Fault
from bot.request import AiohttpRequest
from bot.store import keys
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.retention import LEASE_SECONDS
from bot.store.shown import Shown
from engine.klepka.view import with_revealed
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.klepka_chats import edits, klepka, picture, said
from tests.support.painters import watch
from tests.support.reveals import GAME, HIDDEN, Worker, drawn, seen, turned_up

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def redis_of_house(redis_server: EmbeddedRedis) -> AsyncIterator[Redis]:
    async with connect(redis_server.url) as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def lone(redis_of_house: Redis) -> Redis:
    """The house's Redis, where nothing waits to be turned down."""
    await redis_of_house.delete(*(keys.shown(shard) for shard in range(keys.SHARDS)))
    return redis_of_house


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def other(house: House) -> AsyncIterator[Bot]:
    """The bot's account as another process has it."""
    async with Bot(DEFAULT_TOKEN, base_url=f"{house.playground.api_url}/bot", request=AiohttpRequest()) as bot:
        yield bot


async def kept(redis: Any) -> bytes:
    """All that waits to be told or to be turned down."""
    found = b""
    for shard in range(keys.SHARDS):
        found += b"".join(await redis.zrange(keys.shown(shard), 0, -1))
        for _, fields in await redis.xrange(keys.outbox(shard)):
            found += b"".join(fields.values())
    return found


async def test_one_message_shows_the_cards_and_is_edited_face_down_after_ten_seconds(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 3")
    (shown,) = await edits(talk, sent, 1)
    state, event = turned_up(GAME, 1, 3)
    assert picture(house, sent.message) == drawn(seen(state))
    assert picture(house, shown.result) == drawn(with_revealed(seen(state), event))
    assert talk.plain("klepka-look", seconds=SHOWN_SECONDS) in shown.result["caption"]
    await house.pass_time(SHOWN_SECONDS - 1)
    await talk.ask(LIMON, "/skor")
    assert len(await edits(talk, sent, 1)) == 1
    await house.pass_time(1)
    _, hidden = await edits(talk, sent, 2)
    assert picture(house, hidden.result) == drawn(seen(state))
    assert hidden.result["caption"] == sent.text


async def test_while_there_are_cards_to_remember_no_buttons_push_the_picture_away(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 3")
    (shown,) = await edits(talk, sent, 1)
    assert "reply_markup" not in sent.message
    assert "reply_markup" not in shown.result
    await house.pass_time(SHOWN_SECONDS)
    _, hidden = await edits(talk, sent, 2)
    labels = [button["text"] for row in hidden.result["reply_markup"]["inline_keyboard"] for button in row]
    assert labels == ["1", "2", "3", "4", "5", "6", "7", "8"]


async def test_cards_that_are_all_taken_are_nothing_to_remember(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 8")
    (shown,) = await edits(talk, sent, 1)
    assert shown.result["caption"] == sent.text
    assert shown.result["reply_markup"] == sent.message["reply_markup"]
    # Tests of other processes begin with nothing left to be turned down.
    await house.pass_time(SHOWN_SECONDS)
    await edits(talk, sent, 2)


async def test_an_older_message_is_turned_down_without_its_buttons(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    first = await talk.ask(KIRAZ, "/ac 1 3")
    second = await talk.ask(LIMON, "/ac 5 6")
    await edits(talk, second, 1)
    await house.pass_time(SHOWN_SECONDS)
    _, hidden = await edits(talk, first, 2)
    assert "reply_markup" not in hidden.result
    _, newest = await edits(talk, second, 2)
    assert "reply_markup" in newest.result


async def test_no_letter_of_the_table_stands_in_any_text_nor_in_what_is_kept(
    house: House, redis_of_house: Redis
) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    for person, positions in ((KIRAZ, "1 2"), (LIMON, "3 5"), (KIRAZ, "7 8")):
        sent = await talk.ask(person, f"/ac {positions}")
        await edits(talk, sent, 1)
        for asked in ("/tahta", "/tahta metin", "/skor", "/torba"):
            await talk.ask(person, asked)
    waiting = await kept(redis_of_house)
    assert waiting
    for letter in HIDDEN:
        assert letter not in said(house, talk.id)
        assert f'"{letter}Y"'.encode() not in waiting
        assert f'"{letter}B"'.encode() not in waiting


async def test_letters_that_are_taken_are_public(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 8")
    assert talk.html("klepka-taken", cards="Щ🟨 Щ🟨", positions="1, 8") in sent.html
    assert [button["text"] for button in sent.buttons][:3] == ["·", "2", "3"]
    # Tests of other processes begin with nothing left to be turned down.
    await edits(talk, sent, 1)
    await house.pass_time(SHOWN_SECONDS)
    await edits(talk, sent, 2)


async def test_cards_shown_by_a_process_that_died_are_turned_down_by_another(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    first = Worker(house, other, lone, talk)
    message = await first.show(talk)
    second = Worker(house, other, lone, talk)
    second.clock.now = first.clock.now + timedelta(seconds=SHOWN_SECONDS - 1)
    assert await second.reveals.turn_down() == 0
    second.clock.now += timedelta(seconds=1)
    assert await second.reveals.turn_down() == 1
    calls = house.playground.journal.entries("editMessageMedia")[-2:]
    assert [int(call.parameters["message_id"]) for call in calls] == [message, message]
    assert picture(house, calls[-1].result) == drawn(seen(turned_up(GAME, 1, 3)[0]))
    assert await second.reveals.turn_down() == 0


async def test_a_process_that_dies_before_the_cards_are_seen_leaves_none_to_see(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    house.playground.faults.add(Fault(kind="close", method="editMessageMedia", chat_id=talk.id))
    with pytest.raises(NetworkError):
        await worker.show(talk)
    again = Worker(house, other, lone, talk)
    again.clock.now = worker.clock.now + timedelta(seconds=SHOWN_SECONDS)
    assert await again.reveals.turn_down() == 1


async def test_cards_whose_showing_got_no_answer_are_shown_again_in_the_same_message(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    house.playground.faults.add(Fault(kind="error", method="editMessageMedia", chat_id=talk.id, after=True))
    before = house.calls
    with pytest.raises(NetworkError):
        await worker.show(talk)
    message = await worker.show(talk)
    calls = [call for call in house.playground.journal.entries(after=before) if call.method != "getUpdates"]
    assert sum(call.method == "sendPhoto" for call in calls) == 1
    edited = [int(call.parameters["message_id"]) for call in calls if call.method == "editMessageMedia"]
    assert edited == [message] * 2
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 1


async def test_turning_down_waits_as_long_as_the_server_asks(house: House, other: Bot, lone: Redis) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    await worker.show(talk)
    house.playground.faults.add(Fault(kind="retry_after", method="editMessageMedia", chat_id=talk.id, retry_after=7))
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 1
    assert await worker.reveals.turn_down() == 0
    worker.clock.now += timedelta(seconds=7)
    assert await worker.reveals.turn_down() == 1
    assert await worker.reveals.turn_down() == 0


async def test_cards_that_cannot_be_drawn_are_turned_down_later(
    house: House, other: Bot, lone: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    message = await worker.show(talk)
    await house.store.set_photo(talk.scope, "another", "file")
    failures = [ZeroDivisionError("a brush broke")]

    def fail(_: str) -> None:
        if failures:
            raise failures.pop()

    watch(monkeypatch, ("cards",), fail)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 1
    worker.clock.now += timedelta(seconds=LEASE_SECONDS)
    assert await worker.reveals.turn_down() == 1
    assert picture(house, talk.chat.messages[message]) == drawn(seen(turned_up(GAME, 1, 3)[0]))
    assert await worker.reveals.turn_down() == 0


async def test_a_deleted_message_is_not_tried_again_and_is_no_fault(
    house: House, other: Bot, lone: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot.announce.reveal")
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    message = await worker.show(talk)
    await other.delete_message(talk.id, message)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 1
    assert [record.levelname for record in caplog.records if str(talk.id) in record.getMessage()] == ["INFO"]
    worker.clock.now += timedelta(days=1)
    assert await worker.reveals.turn_down() == 0


async def test_a_group_that_moved_while_cards_were_shown_has_them_turned_down_in_the_old_chat(
    house: House, other: Bot, lone: Redis
) -> None:
    old, new = await house.group(), await house.group()
    await old.deal(GAME)
    worker = Worker(house, other, lone, old)
    message = await worker.show(old)
    await house.store.move(old.id, new.id)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 1
    hidden = house.playground.journal.entries("editMessageMedia")[-1]
    assert (hidden.parameters["chat_id"], hidden.parameters["message_id"]) == (str(old.id), str(message))
    assert picture(house, hidden.result) == drawn(seen(turned_up(GAME, 1, 3)[0]))


@pytest.mark.parametrize(
    "answer", [ChatMigrated(-100888), BadRequest("Group chat was upgraded to a supergroup chat")], ids=repr
)
async def test_an_old_chat_that_takes_no_edit_is_asked_once(
    house: House, other: Bot, lone: Redis, monkeypatch: pytest.MonkeyPatch, answer: TelegramError
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    await worker.show(talk)
    asked: list[int] = []

    async def refuse(*_: object, chat_id: int, **__: object) -> None:
        asked.append(chat_id)
        raise answer

    monkeypatch.setattr(Bot, "edit_message_media", refuse)
    for _ in range(2):
        worker.clock.now += timedelta(days=1)
        await worker.reveals.turn_down()
    assert asked == [talk.id]


async def test_where_photos_are_not_allowed_the_cards_are_shown_as_text_and_turned_down(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    denied = "Bad Request: not enough rights to send photos to the chat"
    house.playground.faults.add(
        Fault(kind="error", method="sendPhoto", chat_id=talk.id, status=400, description=denied)
    )
    await worker.show(talk)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    await worker.reveals.turn_down()
    shown, hidden = house.playground.journal.entries("editMessageText")[-2:]
    assert "ЩY" in shown.parameters["text"]
    assert KlepkaWording(house.texts, "tr").look(SHOWN_SECONDS) in shown.parameters["text"]
    assert "ЩY" not in hidden.parameters["text"]


async def test_what_two_turns_revealed_is_never_put_into_one_message(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    house.playground.faults.add(Fault(kind="retry_after", method="sendPhoto", chat_id=talk.id, retry_after=1))
    talk.mark()
    talk.say(KIRAZ, "/ac 1 3")
    while (await klepka(talk)).turn == 0:
        pass
    talk.say(LIMON, "/ac 5 6")
    while (await klepka(talk)).turn == 1:
        pass
    journal = house.playground.journal
    await journal.wait("editMessageMedia", after=house.calls, count=2)
    photos = [
        call
        for call in journal.entries("sendPhoto")
        if str(call.parameters["chat_id"]) == str(talk.id) and call.status == 200
    ]
    assert ["1, 3" in call.parameters["caption"] for call in photos] == [True, False]
    assert ["5, 6" in call.parameters["caption"] for call in photos] == [False, True]


async def test_an_entry_that_cannot_be_read_is_dropped_and_the_others_are_turned_down(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    await Shown(lone).put(talk.id, b"{}", 0.0)
    await worker.show(talk)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 2
    worker.clock.now += timedelta(days=1)
    assert await worker.reveals.turn_down() == 0
