"""A table opened from the private chat for a group chosen there: as if it were asked for in the group itself."""

import pytest

from bot.playground.chats import Chat
from bot.playground.server import list_shareable, share_with_bot
from bot.store import keys
from bot.store.chats import TableAlerts
from bot.wording.speaker import isolate_name
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.games import game, open_lobby_of
from tests.support.sent_messages import Json, SentMessage

OWNER = KIRAZ
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]

RUNNING = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def ask_for_group(private: ChatSession) -> SentMessage:
    return await private.say_and_wait(private.chat_id, "/yeni")


async def choose_group(private: ChatSession, group: Chat, wanted: int = 2) -> list[SentMessage]:
    await ask_for_group(private)
    await private.start_watching()
    share_with_bot(private.harness.playground.world, private.chat_id, private.chat_id, 1, [group.id])
    return await private.wait_messages(wanted)


async def choose_game(private: ChatSession, games: SentMessage, name: str = "kelimelik") -> Json:
    data = [one["callback_data"] for one in games.buttons if one["callback_data"].endswith(f":{name}")]
    if not data:
        await choose_game(private, games, "every")
        return await choose_game(private, await private.wait_edited(games, "editMessageText"), name)
    return await private.press_data(private.chat_id, games, data[0])


async def test_a_table_opens_in_the_group_and_its_host_is_told_where(harness: BotHarness) -> None:
    group = await harness.new_group(title="Kelime <b>")
    private = await harness.private_chat(LIMON)
    await TableAlerts(harness.redis).set_subscription(group.scope, NANE, "Nane", 1)
    question = await ask_for_group(private)
    assert question.html == private.text_html("there-group")
    world = harness.playground.world
    assert group.chat_id in [one["id"] for one in list_shareable(world, LIMON, LIMON, 1)]
    said, games = await choose_group(private, group.chat)
    assert said.html == private.text_html("there-chosen", group=isolate_name("Kelime <b>"))
    assert not private.chat.keyboard
    await group.start_watching()
    await private.start_watching()
    await choose_game(private, games)
    (card,) = await group.wait_messages()
    opened = await group.load_current_lobby()
    assert (opened.host, opened.ruleset.id) == (LIMON, "kelimelik")
    assert f"tg://user?id={NANE}" in card.html
    (told,) = await private.wait_messages()
    assert "Kelime <b>" in told.text
    assert told.links == [f"https://t.me/c/{str(group.chat_id)[4:]}/{card.message_id}"]
    assert private.text_plain("there-opening", game="Kelimelik") == private.chat.messages[games.message_id]["text"]


async def test_the_games_in_the_groups_language_are_offered_and_the_others_behind_a_button(harness: BotHarness) -> None:
    group, private = await harness.new_group("uk"), await harness.private_chat(LIMON, "en")
    await harness.store.save_setting(group.scope, "game", "scrabble-en")
    games = (await choose_group(private, group.chat))[1]
    ukrainian = ["klepka", "wordbox-uk", "duplicate-uk"]
    offered = [button["callback_data"].rpartition(":")[2] for button in games.buttons]
    assert offered == ["scrabble-en", *ukrainian, "every"]
    assert games.buttons[-1]["text"] == private.text_plain("button-more-languages"), "in the asker's language"
    await choose_game(private, games, "every")
    asked = await private.wait_edited(games, "editMessageText")
    offered = [button["callback_data"].rpartition(":")[2] for button in asked.buttons]
    assert (offered[0], sorted(offered)) == ("scrabble-en", sorted(shipped_rulesets()))
    await group.start_watching()
    await choose_game(private, asked, "kelimelik")
    await group.wait_messages()
    opened = await group.load_current_lobby()
    assert opened.ruleset.id == "kelimelik"


