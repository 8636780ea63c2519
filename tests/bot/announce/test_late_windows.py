"""Windows that the group is told of late: longer by that, once, and in order with all else; told in time they stay."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.call_errors import ChatMoved
from bot.pictures import SentPhoto
from bot.store import keys
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.deadlines import LateWindows
from bot.telegram.gateway import Gateway
from bot.telegram.send_queue import RateLimits
from engine.crossword.state import GameState
from engine.timekeeping import PROMPT_WITHIN, LengthenWindow
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import put_tables, table_at, table_scope, turns_taken
from tests.support.late_windows import (
    CHALLENGED,
    RETRACTABLE,
    TABLES,
    hold_back_pictures,
    logged_lengthenings,
    note_when_pictures_come,
    play,
    share_limit,
    wait_looked_for,
    window_of,
)
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(params=list(TABLES))
def table(request: pytest.FixtureRequest) -> tuple[GameState, int]:
    return TABLES[request.param]


@pytest.mark.parametrize(("kind", "late", "longer"), [("take-back", 9, 9), ("challenge", 9, 9), ("challenge", 5, 0)])
async def test_a_window_that_is_told_late_is_longer_by_that_and_one_in_time_is_not(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, kind: str, late: int, longer: int
) -> None:
    state, seconds = TABLES[kind]
    hold_back_pictures(harness, monkeypatch, late)
    talk = await harness.new_group()
    await play(talk, state)
    window = await window_of(talk)
    assert window.until - window.since == timedelta(seconds=seconds + longer)
    assert await logged_lengthenings(talk) == [LengthenWindow(1, 1000 * longer)] * bool(longer)
    await talk.check_silence(KIRAZ)


async def test_a_window_whose_message_comes_after_its_end_is_still_open_then(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, table: tuple[GameState, int]
) -> None:
    state, seconds = table
    talk = await harness.new_group()
    hold_back_pictures(harness, monkeypatch, seconds + 30, until=partial(wait_looked_for, harness))
    board = await play(talk, state)
    assert (await window_of(talk)).until == harness.clock.now + timedelta(seconds=seconds)
    if state is RETRACTABLE:
        await talk.press_kind(KIRAZ, board, "back")
        assert not any((await talk.load_current_game()).cells)


async def test_it_closes_by_time_once_it_was_told(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, table: tuple[GameState, int]
) -> None:
    state, seconds = table
    hold_back_pictures(harness, monkeypatch, 10)
    talk = await harness.new_group()
    await play(talk, state)
    await harness.advance_time(seconds - 1)
    await talk.check_silence(LIMON)
    await window_of(talk)
    await harness.advance_time(2)
    while (await talk.load_current_game()).open_window is not None:
        await talk.check_silence(LIMON) if state is RETRACTABLE else await talk.wait_messages()


async def test_downtime_counts_for_nobody_and_the_window_is_longer_before_its_notice_is_gone(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So no death comes between."""
    acknowledge: Callable[..., Awaitable[None]] = Outbox.ack_notices
    seen: list[list[LengthenWindow]] = []
    talk = await harness.new_group()

    def pass_downtime() -> None:
        harness.served_clock.downtime += timedelta(seconds=300)
        harness.clock.now += timedelta(seconds=300)

    async def look_first(outbox: Outbox, entries: Any, scope: Scope, newest: Any = None) -> None:
        if entries and scope == talk.scope:
            seen.append(await logged_lengthenings(talk))
        await acknowledge(outbox, entries, scope, newest)

    hold_back_pictures(harness, monkeypatch, 8, meanwhile=pass_downtime)
    monkeypatch.setattr(Outbox, "ack_notices", look_first)
    await play(talk, CHALLENGED)
    assert seen == [[LengthenWindow(1, 8000)]]


