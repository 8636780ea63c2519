"""Buttons that answer an offered draw: once it is over they go from every message that bears them, and nothing else."""

import asyncio

import pytest

from bot.announce.expiring import Left, bearers
from bot.announce.shown import Bearer, Shown
from bot.families.crossword.buttons import board, offer
from bot.telegram.buttons import with_seal
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.actions import OfferDraw
from engine.crossword.view import GameView
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.fades import buttons, standing
from tests.support.games import after, game
from tests.support.patience import PATIENCE
from tests.support.worded import TEXTS

in_a_house = pytest.mark.asyncio(loop_scope="module")

BOX = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR", "AEIOUNR"))
SPEAKER = Speaker(TEXTS, "en")
BOARD, DRAW = ["rack", "board"], ["agree", "decline"]


async def come_to(talk: Talk, *wanted: tuple[Sent, list[str]]) -> None:
    """Wait until messages have these buttons, which are taken off beside all else."""
    async with asyncio.timeout(PATIENCE):
        while any(buttons(talk.chat.messages[one.id]) != kinds for one, kinds in wanted):  # noqa: ASYNC110 - taking them off has no event
            await asyncio.sleep(0.005)


def of(talk: Talk, one: Sent) -> list[str]:
    """The kinds of buttons that a message has now."""
    return buttons(talk.chat.messages[one.id])


@in_a_house
@pytest.mark.parametrize("text", ["/berabere hayır", "tap"])
async def test_a_declined_offer_takes_its_answers_off_every_message_and_leaves_the_board_its_own(
    house: House, text: str
) -> None:
    talk = await house.group()
    await talk.deal(BOX)
    first = await talk.ask(KIRAZ, "/oyna 8F HOUSEN")
    offered = await talk.ask(LIMON, "/berabere")
    paused = await talk.ask(KIRAZ, "/duraklat")
    agreed = await talk.ask(KIRAZ, "/berabere evet")
    assert [of(talk, one) for one in (first, offered, paused, agreed)] == [[*BOARD, "doubt"], DRAW, DRAW, DRAW]
    if text == "tap":
        await talk.tap(NANE, agreed, "decline")
    else:
        await talk.ask(NANE, text)
    await come_to(talk, (offered, []), (paused, []), (agreed, []), (first, [*BOARD, "doubt"]))


@in_a_house
async def test_a_turn_that_is_told_in_words_keeps_what_is_played_by(house: House) -> None:
    talk = await house.group()
    await talk.deal(BOX)
    offered = await talk.ask(LIMON, "/berabere")
    passed = await talk.ask(KIRAZ, "/pas")
    assert of(talk, passed) == [*BOARD, *DRAW]
    await talk.ask(LIMON, "/berabere hayır")
    await come_to(talk, (offered, []), (passed, BOARD))


@in_a_house
async def test_so_does_the_one_board_that_is_edited(house: House) -> None:
    talk = await house.group()
    await house.store.set_setting(talk.scope, "boards", "one")
    await talk.deal(BOX)
    await talk.ask(KIRAZ, "/pas")
    shown = Sent({}, standing(talk)[-1], photo=True)
    offered = await talk.ask(KIRAZ, "/berabere")
    passed = await talk.ask(LIMON, "/pas")
    await come_to(talk, (shown, [*BOARD, *DRAW]), (passed, [*BOARD, *DRAW]), (offered, []))
    await talk.ask(NANE, "/berabere hayır")
    await come_to(talk, (shown, BOARD), (passed, BOARD))


@in_a_house
async def test_so_does_a_board_that_bears_them_since_it_said_another_instant(house: House) -> None:
    talk = await house.group()
    await talk.deal(game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR"), options={"clock": "25min"}))
    first = await talk.ask(KIRAZ, "/oyna 8F HOUSEN")
    await talk.ask(KIRAZ, "/uzat 23 sa")
    await talk.ask(LIMON, "/berabere")
    await talk.ask(KIRAZ, "/duraklat")
    assert of(talk, first) == [*BOARD, "doubt", *DRAW]
    await talk.ask(KIRAZ, "/berabere hayır")
    await come_to(talk, (first, [*BOARD, "doubt"]))


@in_a_house
async def test_the_next_play_takes_all_of_them_off_however_many_there_are(house: House) -> None:
    talk = await house.group()
    await talk.deal(BOX)
    first = await talk.ask(KIRAZ, "/oyna 8F HOUSEN")
    told = [await talk.ask(LIMON, "/berabere")]
    told += [await talk.ask(KIRAZ, text) for text in ("/duraklat", "/devam", "/duraklat", "/devam")]
    assert [of(talk, one) for one in told] == [DRAW] * len(told)
    await talk.ask(LIMON, "/oyna 8F HOUSENA")
    await come_to(talk, (first, []), *((one, []) for one in told))


def test_a_message_bears_them_alone_or_beside_others() -> None:
    offered, seen = after(BOX, OfferDraw(KIRAZ)), door.view(BOX, None)
    open_ = door.view(offered, None)
    assert isinstance(seen, GameView)
    assert isinstance(open_, GameView)
    assert bearers(7, None) == bearers(7, board("t", seen, SPEAKER)) == ()
    assert bearers(7, board("t", open_, SPEAKER)) == (Bearer(7, more=True),)
    assert bearers(7, offer("t", 0, SPEAKER)) == (Bearer(7, more=False),)


def test_what_is_left_is_what_the_message_is_for() -> None:
    seen = door.view(BOX, None)
    assert isinstance(seen, GameView)
    play, vote = board("t", seen, SPEAKER), board("vote", seen, SPEAKER)
    left = Left("t", play, with_seal(play, "t", SPEAKER), vote)
    shown = Shown(-1, "t", board=3, said=5)
    assert [left.under(Bearer(one, more=True), shown) for one in (3, 5, 9)] == [play, play, vote]
    assert left.under(Bearer(3, more=True), Shown(-1, "t", board=3, sealed=True)) == left.first
    assert left.under(Bearer(3, more=True), Shown(-1, "other", board=3)) == vote
    assert left.under(Bearer(9, more=False), shown) is None
