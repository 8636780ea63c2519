"""The owners' commands: their desk, bans and maintenance; there for owners in private, for nobody else anywhere."""

import re

import pytest

from bot.store import keys
from bot.store.chats import ChatDirectory
from bot.store.keys import Scope
from bot.store.people import Bans, Maintenance
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import edited_text
from tests.support.games import game
from tests.support.waiting import PATIENCE

OWNER = KIRAZ
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]

STRANGERS = ("/durum", "/status", "/bakim 30", "/maintenance", f"/yasakla {NANE}", f"/unban {NANE}", "/duyuru Merhaba")


async def test_to_strangers_and_in_groups_owners_commands_are_unknown_ones(harness: BotHarness) -> None:
    private, group = await harness.private_chat(LIMON), await harness.new_group()
    for typed in STRANGERS:
        assert (await private.say_and_wait(LIMON, typed)).html in {
            private.text_html("private-hint"),
            private.text_html("refusal-mistyped-command", typed=typed.split()[0], near="/istatistik"),
        }
    for typed in ("/durum", "/yasakla 103"):
        await group.check_no_answer(OWNER, typed)
    assert await Maintenance(harness.redis).load_maintenance() is None
    assert await Bans(harness.redis).load_bans() == {}


async def test_a_forged_button_of_the_desk_is_a_stale_one(harness: BotHarness) -> None:
    private, group = await harness.private_chat(LIMON), await harness.new_group()
    for data in ("desk::closed:0", "desk::send:00000000:all", "desk::stop:00000000"):
        for talk, person in ((private, LIMON), (group, OWNER)):
            answer = await talk.forge_tap(talk.user_json(person), None, data)
            assert answer["text"] == talk.text_plain("refusal-stale-button")
    assert await Maintenance(harness.redis).load_maintenance() is None


