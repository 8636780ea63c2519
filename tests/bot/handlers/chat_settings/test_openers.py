"""Who opens tables in a group, and in which of its topics, is what its administrators have chosen."""

import pytest

from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import after_actions, game, surrender
from tests.support.settings_panels import chosen_settings, marked_buttons, panel_after_update, pick_value

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))


async def test_only_administrators_open_tables_where_that_is_chosen(harness: BotHarness) -> None:
    talk = await harness.new_group()
    choices = await talk.say_and_wait(LIMON, "/yeni")
    await pick_value(talk, await talk.say_and_wait(KIRAZ, "/ayarlar"), "openers", "admins")
    for text in ("/yeni", "/yeni kelimelik"):
        assert (await talk.say_and_wait(LIMON, text)).html == talk.text_html("refusal-only-admins-open")
    refusal = talk.text_plain("refusal-only-admins-open")
    assert (await talk.press_data(LIMON, choices, f"choose::{LIMON}:kelimelik"))["text"] == refusal
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    assert isinstance(await talk.load_current_table(), Lobby)
    assert not (await talk.say_and_wait(LIMON, "/katil")).html.startswith(refusal)


async def test_a_rematch_is_opened_by_those_who_open_tables(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await pick_value(talk, await talk.say_and_wait(KIRAZ, "/ayarlar"), "openers", "admins")
    await talk.put_table(OVER)
    over = await talk.say_and_wait(KIRAZ, "/tahta")
    for kind in ("again", "more"):
        assert (await talk.press_kind(LIMON, over, kind))["text"] == talk.text_plain("refusal-only-admins-open")


async def test_tables_are_opened_in_the_topics_that_are_listed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    world = harness.playground.world
    world.set_forum(talk.chat, on=True)
    games, talks = (world.add_topic(KIRAZ, talk.chat, name) for name in ("Oyun", "Sohbet"))
    await talk.start_watching()
    world.write_as_person(KIRAZ, talk.chat_id, "/ayarlar", thread=games)
    (panel,) = await talk.wait_messages()
    await talk.press_data(KIRAZ, panel, "set::topics")
    assert marked_buttons(await panel_after_update(talk, panel)) == [talk.text_plain("value-topics-all")]
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    assert marked_buttons(await panel_after_update(talk, panel)) == [talk.text_plain("value-topics-here")]
    assert (await chosen_settings(talk))["topics"] == str(games)
    for thread in (talks, None):
        await talk.start_watching()
        world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=thread)
        assert (await talk.wait_messages())[0].html == talk.text_html("refusal-not-in-this-topic")
    world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=games)
    assert (await talk.wait_messages())[0].is_photo
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    assert "topics" not in await chosen_settings(talk)


async def test_tables_may_be_opened_in_the_general_topic_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    world = harness.playground.world
    world.set_forum(talk.chat, on=True)
    aside = world.add_topic(KIRAZ, talk.chat, "Sohbet")
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    await talk.press_data(KIRAZ, panel, "set::topics")
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    await talk.start_watching()
    world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=aside)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-not-in-this-topic")
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik")).is_photo
