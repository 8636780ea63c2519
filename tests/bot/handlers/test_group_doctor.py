"""/doktor: what the bot cannot do in a group, told to administrators, with what they can do about it."""

from typing import Any

import pytest
from telegram import ChatFullInfo, ChatMember, ChatPermissions

from bot.handlers.group_doctor import find_problems
from bot.playground.chats import SLOW_MODE_SECONDS
from bot.store.keys import Scope
from bot.telegram.server_features import OwnStanding
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

EVERYTHING = ("no-photos", "slow-mode", "privacy-mode", "no-pins", "other-topic")


def report(talk: ChatSession, *problems: str) -> str:
    arguments = {
        "bot": f"@{talk.harness.playground.world.username}",
        "time": talk.text_plain("unit-second", count=SLOW_MODE_SECONDS),
    }
    lines = [talk.text_html(f"doctor-{one}", **arguments) for one in problems]
    return "\n".join([talk.text_html("doctor-head"), *lines])


async def ask(talk: ChatSession, *, thread: int | None = None, status: str = "administrator") -> SentMessage:
    await talk.start_watching()
    name = talk.harness.playground.world.username
    command = f"/doktor@{name}" if status == "member" else "/doktor"
    talk.harness.playground.world.write_as_person(KIRAZ, talk.chat_id, command, thread=thread)
    return (await talk.wait_messages())[0]


async def in_private(harness: BotHarness, talk: ChatSession) -> str:
    await harness.wait_until_idle()
    told = [call for call in harness.playground.journal.find_entries("sendMessage") if call.status == 200]
    assert told[-1].result["chat"]["id"] == KIRAZ
    heading, _, text = told[-1].parameters["text"].partition("\n")
    assert str(talk.chat.title) in heading
    return str(text)


async def test_where_nothing_is_missing_that_is_said(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    assert (await ask(talk)).html == talk.text_html("doctor-good")
    refused = await talk.say_and_wait(LIMON, "/doktor")
    assert refused.html == harness.texts.html("tr", "refusal-admins-only"), "members are told nothing"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_that_is_missing_is_told_with_its_remedy(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language, status="member")
    harness.playground.world.privacy = True
    talk.chat.may_send_photos, talk.chat.has_slow_mode = False, True
    talk.chat.sent_at = 0.0  # it may write once
    await harness.store.save_setting(talk.scope, "boards", "pin")
    await harness.store.save_setting(talk.scope, "topics", "77")
    try:
        answer = await ask(talk, status="member")
    finally:
        harness.playground.world.privacy = False
    assert answer.html == report(talk, *EVERYTHING)
    assert len(answer.text) < 1000, "it is read on a phone"


@pytest.mark.parametrize("version", ["10.0", "10.5"])
async def test_in_a_closed_topic_the_administrator_is_told_in_private(harness: BotHarness, version: str) -> None:
    harness.switch_server_version(version)
    talk = await harness.new_group()
    await harness.private_chat(KIRAZ)
    world = harness.playground.world
    world.set_forum(talk.chat, on=True)
    closed, other = (world.add_topic(KIRAZ, talk.chat, name) for name in ("Eski", "Yeni"))
    talk.chat.closed_topics.add(closed)
    talk.chat.can_manage_topics = False
    await harness.wait_until_idle()
    world.write_as_person(KIRAZ, talk.chat_id, "/doktor", thread=closed)
    assert await in_private(harness, talk) == report(talk, "topic-closed")
    answer = await ask(talk, thread=other)
    assert answer.html == talk.text_html("doctor-good")
    assert Scope(talk.chat_id, other) == Scope(talk.chat_id, answer.message["message_thread_id"])


async def test_where_it_may_not_write_the_administrator_is_told_in_private(harness: BotHarness) -> None:
    talk = await harness.new_group("uk", status="member")
    await harness.private_chat(KIRAZ, "uk")
    talk.chat.may_send_text = False
    talk.say(KIRAZ, f"/doktor@{harness.playground.world.username}")
    assert await in_private(harness, talk) == report(talk, "no-text")


def standing(status: str, *, hears_all: bool = True, permissions: dict[str, bool] | None = None, **more: Any) -> Any:
    """What Telegram says of the bot; what is not named is permitted."""
    user = {"id": 7, "is_bot": True, "first_name": "Harfiyen"}
    named = dict.fromkeys(ChatPermissions.all_permissions().to_dict(), True)
    chat = {"id": -5, "type": "supergroup", "title": "Masa", "accent_color_id": 0, "max_reaction_count": 1}
    accepted = dict.fromkeys(("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription"), False)
    chat |= {"accepted_gift_types": {**accepted, "gifts_from_channels": False}}
    chat |= {"permissions": named | (permissions or {})}
    member = {"status": status, "user": user, **({"until_date": 0, **named} if status == "restricted" else {}), **more}
    found, own = ChatFullInfo.de_json(chat), ChatMember.de_json(member)
    return OwnStanding(found, own, hears_all=hears_all)


@pytest.mark.parametrize(
    ("found", "problems"),
    [
        (standing("member"), []),
        (standing("member", hears_all=False), ["privacy-mode"]),
        (standing("member", permissions={"can_pin_messages": False}), ["no-pins"]),
        (standing("restricted", is_member=True, can_send_messages=False), ["no-text"]),
        (standing("restricted", is_member=True, can_send_photos=False), ["no-photos"]),
    ],
)
async def test_what_binds_the_bot_alone_is_found_as_what_binds_all(found: OwnStanding, problems: list[str]) -> None:
    assert [*find_problems(found, {"boards": "pin"}, None)] == [f"doctor-{one}" for one in problems]


async def test_only_topics_that_are_not_chosen_are_told_of() -> None:
    chosen = {"topics": "0,77"}
    assert [[*find_problems(standing("member"), chosen, topic)] for topic in (None, 77)] == [[], []]
    assert [*find_problems(standing("member"), chosen, 78)] == ["doctor-other-topic"]
