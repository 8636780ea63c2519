"""Groups, topics, rights, commands, edits and keyboards of the playground, asked over plain HTTP."""

from typing import Any

import pytest

from bot.playground import Playground
from tests.support.playground_client import GROUP, KIRAZ, LIMON, PlaygroundClient
from tests.support.playground_client import run_playground_client as served


async def test_the_version_is_an_option_and_a_switch() -> None:
    async with served(server="10.3") as calls:
        assert (await (await calls.session.get("/control/server")).json())["version"] == "10.3"
        async with calls.open_page_events(KIRAZ) as kiraz:
            met = list[str]()
            calls.playground.world.on_version_change = lambda: met.append(calls.playground.world.server.version)
            await calls.post_ok("/page/server", version="10.0")
            assert (await kiraz.wait_for_kind("server"))["server"]["version"] == "10.0"
            await calls.post_ok("/page/server", version="10.0", inline=False)
            assert met == ["10.0"]
    with pytest.raises(ValueError, match=r"10\.0, 10\.3, 10\.5, not 9\.9"):
        Playground(server="9.9")


async def test_rights_are_told_and_held(calls: PlaygroundClient) -> None:
    foreign = calls.playground.world.write_as_person(LIMON, GROUP, "Selam")["message_id"]
    own = (await calls.call_ok("sendMessage", chat_id=GROUP, text="x"))["message_id"]
    await calls.pop_updates()
    await calls.configure_group(can_delete=False, can_pin=False)
    (change,) = await calls.pop_updates("my_chat_member")
    assert change["old_chat_member"]["can_delete_messages"]
    assert not change["new_chat_member"]["can_delete_messages"]
    assert "can't be deleted" in await calls.call_refused("deleteMessage", chat_id=GROUP, message_id=foreign)
    assert "not enough rights" in await calls.call_refused("pinChatMessage", chat_id=GROUP, message_id=own)
    await calls.configure_group(can_delete=True, can_pin=True)
    assert await calls.call_ok("deleteMessage", chat_id=GROUP, message_id=foreign)
    assert await calls.call_ok("pinChatMessage", chat_id=GROUP, message_id=own, disable_notification=True)
    assert "not found" in await calls.call_refused("unpinChatMessage", chat_id=GROUP, message_id=foreign)
    assert await calls.call_ok("unpinChatMessage", chat_id=GROUP)
    assert "not found" in await calls.call_refused("unpinChatMessage", chat_id=GROUP)


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


async def test_the_narrowest_scope_with_commands_is_shown(calls: PlaygroundClient) -> None:
    async def seen(person: int, chat: int, language: str = "") -> str:
        where = {"chat_id": str(chat), "language": language}
        answer = await calls.session.get(f"/page/people/{person}/commands", params=where)
        return str((await answer.json() or [{"command": ""}])[0]["command"])

    owner, member = [], []
    for number, (scope, language) in enumerate(SCOPES):
        await calls.call_ok("setMyCommands", commands=command(f"c{number}"), scope=scope, language_code=language)
        owner.append(await seen(KIRAZ, GROUP))
        member.append(await seen(LIMON, GROUP))
    assert owner == ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    assert member == ["c0", "c1", "c2", "c3", "c3", "c5", "c5", "c5"]
    assert (await seen(LIMON, LIMON), await seen(LIMON, LIMON, "en")) == ("c1", "c0")
    await calls.call_ok("setMyCommands", commands=command("ozel"), scope={"type": "all_private_chats"})
    assert await seen(LIMON, LIMON) == "ozel"
    await calls.call_ok("deleteMyCommands", scope={"type": "all_private_chats"})
    await calls.post_ok(f"/page/people/{LIMON}/language", language="uk")
    assert await seen(LIMON, LIMON) == "c0"
    assert calls.playground.world.write_as_person(LIMON, GROUP, "x")["from"]["language_code"] == "uk"


