"""Buttons look like what they do, where apps show that: green to play, red to give up."""

import pytest

from bot.playground.servers import OLDEST
from engine.crossword.rules import preview
from engine.game import Table
from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk
from tests.support.games import game, play
from tests.support.klepka_chats import dealt
from tests.support.ownboards import labels, steps

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = dealt("ОоЩфВоДа", "КіТ", "ВоДа")


def styles(sent: Sent) -> dict[str, str]:
    """By what the buttons' data begin with."""
    return {str(one["callback_data"]).partition(":")[0]: str(one.get("style", "")) for one in sent.buttons}


def looking(sent: Sent, style: str) -> list[str]:
    """What stands on the buttons that look so."""
    return [str(one["text"]) for one in sent.buttons if one.get("style") == style]


def green(sent: Sent) -> list[str]:
    return looking(sent, "success")


def red(sent: Sent) -> list[str]:
    return looking(sent, "danger")


async def test_the_button_that_begins_is_green_and_those_beside_it_are_as_apps_like(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni kelimelik")
    lobby = await talk.ask(LIMON, "/tahta")
    found = styles(lobby)
    assert found["begin"] == "success"
    assert found["join"] == found["leave"] == ""


async def test_giving_up_is_red_and_playing_on_is_not(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/teslim")
    assert styles(asked) == {"yes": "danger", "no": ""}


async def test_ending_the_game_of_all_is_red(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    assert styles(await talk.ask(KIRAZ, "/iptal")) == {"cancel": "danger", "keep": ""}


async def test_the_one_place_of_a_word_is_green(house: House) -> None:
    assert house.playground.world.server.version == OLDEST, "every version that is served reads styles"
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna KALEMLİK 8")
    assert styles(asked) == {"put": "success", "sums": ""}


async def test_one_of_several_places_is_like_the_others(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, "/oyna LER 9")
    assert styles(asked) == {"put": "", "sums": ""}


async def test_the_button_that_opens_a_table_with_options_is_green(house: House) -> None:
    talk = await house.group()
    games = await talk.ask(KIRAZ, "/yeni liste")
    await talk.tap(KIRAZ, games, "games")
    await talk.changed(games, "editMessageText")
    await talk.press(KIRAZ, games, f"tune::{KIRAZ}:kelimelik")
    options = await talk.changed(games, "editMessageText")
    assert (green(options), red(options)) == ([talk.plain("button-open", game="Kelimelik")], [])


async def test_a_move_that_is_tried_out_is_played_by_a_green_button(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    assert styles(await private.ask(KIRAZ, "/dene 8F KALEMLİK")) == {"lay": "success"}


async def own_board(house: House, table: Table) -> tuple[Talk, Sent]:
    """A player's private chat, and their own board of a game that is played in a group."""
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(table)
    board = await private.ask(KIRAZ, "/raf")
    assert (green(board), red(board)) == ([], []), "nothing is chosen yet"
    return private, board


async def test_on_the_own_board_a_move_is_laid_by_a_green_button(house: House) -> None:
    private, board = await own_board(house, LAID)
    board = await steps(private, board, private.plain("mine-move"), "8", "K", "→", "L", "E", "R")
    score = preview(LAID, 0, play(LAID, "8F KALEMLER"))[1].total
    assert green(board) == [private.plain("mine-lay", word="KALEMLER", score=score)]
    assert red(board) == []


async def test_on_the_own_board_tiles_are_exchanged_by_a_green_button(house: House) -> None:
    private, board = await own_board(house, LAID)
    board = await steps(private, board, private.plain("mine-exchange"), "L", "S")
    assert (green(board), red(board)) == ([private.plain("button-exchange", count=2)], [])


@pytest.mark.parametrize("table", [LAID, CARDS], ids=["a board", "cards"])
async def test_on_the_own_board_giving_up_is_red_and_playing_on_is_not(house: House, table: Table) -> None:
    private, board = await own_board(house, table)
    board = await steps(private, board, private.plain("mine-surrender"))
    assert (green(board), red(board)) == ([], [private.plain("button-surrender")])
    assert private.plain("button-play-on") in labels(board)


async def test_a_word_of_cards_is_formed_by_a_green_button(house: House) -> None:
    private, table = await own_board(house, CARDS)
    table = await steps(private, table, private.plain("mine-form-word"), "К", "І", "Т")
    assert (green(table), red(table)) == ([private.plain("mine-form", word="КІТ")], [])
