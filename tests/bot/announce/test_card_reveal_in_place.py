"""In a group at its limit the message that shows cards shows the next ones too, by the bot's own limiter."""

import asyncio

import pytest

from bot.families.klepka.wording import REVEAL_SECONDS
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.klepka_chats import (
    GAME,
    draw_table,
    group_view,
    load_klepka_game,
    picture_of_message,
    wait_picture_edits,
)
from tests.support.waiting import PATIENCE, Looks

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"RATE_LIMITS": "30, 1, 20"}], indirect=True, ids=["limits"]),
]


async def test_the_next_cards_are_shown_where_the_first_ones_are(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    await wait_picture_edits(talk, sent, 1)
    before = harness.last_call_number
    talk.say(LIMON, "/ac 5 6")
    second = (await wait_picture_edits(talk, sent, 2))[1]
    assert "5, 6" in second.result["caption"]
    labels = [key["text"] for row in second.result["reply_markup"]["inline_keyboard"] for key in row]
    assert labels[:6] == ["Щ", "2", "Ф", "4", "Ж", "О"], "the first ones beside the next"
    assert not harness.playground.journal.find_entries("sendPhoto", after=before)
    async with asyncio.timeout(PATIENCE):
        looks = Looks()
        while len(await stored_reveals(harness)) != 1:
            await looks.pause()
    await harness.advance_time(REVEAL_SECONDS)
    last = (await wait_picture_edits(talk, sent, 3))[2]
    assert picture_of_message(harness, last.result) == draw_table(group_view(await load_klepka_game(talk)))
    assert "reply_markup" in last.result


async def stored_reveals(house: BotHarness) -> list[object]:
    """What is to be turned down, wherever it is kept."""
    names = [name async for name in house.redis.scan_iter("hf:{*}:reveals")]
    return [entry for name in names for entry in await house.redis.zrange(name, 0, -1)]
