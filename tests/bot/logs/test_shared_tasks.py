"""Tasks that work for many: their lines name neither the chat nor the update in whose work they happened to begin."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from structlog.contextvars import get_contextvars

from bot.announce.board_messages import KeyboardRemover
from bot.announce.reminders import TurnReminders
from bot.logs import log_context
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.shard_coordinator import WorkerNotifier
from bot.telegram.gateway import Gateway
from bot.telegram.replies import AutoDelete
from bot.texts import Texts
from tests.bot.announce.test_turn_reminders import notice_after_passes
from tests.support.broadcasts import BroadcastRun
from tests.support.shard_workers import poll_until, run_shard_workers
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle

pytestmark = pytest.mark.asyncio

SOMEBODY = {"chat": -5, "update": 7}
Contexts = list[Mapping[str, object]]


def record(contexts: Contexts) -> None:
    contexts.append(dict(get_contextvars()))


async def test_notifying_another_worker() -> None:
    contexts: Contexts = []

    class Client:
        def pipeline(self, **_: object) -> None:
            record(contexts)
            raise Disconnected("away")

    notifier = WorkerNotifier(cast("Redis", Client()), "a")
    with log_context(**SOMEBODY):
        notifier.notify_worker("b", 3)
    await run_until_idle()
    assert contexts == [{}]


async def test_removing_buttons() -> None:
    contexts: Contexts = []

    class Edits:
        edits: Any

        async def edit_keyboard(self, *_: object, **__: object) -> None:
            record(contexts)

    gateway = Edits()
    gateway.edits = gateway
    buttons = KeyboardRemover(cast("Gateway", gateway), lambda _: asyncio.sleep(0))
    with log_context(**SOMEBODY):
        buttons.remove_later(-6, (1, 2))
    await run_until_idle()
    assert contexts == [{}, {}]


async def test_a_broadcast(redis: Redis) -> None:
    contexts: Contexts = []
    run = BroadcastRun(redis)
    await run.add_chats(-11, -12)
    await run.confirm_broadcast()
    run.telegram.on_send = lambda: record(contexts)
    broadcaster = run.start_process()
    with log_context(**SOMEBODY):
        await run.run(broadcaster)
    assert sorted((one["chat"], one["update"]) for one in contexts) == [(-12, None), (-11, None)], "each its own chat"


async def test_abandoning_a_lost_shard(redis: Redis) -> None:
    contexts: Contexts = []

    async def stop_shards(_: object, seconds: float) -> None:
        if not seconds:
            record(contexts)

    async with run_shard_workers(redis, "a") as (worker,):
        worker.users.add(stop_shards)
        [shard, *_] = worker.epochs
        with log_context(**SOMEBODY):
            worker.report_lost(shard, worker.epochs[shard])
        await poll_until(lambda: bool(contexts))
    assert contexts[0] == {}


async def test_a_reminder_names_its_own_chat() -> None:
    contexts: Contexts = []

    class Settings:
        async def load_settings(self, _: int) -> dict[str, str]:
            record(contexts)
            return {}

    timers = FakeTimers()
    reminders = TurnReminders(cast("Gateway", None), cast("GameStore", Settings()), Texts(), "tr", timers.call_later)
    with log_context(**SOMEBODY):
        reminders.schedule_reminders(Scope(-8), notice_after_passes(1), 5)
    await reminders.drain(1)
    assert [one["chat"] for one in contexts] == [-8]
    assert {one.get("update") for one in contexts} == {None}


async def test_a_message_to_be_deleted_names_its_own_chat() -> None:
    contexts: Contexts = []

    class Edits:
        edits: Any

        async def delete_message(self, *_: object) -> None:
            record(contexts)

    gateway = Edits()
    gateway.edits = gateway
    schedule = MagicMock(unschedule_entry=AsyncMock(), claim_due_entries=AsyncMock(return_value=[b"-8 5", b"-9 6"]))
    auto_delete = AutoDelete(cast("Gateway", gateway), schedule, lambda: datetime.now(UTC))
    with log_context(**SOMEBODY):
        await auto_delete.delete_due()
    assert [one["chat"] for one in contexts] == [-8, -9]
    assert {one["update"] for one in contexts} == {None}
