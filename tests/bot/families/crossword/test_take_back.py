"""Plays taken back by button and by command, and turns undone by administrators, in the group's eyes."""

import pytest

from bot.store import keys
from bot.texts import Html
from engine.crossword.state import GameState
from tests.support.buttons import CARD_GAME
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "20"})
ANOTHERS = game("kelimelik", racks=["ŞŞZZVVÖ", "KALEMİR"], turn=1, options={"clock": "none", "take-back": "20"})
"""Limon is on turn."""


async def play_first_word(talk: ChatSession) -> SentMessage:
    await talk.put_table(GAME)
    return await talk.say_and_wait(KIRAZ, "/oyna 8F KALEM")


async def is_as_dealt(talk: ChatSession, dealt: GameState = GAME) -> bool:
    """Whether racks, scores, board and turn are those that were dealt."""
    now = await talk.load_current_game()
    racks = [sorted(player.rack) for player in now.players]
    same = racks == [sorted(player.rack) for player in dealt.players]
    return same and (now.cells, now.bag, now.turn) == (dealt.cells, dealt.bag, dealt.turn)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_board_says_until_when_and_a_tap_takes_the_play_back(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    board = await play_first_word(talk)
    name, time = "\u2068Ayşe\u2069", talk.text_plain("unit-second", count=20)
    assert talk.text_html("take-back-until", name=name, time=time) in board.html
    await talk.start_watching()
    toast = await talk.press_kind(KIRAZ, board, "back")
    assert toast["text"] == talk.text_plain("take-back-done")
    (told,) = await talk.wait_messages()
    assert told.html.startswith(talk.text_html("turn-taken-back", name=name, word="KALEM", score=12))
    assert await is_as_dealt(talk)
    assert not [button for button in told.buttons if button["callback_data"].startswith("back:")]


async def test_when_the_seconds_are_over_the_group_hears_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await play_first_word(talk)
    await talk.start_watching()
    await harness.advance_time(21)
    await talk.check_silence(KIRAZ)


async def test_the_command_does_the_same_in_the_group_and_in_private(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await play_first_word(talk)
    await talk.say_and_wait(KIRAZ, "/geri")
    assert await is_as_dealt(talk)
    await play_first_word(talk)
    assert (await private.say_and_wait(KIRAZ, "/geri")).html == private.text_html("take-back-done")
    assert await is_as_dealt(talk)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_undoes_a_turn_and_it_is_told_and_logged(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(ANOTHERS)
    await talk.say_and_wait(LIMON, "/oyna 8F KALEM")
    told = await talk.say_and_wait(KIRAZ, "/undo")
    name = "\u2068Bora\u2069"
    assert told.html.startswith(
        talk.text_html("turn-undone-play", by="\u2068Kiraz\u2069", name=name, word="KALEM", score=12)
    )
    assert await is_as_dealt(talk, ANOTHERS)
    log = (await talk.say_and_wait(KIRAZ, "/log")).html
    assert talk.text_html("act-undo", at="", name="\u2068Kiraz\u2069").strip(" \u00b7") in log


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_who_undoes_the_own_turn_is_named_once(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    own = with_fields(GAME.players[0], name="Kiraz")
    await talk.put_table(with_fields(GAME, players=(own, *GAME.players[1:])))
    name = "\u2068Kiraz\u2069"
    for turn, told in (
        ("/pas", talk.text_html("turn-undone-own-pass", name=name)),
        ("/oyna 8F KALEM", talk.text_html("turn-undone-own-play", name=name, word="KALEM", score=12)),
    ):
        await talk.say_and_wait(KIRAZ, turn)
        headline = (await talk.say_and_wait(KIRAZ, "/undo")).html.splitlines()[0]
        mention = f'<a href="tg://user?id={KIRAZ}">{name}</a>'
        gap = " " if told.endswith(".") else " · "
        assert headline == f"{told}{gap}{talk.text_html('turn-next', name=Html(mention))}", "once, and as the next"
        assert told.count("Kiraz") == 1


async def test_whoever_is_no_administrator_undoes_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await play_first_word(talk)
    for person in (LIMON, NANE):
        assert (await talk.say_and_wait(person, "/gerial")).html == talk.text_html("refusal-admins-only")
    assert not await is_as_dealt(talk)


async def test_cards_once_seen_are_not_undone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(CARD_GAME)
    assert (await talk.say_and_wait(KIRAZ, "/gerial")).html == talk.text_html("refusal-nothing-to-undo")
    assert (await talk.say_and_wait(KIRAZ, "/geri")).html == talk.text_html("refusal-another-game")


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])


async def send_refused_move(talk: ChatSession, person: int, text: str) -> int:
    await talk.start_watching()
    number = talk.harness.playground.world.write_as_person(person, talk.chat_id, text)["message_id"]
    assert not (await talk.wait_messages())[0].is_photo
    return int(number)


async def edit_without_answer(talk: ChatSession, person: int, message: int, text: str) -> None:
    await talk.start_watching()
    talk.harness.playground.world.edit_as_person(person, talk.chat_id, message, text)
    await talk.check_silence(person)


@pytest.mark.parametrize("text", ["/oyna 8F KALEMLKİ", "/oyna KALEMLİ", "/oyn KALEM"])
async def test_a_refused_move_is_played_once_it_is_edited_and_then_no_more(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    message = await send_refused_move(talk, KIRAZ, text)
    harness.playground.world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna 8F KALEMLİK")
    assert (await talk.wait_messages())[0].is_photo
    state = await talk.load_current_game()
    assert state.number == LAID.number + 1
    await edit_without_answer(talk, KIRAZ, message, "/oyna F8 KALEMLİK")
    await talk.put_table(with_fields(LAID, number=LAID.number + 2))
    await edit_without_answer(talk, KIRAZ, message, "/oyna 8F yatay KALEMLİK")
    assert (await talk.load_current_game()).turn == 0


async def test_edits_of_anything_else_do_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.start_watching()
    looked = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "/torba")["message_id"]
    await talk.wait_messages()
    talked = harness.playground.world.write_as_person(KIRAZ, talk.chat_id, "tamam mı", reply_to=board.message_id)[
        "message_id"
    ]
    first = await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKİ")
    second = await send_refused_move(talk, KIRAZ, "/oyna 8F KALEMLKS")
    for message, text in [
        (looked, "/torba 2"),
        (looked, "/pas"),
        (looked, "/oyna 8F KALEMLİK"),
        (talked, "8F KALEMLİK"),
        (first, "/oyna 8F KALEMLİK"),
        (second, "/tahta"),
    ]:
        await edit_without_answer(talk, KIRAZ, message, text)
    await harness.redis.delete(keys.refused_move(KIRAZ))
    await edit_without_answer(talk, KIRAZ, second, "/oyna 8F KALEMLİK")
    assert await talk.load_current_game() == LAID


async def test_in_private_an_edit_is_for_the_game_that_it_was_refused_in(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    message = await send_refused_move(private, KIRAZ, "8F KALEMLKİ")
    harness.playground.world.edit_as_person(KIRAZ, private.chat_id, message, "8F KALEMLİK")
    assert (await private.wait_messages())[0].text == private.text_plain("done-in-group")
    assert (await group.load_current_game()).turn == 1
