"""Two workers on one Redis, of which one leaves, joins or is killed in the midst of play."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.test_two_workers import MOVES, TAKEN_OVER_SECONDS, Pair, pair, shared
from tests.support.bot_process import ForkServer

pytestmark = pytest.mark.long(seconds=5)


@pytest.fixture
async def both(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[Pair]:
    async with pair(tmp_path, redis_url, fork_server) as made:
        yield made


async def test_a_worker_that_leaves_hands_over_without_a_gap(both: Pair) -> None:
    await both.pass_(both.urls, range(2))
    leaving = asyncio.create_task(both.bots[1].stop_bot())
    await both.pass_(both.urls[:1], range(2, MOVES))
    assert await leaving == 0
    await both.all_passed(MOVES, TAKEN_OVER_SECONDS)


async def test_the_other_goes_on_where_one_is_killed_in_the_midst(both: Pair) -> None:
    await both.pass_(both.urls, range(2))
    await both.bots[1].kill_bot()
    await both.pass_(both.urls[:1], range(2, MOVES))
    await both.all_passed(MOVES, TAKEN_OVER_SECONDS)


async def test_a_worker_that_joins_takes_its_share_without_a_gap(both: Pair) -> None:
    await both.bots[1].stop_bot()
    await shared(both, 1)
    joining = asyncio.create_task(both.bots[1].start_bot())
    await both.pass_(both.urls[:1], range(MOVES))
    await joining
    await shared(both, 2)
    await both.all_passed(MOVES)
