"""What the stand-in refuses the bot in a group: text, writing too often, closed topics. Asked over plain HTTP."""

import pytest

from bot.playground.state.bot_rights import SLOW_MODE_SECONDS
from tests.support.playground_client import GROUP, KIRAZ, PlaygroundClient


async def test_a_plain_member_sends_no_text_where_nobody_may(calls: PlaygroundClient) -> None:
    await calls.configure_group(text=False)
    assert not (await calls.call_ok("getChat", chat_id=GROUP))["permissions"]["can_send_messages"]
    await calls.call_ok("sendMessage", chat_id=GROUP, text="x")
    await calls.configure_group(status="member")
    why = await calls.call_refused("sendMessage", chat_id=GROUP, text="x")
    assert why == "Bad Request: not enough rights to send text messages to the chat"
    calls.playground.world.write_as_person(KIRAZ, KIRAZ, "/start")
    await calls.call_ok("sendMessage", chat_id=KIRAZ, text="x")


async def test_slow_mode_has_a_plain_member_wait_between_two_messages(calls: PlaygroundClient) -> None:
    await calls.configure_group(slow=True)
    assert (await calls.call_ok("getChat", chat_id=GROUP))["slow_mode_delay"] == SLOW_MODE_SECONDS
    for _ in range(2):
        await calls.call_ok("sendMessage", chat_id=GROUP, text="x")
    await calls.configure_group(status="member")
    calls.clock.now += 4
    refused = await calls.call_method("sendMessage", chat_id=GROUP, text="x")
    assert (refused["error_code"], refused["parameters"]) == (429, {"retry_after": SLOW_MODE_SECONDS - 4})
    calls.clock.now += SLOW_MODE_SECONDS - 4
    sent = await calls.call_ok("sendMessage", chat_id=GROUP, text="x")
    await calls.call_ok("editMessageText", chat_id=GROUP, message_id=sent["message_id"], text="y")
    await calls.configure_group(slow=False)
    assert "slow_mode_delay" not in await calls.call_ok("getChat", chat_id=GROUP)
    await calls.call_ok("sendMessage", chat_id=GROUP, text="x")


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


async def test_a_topic_that_does_not_exist_is_not_closed(calls: PlaygroundClient) -> None:
    assert "no such topic" in await calls.post_refused(f"/control/groups/{GROUP}/topics/1", closed=True)
    await calls.configure_group(forum=True)
    assert "no such topic" in await calls.post_refused(f"/control/groups/{GROUP}/topics/77", closed=True)
    assert "no switch shut" in await calls.post_refused(f"/control/groups/{GROUP}/topics/1", shut=True)
