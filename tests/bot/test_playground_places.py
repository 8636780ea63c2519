"""Groups, topics, rights, commands, edits and keyboards of the playground, asked over plain HTTP."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.playground import Playground
from tests.support.calls import GROUP, KIRAZ, LIMON, NANE, Calls, buttons, png
from tests.support.calls import calls as served


@pytest.fixture
async def calls() -> AsyncIterator[Calls]:
    async with served() as made:
        yield made


@pytest.fixture
async def forum(calls: Calls) -> int:
    """A topic in the group, which has topics now."""
    await calls.switch_group(forum=True)
    topic = await calls.post(f"/page/groups/{GROUP}/topics", person=KIRAZ, name="Oyunlar")
    return int(topic["message_thread_id"])


async def test_the_version_is_an_option_and_a_switch() -> None:
    async with served(server="10.2") as calls:
        assert (await (await calls.session.get("/control/server")).json())["version"] == "10.2"
        async with calls.page(KIRAZ) as kiraz:
            met = list[str]()
            calls.playground.world.on_version = lambda: met.append(calls.playground.world.server.version)
            await calls.post("/page/server", version="10.0")
            assert (await kiraz.until("server"))["server"]["version"] == "10.0"
            await calls.post("/page/server", version="10.0", inline=False)
            assert met == ["10.0"]
    with pytest.raises(ValueError, match=r"10\.0, 10\.2, 10\.3, 10\.4, not 9\.9"):
        Playground(server="9.9")


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/control/server", {"version": "10.1"}, "10.1"),
        ("/control/server", {"vesrion": "10.0"}, "no switch vesrion"),
        ("/control/server", {"inline": "yes"}, "true or false"),
        (f"/control/groups/{GROUP}", {"status": "creator"}, "status"),
        ("/control/groups/-5", {"forum": True}, "no such group"),
        (f"/control/groups/{GROUP}/topics", {"person": KIRAZ, "name": "x"}, "topics"),
        (f"/page/people/{KIRAZ}/language", {"language": "de"}, "tr, en, uk"),
    ],
)
async def test_a_switch_that_does_not_exist_is_refused(calls: Calls, path: str, body: dict[str, Any], why: str) -> None:
    assert why in await calls.fails(path, **body)


async def test_a_topic_is_named_in_its_messages_and_by_the_bot(calls: Calls, forum: int) -> None:
    opened = (await calls.updates("message"))[0]
    assert (opened["message_id"], opened["forum_topic_created"]["name"]) == (forum, "Oyunlar")
    assert opened["chat"]["is_forum"]
    await calls.post(f"/page/people/{LIMON}/messages", chat_id=GROUP, text="Selam", thread=forum)
    await calls.post(f"/page/people/{LIMON}/messages", chat_id=GROUP, text="Genel")
    there, general = await calls.updates("message")
    assert (there["message_thread_id"], there["is_topic_message"]) == (forum, True)
    assert there["reply_to_message"]["message_id"] == forum
    assert "message_thread_id" not in general
    sent = await calls.ok("sendMessage", chat_id=GROUP, text="x", message_thread_id=forum)
    assert sent["message_thread_id"] == forum
    answer = {"reply_parameters": {"message_id": there["message_id"]}}
    assert (await calls.ok("sendMessage", chat_id=GROUP, text="x", **answer))["message_thread_id"] == forum
    for unknown in (1, 77):
        why = await calls.refused("sendMessage", chat_id=GROUP, text="x", message_thread_id=unknown)
        assert why == "Bad Request: message thread not found"


async def test_an_ephemeral_message_has_its_topic(calls: Calls, forum: int) -> None:
    sent = await calls.ok("sendMessage", chat_id=GROUP, text="x", receiver_user_id=LIMON, message_thread_id=forum)
    assert (sent["message_thread_id"], sent["message_id"]) == (forum, 0)


async def test_what_stands_in_place_of_a_message_is_in_its_topic_and_names_none(calls: Calls, forum: int) -> None:
    board = await calls.ok(
        "sendMessage", chat_id=GROUP, text="Tahta", message_thread_id=forum, reply_markup=buttons("ben")
    )
    pressed = await calls.press(LIMON, board, "ben")
    alone = {"receiver_user_id": LIMON, "callback_query_id": pressed, "replace_callback_query_message": True}
    body = {"chat_id": GROUP, "text": "x", "ephemeral_message_parameters": alone}
    async with calls.page(LIMON) as limon:
        sent = await calls.ok("sendMessage", **body)
        assert sent["message_thread_id"] == forum
        assert (await limon.until("ephemeral"))["replaces"] == board["message_id"]
        for more in ({"message_thread_id": forum}, {"reply_parameters": {"message_id": board["message_id"]}}):
            await calls.ok("sendMessage", **body, **more)
            told = await limon.until("ephemeral")
            assert (told["replaces"], told["message"]["message_thread_id"]) == (None, forum)
    assert told["message"]["reply_to_message"]["message_id"] == board["message_id"]


async def test_rights_are_told_and_held(calls: Calls) -> None:
    foreign = calls.playground.world.say(LIMON, GROUP, "Selam")["message_id"]
    own = (await calls.ok("sendMessage", chat_id=GROUP, text="x"))["message_id"]
    await calls.updates()
    await calls.switch_group(can_delete=False, can_pin=False)
    (change,) = await calls.updates("my_chat_member")
    assert change["old_chat_member"]["can_delete_messages"]
    assert not change["new_chat_member"]["can_delete_messages"]
    assert "can't be deleted" in await calls.refused("deleteMessage", chat_id=GROUP, message_id=foreign)
    assert "not enough rights" in await calls.refused("pinChatMessage", chat_id=GROUP, message_id=own)
    await calls.switch_group(can_delete=True, can_pin=True)
    assert await calls.ok("deleteMessage", chat_id=GROUP, message_id=foreign)
    assert await calls.ok("pinChatMessage", chat_id=GROUP, message_id=own, disable_notification=True)
    assert "not found" in await calls.refused("unpinChatMessage", chat_id=GROUP, message_id=foreign)
    assert await calls.ok("unpinChatMessage", chat_id=GROUP)
    assert "not found" in await calls.refused("unpinChatMessage", chat_id=GROUP)


async def test_a_plain_member_sends_no_photos_where_nobody_may(calls: Calls) -> None:
    await calls.switch_group(photos=False)
    assert not (await calls.ok("getChat", chat_id=GROUP))["permissions"]["can_send_photos"]
    photo = {"chat_id": str(GROUP), "photo": "attach://file"}
    assert (await calls.upload("sendPhoto", png(20), **photo))["ok"]
    await calls.switch_group(status="member")
    refused = await calls.upload("sendPhoto", png(20), **photo)
    assert refused["description"] == "Bad Request: not enough rights to send photos to the chat"


async def test_privacy_alone_leaves_the_bot_what_it_is(calls: Calls) -> None:
    await calls.switch(privacy=True)
    await calls.updates()
    calls.playground.world.say(LIMON, GROUP, "Selam")
    assert len(await calls.updates("message")) == 1
    await calls.switch_group(status="member")
    calls.playground.world.say(LIMON, GROUP, "Selam")
    assert await calls.updates("message") == []


def command(name: str) -> list[dict[str, str]]:
    return [{"command": name, "description": name}]


SCOPES: list[tuple[dict[str, Any], str]] = [
    ({"type": "default"}, ""),
    ({"type": "default"}, "tr"),
    ({"type": "all_group_chats"}, ""),
    ({"type": "all_group_chats"}, "tr"),
    ({"type": "all_chat_administrators"}, ""),
    ({"type": "chat", "chat_id": GROUP}, ""),
    ({"type": "chat_administrators", "chat_id": GROUP}, ""),
    ({"type": "chat_member", "chat_id": GROUP, "user_id": KIRAZ}, ""),
]


async def test_the_narrowest_scope_with_commands_is_shown(calls: Calls) -> None:
    async def seen(person: int, chat: int, language: str = "") -> str:
        where = {"chat_id": str(chat), "language": language}
        answer = await calls.session.get(f"/page/people/{person}/commands", params=where)
        return str((await answer.json() or [{"command": ""}])[0]["command"])

    owner, member = [], []
    for number, (scope, language) in enumerate(SCOPES):
        await calls.ok("setMyCommands", commands=command(f"c{number}"), scope=scope, language_code=language)
        owner.append(await seen(KIRAZ, GROUP))
        member.append(await seen(LIMON, GROUP))
    assert owner == ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    assert member == ["c0", "c1", "c2", "c3", "c3", "c5", "c5", "c5"]
    assert (await seen(LIMON, LIMON), await seen(LIMON, LIMON, "en")) == ("c1", "c0")
    await calls.ok("setMyCommands", commands=command("ozel"), scope={"type": "all_private_chats"})
    assert await seen(LIMON, LIMON) == "ozel"
    await calls.ok("deleteMyCommands", scope={"type": "all_private_chats"})
    await calls.post(f"/page/people/{LIMON}/language", language="uk")
    assert await seen(LIMON, LIMON) == "c0"
    assert calls.playground.world.say(LIMON, GROUP, "x")["from"]["language_code"] == "uk"


@pytest.mark.parametrize(
    ("scope", "why"),
    [
        ({"type": "everybody"}, "BotCommandScope"),
        ({"type": "chat", "chat_id": -5}, "chat not found"),
        ({"type": "chat_member", "chat_id": GROUP, "user_id": 7}, "user not found"),
    ],
)
async def test_commands_are_set_for_scopes_that_there_are(calls: Calls, scope: dict[str, Any], why: str) -> None:
    assert why in await calls.refused("setMyCommands", commands=command("x"), scope=scope)


async def test_a_person_edits_a_message_of_their_own(calls: Calls) -> None:
    said = calls.playground.world.say(LIMON, GROUP, "H8 yatay KALEM")
    await calls.updates()
    body = {"chat_id": GROUP, "message_id": said["message_id"], "text": "/oyna H8 yatay KALEMİ"}
    edited = await calls.post(f"/page/people/{LIMON}/edits", **body)
    assert await calls.updates("edited_message") == [edited]
    assert (edited["edit_date"], edited["entities"][0]["type"]) == (int(calls.clock()), "bot_command")
    assert "NOT_MODIFIED" in await calls.fails(f"/page/people/{LIMON}/edits", **body)
    assert "AUTHOR" in await calls.fails(f"/page/people/{KIRAZ}/edits", **body | {"text": "x"})
    calls.clock.now += 48 * 3600 + 1
    assert "TIME_EXPIRED" in await calls.fails(f"/page/people/{LIMON}/edits", **body | {"text": "x"})


async def test_the_owner_deletes_any_message_and_others_their_own(calls: Calls) -> None:
    board = await calls.ok("sendMessage", chat_id=GROUP, text="Tahta")
    said = calls.playground.world.say(LIMON, GROUP, "Selam")
    await calls.updates()
    body = {"chat_id": GROUP, "message_id": board["message_id"]}
    assert "FORBIDDEN" in await calls.fails(f"/page/people/{LIMON}/deletions", **body)
    await calls.post(f"/page/people/{KIRAZ}/deletions", **body)
    await calls.post(f"/page/people/{LIMON}/deletions", chat_id=GROUP, message_id=said["message_id"])
    assert "not found" in await calls.refused("editMessageText", **body, text="x")
    assert (await calls.updates(), calls.playground.world.chats[GROUP].messages) == ([], {})


def keys(*row: Any) -> dict[str, Any]:
    return {"keyboard": [list(row)], "resize_keyboard": True}


async def test_a_key_hands_the_bot_a_group(calls: Calls) -> None:
    other = await calls.post("/page/groups", title="İkinci", people=[NANE, LIMON])
    calls.playground.world.say(LIMON, LIMON, "/start")
    key = {"text": "Grup seç", "request_chat": {"request_id": 3, "chat_is_channel": False, "request_title": True}}
    async with calls.page(LIMON) as limon:
        sent = await calls.ok("sendMessage", chat_id=LIMON, text="Hangi grup?", reply_markup=keys(key, "Boş ver"))
        assert "reply_markup" not in sent
        shown = await limon.until("keyboard")
    assert shown["keyboard"]["keyboard"] == [[key, {"text": "Boş ver"}]]
    where = {"chat_id": str(LIMON), "request_id": "3"}
    offered = await (await calls.session.get(f"/page/people/{LIMON}/shares", params=where)).json()
    assert [one["name"] for one in offered] == ["Kelime Masası", "İkinci"]
    await calls.updates()
    body = {"chat_id": LIMON, "request_id": 3, "shared": [other["id"]]}
    await calls.post(f"/page/people/{LIMON}/shares", **body)
    (told,) = await calls.updates("message")
    assert told["chat_shared"] == {"request_id": 3, "chat_id": other["id"], "title": "İkinci"}
    assert "CHAT_ID_INVALID" in await calls.fails(f"/page/people/{LIMON}/shares", **body | {"shared": [-5]})
    assert "BUTTON_INVALID" in await calls.fails(f"/page/people/{LIMON}/shares", **body | {"request_id": 4})


async def test_a_key_hands_the_bot_people(calls: Calls) -> None:
    calls.playground.world.say(LIMON, LIMON, "/start")
    asked = {"request_id": 1, "max_quantity": 2, "request_name": True}
    markup = keys({"text": "Kişi seç", "request_users": asked})
    await calls.ok("sendMessage", chat_id=LIMON, text="Kim?", reply_markup=markup)
    await calls.updates()
    body = {"chat_id": LIMON, "request_id": 1}
    await calls.post(f"/page/people/{LIMON}/shares", **body, shared=[KIRAZ, NANE])
    (told,) = await calls.updates("message")
    assert told["users_shared"]["users"] == [
        {"user_id": KIRAZ, "first_name": "Kiraz"},
        {"user_id": NANE, "first_name": "Nane"},
    ]
    assert "USER_ID_INVALID" in await calls.fails(f"/page/people/{LIMON}/shares", **body, shared=[KIRAZ, NANE, LIMON])
    await calls.ok("sendMessage", chat_id=LIMON, text="Tamam", reply_markup={"remove_keyboard": True})
    assert "BUTTON_INVALID" in await calls.fails(f"/page/people/{LIMON}/shares", **body, shared=[KIRAZ])


@pytest.mark.parametrize(
    ("chat", "markup", "why"),
    [
        (GROUP, keys({"text": "x", "request_chat": {"request_id": 1}}), "private"),
        (LIMON, keys({"text": "x", "request_chat": {}}), "request_id"),
        (LIMON, keys(""), "text"),
        (LIMON, {"keyboard": ["x"]}, "keyboard"),
        (
            GROUP,
            {"inline_keyboard": [[{"text": "x", "web_app": {"url": "https://example.org"}}]]},
            "BUTTON_TYPE_INVALID",
        ),
        (GROUP, {"inline_keyboard": [[{"text": "x", "copy_text": {"text": "y" * 257}}]]}, "COPY_TEXT"),
        (GROUP, {"inline_keyboard": [[{"text": "x", "copy_text": "y"}]]}, "wrong type"),
        (GROUP, {"inline_keyboard": [[{"text": "x", "callback_data": "y", "style": "pink"}]]}, "style"),
    ],
)
async def test_keys_and_buttons_that_telegram_refuses(
    calls: Calls, chat: int, markup: dict[str, Any], why: str
) -> None:
    calls.playground.world.say(LIMON, LIMON, "/start")
    assert why in await calls.refused("sendMessage", chat_id=chat, text="x", reply_markup=markup)


async def test_a_button_keeps_its_style(calls: Calls) -> None:
    markup = buttons("a")
    markup["inline_keyboard"][0][0]["style"] = "success"
    assert (await calls.ok("sendMessage", chat_id=GROUP, text="x", reply_markup=markup))["reply_markup"] == markup


async def test_what_real_servers_know_is_not_noted_as_ignored(calls: Calls) -> None:
    known = {"disable_notification": True, "link_preview_options": {"is_disabled": True}, "protect_content": True}
    await calls.ok("sendMessage", chat_id=GROUP, text="x", **known, moon="full")
    assert calls.playground.journal.entries("sendMessage")[0].ignored == ("moon",)