async def test_a_game_that_is_named_waits_with_its_options_for_the_group_and_opens_there(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(LIMON, "en")
    await harness.store.save_setting(group.scope, "game", "wordbox-uk clock=10min")
    named = await private.say_and_wait(LIMON, "/new scrabble-tr clock=25min challenge=double")
    wanted, question = named.html.splitlines()
    assert question == private.text_html("there-group")
    assert all(
        told in wanted for told in ("25", private.text_plain("option-clock"), private.text_plain("option-challenge"))
    )
    await private.start_watching()
    share_with_bot(harness.playground.world, LIMON, LIMON, 1, [group.chat_id])
    said, game = await private.wait_messages(2)
    assert said.html == private.text_html("there-chosen", group=isolate_name("Masa"))
    assert game.html == wanted
    (key,) = game.buttons
    assert key["text"] == private.text_plain("button-open-there")
    await group.start_watching()
    await private.press_data(LIMON, game, key["callback_data"])
    await group.wait_messages()
    opened = await group.load_current_lobby()
    chosen = {option: opened.ruleset.options_in_use[option] for option in ("clock", "challenge")}
    assert (opened.ruleset.id, chosen) == ("scrabble-tr", {"clock": "25min", "challenge": "double"})


async def test_what_was_asked_for_since_opens_nothing_else(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(LIMON)
    await private.say_and_wait(LIMON, "/yeni kelimelik")
    await private.start_watching()
    share_with_bot(harness.playground.world, LIMON, LIMON, 1, [group.chat_id])
    _, game = await private.wait_messages(2)
    (key,) = game.buttons
    another, other = await harness.private_chat(NANE), game.buttons[0]["callback_data"]
    assert (await another.forge_tap(another.user_json(NANE), None, other))["text"] == another.text_plain(
        "refusal-stale-button"
    )
    for text in ("/yeni kelimelik dolunca", "/yeni liste"):
        await private.say_and_wait(LIMON, text)
        answer = await private.press_data(LIMON, game, key["callback_data"])
        assert answer["text"] == private.text_plain("refusal-stale-button"), text
    assert (await harness.store.load_table(group.scope)).state is None
    assert len((await choose_group(private, group.chat))[1].buttons) > 1, "nothing in particular is wanted now"
    refused = await private.say_and_wait(LIMON, "/yeni satranc")
    assert "satranc" in refused.text
    await private.say_and_wait(LIMON, "/yeni kelimelik")
    assert 0 < await harness.redis.ttl(keys.pending_table(LIMON)) <= 3600


async def test_a_basic_group_has_no_link_and_its_topics_are_kept_to(harness: BotHarness) -> None:
    basic, forum = await harness.new_group(basic=True), await harness.new_group()
    private = await harness.private_chat(LIMON)
    await choose_game(private, (await choose_group(private, basic.chat))[1])
    (told,) = await private.wait_messages()
    assert (told.text.split()[0], told.links) == ("🎲", [])
    await harness.store.save_setting(forum.scope, "topics", "7,9")
    await choose_game(private, (await choose_group(private, forum.chat))[1])
    (told,) = await private.wait_messages()
    assert told.links[0].startswith(f"https://t.me/c/{str(forum.chat_id)[4:]}/7/")
    assert (await harness.store.load_table(forum.topic_scope(7))).state is not None
    assert (await harness.store.load_table(forum.scope)).state is None


async def test_where_there_is_a_table_none_is_opened(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(NANE)
    await harness.store.save_setting(group.scope, "tables", "1")
    games = (await choose_group(private, group.chat))[1]
    await group.put_table(RUNNING)
    before, said = await group.stored_state(), private.text_html("refusal-game-running-there")
    assert (await choose_game(private, games))["text"] == said
    (refused,) = await choose_group(private, group.chat, 1)
    assert refused.html == said
    assert not private.chat.keyboard
    assert await group.stored_state() == before


async def test_a_tap_that_telegram_delivers_twice_opens_and_says_nothing_more(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    group, private = await harness.new_group(), await harness.private_chat(LIMON)
    games = (await choose_group(private, group.chat))[1]
    updates, taps = harness.playground.updates, list[Json]()
    push = updates.push_raw_update

    def noted(update: Json) -> None:
        taps.append(update)
        push(update)

    with monkeypatch.context() as patch:
        patch.setattr(updates, "push_raw_update", noted)
        await choose_game(private, games)
    await harness.wait_until_idle()
    before, told, shown = await group.stored_state(), len(group.chat.messages), private.chat.messages[games.message_id]
    (tap,) = taps
    push({**tap, "update_id": tap["update_id"] + 1})
    # What is written next is handled next: by then the tap was.
    await private.say_and_wait(LIMON, "/yardim")
    await harness.wait_until_idle()
    assert (await group.stored_state(), len(group.chat.messages)) == (before, told)
    assert private.chat.messages[games.message_id] == shown


async def test_strangers_and_groups_without_the_bot_are_refused_and_learn_nothing(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.groups.MEMBER_CACHE_SECONDS", 0.0)
    group = await harness.new_group(people=(KIRAZ, LIMON))
    stranger, private = await harness.private_chat(NANE), await harness.private_chat(LIMON)
    await group.put_table(RUNNING)
    games = (await choose_group(await harness.private_chat(ZEYTIN), (await harness.new_group(title="Başka")).chat))[1]
    data = f"opengroup::{group.chat_id}:kelimelik"
    refused = stranger.text_plain("refusal-not-there")
    assert (await stranger.forge_tap(stranger.user_json(NANE), None, data))["text"] == refused
    assert (await stranger.forge_tap(stranger.user_json(NANE), None, "opengroup::-1009:kelimelik"))["text"] == refused
    await group.put_table(open_lobby_of("kelimelik"))
    before = await group.stored_state()
    for forger in (FIFTH_USER, group.user_json(LIMON)):
        assert (await group.forge_tap(forger, None, data))["text"] == group.text_plain("refusal-stale-button")
    assert (await stranger.forge_tap(stranger.user_json(NANE), games, f"opengroup::{group.chat_id}:nothing"))[
        "text"
    ] == stranger.text_plain("refusal-stale-button")
    other = await harness.new_group(people=(KIRAZ, LIMON))
    offered = (await choose_group(private, other.chat))[1]
    other.chat.bot_status = "left"
    answer = await choose_game(private, offered)
    assert answer["text"] == refused
    assert await group.stored_state() == before
    assert (await harness.store.load_table(other.scope)).state is None


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
