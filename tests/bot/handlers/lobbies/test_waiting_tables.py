"""What becomes of a table that waits for players."""

import pytest

from bot.tables.codec import decode_log_entry
from engine.crossword.state import GameState
from engine.lobby_lifecycle import ABANDONED_AFTER
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import visible_bot_messages
from tests.support.sent_messages import SentMessage
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")
_DAY = ABANDONED_AFTER.total_seconds()


async def test_an_abandoned_lobby_says_in_its_place_that_it_is_closed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    await talk.press_kind(LIMON, card, "join")
    await harness.wait_until_idle()
    before = len(visible_bot_messages(talk))
    await talk.start_watching()
    await harness.advance_time(_DAY - 60)
    await talk.press_kind(LIMON, card, "leave")
    await harness.advance_time(120)
    await talk.press_kind(LIMON, card, "join")
    assert await talk.load_current_table() is not None
    await talk.start_watching()
    await harness.advance_time(_DAY)
    told = await talk.wait_edited(card, "editMessageCaption")
    assert told.text == talk.text_plain("lobby-abandoned", hours=24)
    assert told.buttons == []
    assert (await talk.stored_state())[1] is None
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before
    answer = await talk.forge_tap(talk.user_json(LIMON), card, card.button_data("join"))
    assert answer["text"] == talk.text_plain("stale-none")
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik")).button_data("join")


async def test_where_its_message_is_gone_nothing_is_said(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    harness.playground.world.delete_message(talk.chat, card.message_id)
    before = len(visible_bot_messages(talk))
    await harness.wait_until_idle()
    await harness.advance_time(_DAY)
    await harness.playground.journal.wait_for_entries(
        "editMessageCaption", after=harness.last_call_number, seconds=PATIENCE
    )
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before
    assert (await talk.stored_state())[1] is None
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik")).button_data("join")


async def logged_actions(talk: ChatSession) -> list[str]:
    """What was done at the chat's table."""
    return [
        type(decode_log_entry(entry).action).__name__ for entry in await load_stored_log(talk.harness.store, talk.scope)
    ]


async def panel_of(talk: ChatSession, person: int, card: SentMessage) -> SentMessage:
    """The panel of the table's options."""
    await talk.press_kind(person, card, "alter")
    (panel,) = await talk.wait_messages()
    return panel


def button_data(panel: SentMessage, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if start in one["text"])


@pytest.mark.parametrize("typed", [False, True])
async def test_the_last_seat_begins_the_game_with_one_message(harness: BotHarness, *, typed: bool) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik dolunca")
    assert talk.text_plain("value-start-full") in card.text
    before, (version, _) = len(visible_bot_messages(talk)), await talk.stored_state()
    if typed:
        await talk.start_watching()
        talk.say(LIMON, "/katil")
    else:
        assert (await talk.press_kind(LIMON, card, "join"))["text"] == talk.text_plain("begun")
    (board,) = await talk.wait_messages()
    await harness.wait_until_idle()
    assert len(visible_bot_messages(talk)) == before + 1
    assert board.button_data("rack")
    game = await talk.load_current_game()
    assert {player.user for player in game.players} == {KIRAZ, LIMON}
    assert (await talk.stored_state())[0] == version + 1
    assert await logged_actions(talk) == ["Open", "Join"]
    assert (await talk.say_and_wait(LIMON, "/baslat")).text == talk.text_plain("refusal-already-begun")


async def test_a_table_with_a_free_seat_waits_and_may_be_begun(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr başlama=dolunca")
    assert (await talk.press_kind(LIMON, card, "join"))["text"] == talk.text_plain("seated")
    assert isinstance(await talk.load_current_table(), Lobby)
    await talk.press_kind(LIMON, card, "begin")
    assert isinstance(await talk.load_current_table(), GameState)
    assert await logged_actions(talk) == ["Open", "Join", "Begin"]


async def test_a_full_table_is_begun_and_not_made_to_start_when_full(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.press_kind(LIMON, card, "join")
    panel = await panel_of(talk, KIRAZ, card)
    await talk.press_data(KIRAZ, panel, button_data(panel, talk.text_plain("option-start")))
    page = await talk.wait_edited(panel, "editMessageText")
    full = button_data(page, talk.text_plain("value-start-full"))
    assert (await talk.forge_tap(talk.user_json(NANE), panel, full))["text"] == talk.text_plain("refusal-not-host")
    assert (await talk.press_data(KIRAZ, panel, full))["text"] == talk.text_plain("refusal-full-already")
    await talk.press_kind(LIMON, card, "leave")
    await talk.press_data(KIRAZ, panel, full)
    await talk.press_kind(NANE, card, "join")
    assert isinstance(await talk.load_current_table(), GameState)
    assert await logged_actions(talk) == ["Open", "Join", "Leave", "Alter", "Join"]


async def test_a_table_says_how_many_it_needs_and_does_not_begin_with_fewer(harness: BotHarness) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    assert "En az 2 oyuncu" in card.text
    refusal = talk.text_plain("refusal-too-few-players", least=2, seated=1)
    assert (await talk.press_kind(KIRAZ, card, "begin"))["text"] == refusal
    assert (await talk.say_and_wait(KIRAZ, "/baslat")).text == refusal
    assert (await talk.press_kind(LIMON, card, "begin"))["text"] == talk.text_plain("refusal-not-seated")
    assert isinstance(await talk.load_current_table(), Lobby)
