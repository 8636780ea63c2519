"""The owners' desk over HTTP: it is there for owners in their private chats, and for nobody else anywhere."""

import re

import pytest

from bot.store import keys
from bot.store.broadcasts import Broadcasts
from bot.store.chat_directory import ChatDirectory
from bot.store.restrictions import Bans, Maintenance
from bot.store.scope import Scope
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


async def test_to_strangers_owners_commands_are_unknown_ones(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    for typed in STRANGERS:
        assert (await private.say_and_wait(LIMON, typed)).html in {
            private.text_html("private-hint"),
            private.text_html("refusal-mistyped-command", typed=typed.split()[0], near="/istatistik"),
        }
    assert await Maintenance(harness.redis).load_maintenance() is None
    assert await Bans(harness.redis).load_bans() == {}


async def test_in_groups_they_are_nothing_even_to_owners(harness: BotHarness) -> None:
    group = await harness.new_group()
    for typed in ("/durum", "/yasakla 103"):
        await group.check_no_answer(OWNER, typed)
    assert await Bans(harness.redis).load_bans() == {}


@pytest.mark.parametrize("data", ["desk::closed:0", "desk::send:00000000:all", "desk::stop:00000000"])
async def test_a_forged_button_of_the_desk_is_a_stale_one(harness: BotHarness, data: str) -> None:
    private = await harness.private_chat(LIMON)
    answer = await private.forge_tap(private.user_json(LIMON), None, data)
    assert answer["text"] == private.text_plain("refusal-stale-button")
    group = await harness.new_group()
    answer = await group.forge_tap(group.user_json(OWNER), None, data)
    assert answer["text"] == group.text_plain("refusal-stale-button")
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
    """Wait until the broadcast is over, and its owner has been told so."""
    journal, ended = house.playground.journal, 0
    while not ended:
        calls = await journal.wait_for_entries("editMessageText", after=after, seconds=PATIENCE)
        assert calls, "the broadcast did not end"
        ended = sum("Duyuru bitti" in call.parameters["text"] for call in calls)
        after = calls[-1].number
    assert await journal.wait_for_entries("sendDocument", after=0, seconds=PATIENCE)


async def test_a_broadcast_is_shown_confirmed_and_told_once(harness: BotHarness) -> None:
    groups = [await harness.new_group(title=f"Masa {number}") for number in range(3)]
    owner = await harness.private_chat(OWNER)
    world = harness.playground.world
    world.set_bot_status(world.require_group(groups[2].chat_id), "kicked")
    await harness.wait_until_idle()
    # As if that had not been heard of.
    await harness.redis.zadd(
        keys.known_chats(keys.shard_of(groups[2].chat_id)), {str(groups[2].chat_id): 1_800_000_000}
    )
    for group in groups:
        await group.start_watching()
    await owner.start_watching()
    owner.say(OWNER, "/duyuru Yarın <b>bakım</b> var")
    preview, question = await owner.wait_messages(2)
    assert preview.text == "Yarın <b>bakım</b> var"
    data = question.button_data("desk")
    assert data.endswith(":groups")
    before = harness.last_call_number
    await owner.press_data(OWNER, question, data)
    # A second press of the same button begins nothing.
    await owner.press_without_waiting(OWNER, question, data)
    await wait_for_broadcast_end(harness, before)
    sent = [
        int(call.parameters["chat_id"])
        for call in harness.playground.journal.find_entries("sendMessage", after=before)
        if call.status == 200 and "bakım" in call.parameters["text"]
    ]
    assert len(sent) == len(set(sent))
    assert {groups[0].chat_id, groups[1].chat_id} <= set(sent)
    assert groups[2].chat_id not in sent
    assert OWNER not in sent
    missed = await Broadcasts(harness.redis).list_failed_chats()
    assert (groups[2].chat_id, "gone") in missed
    assert groups[2].chat_id not in await ChatDirectory(harness.redis).list_chats()
    (file,) = harness.playground.journal.find_entries("sendDocument", after=before)
    assert int(file.parameters["chat_id"]) == OWNER


async def test_a_broadcast_that_was_dropped_is_not_sent(harness: BotHarness) -> None:
    owner = await harness.private_chat(OWNER)
    await owner.start_watching()
    owner.say(OWNER, "/duyuru Vazgeçtim")
    _, question = await owner.wait_messages(2)
    drop = next(one["callback_data"] for one in question.buttons if ":drop:" in one["callback_data"])
    await owner.press_data(OWNER, question, drop)
    await owner.forge_tap(owner.user_json(OWNER), question, question.button_data("desk"))
    assert await edited_text(owner, question) == owner.text_plain("desk-broadcast-stale")


async def test_a_draft_is_dropped_by_its_own_button_alone(harness: BotHarness) -> None:
    await harness.new_group()
    owner = await harness.private_chat(OWNER)
    await owner.start_watching()
    owner.say(OWNER, "/duyuru Eski")
    _, old = await owner.wait_messages(2)
    await owner.start_watching()
    owner.say(OWNER, "/duyuru Yeni")
    _, new = await owner.wait_messages(2)
    drop = next(one["callback_data"] for one in old.buttons if ":drop:" in one["callback_data"])
    await owner.press_data(OWNER, old, drop)
    assert await edited_text(owner, old) == owner.text_plain("desk-broadcast-stale")
    before = harness.last_call_number
    await owner.press_data(OWNER, new, new.button_data("desk"))
    # What was begun goes on, whatever a phone shows that is behind: its message says so no less.
    drop = next(one["callback_data"] for one in new.buttons if ":drop:" in one["callback_data"])
    await owner.forge_tap(owner.user_json(OWNER), new, drop)
    told: list[str] = []
    while not any("Duyuru bitti" in text for text in told):
        calls = await harness.playground.journal.wait_for_entries("editMessageText", after=before, seconds=PATIENCE)
        assert calls, "the broadcast did not end"
        told += [call.parameters["text"] for call in calls]
        before = calls[-1].number
    assert owner.text_plain("desk-broadcast-dropped") not in told


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
