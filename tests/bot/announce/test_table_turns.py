"""Several tables of one group share its limit: they take turns, who is waited for goes first, no message is mixed."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.announce.send import PendingNotice, TableTurns, batch_for_one_message
from bot.call_errors import RateLimited
from bot.pictures import SentPhoto
from bot.store.keys import Scope
from bot.store.streams import NewestMessage, OutboxEntry
from bot.tables.codec import Notice
from engine.crossword.events import PointsAdjusted
from engine.game import Table, apply, view
from engine.game_base import OpenWindow
from engine.turns import Pass
from tests.support.games import NOW, game, user_at
from tests.support.klepka_chats import GROUP, AnnouncingStub, SentCall
from tests.support.waiting import PATIENCE

CHAT = GROUP.chat
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
URGENT, WINDOW, NEWS = "turn", "window", "news"


def notice(table: int, number: int, kind: str = NEWS) -> Notice:
    """The notice of that number of a table; each adds so many points, by which it is known."""
    seen: Table | None = apply(LAID, Pass(user_at(LAID)), NOW, bool).table
    assert seen is not None
    return Notice(
        (PointsAdjusted(0, number),),
        view(seen, None),
        f"0a1b2c3{table}",
        LAID.ruleset.title,
        number=table,
        opened=OpenWindow(1, NOW, NOW + timedelta(seconds=60)) if kind == WINDOW else None,
        ends_wait=kind == URGENT,
    )


@dataclass
class WaitingNotices:
    """What waits in a chat's lane, worked off a message at a time."""

    waiting: list[PendingNotice]
    turns: TableTurns

    @classmethod
    def of(cls, *kinds: tuple[int, str]) -> "WaitingNotices":
        numbers = count(1)
        entries = [
            PendingNotice.of(OutboxEntry(GROUP.at_table(table), f"{number}-0", b"", 1), notice(table, number, kind))
            for (table, kind), number in zip(kinds, numbers, strict=False)
        ]
        return cls(entries, TableTurns())

    def tell_next(self, most: int | None = None) -> tuple[int, list[int]]:
        self.waiting = list(self.turns.arrange_notices(CHAT, self.waiting))
        batch = batch_for_one_message(self.waiting)[:most]
        self.turns.note_told(CHAT, batch, self.waiting)
        self.waiting = self.waiting[len(batch) :]
        return batch[0].entry.scope.table, [int(one.entry.id.partition("-")[0]) for one in batch]

    def tell_all(self, most: int | None = None) -> list[tuple[int, list[int]]]:
        told = []
        while self.waiting:
            told.append(self.tell_next(most))
        return told


def test_notices_of_one_table_are_told_together_though_others_stand_between() -> None:
    waiting = WaitingNotices.of((1, URGENT), (2, URGENT), (1, URGENT), (3, NEWS), (2, URGENT), (1, NEWS))
    assert waiting.tell_all() == [(1, [1, 3, 6]), (2, [2, 5]), (3, [4])]


def test_tables_take_turns() -> None:
    waiting = WaitingNotices.of(*((table, URGENT) for table in (1, 1, 1, 2, 2, 3)))
    assert [table for table, _ in waiting.tell_all(1)] == [1, 2, 3, 1, 2, 1]


@pytest.mark.parametrize("kind", [URGENT, WINDOW])
def test_what_lets_somebody_act_goes_ahead_of_news(kind: str) -> None:
    waiting = WaitingNotices.of((1, NEWS), (2, NEWS), (3, NEWS), (3, kind))
    assert waiting.tell_all() == [(3, [3, 4]), (1, [1]), (2, [2])]


def test_news_do_not_wait_for_ever() -> None:
    waiting = WaitingNotices.of((9, NEWS), *((table, URGENT) for table in (1, 2, 3, 4, 5)))
    assert [table for table, _ in waiting.tell_all()] == [1, 2, 3, 9, 4, 5]


