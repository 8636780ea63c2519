"""Turns in which nobody lays a tile: a surrender is asked about first, and an exchange names no tile."""

import pytest

from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import game
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_surrender_is_asked_about_and_may_be_taken_back(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(LAID)
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    assert question.html == talk.text_html("surrender-sure", name="\u2068Kiraz\u2069")
    assert (await talk.press_kind(KIRAZ, question, "no"))["text"] == talk.text_plain("surrender-no")
    await harness.wait_until_idle()
    await run_auto_deletes(harness)
    assert question.message_id not in talk.chat.messages
    assert await talk.load_current_table() == LAID
    stale = await talk.forge_tap(talk.user_json(KIRAZ), question, question.button_data("yes"))
    assert stale["text"] == talk.text_plain("surrender-yes")
    (ended,) = await talk.wait_messages()
    assert talk.text_html("ended-surrender") in ended.html
    assert "Bora" in ended.text


async def test_a_pass_and_an_exchange_by_places_or_letters_name_no_tile_in_the_group(harness: BotHarness) -> None:
    for text in ("/degistir 1 3 5", "/degistir 135", "/degistir l, r, s", "/degistir ?", "/degistir ▢"):
        talk = await harness.new_group()
        table = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
        await talk.put_table(table)
        told = await talk.say_and_wait(KIRAZ, text)
        count = 1 if text[-1] in "?▢" else 3
        assert told.html.splitlines()[0] == talk.text_html("turn-exchanged", name="\u2068Ayşe\u2069", count=count)
        state = await talk.load_current_game()
        assert (state.turn, state.number, len(state.bag)) == (1, 1, len(table.bag))
