"""Cards that were shown are turned face down whatever dies, is deleted, refused, moved or cannot be read."""

import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.announce.reveal import Reveals
from bot.announce.showing import Showing
from bot.families.klepka.moments import SHOWN_SECONDS
from bot.families.klepka.wording import Wording
from bot.outcomes import Unreachable
from bot.playground import DEFAULT_TOKEN
from bot.playground.faults import Fault
from bot.store import keys
from bot.store.retention import LEASE_SECONDS
from bot.store.reveals import OpenReveals
from bot.telegram.gateway import Gateway
from bot.telegram.transport import AiohttpRequest
from bot.wording.speaker import Speaker
from engine.klepka.view import with_revealed
from tests.support.chats import KIRAZ, House
from tests.support.klepka_chats import picture
from tests.support.painters import watch
from tests.support.reveals import GAME, Worker, drawn, seen, turned_up

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def lone(redis_of_house: Redis) -> Redis:
    """The house's Redis, where nothing waits to be turned face down."""
    await redis_of_house.delete(*(keys.reveals(shard) for shard in range(keys.SHARDS)))
    return redis_of_house


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def other(house: House) -> AsyncIterator[Bot]:
    """The bot's account as another process has it."""
    async with Bot(DEFAULT_TOKEN, base_url=f"{house.playground.api_url}/bot", request=AiohttpRequest()) as bot:
        yield bot


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
    with pytest.raises(Unreachable):
        await worker.show(talk)
    again = Worker(house, other, lone, talk)
    again.clock.now = worker.clock.now + timedelta(seconds=SHOWN_SECONDS)
    assert await again.reveals.turn_down() == 1


async def test_cards_are_noted_before_they_are_seen_and_seen_for_their_whole_time(
    house: House, other: Bot, lone: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    edit, noted = Gateway.edit_photo, list[int]()

    async def slow(gateway: Gateway, *arguments: Any, **more: Any) -> Any:
        noted.append(await lone.zcard(keys.reveals(keys.shard_of(talk.id))))
        worker.clock.now += timedelta(seconds=6)
        return await edit(gateway, *arguments, **more)

    monkeypatch.setattr(Gateway, "edit_photo", slow)
    await worker.show(talk)
    assert noted == [1], "a process that dies meanwhile leaves it to be turned down"
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS - 1)
    assert await worker.reveals.turn_down() == 0
    worker.clock.now += timedelta(seconds=1)
    assert await worker.reveals.turn_down() == 1


