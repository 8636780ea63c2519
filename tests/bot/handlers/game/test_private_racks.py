"""Racks and bags: in private everything of one's own, in the group nothing of anybody's."""

from typing import Any

import pytest

from bot.playground.server_version import NEWEST, OLDEST
from bot.store.keys import Scope
from bot.telegram.keyboards import encode_scope
from engine.alphabet import load_alphabet
from engine.crossword.state import GameState
from tests.bot.handlers.test_tutorial import open_as_newcomer
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, press_own_board, run_auto_deletes
from tests.support.games import game, with_fields
from tests.support.stored_tables import BOARD_MESSAGE_ID, ChatTableStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["ĞÖJFVP?", "AAEEKKL"])
RACK = "Ğ₈  Ö₇  J₁₀  F₇  V₇  P₅  ▢₀"


async def test_the_rack_button_shows_the_presser_the_own_rack_and_nobody_else_anything(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    board = await talk.say_and_wait(NANE, "/tahta")
    assert await talk.press_kind(KIRAZ, board, "rack") == {
        "text": talk.text_plain("own-board-alert", tiles=RACK, bag=len(LAID.bag)),
        "show_alert": True,
        "url": "",
    }
    assert "A₁" in (await talk.press_kind(LIMON, board, "rack"))["text"]
    await talk.check_silence(KIRAZ)


async def test_the_rack_command_sends_the_rack_in_private_and_says_so_in_the_group(harness: BotHarness) -> None:
    talk = await harness.new_group()
    private = await harness.private_chat(KIRAZ)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/raf")
    assert answer.html == talk.text_html("own-board-sent")
    assert answer.links == ["https://t.me/harfiyen_bot"]
    (rack_message,) = await private.wait_messages()
    assert button_labels(rack_message)[:7] == ["Ğ₈", "Ö₇", "J", "F₇", "V₇", "P₅", "▢"]
    assert "Masa" in rack_message.text
    board = await private.say_and_wait(KIRAZ, "/tahta")
    assert board.is_photo
    assert (await private.press_kind(KIRAZ, board, "rack"))["text"] == ""
    (own,) = await private.wait_messages()
    assert button_labels(own)[:2] == ["Ğ₈", "Ö₇"]


async def test_a_private_chat_that_is_not_open_is_offered_by_a_link_that_asks_for_this_rack(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group()
    await harness.private_chat(LIMON, opened=False)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(LIMON, "/raf")
    assert answer.html == talk.text_html("own-board-needs-private", button=talk.text_plain("button-rack"))
    assert answer.links == [f"https://t.me/harfiyen_bot?start=r{encode_scope(talk.scope)}"]
    private = await harness.private_chat(LIMON, opened=False)
    await talk.put_table(await talk.load_current_table())
    rack = await private.say_and_wait(LIMON, f"/start r{encode_scope(talk.scope)}")
    assert rack.is_photo
    assert button_labels(rack)[:7] == ["A₁", "A₁", "E₁", "E₁", "K₁", "K₁", "L₁"]
    rack = await press_own_board(private, rack, private.text_plain("own-board-more-actions"), LIMON)
    assert rack.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{BOARD_MESSAGE_ID}"]


async def test_a_link_shows_an_outsider_no_rack(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    private = await harness.private_chat(NANE)
    refused = {private.text_html("no-own-board-there"), private.text_html("tutorial-offer", name="\u2068Nane\u2069")}
    for payload in (f"r{encode_scope(talk.scope)}", "r-100999", "r", "rx", "r1_2_3", "x", "r" + "9" * 4000, "<b>"):
        answer = await private.say_and_wait(NANE, f"/start {payload}"[:4096])
        assert (answer.is_photo, answer.html in refused) == (False, True), payload


async def test_a_turn_may_be_taken_in_private_and_is_told_in_the_group(harness: BotHarness) -> None:
    group = await harness.new_group()
    private, other = await harness.private_chat(KIRAZ), await harness.private_chat(LIMON)
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LİAAAAK", "AAEEKKL"]))
    await group.start_watching()
    assert (await private.say_and_wait(KIRAZ, "/oyna 8F KALEMLİK")).html == private.text_html("done-in-group")
    (told,) = await group.wait_messages()
    assert told.is_photo
    assert "KALEMLİK" in told.text
    assert (await other.say_and_wait(LIMON, "/degistir 1")).html == other.text_html("exchange-done")
    assert (await private.say_and_wait(KIRAZ, "/pas")).html == private.text_html("done-in-group")
    assert (await group.load_current_game()).number == 3


async def test_chatter_in_private_is_helped_along(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    hint = await private.say_and_wait(KIRAZ, "merhaba")
    assert hint.html == private.text_html("private-hint")
    assert "/bot" in hint.html, "it is what can be done there"
    assert "tutorial::start" in [
        one.get("callback_data") for one in (await private.say_and_wait(KIRAZ, "/start")).buttons
    ]


async def test_a_mistyped_command_is_told_of_the_one_that_it_is_near(harness: BotHarness) -> None:
    private, group = await harness.private_chat(KIRAZ), await harness.new_group()
    answer = private.text_html("refusal-mistyped-command", typed="/onya", near="/oyna")
    assert (await private.say_and_wait(KIRAZ, "/onya 8F KALEMLİK")).html == answer
    # Other bots are there, too: only who plays is taken to mean this one.
    for typed in ("/onya 8F KALEMLİK", "/bilinmeyen 1"):
        await group.check_no_answer(KIRAZ, typed)
    near = await group.say_and_wait(KIRAZ, "/leaderboard@harfiyen_bot")
    assert near.html == group.text_html("refusal-mistyped-command", typed="/leaderboard", near="/siralama")
    await group.put_table(LAID)
    assert (await group.say_and_wait(KIRAZ, "/onya 8F KALEMLİK")).html == answer
    await group.check_no_answer(ZEYTIN, "/onya 8F KALEMLİK")


def unseen_tiles(state: GameState, *, own: int | None) -> str:
    hidden = [*state.bag, *(tile for seat, player in enumerate(state.players) if seat != own for tile in player.rack)]
    letters = load_alphabet(state.ruleset.language)
    faces = sorted(set(hidden), key=letters.rank)
    return " ".join(f"{'▢' if face == '?' else face}<b>{hidden.count(face)}</b>" for face in faces)


async def test_the_bag_counts_every_rack_in_the_group_and_not_ones_own_in_private(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(LAID)
    for person in (KIRAZ, LIMON, NANE):
        answer = await talk.say_and_wait(person, "/torba")
        assert answer.html.endswith(unseen_tiles(LAID, own=None))
        assert "J<b>1</b>" in answer.html
    own = await private.say_and_wait(KIRAZ, "/torba")
    assert own.html.endswith(unseen_tiles(LAID, own=0))
    assert "J<b>" not in own.html


SHOWN_GAME = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
OTHER = with_fields(SHOWN_GAME, commitment="7" * 64)


def message_seen_alone(talk: ChatSession, person: int) -> dict[str, Any]:
    (shown,) = talk.harness.playground.world.ephemeral.visible_to_person(talk.chat_id, person)
    message: dict[str, Any] = shown["message"]
    return message


def button_data(message: dict[str, Any], start: str) -> str:
    keys = [key for row in message["reply_markup"]["inline_keyboard"] for key in row]
    return str(
        next(key["callback_data"] for key in keys if key["callback_data"].startswith(start) or start in key["text"])
    )


async def test_a_question_leads_to_what_is_now_and_goes_once_it_is_answered(harness: BotHarness) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(NEWEST)
    await talk.put_table(SHOWN_GAME)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK")
    assert asked.is_ephemeral
    await talk.put_table(with_fields(SHOWN_GAME, number=2))
    for number in (0, 2):
        question = message_seen_alone(talk, KIRAZ)
        assert button_data(question, "put:").split(":")[3] == str(number)
        assert "18" in question["text"], "nobody else reads what it would score"
        await talk.press_data(KIRAZ, asked, button_data(question, "put:"))
        await harness.wait_until_idle()
    assert (await talk.load_current_game()).turn == 1
    assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)


async def test_a_pass_is_made_where_the_message_names_no_topic(harness: BotHarness) -> None:
    world = harness.playground.world
    talk = await harness.new_group()
    harness.switch_server_version(NEWEST)
    world.set_forum(talk.chat, on=True)
    here, there = (Scope(talk.chat_id, world.add_topic(KIRAZ, talk.chat, name)) for name in ("Bir", "İki"))
    await talk.put_table(SHOWN_GAME, here)
    await talk.put_table(OTHER, there)
    world.write_as_person(KIRAZ, talk.chat_id, "/tahta", thread=here.topic)
    await harness.wait_until_idle()
    board = [message for message in talk.chat.messages.values() if "photo" in message][-1]
    await world.press_button(KIRAZ, talk.chat_id, board["message_id"], button_data(board, "rack:")).answer
    await harness.wait_until_idle()
    for label in (talk.text_plain("own-board-pass"), talk.text_plain("own-board-pass-yes")):
        shown = message_seen_alone(talk, KIRAZ)
        pressed = button_data(shown, label)
        for person in (LIMON, NANE):
            forged = await talk.forge_tap(talk.user_json(person), None, pressed)
            assert forged["show_alert"]
        await world.press_button(KIRAZ, talk.chat_id, shown["ephemeral_message_id"], pressed, ephemeral=True).answer
        await harness.wait_until_idle()
    moved = [await ChatTableStore(harness.redis, harness.store, scope).load_current_game() for scope in (here, there)]
    assert [state.turn for state in moved] == [1, 0]


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
async def test_a_board_as_text_is_shown_to_its_asker_alone(harness: BotHarness, version: str) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(version)
    await talk.put_table(SHOWN_GAME)
    shown = await talk.say_and_wait(NANE, "/tahta metin")
    assert shown.is_ephemeral == (version == NEWEST)
    if shown.is_ephemeral:
        assert message_seen_alone(talk, NANE)["text"] == shown.text
        await run_auto_deletes(harness, 3601)
        assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE)
    assert not (await talk.say_and_wait(NANE, "/tahta")).is_ephemeral
