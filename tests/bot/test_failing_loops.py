"""A loop of the service that fails for a moment is at work again afterwards, and the service with it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from bot.announce.announcer import Announcer
from bot.announce.reminders import DeadlineRefresh
from bot.announce.reveals import CardReveals
from bot.handlers.daily import DailyPoster
from bot.handlers.my_data import Forgetter
from bot.handlers.owner.access import OwnerAccess
from bot.ingress.consumer import Consumer
from bot.ingress.polling import Polling
from bot.store.housekeeping import Housekeeping
from bot.store.shard_coordinator import ShardCoordinator, WorkerNotifier
from bot.tables.deadlines import Deadlines
from bot.telegram.replies import AutoDelete
from tests.support.chat_harness import KIRAZ
from tests.support.run_harness import run_harness
from tests.support.waiting import wait_until

LOOPS: Final[dict[type, str]] = {
    ShardCoordinator: "keep_share",
    WorkerNotifier: "wait_for_notification",
    Consumer: "run",
    Announcer: "run",
    CardReveals: "run",
    AutoDelete: "run",
    DailyPoster: "run",
    DeadlineRefresh: "run",
    Deadlines: "run",
    Housekeeping: "run",
    Forgetter: "run",
    OwnerAccess: "run_checks",
    Polling: "run",
}


async def test_every_loop_that_fails_once_is_at_work_again(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.workers.supervisor._FIRST_SECONDS", 0.0)
    begun: set[type] = set()
    failed: set[type] = set()

    def failing_once(owner: type, work: Callable[..., Any]) -> Callable[..., Any]:
        async def run(*given: Any) -> Any:
            if owner not in failed:
                failed.add(owner)
                await asyncio.sleep(0)
                raise OSError(24, "Too many open files")
            begun.add(owner)
            return await work(*given)

        return run

    for owner, name in LOOPS.items():
        monkeypatch.setattr(owner, name, failing_once(owner, getattr(owner, name)))
    async with run_harness(redis_url, tmp_path, {}) as harness:
        await wait_until(lambda: begun == LOOPS.keys())
        chat = await harness.new_group()
        assert (await chat.say_and_wait(KIRAZ, "/skor")).text
    assert caplog.text.count("a loop failed and is run again") == len(LOOPS)
