"""What becomes of a table that waits for players."""

from typing import Any

import pytest

from engine.seats import ABANDONED
from tests.support.chats import KIRAZ, LIMON, House, Talk

pytestmark = pytest.mark.asyncio(loop_scope="module")
_DAY = ABANDONED.total_seconds()


def standing(talk: Talk) -> list[dict[str, Any]]:
    """The bot's messages that the group sees, oldest first."""
    bot = talk.house.playground.world.bot["id"]
    return [message for message in talk.chat.messages.values() if message["from"]["id"] == bot]


async def test_an_abandoned_lobby_says_in_its_place_that_it_is_closed(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni scrabble-tr")
    await talk.tap(LIMON, card, "join")
    await house.quiet()
    before = len(standing(talk))
    await talk.mark()
    await house.pass_time(_DAY - 60)
    await talk.tap(LIMON, card, "leave")
    await house.pass_time(120)
    await talk.tap(LIMON, card, "join")
    assert await talk.table() is not None
    await talk.mark()
    await house.pass_time(_DAY)
    told = await talk.changed(card, "editMessageCaption")
    assert told.text == talk.plain("lobby-abandoned", hours=24)
    assert told.buttons == []
    assert (await talk.stored())[1] is None
    await house.quiet()
    assert len(standing(talk)) == before
    answer = await talk.forge(talk.user(LIMON), card, card.data("join"))
    assert answer["text"] == talk.plain("stale-none")
    assert (await talk.ask(LIMON, "/yeni kelimelik")).data("join")


async def test_where_its_message_is_gone_nothing_is_said(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni kelimelik")
    house.playground.world.delete(talk.chat, card.id)
    before = len(standing(talk))
    await house.quiet()
    await house.pass_time(_DAY)
    await house.playground.journal.wait("editMessageCaption", after=house.calls, seconds=20)
    await house.quiet()
    assert len(standing(talk)) == before
    assert (await talk.stored())[1] is None
    assert (await talk.ask(LIMON, "/yeni kelimelik")).data("join")