async def test_status_tells_of_chats_games_and_queues(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    await group.say_and_wait(LIMON, "/pas")
    told = (await owner.say_and_wait(OWNER, "/durum")).text
    assert "Harfiyen" in told
    running = re.search(r"Süren oyunlar: (\d+) · Son bir saatteki hamleler: (\d+)", told)
    assert running is not None
    assert min(map(int, running.groups())) >= 1
    chats = await ChatDirectory(harness.redis).list_chats()
    assert {group.chat_id, OWNER} <= set(chats)


async def wait_for_broadcast_end(house: BotHarness, after: int) -> None:
    journal, ended = house.playground.journal, 0
    while not ended:
        calls = await journal.wait_for_entries("editMessageText", after=after, seconds=PATIENCE)
        assert calls, "the broadcast did not end"
        ended = sum("Duyuru bitti" in call.parameters["text"] for call in calls)
        after = calls[-1].number


async def test_a_broadcast_is_shown_confirmed_and_told_once(harness: BotHarness) -> None:
    groups = {(await harness.new_group(title=f"Masa {number}")).chat_id for number in range(2)}
    owner = await harness.private_chat(OWNER)
    await owner.start_watching()
    owner.say(OWNER, "/duyuru Yarın <b>bakım</b> var")
    preview, question = await owner.wait_messages(2)
    assert preview.text == "Yarın <b>bakım</b> var"
    data, before = question.button_data("desk"), harness.last_call_number
    assert data.endswith(":groups")
    await owner.press_data(OWNER, question, data)
    # A second press of the same button begins nothing.
    await owner.forge_tap_without_waiting(owner.user_json(OWNER), question, data)
    await wait_for_broadcast_end(harness, before)
    sent = [
        int(call.parameters["chat_id"])
        for call in harness.playground.journal.find_entries("sendMessage", after=before)
        if call.status == 200 and "bakım" in call.parameters["text"]
    ]
    assert len(sent) == len(set(sent))
    assert groups <= set(sent)
    assert OWNER not in sent


async def test_a_broadcast_that_was_dropped_is_not_sent(harness: BotHarness) -> None:
    owner = await harness.private_chat(OWNER)
    await owner.start_watching()
    owner.say(OWNER, "/duyuru Vazgeçtim")
    _, question = await owner.wait_messages(2)
    drop = next(one["callback_data"] for one in question.buttons if ":drop:" in one["callback_data"])
    await owner.press_data(OWNER, question, drop)
    assert await edited_text(owner, question) == owner.text_plain("owner-broadcast-dropped")
    await owner.forge_tap(owner.user_json(OWNER), question, question.button_data("desk"))
    assert await edited_text(owner, question) == owner.text_plain("owner-broadcast-stale")


async def test_chats_from_before_the_bot_noted_them_are_known(harness: BotHarness) -> None:
    """By what they chose, or by their tables; again nothing is looked for."""
    await harness.store.save_setting(Scope(-4040), "language", "uk")
    await harness.store.save_setting(Scope(4041), "language", "uk")
    topic = await harness.new_group()
    await topic.put_table(game("kelimelik"), Scope(-4042, 7))
    acquaintances = ChatDirectory(harness.redis)
    await harness.redis.delete(keys.chats_seeded())
    await acquaintances.seed_known_chats()
    assert {-4040, 4041, -4042} <= set(await acquaintances.list_chats())
    await acquaintances.remove_chat(-4040)
    await acquaintances.seed_known_chats()
    assert -4040 not in await acquaintances.list_chats()


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
    other = await harness.new_group()
    await other.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    invited = await other.say_and_wait(KIRAZ, "/davet @limon_masada")
    assert invited.html == other.text_html("refusal-invited-is-banned")
    assert (await owner.say_and_wait(OWNER, f"/izin {LIMON}")).text.startswith("✅")
    assert (await group.say_and_wait(LIMON, "/pas")).html != group.text_html("refusal-banned")
    await owner.say_and_wait(OWNER, f"/yasakla {LIMON}")
    assert (await group.say_and_wait(LIMON, "/pas")).html == group.text_html("refusal-banned"), "it is another ban"
    await owner.say_and_wait(OWNER, f"/izin {LIMON}")


async def test_a_banned_group_is_told_once_and_its_table_not_played_on_from_private_chats(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    private = await harness.private_chat(LIMON)
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    await owner.say_and_wait(OWNER, f"/yasakla {group.chat_id}")
    assert (await group.say_and_wait(LIMON, "/tahta")).html == group.text_html("refusal-banned-chat")
    await harness.wait_until_idle()
    calls = harness.last_call_number
    await group.give_command(NANE, "board")
    assert not harness.playground.journal.find_entries("sendMessage", after=calls)
    before, _ = await group.stored_state()
    assert (await private.say_and_wait(LIMON, "/pas")).html == private.text_html("refusal-banned-chat-private")
    assert (await group.stored_state())[0] == before
    await owner.say_and_wait(OWNER, f"/izin {group.chat_id}")
    private.say(LIMON, "/pas")
    await group.wait_messages()
    assert (await group.stored_state())[0] > before


async def test_owners_are_not_banned_but_authors_of_forwarded_messages(harness: BotHarness) -> None:
    owner = await harness.private_chat(OWNER)
    assert (await owner.say_and_wait(OWNER, f"/yasakla {OWNER}")).html == owner.text_html("owner-ban-owner")
    # As somebody who became one later may have been before.
    assert (await owner.say_and_wait(OWNER, "/yasakla")).html.startswith(owner.text_html("owner-bans-none"))
    user, author = owner.user_json(OWNER), {"id": 777, "is_bot": False, "first_name": "Nar"}
    channel = {"id": -100888, "type": "channel"}
    for origin in (
        {"type": "user", "date": 1, "sender_user": author},
        {"type": "channel", "date": 1, "message_id": 5, "chat": channel},
        {"type": "hidden_user", "date": 1, "sender_user_name": "Nar"},
    ):
        forwarded = {"message_id": 3, "date": 1, "from": user, "forward_origin": origin, "text": "x"}
        await owner.say_as_user(user, "/yasakla", reply_to_message=forwarded)
        (told,) = await owner.wait_messages()
    assert told.html == owner.text_html("owner-author-hidden")
    assert set(await Bans(harness.redis).load_bans()) == {777, -100888}
    for who in (777, -100888):
        await owner.say_and_wait(OWNER, f"/izin {who}")


async def test_a_name_that_was_seen_names_whom_to_ban(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await group.say_as_user(group.user_json(NANE) | {"username": "Nane_Cayi"}, "/tahta")
    await group.wait_messages()
    assert (await owner.say_and_wait(OWNER, "/yasakla @kimse")).html == owner.text_html(
        "owner-name-unknown", name="@kimse"
    )
    await owner.say_and_wait(OWNER, "/yasakla @nane_cayi")
    assert set(await Bans(harness.redis).load_bans()) == {NANE}
    await owner.say_and_wait(OWNER, "/izin @Nane_Cayi")
    assert await Bans(harness.redis).load_bans() == {}


async def test_maintenance_keeps_new_games_and_lets_running_ones_go_on(harness: BotHarness) -> None:
    group, other, owner = await harness.new_group(), await harness.new_group("en"), await harness.private_chat(OWNER)
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    for typed in ("soon", "0", "8 gün", "5 sn", "99999999999"):
        told = await owner.say_and_wait(OWNER, f"/bakim {typed}")
        assert told.html == owner.text_html("owner-maintenance-how", typed=typed)
    shown = await owner.say_and_wait(OWNER, "/bakim")
    assert shown.html == owner.text_html("owner-maintenance-off")
    await owner.press_data(OWNER, shown, "desk::closed:0")
    assert await edited_text(owner, shown) == owner.text_plain("owner-maintenance-on")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).html == other.text_html("refusal-maintenance")
    assert "pas" in (await group.say_and_wait(LIMON, "/pas")).text
    await owner.say_and_wait(OWNER, "/bakim 2 saat")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).html == other.text_html(
        "refusal-maintenance-minutes", minutes=120
    )
    shown = await owner.say_and_wait(OWNER, "/bakim 3h")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).html == other.text_html(
        "refusal-maintenance-hours", hours=3
    )
    await owner.press_data(OWNER, shown, "desk::closed:end")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).is_photo


async def test_the_seat_that_would_begin_a_game_stays_free_during_maintenance(harness: BotHarness) -> None:
    """A table that starts when it is full never waits, full."""
    group, owner = await harness.new_group(people=(KIRAZ, LIMON)), await harness.private_chat(OWNER)
    lobby = await group.say_and_wait(KIRAZ, "/yeni kelimelik dolunca")
    shown = await owner.say_and_wait(OWNER, "/bakim 30 dk")
    assert (await group.press_kind(LIMON, lobby, "join"))["text"] == group.text_plain(
        "refusal-maintenance-minutes", minutes=30
    )
    table = await group.load_current_lobby()
    assert len(table.seats) == 1
    await owner.press_data(OWNER, shown, "desk::closed:end")
    await group.press_kind(LIMON, lobby, "join")
    assert not isinstance(await group.load_current_table(), Lobby)
