"""Boards of slow games say until when there is time, by each reader's own clock, and never what is no longer true."""

import re
from typing import Any

import pytest

from bot.playground.dispatch import Fault
from engine.game import view
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAY = "/oyna F8 yatay KALEMLİK"


SLOW = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": "slow"})


def instants_in(message: dict[str, Any]) -> list[int]:
    entities = message.get("caption_entities") or message.get("entities") or []
    return [one["unix_time"] for one in entities if one["type"] == "date_time"]


async def turn_deadline(talk: ChatSession) -> int:
    seen: Any = view(await talk.load_current_game(), None)
    return int((seen.clock.due + talk.harness.served_clock.downtime).timestamp())


async def group_after_turn(house: BotHarness) -> tuple[ChatSession, SentMessage]:
    talk = await house.new_group()
    await talk.put_table(SLOW)
    return talk, await talk.say_and_wait(KIRAZ, PLAY)


def current_message(talk: ChatSession, board: SentMessage) -> dict[str, Any]:
    return talk.chat.messages[board.message_id]


async def test_on_a_server_that_knows_no_dates_the_words_stand(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(SLOW)
    harness.playground.faults.add_fault(
        Fault(
            kind="error",
            status=400,
            method="sendPhoto",
            chat_id=talk.chat_id,
            description='Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 9',
        )
    )
    await talk.start_watching()
    talk.say(KIRAZ, PLAY)
    (board,) = await talk.messages_despite_refusals()
    assert board.is_photo
    assert instants_in(board.message) == []
    assert talk.text_plain("unit-day", count=3) in board.text
    harness.switch_server_version(harness.playground.world.server.version)


async def test_a_clock_that_stands_still_says_none_and_one_that_runs_again_the_later_instant(
    harness: BotHarness,
) -> None:
    talk, board = await group_after_turn(harness)
    before = await turn_deadline(talk)
    assert instants_in(board.message) == [before]
    assert talk.text_plain("unit-day", count=3) in board.text, "so it stands in apps that know no dates"
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, board)) == []
    assert talk.text_plain("clocks-paused") in current_message(talk, board)["caption"]
    assert current_message(talk, board)["reply_markup"] == board.message["reply_markup"]
    await harness.advance_time(7200)
    await talk.say_and_wait(KIRAZ, "/devam")
    assert instants_in(current_message(talk, board)) == [await turn_deadline(talk)]
    assert await turn_deadline(talk) == before + 7200


async def test_after_an_absence_boards_say_the_later_instant_before_anybody_plays(harness: BotHarness) -> None:
    talk, board = await group_after_turn(harness)
    before = await turn_deadline(talk)
    await talk.start_watching()
    await harness.pass_downtime(3600)
    edited = await talk.wait_edited(board, "editMessageCaption")
    assert instants_in(edited.message) == [await turn_deadline(talk)] == [before + 3600]
    assert edited.message["reply_markup"] == board.message["reply_markup"]
    await harness.wait_until_idle()
    await harness.advance_time(30)
    await harness.wait_until_idle()
    edits = [
        call
        for call in harness.playground.journal.find_entries("editMessageCaption")
        if str(call.parameters["message_id"]) == str(board.message_id)
    ]
    assert len(edits) == 1


async def test_a_turn_told_in_words_says_what_is_true_now(harness: BotHarness) -> None:
    talk, _ = await group_after_turn(harness)
    told = await talk.say_and_wait(LIMON, "/pas")
    before = await turn_deadline(talk)
    assert not told.is_photo
    assert instants_in(told.message) == [before]
    first = told.text.partition(".")[0]
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, told)) == []
    assert current_message(talk, told)["text"].startswith(first)
    assert talk.text_plain("clocks-paused") in current_message(talk, told)["text"]
    await harness.advance_time(7200)
    await talk.say_and_wait(KIRAZ, "/devam")
    assert instants_in(current_message(talk, told)) == [await turn_deadline(talk)] == [before + 7200]
    await talk.start_watching()
    await harness.pass_downtime(3600)
    edited = await talk.wait_edited(told, "editMessageText")
    assert instants_in(edited.message) == [await turn_deadline(talk)] == [before + 10800]
    assert edited.text == told.text
    assert edited.message["reply_markup"] == told.message["reply_markup"]


async def test_a_board_in_letters_says_what_is_true_now(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(SLOW)
    refusal = Fault(
        kind="error",
        status=400,
        method="sendPhoto",
        chat_id=talk.chat_id,
        description="Bad Request: not enough rights to send photos to the chat",
    )
    harness.playground.faults.add_fault(refusal)
    await talk.start_watching()
    talk.say(KIRAZ, PLAY)
    (board,) = await talk.messages_despite_refusals()
    assert not board.is_photo
    assert instants_in(board.message) == [await turn_deadline(talk)]
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, board)) == []
    assert "<pre>" not in current_message(talk, board)["text"]
    assert talk.text_plain("clocks-paused") in current_message(talk, board)["text"]
    assert board.text.split("\n")[:15] == current_message(talk, board)["text"].split("\n")[:15], "the board itself"


async def test_what_else_a_message_told_stays_in_it(harness: BotHarness) -> None:
    """The seal with which a game begins above all: the chat keeps it, as what the draws are proven by."""
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    begun = await talk.say_and_wait(KIRAZ, "/baslat")
    assert instants_in(begun.message) == [await turn_deadline(talk)]
    (seal,) = re.findall("[0-9a-f]{30}", begun.text)
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, begun)) == []
    assert seal in current_message(talk, begun)["caption"]
    assert current_message(talk, begun)["reply_markup"] == begun.message["reply_markup"]
    await harness.advance_time(7200)
    await talk.say_and_wait(KIRAZ, "/devam")
    told, instant, _ = begun.text.partition("⏱")
    assert current_message(talk, begun)["caption"].startswith(f"{told}{instant}")
    assert instants_in(current_message(talk, begun)) == [await turn_deadline(talk)]


async def test_a_board_that_is_not_the_newest_keeps_what_it_said(harness: BotHarness) -> None:
    talk, board = await group_after_turn(harness)
    said = instants_in(board.message)
    await talk.say_and_wait(102, "/pas")
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, board)) == said, "of a turn that is over"
