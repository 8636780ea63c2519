"""Bans: whom owners name, who is told of it, and what who is banned does not come to do any more."""

import pytest

from bot.handlers.dispatch.request_kinds import RequestClassifier
from bot.handlers.general import all_command_rows
from bot.store.restrictions import Bans
from bot.store.scope import Scope
from bot.store.table_alerts import TableAlerts
from bot.store.update_context import UpdateContext
from bot.telegram.incoming.requests import Command, Sender, Venue
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.games import NOW, game

OWNER = KIRAZ
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]


async def test_no_seat_is_kept_for_who_is_banned(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await group.say_and_wait(LIMON, "/katil")
    await group.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    await owner.say_and_wait(OWNER, f"/yasakla {LIMON}")
    try:
        assert (await group.say_and_wait(KIRAZ, "/davet @limon_masada")).html == group.text_html(
            "refusal-invited-is-banned"
        )
    finally:
        await owner.say_and_wait(OWNER, f"/izin {LIMON}")
    assert "Limon" in (await group.say_and_wait(KIRAZ, "/davet @limon_masada")).text


async def test_who_is_banned_is_not_mentioned_by_the_next_table_nor_waits_on(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    for person in (LIMON, NANE):
        await group.press_kind(person, await group.say_and_wait(person, "/haber"), "bell")
    await owner.say_and_wait(OWNER, f"/yasakla {LIMON}")
    try:
        card = await group.say_and_wait(KIRAZ, "/yeni kelimelik")
    finally:
        await owner.say_and_wait(OWNER, f"/izin {LIMON}")
    assert f"tg://user?id={NANE}" in card.html
    assert f"tg://user?id={LIMON}" not in card.html
    assert await TableAlerts(harness.redis).list_subscribers(group.scope) == []


async def test_who_is_banned_is_told_once_and_then_not_heard(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    banned = await owner.say_and_wait(OWNER, f"/yasakla {LIMON}")
    assert str(LIMON) in banned.text
    before, _ = await group.stored_state()
    assert (await group.say_and_wait(LIMON, "/pas")).html == group.text_html("refusal-banned")
    group.say(LIMON, "/pas")
    await group.check_silence(NANE)
    private = await harness.private_chat(LIMON)
    assert not (await group.forge_tap(group.user_json(LIMON), None, "board:")).get("text")
    await harness.wait_until_idle()
    before_talk = harness.last_call_number
    private.say(LIMON, "?")
    await harness.wait_until_idle()
    assert not harness.playground.journal.find_entries("sendMessage", after=before_talk)
    assert (await group.stored_state())[0] == before
    assert (await owner.say_and_wait(OWNER, f"/izin {LIMON}")).text.startswith("✅")
    assert (await group.say_and_wait(LIMON, "/pas")).html != group.text_html("refusal-banned")
    await owner.say_and_wait(OWNER, f"/yasakla {LIMON}")
    assert (await group.say_and_wait(LIMON, "/pas")).html == group.text_html("refusal-banned"), "it is another ban"
    await owner.say_and_wait(OWNER, f"/izin {LIMON}")


async def test_a_banned_group_is_told_once_and_then_not_heard(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await owner.say_and_wait(OWNER, f"/yasakla {group.chat_id}")
    assert (await group.say_and_wait(LIMON, "/tahta")).html == group.text_html("refusal-banned-chat")
    await harness.wait_until_idle()
    before = harness.last_call_number
    group.say(NANE, "/tahta")
    await harness.wait_until_idle()
    assert not harness.playground.journal.find_entries("sendMessage", after=before)
    await owner.say_and_wait(OWNER, f"/izin {group.chat_id}")
    assert (await group.say_and_wait(LIMON, "/tahta")).html == group.text_html("refusal-no-game")


async def test_a_banned_groups_table_is_not_played_on_from_private_chats(harness: BotHarness) -> None:
    group, owner, private = (
        await harness.new_group(),
        await harness.private_chat(OWNER),
        await harness.private_chat(LIMON),
    )
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    await owner.say_and_wait(OWNER, f"/yasakla {group.chat_id}")
    before, _ = await group.stored_state()
    assert (await private.say_and_wait(LIMON, "/pas")).html == private.text_html("refusal-banned-chat-private")
    assert (await group.stored_state())[0] == before
    await owner.say_and_wait(OWNER, f"/izin {group.chat_id}")
    private.say(LIMON, "/pas")
    await group.wait_messages()
    assert (await group.stored_state())[0] > before


async def test_owners_are_not_banned(harness: BotHarness) -> None:
    owner = await harness.private_chat(OWNER)
    assert (await owner.say_and_wait(OWNER, f"/yasakla {OWNER}")).html == owner.text_html("desk-ban-owner")
    # As somebody who became one later may have been before.
    assert (await owner.say_and_wait(OWNER, "/yasakla")).html.startswith(owner.text_html("desk-bans-none"))


@pytest.mark.parametrize(
    ("origin", "who"),
    [
        ({"type": "user", "date": 1, "sender_user": {"id": 777, "is_bot": False, "first_name": "Nar"}}, 777),
        ({"type": "channel", "date": 1, "message_id": 5, "chat": {"id": -100888, "type": "channel"}}, -100888),
        ({"type": "hidden_user", "date": 1, "sender_user_name": "Nar"}, None),
    ],
)
async def test_a_forwarded_message_names_whom_to_ban(
    harness: BotHarness, origin: dict[str, object], who: int | None
) -> None:
    owner = await harness.private_chat(OWNER)
    user = owner.user_json(OWNER)
    forwarded = {"message_id": 3, "date": 1, "from": user, "forward_origin": origin, "text": "x"}
    await owner.say_as_user(user, "/yasakla", reply_to_message=forwarded)
    told = (await owner.wait_messages())[0]
    if who is None:
        assert told.html == owner.text_html("desk-author-hidden")
    else:
        assert who in await Bans(harness.redis).load_bans()
        await owner.say_and_wait(OWNER, f"/izin {who}")


async def test_a_name_that_was_seen_names_whom_to_ban(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await group.say_as_user(group.user_json(NANE) | {"username": "Nane_Cayi"}, "/tahta")
    await group.wait_messages()
    assert (await owner.say_and_wait(OWNER, "/yasakla @kimse")).html == owner.text_html(
        "desk-name-unknown", name="@kimse"
    )
    await owner.say_and_wait(OWNER, "/yasakla @nane_cayi")
    assert set(await Bans(harness.redis).load_bans()) == {NANE}
    await owner.say_and_wait(OWNER, "/izin @Nane_Cayi")
    assert await Bans(harness.redis).load_bans() == {}


async def test_who_is_banned_is_answered_in_nobodys_place(harness: BotHarness) -> None:  # noqa: ARG001 - the module's settings
    place = Venue(Scope(-5), private=False, title="", username=None)
    request = Command(UpdateContext(1), place, Sender(LIMON, "Limon", None), 1, "score", "", NOW)
    for heard in (True, False):
        kind = RequestClassifier(all_command_rows(), lambda _, heard=heard: heard)(request)  # type: ignore[misc]  # the loop's own
        assert kind is not None
        assert (kind.coalesce_key is None) != heard