@pytest.mark.parametrize("others", [1, 2, 3])
def test_news_go_on_though_other_tables_always_have_news_ahead_of_what_somebody_waits_for(others: int) -> None:
    """A message has one notice: news of the others, behind which what somebody waits for stands."""
    news = list(range(3, 3 + others))
    waiting = WaitingNotices.of(*((table, NEWS) for table in news))
    told = list[int]()
    for _ in range(4 * others + 1):
        tables = {one.entry.scope.table for one in waiting.waiting}
        more = WaitingNotices.of(*((table, kind) for table in (1, 2) if table not in tables for kind in (NEWS, URGENT)))
        waiting.waiting += more.waiting
        told.append(waiting.tell_next(1)[0])
    assert set(news) <= set(told)


kinds = st.sampled_from([URGENT, WINDOW, NEWS])


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(1, 4), kinds), min_size=1, max_size=12), st.sampled_from([None, 1, 2]))
def test_each_is_told_once_and_in_the_order_of_its_table(notices: list[tuple[int, str]], most: int | None) -> None:
    told = WaitingNotices.of(*notices).tell_all(most)
    assert sorted(number for _, numbers in told for number in numbers) == list(range(1, len(notices) + 1))
    for table in {table for table, _ in notices}:
        mine = [number for told_table, numbers in told for number in numbers if told_table == table]
        assert mine == sorted(mine) == [at for at, (one, _) in enumerate(notices, start=1) if one == table]


# In the group.


def tables_of(call: SentCall) -> list[int]:
    return [int(number) for number in re.findall(r"#(\d+)\b", call.text)]


def points_of(call: SentCall) -> list[int]:
    return [int(number) for number in re.findall(r"(?<![\d#])\+(\d+)", call.text)]


async def committed(group: AnnouncingStub, *kinds: tuple[int, str]) -> None:
    for number, (table, kind) in enumerate(kinds, start=1):
        await group.commit_notice(notice(table, number, kind), GROUP.at_table(table))


async def pass_time(group: AnnouncingStub, seconds: int) -> None:
    for _ in range(seconds):
        await group.timers.advance(1.0)


async def test_a_group_at_its_limit_reads_of_one_table_a_message_and_of_all_of_them() -> None:
    group = AnnouncingStub()
    # Half of a minute's messages go at once.
    for burst in range(12):
        await committed(group, *((table, URGENT) for table in (1, 2, 3, 4) for _ in range(3)))
        await pass_time(group, 1 + burst % 2)
    await pass_time(group, 120)
    sent = [call for call in group.calls if call.method == "sendPhoto"]
    assert all(len(set(tables_of(call))) == 1 for call in sent)
    assert not group.committed_at, "all were told"
    assert len(sent) < 48, "those of a table that wait are told together"
    shares = [sum(tables_of(call)[0] == table for call in sent) for table in (1, 2, 3, 4)]
    assert max(shares) - min(shares) <= 1


async def test_a_table_whose_message_telegram_holds_back_is_told_in_its_order() -> None:
    group = AnnouncingStub(None)
    group.next_errors = [RateLimited("Too Many Requests", 2.0), RateLimited("Too Many Requests", 2.0)]
    await committed(group, (1, NEWS), (2, URGENT), (1, NEWS), (2, NEWS))
    await pass_time(group, 10)
    sent = [call for call in group.calls if call.method == "sendPhoto"]
    # The headlines name them, and the quote once more.
    assert [(tables_of(call)[0], sorted(set(points_of(call)))) for call in sent] == [(2, [2, 4]), (1, [1, 3])]


async def test_what_is_told_out_of_turn_is_gone_and_what_was_before_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies in between has told the one, and leaves the other to the next."""
    group, left = AnnouncingStub(), list[list[str]]()
    send = group.send_photo

    async def look_first(*arguments: Any, **more: Any) -> Any:
        left.append([*group.committed_at])
        return await send(*arguments, **more)

    monkeypatch.setattr(group, "send_photo", look_first)
    group.send_queue.block_chat(CHAT, 1)
    await committed(group, (1, NEWS), (2, URGENT))
    await pass_time(group, 10)
    assert [tables_of(call)[0] for call in group.calls if call.method == "sendPhoto"] == [2, 1]
    assert left == [["1-0", "2-0"], ["1-0"]]
    assert not group.committed_at, "all were told"


CHATS = range(-100_060, -100_000)


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
