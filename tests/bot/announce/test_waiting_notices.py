"""What a process keeps of notices that wait to be told: while Telegram is away, thousands may."""

import asyncio
import gc
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.announce.posts import BasePost
from bot.call_errors import ApiUnreachable
from bot.pictures.photos import SentPhoto
from bot.store.redis_streams.entries import NewestMessage, OutboxEntry
from bot.store.scope import Scope
from bot.tables.codec import Notice
from tests.bot.announce.test_table_turns import notice, pass_time
from tests.support.klepka_paced_flips import AnnouncingStub
from tests.support.waiting import PATIENCE

CHATS = range(-100_400, -100_000)


def count_kept(kind: type) -> int:
    """How many objects of a kind there are in this process."""
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())


async def test_while_telegram_is_away_notices_stay_packed_and_no_message_is_kept() -> None:
    group = AnnouncingStub(None)
    group.next_errors = [ApiUnreachable("away") for _ in CHATS]
    before = count_kept(Notice), count_kept(BasePost)
    numbers = count(1)
    for _ in range(3):
        for chat in CHATS:
            await group.commit_notice(notice(1, next(numbers)), Scope(chat))
        await group.timers.advance(0.01)
    assert not group.next_errors, "each chat's first message failed, and what came then waits behind it"
    assert count_kept(Notice) - before[0] <= 128, "those that came last are kept as they will be told next"
    assert count_kept(BasePost) == before[1]
    await pass_time(group, 2)
    assert not group.committed_at, "all were told"


async def test_of_many_chats_only_some_have_their_picture_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an outage all chats have news, and there are 64 connections to send them by."""
    group, go_on, begun = AnnouncingStub(None), asyncio.Event(), list[int]()

    async def send_photo(scope: Scope, *_: Any, **__: Any) -> SentPhoto:
        begun.append(scope.chat)
        await go_on.wait()
        return SentPhoto(len(begun), scope.chat)

    monkeypatch.setattr(group, "send_photo", send_photo)
    for chat in CHATS:
        await group.commit_notice(notice(1, 1), Scope(chat))
    await group.timers.advance(0.1)
    assert begun == list(CHATS[:48])
    go_on.set()
    await group.timers.advance(0.1)
    assert begun == list(CHATS)
    assert not group.committed_at, "all were told"


async def test_chats_of_a_redis_that_is_away_keep_no_others_from_being_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is away just when many chats were told and their notices are to leave the outbox."""
    group, ack, away = AnnouncingStub(None), AnnouncingStub.ack_notices, set(CHATS)

    async def ack_notices(entries: Sequence[OutboxEntry], scope: Scope, newest: NewestMessage | None = None) -> None:
        if scope.chat in away:
            raise RedisConnectionError("away")
        await ack(group, entries, scope, newest)

    monkeypatch.setattr(group, "ack_notices", ack_notices)
    for chat in CHATS:
        await group.commit_notice(notice(1, 1), Scope(chat))
    await group.timers.advance(0.1)
    await group.commit_notice(notice(1, 1), Scope(-1))
    await group.timers.advance(0.1)
    assert len(group.committed_at) == len(CHATS), "the other chat was told"
    away.clear()
    async with asyncio.timeout(PATIENCE):
        while group.committed_at:  # noqa: ASYNC110 - what is acknowledged tells nobody
            await asyncio.sleep(0.01)
