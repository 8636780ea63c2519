"""A group that Telegram turned into a supergroup: its game goes on under the new id."""

import pytest

from bot.playground.server_version import NEWEST, OLDEST
from bot.tables.codec import decode_log_entry
from bot.telegram.replies import REPLY_SECONDS
from engine.crossword.shipped import crossword_rulesets
from engine.game import Table
from engine.lobby_seats import Begin, Lobby
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import migrate_group, run_auto_deletes, visible_bot_messages
from tests.support.games import game, open_lobby_of, with_fields
from tests.support.logs import use_log_tags

pytestmark = pytest.mark.asyncio(loop_scope="module")

READY = open_lobby_of("kelimelik", 2)
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.mark.parametrize("by_new_group", [False, True])
async def test_a_game_goes_on_in_the_supergroup(harness: BotHarness, *, by_new_group: bool) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group("uk")
    await harness.forget_user_games(KIRAZ, LIMON)
    await old.put_table(LAID)
    sure = await old.say_and_wait(KIRAZ, "/teslim")
    await migrate_group(old, new, by_new_group=by_new_group)
    assert await new.load_current_table() == LAID
    assert (await old.stored_state())[1] is None
    for person in (KIRAZ, LIMON):
        assert await harness.store.players.load_user_games(person) == [new.scope]
    before = harness.last_call_number
    assert (await old.press_kind(KIRAZ, sure, "no"))["text"]
    await harness.wait_until_idle()
    called = [call.method for call in harness.playground.journal.find_entries(after=before)]
    assert not [method for method in called if method.startswith("edit")], "another message has that number there"
    await new.start_watching()
    old.say(KIRAZ, "/skor")
    assert "reply_parameters" not in (await new.wait_messages())[0].parameters
    await migrate_group(old, new)
    await new.start_watching()
    old.say(KIRAZ, "/oyna 8F KALEMLİK")
    (told,) = await new.wait_messages()
    assert told.is_photo
    assert new.text_plain("turn-next", name="\u2068Bora\u2069") in told.text
    assert (await new.load_current_game()).number == 1


async def test_the_chosen_language_and_an_open_table_come_along(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await harness.store.save_setting(new.scope, "language", None)
    await harness.store.save_setting(old.scope, "language", "en")
    table: Table = open_lobby_of(with_fields(crossword_rulesets()["kelimelik"], start="asked"), 1)
    await old.put_table(table)
    await migrate_group(old, new)
    new.language = "en"
    card = await new.say_and_wait(LIMON, "/join")
    assert card.html.startswith(new.text_html("seat-taken", name="\u2068Limon\u2069"))
    assert isinstance(await new.load_current_table(), Lobby)


@pytest.mark.parametrize("ways", [(True, True), (False, True), (False, False)], ids=["basic", "swapped", "supergroups"])
async def test_what_telegram_never_does_moves_nothing(
    harness: BotHarness, caplog: pytest.LogCaptureFixture, ways: tuple[bool, bool]
) -> None:
    old, new = [await harness.new_group(basic=basic) for basic in ways]
    tags = use_log_tags()
    await old.put_table(LAID)
    await migrate_group(old, new)
    assert f"chat {tags.tag_of(old.chat_id)} cannot have become {tags.tag_of(new.chat_id)}" in caplog.text
    assert (await new.stored_state())[1] is None
    passed = await old.say_and_wait(KIRAZ, "/pas")
    assert passed.html.startswith(old.text_html("turn-passed", name="\u2068Ayşe\u2069"))
    assert (await old.load_current_game()).number == 1
    assert (await old.say_and_wait(LIMON, "/tahta")).is_photo


async def start_message_of(talk: ChatSession) -> tuple[int | None, int]:
    stored = await talk.harness.store.load_log(talk.scope, (await talk.stored_state())[0])
    (begin,) = [action for entry in stored if isinstance(action := decode_log_entry(entry).action, Begin)]
    return begin.chat, begin.message


async def test_a_game_begun_by_a_message_of_the_old_group_names_that_message(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await old.put_table(READY)
    await migrate_group(old, new)
    await new.start_watching()
    said = await old.say_as_user(old.user_json(KIRAZ), "/baslat")
    await new.wait_messages()
    assert await start_message_of(new) == (old.chat_id, said["message"]["message_id"])


async def test_a_hint_of_the_old_group_is_told_to_nobody_else_in_the_new_one(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    harness.switch_server_version(NEWEST)
    await old.put_table(game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "free"}))
    shown = await old.say_and_wait(KIRAZ, "/ipucu")
    assert shown.is_ephemeral
    await migrate_group(old, new)
    before = len(visible_bot_messages(new))
    answer = await old.press_data(KIRAZ, shown, shown.button_data("hint"))
    await harness.wait_until_idle()
    assert new.text_plain("hint-length-play", count=6) in answer["text"]
    assert len(visible_bot_messages(new)) == before
    harness.switch_server_version(OLDEST)


async def test_a_question_of_the_old_group_goes_on_in_the_new_one_and_tells_nothing_of_the_rack(
    harness: BotHarness,
) -> None:
    """Not even where its asker alone has seen it in the old group: in the new one everybody reads along."""
    told = []
    for rack in ("KALEMİS", "LERASİS"):
        old, new = await harness.new_group(basic=True), await harness.new_group()
        harness.switch_server_version(NEWEST)
        before = len(visible_bot_messages(new))
        await old.put_table(game("kelimelik", laid=["8F KALEM"], racks=["KALEMİS", "AAEEKKL"]))
        question = await old.say_and_wait(KIRAZ, "/oyna KALEMİS")
        assert question.is_ephemeral
        await migrate_group(old, new)
        await new.put_table(game("kelimelik", laid=["8F KALEM"], racks=[rack, "AAEEKKL"]))
        await new.start_watching()
        await old.press_without_waiting(KIRAZ, question, question.button_data("rows"))
        (shown,) = await new.wait_messages()
        told.append((shown.text, [button["text"] for button in shown.buttons]))
        await run_auto_deletes(harness, REPLY_SECONDS + 1)
        assert len(visible_bot_messages(new)) == before
    harness.switch_server_version(OLDEST)
    assert told[0] == told[1]
