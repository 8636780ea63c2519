"""What was told, or is to be told once more, is the same whatever has been done at the table since."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.announce.delivery import Delivery
from bot.outcomes import Unreachable
from bot.store import keys
from bot.store.client import Client
from bot.store.entries import OutboxEntry
from bot.store.streams import Outbox
from bot.telegram.gateway import Gateway
from engine.game import apply
from engine.turns import Pass
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.games import NOW, game
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_what_was_refused_stays_refused_though_its_answer_has_to_be_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    others_turn = apply(LAID, Pass(KIRAZ), NOW, bool).table
    assert others_turn is not None
    text, tried = Gateway.text, 0

    async def once_in_vain(gateway: Gateway, *arguments: Any, **named: Any) -> int:
        nonlocal tried
        tried += 1
        if tried == 1:
            await talk.deal(others_turn)
            raise Unreachable("Internal Server Error")
        return await text(gateway, *arguments, **named)

    monkeypatch.setattr(Gateway, "text", once_in_vain)
    await talk.mark()
    talk.say(LIMON, "/pas")
    (refusal,) = await talk.sent()
    assert refusal.html == talk.html("refusal-not-your-turn", name="Ayşe")
    await talk.mark()
    assert await talk.game() == others_turn


async def test_what_is_told_while_it_is_found_once_more_is_not_told_behind_what_is_newer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(house.redis, Client)
    talk = await house.group()
    await talk.deal(LAID)
    outbox_of_chat = keys.outbox(keys.shard_of(talk.id))
    found, deliver, inherit = asyncio.Event(), Delivery.deliver, Outbox.inherit

    async def once_it_is_found(delivery: Delivery, *arguments: Any, **named: Any) -> Any:
        await found.wait()
        return await deliver(delivery, *arguments, **named)

    async def slowly(outbox: Outbox, epochs: Mapping[int, str]) -> list[OutboxEntry]:
        entries = await inherit(outbox, epochs)
        if entries:
            found.set()
            while await house.redis.xrange(outbox_of_chat, entries[0].id, entries[0].id):
                pass
        return entries

    monkeypatch.setattr(Delivery, "deliver", once_it_is_found)
    monkeypatch.setattr(Outbox, "inherit", slowly)
    await talk.mark()
    talk.say(KIRAZ, "/pas")
    async with asyncio.timeout(PATIENCE):
        while not await house.redis.xlen(outbox_of_chat):
            pass
        house.redis.line.breaks += 1
        await found.wait()
    talk.say(LIMON, "/pas")
    first, second = await talk.told(2)
    assert [one.text.split()[0].strip("\u2068\u2069") for one in (first, second)] == ["Ayşe", "Bora"]
