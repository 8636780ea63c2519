"""Boards as a group has chosen them: each, the newest alone, one that is edited, one that is pinned."""

import pytest

from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk
from tests.support.fades import buttons, sweep
from tests.support.games import game
from tests.support.klepka_chats import dealt

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа")
PLAY = "/oyna F8 yatay KALEMLİK"


async def choose(talk: Talk, boards: str) -> Sent:
    panel = await talk.ask(KIRAZ, "/ayarlar")
    await talk.press(KIRAZ, panel, "set::boards")
    await talk.press(KIRAZ, panel, f"set::boards:{boards}")
    assert (await house_settings(talk)).get("boards") == (None if boards == "each" else boards)
    return panel


async def house_settings(talk: Talk) -> dict[str, str]:
    return await talk.house.store.settings(talk.id)


async def test_only_the_newest_board_is_kept_where_that_is_chosen(house: House) -> None:
    talk = await house.group()
    await choose(talk, "last")
    await talk.deal(LAID)
    first = await talk.ask(KIRAZ, PLAY)
    second = await talk.ask(LIMON, "/pas")
    await talk.ask(KIRAZ, "/pas")
    third = await talk.ask(LIMON, "/teslim")
    await talk.tap(LIMON, third, "yes")
    (board,) = await talk.sent()
    await house.quiet()
    await sweep(house, 1)
    assert first.id not in talk.chat.messages
    assert {second.id, board.id} <= talk.chat.messages.keys(), "words stay, and so does the newest board"


@pytest.mark.parametrize("boards", ["one", "pin"])
async def test_one_board_is_edited_and_what_happened_is_said_below_it(house: House, boards: str) -> None:
    talk = await house.group()
    await choose(talk, boards)
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    board = await talk.ask(KIRAZ, "/baslat")
    await house.quiet()
    assert talk.chat.pinned == (board.id if boards == "pin" else None)
    state = await talk.game()
    picture = talk.chat.messages[board.id]["photo"][-1]["file_id"]
    said = await talk.ask(state.players[state.turn].user, "/pas")
    assert not said.photo
    assert said.message["reply_to_message"]["message_id"] == board.id
    assert buttons(talk.chat.messages[board.id]) == buttons(said.message) == ["rack", "board"]
    assert talk.chat.messages[board.id]["photo"][-1]["file_id"] != picture
    house.playground.world.delete(talk.chat, board.id)
    again = await talk.ask(state.players[1 - state.turn].user, "/pas")
    assert again.photo, "where it was deleted another one is sent"


@pytest.mark.parametrize("cards", [False, True])
async def test_one_board_at_most_is_pinned_game_after_game(house: House, *, cards: bool) -> None:
    talk = await house.group()
    await choose(talk, "pin")
    pinned = [await begun(talk)]
    await talk.cancel(KIRAZ)
    if cards:
        await talk.deal(CARDS)
        await talk.ask(KIRAZ, "/ac 1 3")
        await talk.cancel(KIRAZ)
    pinned.append(await begun(talk))
    unpinned = [call.parameters for call in house.playground.journal.entries("unpinChatMessage")]
    assert [int(one["message_id"]) for one in unpinned if str(one["chat_id"]) == str(talk.id)] == pinned[:1]


async def test_a_board_is_pinned_and_let_go_as_that_is_chosen_in_the_midst_of_a_game(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, PLAY)
    await choose(talk, "pin")
    said = await talk.ask(LIMON, "/pas")
    await house.quiet()
    assert (said.photo, talk.chat.pinned) == (False, board.id)
    await choose(talk, "each")
    await talk.ask(KIRAZ, "/pas")
    other = await talk.ask(LIMON, "/teslim")
    await talk.tap(LIMON, other, "yes")
    await talk.sent()
    await house.quiet()
    assert talk.chat.pinned is None


async def begun(talk: Talk) -> int:
    """A game from its lobby on; the number of its board, which is pinned."""
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    board = await talk.ask(KIRAZ, "/baslat")
    await talk.house.quiet()
    assert talk.chat.pinned == board.id
    return board.id


async def test_boards_stay_where_nothing_else_is_chosen(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    first = await talk.ask(KIRAZ, PLAY)
    sure = await talk.ask(LIMON, "/teslim")
    await talk.tap(LIMON, sure, "yes")
    await talk.sent()
    await house.quiet()
    await sweep(house, 1)
    assert first.id in talk.chat.messages


async def test_a_board_that_may_not_be_pinned_is_told_all_the_same(house: House) -> None:
    talk = await house.group()
    await choose(talk, "pin")
    talk.chat.can_pin = False
    await talk.deal(LAID)
    assert (await talk.ask(KIRAZ, PLAY)).photo
    assert talk.chat.pinned is None


async def test_cards_are_seen_as_long_as_they_are_to_be_though_only_the_newest_table_is_kept(house: House) -> None:
    talk = await house.group()
    await choose(talk, "last")
    await talk.deal(CARDS)
    first = await talk.ask(KIRAZ, "/ac 1 3")
    await talk.ask(LIMON, "/ac 1 3")
    await house.quiet()
    await sweep(house, 1)
    assert first.id in talk.chat.messages
    await sweep(house, 60)
    assert first.id not in talk.chat.messages
