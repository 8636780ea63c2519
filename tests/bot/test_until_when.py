"""Boards of slow games say until when there is time, by each reader's own clock, and never what is no longer true."""

import re
from typing import Any

import pytest

from bot.playground.faults import Fault
from engine.crossword.state import GameState
from engine.game import view
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.fades import standing
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


@pytest.mark.parametrize("turn", ["/pas", "/degistir 1 2"])
async def test_a_turn_told_in_words_says_what_is_true_now(house: House, turn: str) -> None:
    talk, _ = await played(house)
    told = await talk.ask(LIMON, turn)
    before = await until(talk)
    assert not told.photo
    assert instants(told.message) == [before]
    first = told.text.split("\n")[0]
    await talk.ask(KIRAZ, "/duraklat")
    assert instants(now(talk, told)) == []
    assert now(talk, told)["text"].startswith(first)
    assert talk.plain("clocks-paused") in now(talk, told)["text"]
    await house.pass_time(7200)
    await talk.ask(KIRAZ, "/devam")
    assert instants(now(talk, told)) == [await until(talk)] == [before + 7200]
    await talk.mark()
    await house.be_away(3600)
    edited = await talk.changed(told, "editMessageText")
    assert instants(edited.message) == [await until(talk)] == [before + 10800]
    assert edited.text == told.text
    assert edited.message["reply_markup"] == told.message["reply_markup"]


async def test_where_one_board_is_edited_the_words_below_it_say_what_is_true_now_too(house: House) -> None:
    talk = await house.group()
    await house.store.set_setting(talk.scope, "boards", "one")
    await talk.deal(slow("slow"))
    await talk.ask(KIRAZ, PLAY)
    board = Sent({}, standing(talk)[-1], photo=True)
    told = await talk.ask(LIMON, "/degistir 1 2")
    for one in (board, told):
        assert instants(now(talk, one)) == [await until(talk)]
    await talk.ask(KIRAZ, "/duraklat")
    assert [instants(now(talk, one)) for one in (board, told)] == [[], []]
    await house.pass_time(7200)
    await talk.ask(KIRAZ, "/devam")
    for one in (board, told):
        assert instants(now(talk, one)) == [await until(talk)]


async def test_a_board_in_letters_says_what_is_true_now(house: House) -> None:
    talk = await house.group()
    await talk.deal(slow("slow"))
    refusal = Fault(
        kind="error",
        status=400,
        method="sendPhoto",
        chat_id=talk.id,
        description="Bad Request: not enough rights to send photos to the chat",
    )
    house.playground.faults.add(refusal)
    await talk.mark()
    talk.say(KIRAZ, PLAY)
    (board,) = await talk.told()
    assert not board.photo
    assert instants(board.message) == [await until(talk)]
    await talk.ask(KIRAZ, "/duraklat")
    assert instants(now(talk, board)) == []
    assert "<pre>" not in now(talk, board)["text"]
    assert talk.plain("clocks-paused") in now(talk, board)["text"]
    assert board.text.split("\n")[:15] == now(talk, board)["text"].split("\n")[:15], "the board itself"


async def test_what_else_a_message_told_stays_in_it(house: House) -> None:
    """The seal with which a game begins above all: the chat keeps it, as what the draws are proven by."""
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    begun = await talk.ask(KIRAZ, "/baslat")
    assert instants(begun.message) == [await until(talk)]
    (seal,) = re.findall("[0-9a-f]{30}", begun.text)
    await talk.ask(KIRAZ, "/duraklat")
    assert instants(now(talk, begun)) == []
    assert seal in now(talk, begun)["caption"]
    assert now(talk, begun)["reply_markup"] == begun.message["reply_markup"]
    await house.pass_time(7200)
    await talk.ask(KIRAZ, "/devam")
    told, instant, _ = begun.text.partition("⏱")
    assert now(talk, begun)["caption"].startswith(f"{told}{instant}")
    assert instants(now(talk, begun)) == [await until(talk)]


async def test_that_somebody_left_the_game_stays_told(house: House) -> None:
    talk = await house.group()
    racks = ["BOYAAA?", "QQQQQQE", "EEEEEEE"]
    await talk.deal(game("wordbox-en", laid=["8I HOUSE"], racks=racks, options={"clock": "24h"}))
    await talk.ask(KIRAZ, "/oyna 8I HOUSEBOY")
    question = await talk.ask(NANE, "/teslim")
    await talk.mark()
    await talk.tap(NANE, question, "yes")
    (told,) = await talk.sent()
    await talk.ask(KIRAZ, "/duraklat")
    await talk.ask(KIRAZ, "/devam")
    assert now(talk, told)["caption"] == told.text
    assert told.text.startswith("🏳️")


async def test_a_board_that_is_not_the_newest_keeps_what_it_said(house: House) -> None:
    talk, board = await played(house)
    said = instants(board.message)
    await talk.ask(102, "/pas")
    await talk.ask(KIRAZ, "/duraklat")
    assert instants(now(talk, board)) == said, "of a turn that is over"
