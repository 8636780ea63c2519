"""My table in Klepka: cards chosen by row and place in private; the group sees only what they turn up."""

import pytest

from engine.klepka.state import GameState
from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk
from tests.support.klepka_chats import dealt, klepka
from tests.support.ownboards import behind, labels, step, steps

pytestmark = pytest.mark.asyncio(loop_scope="module")

CARDS = dealt("ОоЩфВоДа", "КіТ", "ВоДа")


async def opened(house: House, table: GameState = CARDS) -> tuple[Talk, Talk, Sent]:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(table)
    board = await group.ask(LIMON, "/tahta")
    await private.mark()
    boxed = await group.press(KIRAZ, board, behind(board, group.plain("mine-open")))
    assert (boxed["show_alert"], boxed["text"][:14]) == (True, group.plain("mine-cards", cards="І")[:14])
    return group, private, (await private.sent())[0]


async def test_cards_are_chosen_by_row_and_place_and_the_last_one_turns_them_up(house: House) -> None:
    group, private, table = await opened(house)
    before = await group.stored()
    table = await steps(private, table, private.plain("mine-flip"), "1", "1")
    assert private.plain("mine-chosen", positions="1") in table.text
    table = await step(private, table, "1")
    assert "1" not in labels(table), "a card is chosen once"
    assert await group.stored() == before
    await group.mark()
    table = await step(private, table, "2")
    assert table.text.startswith(private.plain("mine-done"))
    (told,) = await group.sent()
    assert "1, 2" in told.text
    assert (await klepka(group)).table[:2] == ("", "")


async def test_a_word_is_put_together_from_the_own_letters(house: House) -> None:
    group, private, table = await opened(house)
    table = await steps(private, table, private.plain("mine-form-word"), "К", "І", "Т")
    assert "КІТ" in table.text
    table = await steps(private, table, private.plain("mine-back"), "Т", private.plain("mine-form", word="КІТ"))
    assert [word.word for word in (await klepka(group)).words] == ["КІТ"]
    assert "КІТ" in table.text


async def test_a_table_is_told_in_a_box_and_nobody_else_presses_its_buttons(house: House) -> None:
    group, private, table = await opened(house)
    boxed = await private.press(KIRAZ, table, behind(table, private.plain("mine-my-cards")))
    assert (boxed["show_alert"], boxed["text"][:14]) == (True, private.plain("mine-cards", cards="І")[:14])
    before = await group.stored()
    for carried in (behind(table, private.plain("mine-flip")), f"{behind(table, private.plain('mine-flip'))}0102"):
        for talk in (group, await house.private(LIMON)):
            answer = await talk.forge(talk.user(LIMON), None, carried)
            assert answer["text"] in {talk.plain("refusal-not-your-button"), talk.plain("refusal-stale-button")}
    assert await group.stored() == before
