"""Windows told late whose table another worker has by then: the shard's next owner, or that of a supergroup's shard."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.call_errors import ChatMoved
from bot.pictures.photos import SentPhoto
from bot.store import keys
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.games import Games
from bot.tables.late_windows import LateWindows
from bot.tables.loaded_table import LoadedTable
from bot.telegram.api.gateway import Gateway
from engine.crossword.state import GameState
from engine.late_windows import LengthenWindow
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.late_windows import TABLES, hold_back_pictures, logged_lengthenings, play, wait_looked_for, window_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(params=list(TABLES))
def table(request: pytest.FixtureRequest) -> tuple[GameState, int]:
    return TABLES[request.param]


def lose_first_lengthening(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the worker that tells of a window not be the one that has its table, and that one take a while."""
    apply_action: Callable[..., Awaitable[Any]] = Games.apply_action
    lost = list[LengthenWindow]()

    async def lose(games: Games, loaded: LoadedTable, action: Any, *more: Any) -> Any:
        if isinstance(action, LengthenWindow) and not lost:
            lost.append(action)
            harness.clock.now += timedelta(seconds=7)
            raise ShardNotOwned(keys.shard_of(loaded.scope.chat))
        return await apply_action(games, loaded, action, *more)

    monkeypatch.setattr(Games, "apply_action", lose)


async def play_while_group_migrates(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, state: GameState
) -> ChatSession:
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
        await old.put_table(state)
        await new.start_watching()
        old.say(KIRAZ, "/oyna 8F KALEM")
        await new.wait_messages()
        await harness.wait_until_idle()
    return new


async def test_a_window_that_another_worker_tells_of_a_group_that_migrated_waits_for_its_message(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, table: tuple[GameState, int]
) -> None:
    """The worker of the former shard tells it late, in the supergroup; that of the new one finds it due meanwhile."""
    state, seconds = table
    hold_back_pictures(harness, monkeypatch, seconds + 30, until=partial(wait_looked_for, harness))
    talk = await play_while_group_migrates(harness, monkeypatch, state)
    assert (await window_of(talk)).until == harness.clock.now + timedelta(seconds=seconds)
    assert await logged_lengthenings(talk) == [LengthenWindow(1, 1000 * (seconds + 30))]


async def test_a_window_told_late_in_a_group_that_migrated_is_made_longer_by_the_worker_that_has_it(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, table: tuple[GameState, int]
) -> None:
    state, seconds = table
    lose_first_lengthening(harness, monkeypatch)
    hold_back_pictures(harness, monkeypatch, 9)
    talk = await play_while_group_migrates(harness, monkeypatch, state)
    window = await window_of(talk)
    assert window.until - window.since == timedelta(seconds=seconds + 9)
    assert await logged_lengthenings(talk) == [LengthenWindow(1, 9000)]
    sent = harness.playground.journal.find_entries("sendPhoto")
    assert [one.result["chat"]["id"] for one in sent[-1:]] == [talk.chat_id]
    await talk.check_silence(KIRAZ)


async def test_a_window_whose_worker_loses_it_is_longer_once_the_next_one_tells_it(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, table: tuple[GameState, int]
) -> None:
    """Another takes the shard while the message is sent, and dies."""
    state, seconds = table
    talk = await harness.new_group()
    owner = keys.shard_owner(keys.shard_of(talk.chat_id))
    owners = [await harness.redis.get(owner)]

    async def take_shard() -> None:
        if len(owners) == 1:
            owners.append(b"another#1")
            await harness.redis.set(owner, b"another#1")

    hold_back_pictures(harness, monkeypatch, 9, until=take_shard)
    await play(talk, state)
    assert await harness.redis.get(owner) not in owners
    # It is told a second time, nine seconds later.
    window = await window_of(talk)
    assert window.until - window.since == timedelta(seconds=seconds + 18)
    assert await logged_lengthenings(talk) == [LengthenWindow(1, 18_000)]
