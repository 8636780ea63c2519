"""What was told, or is to be told once more, is the same whatever has been done at the table since."""

import asyncio
from typing import Any

import pytest

from bot.announce.send import PostSender
from bot.call_errors import ApiUnreachable
from bot.store import keys
from bot.store.client import Client
from bot.store.streams import Outbox, OutboxEntry
from bot.telegram.gateway import Gateway
from engine.game import apply
from engine.turns import Pass
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import NOW, game
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_what_was_refused_stays_refused_though_its_answer_has_to_be_sent_again(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    others_turn = apply(LAID, Pass(KIRAZ), NOW, bool).table
    assert others_turn is not None
    text, tried = Gateway.send_text, 0

    async def once_in_vain(gateway: Gateway, *arguments: Any, **named: Any) -> int:
        nonlocal tried
        tried += 1
        if tried == 1:
            await talk.put_table(others_turn)
            raise ApiUnreachable("Internal Server Error")
        return await text(gateway, *arguments, **named)

    monkeypatch.setattr(Gateway, "send_text", once_in_vain)
    await talk.start_watching()
    talk.say(LIMON, "/pas")
    (refusal,) = await talk.wait_messages()
    assert refusal.html == talk.text_html("refusal-not-your-turn", name="Ayşe")
    await talk.start_watching()
    assert await talk.load_current_game() == others_turn


async def test_what_is_told_while_it_is_found_once_more_is_not_told_behind_what_is_newer(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(harness.redis, Client)
    talk = await harness.new_group()
    await talk.put_table(LAID)
    outbox_of_chat = keys.outbox(keys.shard_of(talk.chat_id))
    found, deliver, inherit = asyncio.Event(), PostSender.send_post, Outbox.claim_pending

    async def once_it_is_found(delivery: PostSender, *arguments: Any, **named: Any) -> Any:
        await found.wait()
        return await deliver(delivery, *arguments, **named)

    async def slowly(outbox: Outbox, shards: Any) -> list[OutboxEntry]:
        entries = await inherit(outbox, shards)
        if entries:
            found.set()
            while await harness.redis.xrange(outbox_of_chat, entries[0].id, entries[0].id):
                pass
        return entries

    monkeypatch.setattr(PostSender, "send_post", once_it_is_found)
    monkeypatch.setattr(Outbox, "claim_pending", slowly)
    await talk.start_watching()
    talk.say(KIRAZ, "/pas")
    async with asyncio.timeout(PATIENCE):
        while not await harness.redis.xlen(outbox_of_chat):
            pass
        while not found.is_set():  # Once it was taken, which may be after it was first looked for.
            harness.redis.state.break_count += 1
            for _ in range(20):
                await harness.redis.ping()
    talk.say(LIMON, "/pas")
    first, second = await talk.messages_despite_refusals(2)
    assert [one.text.split()[0].strip("\u2068\u2069") for one in (first, second)] == ["Ayşe", "Bora"]
