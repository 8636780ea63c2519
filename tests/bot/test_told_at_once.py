"""Notices that wait are told together, by as few messages as Telegram takes; what may be told already goes alone."""

import asyncio
from collections.abc import Mapping
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.announce.posts import Posts
from bot.store import keys
from bot.store.client import Client
from bot.store.commits import Commit, Committed
from bot.store.streams import Outbox
from bot.tables.codec import Notice, encode
from bot.tables.held import table_name
from bot.telegram.buttons import Buttons
from engine.crossword.events import PointsAdjusted
from engine.game import Table, apply, view
from engine.turns import Pass
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import NOW, game
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def turns(count: int) -> list[Notice]:
    """So many turns of one game, each told by itself, of which a picture shows something."""
    notices: list[Notice] = []
    table: Table = LAID
    for number in range(count):
        step = apply(table, Pass((KIRAZ, LIMON)[number % 2]), NOW, bool)
        assert step.table is not None
        table = step.table
        notices.append(
            Notice((PointsAdjusted(number % 2, number + 1),), view(table, None), table_name(table), table.ruleset.title)
        )
    return notices


async def tell_together(talk: Talk, notices: list[Notice]) -> None:
    """Put notices into the outbox in one commit."""
    held = await talk.house.store.load(talk.scope)
    await talk.mark()
    told = tuple(encode(notice) for notice in notices)
    commit = Commit(scope=talk.scope, expected=held.version, update_id=None, state=held.state, outbox=told)
    assert isinstance(await talk.house.store.commit(commit), Committed)


def lines(house: House, notices: list[Notice]) -> list[str]:
    """What each notice says, without how the table stands then."""
    posts = Posts(house.texts, Buttons(house.texts))
    return [posts.compose([notice], "tr").text.partition("\n")[0] for notice in notices]


async def test_what_is_refused_together_is_told_in_halves(house: House) -> None:
    talk, notices = await house.group(), turns(3)
    await talk.deal(LAID)
    talk.refuse("sendPhoto", "sendMessage")
    await tell_together(talk, notices)
    first, second = await talk.told(2)
    said = lines(house, notices)
    assert first.html.startswith(said[0])
    assert said[1] not in first.html
    assert second.html.startswith("\n".join(said[1:]))
    await talk.silent(KIRAZ)


async def test_what_is_refused_as_a_picture_goes_as_text_at_once(house: House) -> None:
    talk, notices = await house.group(), turns(2)
    await talk.deal(LAID)
    talk.refuse("sendPhoto")
    await tell_together(talk, notices)
    (told,) = await talk.told(1)
    assert not told.photo
    assert all(line in told.html for line in lines(house, notices))
    assert told.data("rack")
    await talk.silent(KIRAZ)


async def test_only_what_is_refused_alone_and_without_its_picture_is_dropped(house: House) -> None:
    talk, notices = await house.group(), turns(3)
    await talk.deal(LAID)
    talk.refuse("sendPhoto", "sendMessage", "sendPhoto", "sendMessage")
    await tell_together(talk, notices)
    (rest,) = await talk.told(1)
    assert rest.html.startswith("\n".join(lines(house, notices)[1:]))
    await talk.silent(KIRAZ)


async def test_what_somebody_may_have_told_who_ended_since_is_told_alone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three turns wait that a former owner took: the first may be told by now, of the others none can be."""
    assert isinstance(house.redis, Client)
    talk = await house.group()
    await talk.deal(LAID)
    outbox_of_chat, read = keys.outbox(keys.shard_of(talk.id)), Outbox.read

    async def taken_by_another(outbox: Outbox, epochs: Mapping[int, str], count: int, _: Any) -> None:
        await read(outbox, epochs, count, AsyncMock())

    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "given", AsyncMock())
        patch.setattr(Outbox, "read", taken_by_another)
        await tell_together(talk, turns(3))
        async with asyncio.timeout(PATIENCE):
            while (await house.redis.xpending(outbox_of_chat, "harfiyen"))["pending"] < 3:
                pass
    house.redis.line.breaks += 1
    first, others = await talk.told(2)
    one, *rest = lines(house, turns(3))
    assert first.html.startswith(one)
    assert rest[0] not in first.html
    assert others.html.startswith("\n".join(rest))
