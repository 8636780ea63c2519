"""Buttons look like what they do, where apps show that: green to play, red to give up."""

import pytest

from bot.playground.server_version import OLDEST
from engine.crossword.rules import lay_and_score
from engine.game import Table
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, press_own_board_in_turn
from tests.support.games import game, place_play
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = klepka_game_of_chat("ОоЩфВоДа", "КіТ", "ВоДа")


def button_styles(sent: SentMessage) -> dict[str, str]:
    """By what the buttons' data begin with."""
    return {str(one["callback_data"]).partition(":")[0]: str(one.get("style", "")) for one in sent.buttons}


def looking(sent: SentMessage, style: str) -> list[str]:
    """What stands on the buttons that look so."""
    return [str(one["text"]) for one in sent.buttons if one.get("style") == style]


def green(sent: SentMessage) -> list[str]:
    return looking(sent, "success")


def red(sent: SentMessage) -> list[str]:
    return looking(sent, "danger")


async def test_the_button_that_begins_is_green_and_those_beside_it_are_as_apps_like(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    lobby = await talk.say_and_wait(LIMON, "/tahta")
    found = button_styles(lobby)
    assert found["begin"] == "success"
    assert found["join"] == found["leave"] == ""


async def test_giving_up_is_red_and_playing_on_is_not(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/teslim")
    assert button_styles(asked) == {"yes": "danger", "no": ""}


async def test_ending_the_game_of_all_is_red(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    assert button_styles(await talk.say_and_wait(KIRAZ, "/iptal")) == {"cancel": "danger", "keep": ""}


async def test_the_one_place_of_a_word_is_green(harness: BotHarness) -> None:
    assert harness.playground.world.server.version == OLDEST, "every version that is served reads styles"
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK 8")
    assert button_styles(asked) == {"put": "success", "sums": ""}


async def test_one_of_several_places_is_like_the_others(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna LER 9")
    assert button_styles(asked) == {"put": "", "sums": ""}


async def test_the_button_that_opens_a_table_with_options_is_green(harness: BotHarness) -> None:
    talk = await harness.new_group()
    games = await talk.say_and_wait(KIRAZ, "/yeni liste")
    await talk.press_kind(KIRAZ, games, "games")
    await talk.wait_edited(games, "editMessageText")
    await talk.press_data(KIRAZ, games, f"tune::{KIRAZ}:kelimelik")
    options = await talk.wait_edited(games, "editMessageText")
    assert (green(options), red(options)) == ([talk.text_plain("button-open", game="Kelimelik")], [])


async def test_a_move_that_is_tried_out_is_played_by_a_green_button(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    assert button_styles(await private.say_and_wait(KIRAZ, "/dene 8F KALEMLİK")) == {"lay": "success"}


async def own_board(house: BotHarness, table: Table) -> tuple[ChatSession, SentMessage]:
    """A player's private chat, and their own board of a game that is played in a group."""
    group, private = await house.new_group(), await house.private_chat(KIRAZ)
    await group.put_table(table)
    board = await private.say_and_wait(KIRAZ, "/raf")
    assert (green(board), red(board)) == ([], []), "nothing is chosen yet"
    return private, board


async def test_on_the_own_board_a_move_is_laid_by_a_green_button(harness: BotHarness) -> None:
    private, board = await own_board(harness, LAID)
    board = await press_own_board_in_turn(
        private, board, private.text_plain("own-board-move"), "8", "K", "→", "L", "E", "R"
    )
    score = lay_and_score(LAID, 0, place_play(LAID, "8F KALEMLER"))[1].total
    assert green(board) == [private.text_plain("own-board-lay", word="KALEMLER", score=score)]
    assert red(board) == []


async def test_on_the_own_board_tiles_are_exchanged_by_a_green_button(harness: BotHarness) -> None:
    private, board = await own_board(harness, LAID)
    board = await press_own_board_in_turn(private, board, private.text_plain("own-board-exchange"), "L", "S")
    assert (green(board), red(board)) == ([private.text_plain("button-exchange", count=2)], [])


@pytest.mark.parametrize("table", [LAID, CARDS], ids=["a board", "cards"])
async def test_on_the_own_board_giving_up_is_red_and_playing_on_is_not(harness: BotHarness, table: Table) -> None:
    private, board = await own_board(harness, table)
    board = await press_own_board_in_turn(private, board, private.text_plain("own-board-surrender"))
    assert (green(board), red(board)) == ([], [private.text_plain("button-surrender")])
    assert private.text_plain("button-play-on") in button_labels(board)


async def test_a_word_of_cards_is_formed_by_a_green_button(harness: BotHarness) -> None:
    private, table = await own_board(harness, CARDS)
    table = await press_own_board_in_turn(private, table, private.text_plain("own-board-form-word"), "К", "І", "Т")
    assert (green(table), red(table)) == ([private.text_plain("own-board-form", word="КІТ")], [])