async def test_a_window_that_somebody_has_closed_meanwhile_stays_closed(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    hold_back_pictures(harness, monkeypatch, 9, meanwhile=lambda: talk.say(LIMON, "/pas"))
    await play(talk, CHALLENGED)
    game_now = await talk.load_current_game()
    assert (game_now.number, game_now.open_window) == (2, None)


TABLE_COUNT = 12
"""More than the messages that a group with a limit of twenty a minute may get at once."""


async def test_of_tables_that_share_the_groups_limit_those_told_late_have_longer(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await put_tables(talk, *[CHALLENGED] * TABLE_COUNT)
    numbers = range(1, TABLE_COUNT + 1)
    await talk.start_watching()
    may_pass = share_limit(harness, monkeypatch, talk.chat_id, RateLimits(all=1000, chat=100, group=20))
    told_at, played_at = note_when_pictures_come(harness, monkeypatch), harness.clock.now
    for number in numbers:
        talk.say(KIRAZ, f"/oyna #{number} 8F KALEM")
    async with asyncio.timeout(PATIENCE):
        while 0 in await turns_taken(talk, *numbers):  # noqa: ASYNC110 - commits have no event
            await asyncio.sleep(0.005)
        assert len(told_at) < TABLE_COUNT, "more than may be told at once"
        may_pass.set()
        await harness.wait_until_idle()
    late = {number: told_at[number] - played_at for number in numbers}
    assert min(late.values()) <= PROMPT_WITHIN < max(late.values())
    for number in numbers:
        table = await table_at(talk, number)
        assert isinstance(table, GameState)
        window = table.open_window
        assert window is not None
        longer = late[number] if late[number] > PROMPT_WITHIN else timedelta(0)
        assert window.until - window.since == timedelta(seconds=60) + longer
        logged = await logged_lengthenings(talk, table_scope(talk, number))
        assert logged == ([LengthenWindow(1, longer // timedelta(milliseconds=1))] if longer else [])


async def play_while_group_migrates(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> ChatSession:
    """Play in a group that Telegram then says has become a supergroup, where another worker has the table."""
    old, new = await harness.new_group(basic=True), await harness.new_group()
    send, note = Gateway.send_photo, LateWindows.note_untold

    async def send_where_it_is(gateway: Gateway, scope: Scope, *arguments: Any, **more: Any) -> SentPhoto:
        if scope.chat == old.chat_id:
            raise ChatMoved("Group migrated to supergroup", new.chat_id)
        return await send(gateway, scope, *arguments, **more)

    def note_of_others(late: LateWindows, scope: Scope, entry: str, table: str) -> None:
        if scope.chat != old.chat_id:
            note(late, scope, entry, table)

    with monkeypatch.context() as patched:
        patched.setattr(Gateway, "send_photo", send_where_it_is)
        patched.setattr(LateWindows, "note_untold", note_of_others)
        await old.put_table(CHALLENGED)
        await new.start_watching()
        old.say(KIRAZ, "/oyna 8F KALEM")
        await new.wait_messages()
        await harness.wait_until_idle()
    return new


async def test_a_window_that_another_worker_tells_of_a_group_that_migrated_waits_for_its_message(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker of the former shard tells it late, in the supergroup; that of the new one finds it due meanwhile."""
    hold_back_pictures(harness, monkeypatch, 90, until=partial(wait_looked_for, harness))
    talk = await play_while_group_migrates(harness, monkeypatch)
    assert (await window_of(talk)).until == harness.clock.now + timedelta(seconds=60)
    assert await logged_lengthenings(talk) == [LengthenWindow(1, 90_000)]


async def test_a_window_whose_worker_loses_it_is_longer_once_the_next_one_tells_it(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another takes the shard while the message is sent, and dies."""
    talk = await harness.new_group()
    owner = keys.shard_owner(keys.shard_of(talk.chat_id))
    owners = [await harness.redis.get(owner)]

    async def take_shard() -> None:
        if len(owners) == 1:
            owners.append(b"another#1")
            await harness.redis.set(owner, b"another#1")

    hold_back_pictures(harness, monkeypatch, 9, until=take_shard)
    await play(talk, CHALLENGED)
    assert await harness.redis.get(owner) not in owners
    # It is told a second time, nine seconds later.
    window = await window_of(talk)
    assert window.until - window.since == timedelta(seconds=60 + 18)
    assert await logged_lengthenings(talk) == [LengthenWindow(1, 18_000)]