async def test_a_person_edits_a_message_of_their_own(calls: PlaygroundClient) -> None:
    said = calls.playground.world.write_as_person(LIMON, GROUP, "H8 yatay KALEM")
    await calls.pop_updates()
    body = {"chat_id": GROUP, "message_id": said["message_id"], "text": "/oyna H8 yatay KALEMİ"}
    edited = await calls.post_ok(f"/page/people/{LIMON}/edits", **body)
    assert await calls.pop_updates("edited_message") == [edited]
    assert (edited["edit_date"], edited["entities"][0]["type"]) == (int(calls.clock()), "bot_command")
    assert "NOT_MODIFIED" in await calls.post_refused(f"/page/people/{LIMON}/edits", **body)
    assert "AUTHOR" in await calls.post_refused(f"/page/people/{KIRAZ}/edits", **body | {"text": "x"})
    calls.clock.now += 48 * 3600 + 1
    assert "TIME_EXPIRED" in await calls.post_refused(f"/page/people/{LIMON}/edits", **body | {"text": "x"})


async def test_the_owner_deletes_any_message_and_others_their_own(calls: PlaygroundClient) -> None:
    board = await calls.call_ok("sendMessage", chat_id=GROUP, text="Tahta")
    said = calls.playground.world.write_as_person(LIMON, GROUP, "Selam")
    await calls.pop_updates()
    body = {"chat_id": GROUP, "message_id": board["message_id"]}
    assert "FORBIDDEN" in await calls.post_refused(f"/page/people/{LIMON}/deletions", **body)
    await calls.post_ok(f"/page/people/{KIRAZ}/deletions", **body)
    await calls.post_ok(f"/page/people/{LIMON}/deletions", chat_id=GROUP, message_id=said["message_id"])
    assert "not found" in await calls.call_refused("editMessageText", **body, text="x")
    assert (await calls.pop_updates(), calls.playground.world.chats[GROUP].messages) == ([], {})


def reply_keyboard(*row: Any) -> dict[str, Any]:
    return {"keyboard": [list(row)], "resize_keyboard": True}


@pytest.mark.parametrize(
    ("chat", "markup", "why"),
    [
        (GROUP, reply_keyboard({"text": "x", "request_chat": {"request_id": 1}}), "private"),
        (LIMON, reply_keyboard({"text": "x", "request_chat": {}}), "request_id"),
        (LIMON, reply_keyboard(""), "text"),
        (
            GROUP,
            {"inline_keyboard": [[{"text": "x", "web_app": {"url": "https://example.org"}}]]},
            "BUTTON_TYPE_INVALID",
        ),
        (GROUP, {"inline_keyboard": [[{"text": "x", "copy_text": {"text": "y" * 257}}]]}, "COPY_TEXT"),
        (GROUP, {"inline_keyboard": [[{"text": "x", "callback_data": "y", "style": "pink"}]]}, "style"),
    ],
)
async def test_keys_and_buttons_that_telegram_refuses(
    calls: PlaygroundClient, chat: int, markup: dict[str, Any], why: str
) -> None:
    calls.playground.world.write_as_person(LIMON, LIMON, "/start")
    assert why in await calls.call_refused("sendMessage", chat_id=chat, text="x", reply_markup=markup)


@pytest.mark.parametrize("general", [False, True])
async def test_who_manages_topics_writes_in_closed_ones(calls: PlaygroundClient, *, general: bool) -> None:
    await calls.configure_group(forum=True)
    topic = (await calls.post_ok(f"/page/groups/{GROUP}/topics", person=KIRAZ, name="Oyunlar"))["message_thread_id"]
    place = {"chat_id": GROUP, "text": "x"} | ({} if general else {"message_thread_id": topic})
    other = {"chat_id": GROUP, "text": "x"} | ({"message_thread_id": topic} if general else {})
    path = f"/page/groups/{GROUP}/topics/{1 if general else topic}"
    shown = await calls.post_ok(path, closed=True)
    assert (shown["rights"]["general_closed"], shown["topics"][0]["closed"]) == (general, not general)
    await calls.call_ok("sendMessage", **place)
    for rights in ({"can_manage_topics": False}, {"can_manage_topics": True, "status": "member"}):
        await calls.configure_group(**rights)
        assert await calls.call_refused("sendMessage", **place) == "Bad Request: TOPIC_CLOSED"
        await calls.call_ok("sendMessage", **other)
    await calls.post_ok(path, closed=False)
    await calls.call_ok("sendMessage", **place)
