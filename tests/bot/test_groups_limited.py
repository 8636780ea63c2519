"""Groups that let the bot do little: slow mode, no right to delete, neither pictures nor deleting."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.playground.faults import Fault
from bot.store import keys
from bot.telegram.fading import SECONDS
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import game
from tests.support.loop_time import standing_still
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
_SLOW: int = 2
"""Seconds for which Telegram takes nothing more."""
PLAY = "/oyna F8 yatay KALEMLİK"
_FORBIDDEN = "Bad Request: message can't be deleted"


def calls(talk: Talk, method: str, after: int) -> list[Any]:
    """The calls of a method about a chat."""
    found = talk.house.playground.journal.entries(method, after=after)
    return [call for call in found if str(call.parameters.get("chat_id")) == str(talk.id)]


async def swept(house: House, seconds: float) -> None:
    """Let time pass, and whatever was to be deleted by then be tried."""
    await house.pass_time(seconds)
    now = house.clock.now.timestamp()
    async with asyncio.timeout(PATIENCE):
        while sum([await house.redis.zcount(keys.fades(shard), "-inf", now) for shard in range(keys.SHARDS)]):
            house.bell.ring()
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("method", ["sendMessage", "sendPhoto"])
async def test_slow_mode_in_one_group_keeps_no_other_waiting_and_loses_nothing(house: House, method: str) -> None:
    slow, other = await house.group(), await house.group()
    for talk in (slow, other):
        await talk.deal(LAID)
    house.playground.faults.add(Fault(kind="retry_after", chat_id=slow.id, method=method, retry_after=_SLOW))
    before = house.calls
    await other.mark()
    with standing_still():  # so nothing is told by the end of the slow mode
        slow.say(KIRAZ, PLAY if method == "sendPhoto" else "/pas")
        while house.playground.faults.waiting:
            await house.redis.ping()
        slow.say(LIMON, "/pas")
        other.say(KIRAZ, PLAY)
        (told,) = await other.sent()
        assert told.photo
        while (await slow.game()).number < 2:
            pass  # what is played counts, though nobody can be told yet
    assert len([call for call in calls(slow, method, before) if call.status == 429]) == 1, "it waits as it was told"
    await house.quiet()
    said = [call for kind in ("sendMessage", "sendPhoto") for call in calls(slow, kind, before) if call.status == 200]
    assert len(said) == 1, "one message tells both turns"
    assert "Bora" in str(said[0].result)


@pytest.mark.parametrize("boards", ["each", "last"])
async def test_without_the_right_to_delete_everything_goes_on_and_nothing_is_tried_twice(
    house: House, boards: str
) -> None:
    talk = await house.group()
    await house.store.set_setting(talk.scope, "boards", None if boards == "each" else boards)
    fault = Fault(kind="error", status=400, description=_FORBIDDEN, method="deleteMessage", chat_id=talk.id, count=1000)
    house.playground.faults.add(fault)
    before = house.calls
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    await talk.deal(LAID)
    refusal = await talk.ask(LIMON, PLAY)
    await talk.ask(KIRAZ, PLAY)
    await talk.ask(LIMON, "/oyna 9 yatay ZZZ")
    await talk.ask(LIMON, "/pas")
    await house.quiet()
    for _ in range(3):
        await swept(house, SECONDS + 1)
    house.playground.faults.clear()
    tried = Counter(int(call.parameters["message_id"]) for call in calls(talk, "deleteMessage", before))
    assert refusal.id in tried
    assert set(tried.values()) == {1}, "what may not be deleted is let be"
    assert (await talk.game()).number == 2
    said = [call.result["text"] for call in calls(talk, "sendMessage", before) if call.status == 200]
    assert not [text for text in said if "can't" in text or "silinem" in text], "nobody is told of it"


async def test_a_lobby_stays_one_message_where_neither_pictures_nor_deleting_are_allowed(house: House) -> None:
    talk = await house.group()
    house.playground.world.set_rights(talk.chat, "member", can_delete=False, can_pin=False)
    talk.chat.photos = False
    await house.quiet()
    before = house.calls
    name = house.playground.world.bot["username"]
    for person, text in ((KIRAZ, f"/yeni@{name} kelimelik"), (LIMON, f"/katil@{name}"), (LIMON, f"/ayril@{name}")):
        talk.say(person, text)
        await house.quiet()
    shown = [
        call
        for call in calls(talk, "sendMessage", before)
        if call.status == 200 and "begin:" in str(call.result.get("reply_markup"))
    ]
    assert len(shown) == 1
    assert calls(talk, "editMessageText", before), "it is edited as people come and go"
