"""Answers behind the bot's name: the results tell their reader alone, and what is posted is the same for every play."""

import pytest

from bot.playground.server_version import VERSIONS
from tests.support.chat_harness import KIRAZ, NANE, BotHarness
from tests.support.chat_steps import choose_result, type_query
from tests.support.duplicate_answers import ROUND, STRICT, open_group, standing, word_of
from tests.support.duplicate_chats import load_game
from tests.support.duplicate_games import open_round

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def _results_told(harness: BotHarness) -> None:
    """The account wants to know of each chosen result."""
    harness.playground.world.server.feedback = 1


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("language", ["tr", "en", "uk"])
async def test_a_chosen_result_answers_and_posts_that_alone(harness: BotHarness, version: str, language: str) -> None:
    group, private = await open_group(harness, language=language), await harness.private_chat(KIRAZ, language)
    await group.put_table(ROUND)
    harness.switch_server_version(version)
    posted = []
    for text, word in (("F8 KALEMLİ", "F8 KALEMLİ"), ("KALEMLİK", "F8 KALEMLİK"), ("8F KALEMLİK", "F8 KALEMLİK")):
        shown = await type_query(group, KIRAZ, text)
        assert word.split()[1] in shown.titles[0]
        assert private.text_plain("answer-inline") in shown.text
        await private.start_watching()
        message = choose_result(group, KIRAZ, shown)
        posted.append((message["text"], message.get("entities")))
        await harness.wait_until_idle()
        assert await word_of(group) == word
        told = (await private.wait_messages())[0]
        assert word.split()[1] in told.text
    assert set(map(str, posted)) == {str((group.text_plain("answer-posted"), None))}
    harness.switch_server_version(VERSIONS[0])


async def test_the_rack_is_shown_before_anything_is_typed_and_no_place_to_who_is_not_in_the_game(
    harness: BotHarness,
) -> None:
    group = await open_group(harness)
    assert (await type_query(group, KIRAZ)).titles[0].startswith("A₁ E₁ İ₁")
    assert "KALEMLİK" not in (await type_query(group, NANE, "KALEMLİK")).text


async def test_a_result_of_a_closed_round_answers_nothing(harness: BotHarness) -> None:
    group, private = await open_group(harness), await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    shown = await type_query(group, KIRAZ, "8F KALEMLİK")
    await group.put_table(open_round(number=2, rack="LİKSAEZ"))
    await private.start_watching()
    choose_result(group, KIRAZ, shown)
    (told,) = await private.wait_messages()
    assert told.html.startswith(private.text_html("answer-round-closed"))
    assert await standing(group) is None


async def test_a_choice_that_comes_too_late_is_refused_in_private(harness: BotHarness) -> None:
    group, private = await open_group(harness), await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    shown = await type_query(group, KIRAZ, "8F KALEMLİK")
    await harness.advance_time(120)
    await private.start_watching()
    choose_result(group, KIRAZ, shown)
    (told,) = await private.wait_messages()
    assert told.html == private.text_html("refusal-answer-late", number=1)
    assert await standing(group) is None


async def test_a_locked_answer_is_not_changed_by_a_choice(harness: BotHarness) -> None:
    group, private = await open_group(harness, STRICT), await harness.private_chat(KIRAZ)
    await group.put_table(STRICT)
    shown = await type_query(group, KIRAZ, "8F KALEMSİK")
    assert private.text_plain("answer-no-verdict") in shown.text
    choose_result(group, KIRAZ, shown)
    await harness.wait_until_idle()
    board = (await private.wait_messages())[-1]
    await private.press_data(KIRAZ, board, next(one["callback_data"] for one in board.buttons if "🔒" in one["text"]))
    await harness.wait_until_idle()
    assert (await load_game(group)).players[0].locked
    shown = await type_query(group, KIRAZ, "8F KALEMLİK")
    assert private.text_plain("refusal-answer-locked") in shown.text
    choose_result(group, KIRAZ, shown)
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMSİK"
