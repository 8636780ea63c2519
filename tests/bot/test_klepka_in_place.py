"""In a group at its limit the message that shows cards shows the next ones too, by the bot's own limiter."""

import asyncio

import pytest

from bot.families.klepka.moments import SHOWN_SECONDS
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.klepka_chats import edits, klepka, picture
from tests.support.patience import PATIENCE
from tests.support.reveals import GAME, drawn, seen

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("house", [{"RATE_LIMITS": "30, 1, 20"}], indirect=True, ids=["limits"]),
]


async def test_the_next_cards_are_shown_where_the_first_ones_are(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 3")
    await edits(talk, sent, 1)
    before = house.calls
    talk.say(LIMON, "/ac 5 6")
    second = (await edits(talk, sent, 2))[1]
    assert "5, 6" in second.result["caption"]
    assert "reply_markup" not in second.result
    assert not house.playground.journal.entries("sendPhoto", after=before)
    async with asyncio.timeout(PATIENCE):
        while len(await _kept(house)) != 1:
            pass
    await house.pass_time(SHOWN_SECONDS)
    last = (await edits(talk, sent, 3))[2]
    assert picture(house, last.result) == drawn(seen(await klepka(talk)))
    assert "reply_markup" in last.result


async def _kept(house: House) -> list[object]:
    """What is to be turned down, wherever it is kept."""
    names = [name async for name in house.redis.scan_iter("hf:{*}:reveals")]
    return [entry for name in names for entry in await house.redis.zrange(name, 0, -1)]
