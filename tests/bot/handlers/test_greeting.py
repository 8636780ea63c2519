"""Groups are greeted as they are: where pictures or text are forbidden, with topics, in slow mode, once upgraded."""

from collections.abc import Callable

import pytest

from bot.playground.state.chats import Chat, Json
from bot.store import keys
from tests.support.chat_harness import KIRAZ, PEOPLE, BotHarness, ChatSession
from tests.support.chat_steps import migrate_group, visible_bot_messages
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def join_group(harness: BotHarness, prepare: Callable[[Chat], None]) -> ChatSession:
    """A group to which the bot is added as a plain member; `prepare` says what is so there before."""
    world = harness.playground.world
    world.privacy = True
    chat = world.add_group("Masa", PEOPLE)
    world.privacy = False
    prepare(chat)
    await harness.wait_until_idle()
    return ChatSession(harness, chat, "tr")


def buttons(message: Json) -> list[str | None]:
    return [button.get("callback_data") for row in message["reply_markup"]["inline_keyboard"] for button in row]


def forbid_photos(chat: Chat) -> None:
    chat.may_send_photos = False


def forbid_all(chat: Chat) -> None:
    chat.may_send_photos = chat.may_send_text = False


def slow_down(chat: Chat) -> None:
    chat.has_slow_mode = True


def open_topics(chat: Chat) -> None:
    chat.is_forum = True


def close_general_topic(chat: Chat) -> None:
    chat.is_forum = True
    chat.closed_topics.add(1)


async def test_where_pictures_are_forbidden_words_greet_with_the_same_buttons(harness: BotHarness) -> None:
    talk = await join_group(harness, forbid_photos)
    (greeting,) = visible_bot_messages(talk)
    assert greeting["text"].startswith(talk.text_plain("greeting-group-member", bot="@harfiyen_bot"))
    assert buttons(greeting) == ["open:", None, "guide:"]


@pytest.mark.parametrize("prepare", [open_topics, slow_down])
async def test_a_group_with_topics_or_slow_mode_is_greeted_with_the_picture(
    harness: BotHarness, prepare: Callable[[Chat], None]
) -> None:
    talk = await join_group(harness, prepare)
    (greeting,) = visible_bot_messages(talk)
    assert "photo" in greeting
    assert "message_thread_id" not in greeting, "in the general topic"
    assert buttons(greeting) == ["open:", None, "guide:"]


@pytest.mark.parametrize("prepare", [forbid_all, close_general_topic])
async def test_a_group_that_cannot_be_greeted_waits_for_nothing(
    harness: BotHarness, prepare: Callable[[Chat], None]
) -> None:
    talk = await join_group(harness, prepare)
    assert visible_bot_messages(talk) == []
    assert await harness.redis.xlen(keys.dead_letters(keys.shard_of(talk.chat_id))) == 0
    talk.chat.may_send_text, talk.chat.closed_topics = True, set()
    talk.watch_from_start()
    talk.say(KIRAZ, "/start@harfiyen_bot")
    await harness.wait_until_idle()
    assert [buttons(one) for one in visible_bot_messages(talk)] == [["open:", None, "guide:"]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_greeting_fits_a_phone(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    greeting = await talk.say_and_wait(KIRAZ, "/start")
    assert len(greeting.text) <= 320
    assert max(len(button["text"]) for button in greeting.buttons) <= 28


async def test_a_supergroup_that_was_greeted_as_a_group_today_is_not_greeted_again(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await harness.redis.delete(keys.greeting(new.chat_id))
    await migrate_group(old, new)
    world = harness.playground.world
    world.set_bot_status(new.chat, "left")
    world.set_bot_status(new.chat, "administrator")
    await new.check_silence(KIRAZ)
