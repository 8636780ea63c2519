"""Boards of slow games say until when there is time, by each reader's own clock, and never what is no longer true."""

from typing import Any

import pytest

from bot.playground.faults import Fault
from engine.crossword.state import GameState
from engine.game import view
from tests.support.chats import KIRAZ, NANE, House, Sent, Talk
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAY = "/oyna F8 yatay KALEMLİK"


def slow(clock: str) -> GameState:
    return game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": clock})


def instants(message: dict[str, Any]) -> list[int]:
    """The instants in a message's words, in seconds of the epoch."""
    entities = message.get("caption_entities") or message.get("entities") or []
    return [one["unix_time"] for one in entities if one["type"] == "date_time"]


async def until(talk: Talk) -> int:
    """When the turn's time is over, by everybody's clock."""
    seen: Any = view(await talk.game(), None)
    return int((seen.clock.due + talk.house.served.away).timestamp())


async def played(house: House, clock: str = "slow") -> tuple[Talk, Sent]:
    """A group in which a turn was told a moment ago."""
    talk = await house.group()
    await talk.deal(slow(clock))
    return talk, await talk.ask(KIRAZ, PLAY)


def now(talk: Talk, board: Sent) -> dict[str, Any]:
    """The board as it stands."""
    return talk.chat.messages[board.id]


async def test_a_turn_of_days_says_until_when_and_in_words_elsewhere(house: House) -> None:
    talk, board = await played(house)
    assert instants(board.message) == [await until(talk)]
    assert talk.plain("unit-day", count=3) in board.text, "so it stands in apps that know no dates"


async def test_a_short_one_says_how_long_it_is(house: House) -> None:
    _, board = await played(house, "2min")
    assert instants(board.message) == []


async def test_on_a_server_that_knows_no_dates_the_words_stand(house: House) -> None:
    talk = await house.group()
    await talk.deal(slow("slow"))
    house.playground.faults.add(
        Fault(
            kind="error",
            status=400,
            method="sendPhoto",
            chat_id=talk.id,
            description='Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 9',
        )
    )
    await talk.mark()
    talk.say(KIRAZ, PLAY)
    (board,) = await talk.told()
    assert board.photo
    assert instants(board.message) == []
    assert talk.plain("unit-day", count=3) in board.text
    house.serve(house.playground.world.server.version)


async def test_a_look_up_that_nobody_would_edit_says_how_long_it_is(house: House) -> None:
    talk, _ = await played(house)
    assert instants((await talk.ask(NANE, "/tahta")).message) == []


async def test_a_clock_that_stands_still_says_none_and_one_that_runs_again_the_later_instant(house: House) -> None:
    talk, board = await played(house)
    before = await until(talk)
    await talk.ask(KIRAZ, "/duraklat")
    assert instants(now(talk, board)) == []
    assert talk.plain("clocks-paused") in now(talk, board)["caption"]
    assert now(talk, board)["reply_markup"] == board.message["reply_markup"]
    await house.pass_time(7200)
    await talk.ask(KIRAZ, "/devam")
    assert instants(now(talk, board)) == [await until(talk)]
    assert await until(talk) == before + 7200


async def test_more_time_moves_the_instant(house: House) -> None:
    talk, board = await played(house)
    before = await until(talk)
    await talk.ask(KIRAZ, "/uzat 2 sa")
    assert instants(now(talk, board)) == [await until(talk)] == [before + 7200]


async def test_after_an_absence_boards_say_the_later_instant_before_anybody_plays(house: House) -> None:
    talk, board = await played(house)
    before = await until(talk)
    await talk.mark()
    await house.be_away(3600)
    edited = await talk.changed(board, "editMessageCaption")
    assert instants(edited.message) == [await until(talk)] == [before + 3600]
    assert edited.message["reply_markup"] == board.message["reply_markup"]
    await house.quiet()
    await house.pass_time(30)
    await house.quiet()
    edits = [
        call
        for call in house.playground.journal.entries("editMessageCaption")
        if str(call.parameters["message_id"]) == str(board.id)
    ]
    assert len(edits) == 1


async def test_a_board_that_is_not_the_newest_keeps_what_it_said(house: House) -> None:
    talk, board = await played(house)
    said = instants(board.message)
    await talk.ask(102, "/pas")
    await talk.ask(KIRAZ, "/duraklat")
    assert instants(now(talk, board)) == said, "of a turn that is over"
