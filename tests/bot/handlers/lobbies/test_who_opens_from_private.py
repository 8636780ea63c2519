"""Who opens a table in a group from the private chat: who may do so in the group, and nobody else learns a thing."""

import pytest

from engine.lobby_seats import Lobby
from tests.bot.handlers.lobbies.test_open_from_private import OWNER, RUNNING, choose_game, choose_group
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.games import open_lobby_of

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]


async def test_strangers_and_groups_without_the_bot_are_refused_and_learn_nothing(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.groups.MEMBER_CACHE_SECONDS", 0.0)
    group = await harness.new_group(people=(KIRAZ, LIMON))
    stranger, private = await harness.private_chat(NANE), await harness.private_chat(LIMON)
    await group.put_table(RUNNING)
    games = (await choose_group(await harness.private_chat(ZEYTIN), (await harness.new_group(title="Başka")).chat))[1]
    data = f"there::{group.chat_id}:kelimelik"
    refused = stranger.text_plain("refusal-not-there")
    assert (await stranger.forge_tap(stranger.user_json(NANE), None, data))["text"] == refused
    assert (await stranger.forge_tap(stranger.user_json(NANE), None, "there::-1009:kelimelik"))["text"] == refused
    await group.put_table(open_lobby_of("kelimelik"))
    before = await group.stored_state()
    for forger in (FIFTH_USER, group.user_json(LIMON)):
        assert (await group.forge_tap(forger, None, data))["text"] == group.text_plain("refusal-stale-button")
    assert (await stranger.forge_tap(stranger.user_json(NANE), games, f"there::{group.chat_id}:nothing"))[
        "text"
    ] == stranger.text_plain("refusal-stale-button")
    other = await harness.new_group(people=(KIRAZ, LIMON))
    offered = (await choose_group(private, other.chat))[1]
    other.chat.bot_status = "left"
    answer = await choose_game(private, offered)
    assert answer["text"] == refused
    assert await group.stored_state() == before
    assert (await harness.store.load_table(other.scope)).state is None


async def test_who_left_the_group_since_it_was_chosen_opens_nothing(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.groups.MEMBER_CACHE_SECONDS", 0.0)
    group, private = await harness.new_group(), await harness.private_chat(LIMON)
    games = (await choose_group(private, group.chat))[1]
    group.chat.people = (KIRAZ, NANE)
    assert (await choose_game(private, games))["text"] == private.text_plain("refusal-not-there")
    assert (await harness.store.load_table(group.scope)).state is None


async def test_only_who_may_open_tables_there_does_so_from_private(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.groups.MEMBER_CACHE_SECONDS", 0.0)
    group = await harness.new_group()
    admin, private = await harness.private_chat(KIRAZ), await harness.private_chat(LIMON)
    games = (await choose_group(admin, group.chat))[1]
    offered = (await choose_group(private, group.chat))[1]
    await harness.store.save_setting(group.scope, "openers", "admins")
    refused = private.text_plain("refusal-only-admins-open")
    assert (await choose_game(private, offered))["text"] == refused
    assert (await choose_group(private, group.chat, 1))[0].html == refused
    group.chat.people = (NANE, *(one for one in group.chat.people if one != NANE))
    assert (await choose_game(admin, games))["text"] == refused
    assert (await harness.store.load_table(group.scope)).state is None
    group.chat.people = (KIRAZ, *(one for one in group.chat.people if one != KIRAZ))
    await choose_game(admin, games)
    assert isinstance(await group.load_current_table(), Lobby)


async def test_maintenance_and_bans_hold_from_private(harness: BotHarness) -> None:
    group, private, owner = (
        await harness.new_group(),
        await harness.private_chat(LIMON),
        await harness.private_chat(OWNER),
    )
    games = (await choose_group(private, group.chat))[1]
    shown = await owner.say_and_wait(OWNER, "/bakim")
    await owner.press_data(OWNER, shown, "desk::closed:0")
    await owner.wait_edited(shown, "editMessageText")
    assert (await choose_game(private, games))["text"] == private.text_plain("refusal-maintenance")
    await owner.press_data(OWNER, shown, "desk::closed:end")
    await owner.say_and_wait(OWNER, f"/yasakla {group.chat_id}")
    assert (await choose_game(private, games))["text"] == private.text_plain("refusal-banned-chat-private")
    assert (await harness.store.load_table(group.scope)).state is None