async def test_cards_whose_showing_got_no_answer_are_shown_again_in_the_same_message(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    house.playground.faults.add(Fault(kind="error", method="editMessageMedia", chat_id=talk.id, after=True))
    before = house.calls
    with pytest.raises(Unreachable):
        await worker.show(talk)
    message = await worker.show(talk)
    calls = [call for call in house.playground.journal.entries(after=before) if call.method != "getUpdates"]
    assert sum(call.method == "sendPhoto" for call in calls) == 1
    edited = [int(call.parameters["message_id"]) for call in calls if call.method == "editMessageMedia"]
    assert edited == [message] * 2
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 1


async def test_of_a_notice_that_is_not_tried_again_no_message_is_remembered(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    house.playground.faults.add(Fault(kind="error", method="editMessageMedia", chat_id=talk.id))
    before = house.calls
    with pytest.raises(Unreachable):
        await worker.show(talk)
    worker.reveals.forget(["1-0"])
    await worker.show(talk)
    sent = house.playground.journal.entries("sendPhoto", after=before)
    assert [str(call.parameters["chat_id"]) for call in sent] == [str(talk.id)] * 2


async def test_a_notice_that_is_put_aside_leaves_nothing_behind(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    asked: list[Reveals] = []

    async def fail(reveals: Reveals, *_: object, **__: object) -> None:
        asked.append(reveals)
        raise ArithmeticError

    await talk.mark()
    with monkeypatch.context() as patched:
        patched.setattr(Reveals, "_edit", fail)
        talk.say(KIRAZ, "/flip 1 3")
        await house.quiet()
    assert "which is put aside" in caplog.text
    assert [reveals._placed for reveals in asked] == [{}] * len(asked) != []  # noqa: SLF001 - nothing else shows what it remembers


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


async def test_a_fault_over_one_message_does_not_end_the_loop_for_all(
    house: House, other: Bot, lone: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    message = await worker.show(talk)

    async def fail(_: Any) -> None:
        raise KeyError("photo")

    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "post", fail)
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
    old, new = await house.group(basic=True), await house.group()
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
    assert Wording(Speaker(house.texts, "tr")).look(SHOWN_SECONDS) in shown.parameters["text"]
    assert "ЩY" not in hidden.parameters["text"]


async def test_an_entry_that_cannot_be_read_is_dropped_and_the_others_are_turned_down(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    await OpenReveals(lone).put(talk.id, b"{}", 0.0)
    await worker.show(talk)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    assert await worker.reveals.turn_down() == 2
    worker.clock.now += timedelta(days=1)
    assert await worker.reveals.turn_down() == 0


async def put_there(worker: Worker, chat: int, message: int) -> bytes:
    """Two more cards in a message that shows two; its picture while they are face up."""
    state, first = turned_up(GAME, 1, 3)
    state, second = turned_up(state, 5, 6)
    showing = Showing(chat, None, message, "next", seen(state), GAME.ruleset.title, "aabbccdd", "tr", photo=True)
    await worker.reveals.show_there(showing, [second], mixed=False)
    return drawn(with_revealed(seen(state), (*first.cards, *second.cards)))


async def test_a_message_that_shows_the_next_cards_too_is_turned_down_once_and_to_the_newer_table(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    message = await worker.show(talk)
    assert worker.reveals.stands(talk.id, message)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS / 2)
    both = await put_there(worker, talk.id, message)
    assert picture(house, talk.chat.messages[message]) == both
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS / 2)
    assert await worker.reveals.turn_down() == 0, "when the first were due the second are to be seen still"
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS / 2)
    assert await worker.reveals.turn_down() == 1
    state = turned_up(turned_up(GAME, 1, 3)[0], 5, 6)[0]
    assert picture(house, talk.chat.messages[message]) == drawn(seen(state))
    assert not worker.reveals.is_open(talk.id, message)
    worker.clock.now += timedelta(days=1)
    assert await worker.reveals.turn_down() == 0


async def test_what_was_due_as_the_next_cards_were_shown_hides_nothing_of_them(
    house: House, other: Bot, lone: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever turns down has claimed the first cards by then, and comes after those who show the second."""
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    message = await worker.show(talk)
    worker.clock.now += timedelta(seconds=SHOWN_SECONDS)
    claimed = await OpenReveals(lone).due(worker.clock.now.timestamp(), 9)
    await put_there(worker, talk.id, message)
    before = house.calls

    async def due(*_: object) -> list[bytes]:
        return claimed

    with monkeypatch.context() as patched:
        patched.setattr(OpenReveals, "due", due)
        assert await worker.reveals.turn_down() == 1
    assert not house.playground.journal.entries("editMessageMedia", after=before)


async def test_the_next_cards_whose_showing_fails_are_turned_down_like_the_first_by_whoever_is_left(
    house: House, other: Bot, lone: Redis
) -> None:
    talk = await house.group()
    first = Worker(house, other, lone, talk)
    message = await first.show(talk)
    house.playground.faults.add(Fault(kind="error", method="editMessageMedia", chat_id=talk.id, after=True))
    with pytest.raises(Unreachable):
        await put_there(first, talk.id, message)
    second = Worker(house, other, lone, talk)
    second.clock.now = first.clock.now + timedelta(seconds=SHOWN_SECONDS)
    assert await second.reveals.turn_down() == 1
    state = turned_up(turned_up(GAME, 1, 3)[0], 5, 6)[0]
    assert picture(house, talk.chat.messages[message]) == drawn(seen(state))


async def test_a_message_that_another_process_sent_is_let_be(house: House, other: Bot, lone: Redis) -> None:
    talk = await house.group()
    message = await Worker(house, other, lone, talk).show(talk)
    worker = Worker(house, other, lone, talk)
    assert not worker.reveals.stands(talk.id, message)
    worker.clock.now += timedelta(days=1)
    assert await worker.reveals.turn_down() == 1


async def test_what_was_shuffled_since_is_not_to_be_seen_any_more(house: House, other: Bot, lone: Redis) -> None:
    talk = await house.group()
    worker = Worker(house, other, lone, talk)
    message = await worker.show(talk)
    state = turned_up(GAME, 1, 3)[0]
    showing = Showing(talk.id, None, message, "next", seen(state), GAME.ruleset.title, "aabbccdd", "tr", photo=True)
    await worker.reveals.show_there(showing, [], mixed=True)
    assert picture(house, talk.chat.messages[message]) == drawn(seen(state))
    worker.clock.now += timedelta(days=1)
    assert await worker.reveals.turn_down() == 0
