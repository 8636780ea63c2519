"""Plays taken back by button and by command, and turns undone by administrators, in the group's eyes."""

import pytest

from engine.crossword.state import GameState
from tests.support.button_tables import CARD_GAME
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "20"})
PLAIN = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none"})
"""Kiraz owns the group; Kiraz and Limon play."""
ANOTHERS = game("kelimelik", racks=["ŞŞZZVVÖ", "KALEMİR"], turn=1, options={"clock": "none", "take-back": "20"})
"""Limon is on turn."""


async def play_first_word(talk: ChatSession) -> SentMessage:
    """The board once Kiraz has played."""
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


async def test_nobody_else_takes_it_back_and_nobody_too_late(harness: BotHarness) -> None:
    talk = await harness.new_group()
    board = await play_first_word(talk)
    for person, code in ((LIMON, "play-of-another"), (NANE, "not-seated")):
        alert = await talk.press_kind(person, board, "back")
        assert alert["text"] == talk.text_plain(f"refusal-{code}", name="Ayşe")
    await harness.advance_time(21)
    alert = await talk.press_kind(KIRAZ, board, "back")
    assert alert["text"] == talk.text_plain("refusal-take-back-too-late")


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


async def test_the_next_move_closes_the_seconds(harness: BotHarness) -> None:
    talk = await harness.new_group()
    board = await play_first_word(talk)
    await talk.say_and_wait(LIMON, "/pas")
    alert = await talk.forge_tap(talk.user_json(KIRAZ), board, board.button_data("back"))
    assert alert["text"] == talk.text_plain("refusal-take-back-too-late")


async def test_where_the_table_does_not_allow_it_there_is_no_button(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(PLAIN)
    board = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEM")
    assert not [button for button in board.buttons if button["callback_data"].startswith("back:")]
    refusal = await talk.say_and_wait(KIRAZ, "/geri")
    assert refusal.html == talk.text_html("refusal-no-take-back")


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
        assert (await talk.say_and_wait(KIRAZ, "/undo")).html.splitlines()[0] == told
        assert told.count("Kiraz") == 1


async def test_passes_are_undone_and_what_drew_tiles_is_not(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(PLAIN)
    await talk.say_and_wait(KIRAZ, "/pas")
    assert (await talk.say_and_wait(KIRAZ, "/gerial")).html.startswith("\u21a9\ufe0f")
    assert await is_as_dealt(talk, PLAIN)
    await talk.say_and_wait(KIRAZ, "/oyna 8F KALEM")
    assert (await talk.say_and_wait(KIRAZ, "/gerial")).html == talk.text_html("refusal-nothing-to-undo")


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
