"""Analyses of games: kept as long as the game, computed once, of this version alone, whatever is killed meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from bot.analysis.process import AnalysisJob, AnalysisProcess, GameAnalyses, JobFailed
from bot.store import keys
from bot.store.records import AnalysisStore

CHAT, GAME = -1001, "0123456789abcdef"
JOBS = "tests.bot.analysis.sample_jobs"
FIND = AnalysisJob(JOBS, "count_calls", 1)


@pytest_asyncio.fixture
async def analyses(redis: Redis, tmp_path: Path) -> AsyncIterator[GameAnalyses]:
    await redis.set(keys.packed_game(CHAT, GAME), b"packed", px=100_000)
    made = GameAnalyses(AnalysisProcess(), AnalysisStore(redis), tmp_path)
    yield made
    await made.close()


async def test_two_who_ask_at_once_get_one_analysis(analyses: GameAnalyses) -> None:
    found = await asyncio.gather(*(analyses.analyse_game(CHAT, GAME, b"packed", FIND) for _ in range(2)))
    assert found == [b"packed 1", b"packed 1"]


async def test_what_was_found_is_kept_as_long_as_the_game(analyses: GameAnalyses, redis: Redis) -> None:
    assert await analyses.read_analysis(CHAT, GAME, FIND) is None
    await analyses.analyse_game(CHAT, GAME, b"packed", FIND)
    assert await analyses.read_analysis(CHAT, GAME, FIND) == b"packed 1"
    assert 0 < await redis.pttl(keys.game_analysis(CHAT, GAME)) <= 100_000


async def test_what_another_version_found_is_not_used(analyses: GameAnalyses) -> None:
    await analyses.analyse_game(CHAT, GAME, b"packed", FIND)
    assert await analyses.read_analysis(CHAT, GAME, AnalysisJob(JOBS, "count_calls", 2)) is None


async def test_nothing_is_kept_of_a_game_that_was_erased_meanwhile(analyses: GameAnalyses, redis: Redis) -> None:
    await redis.delete(keys.packed_game(CHAT, GAME))
    assert await analyses.analyse_game(CHAT, GAME, b"packed", FIND) == b"packed 1"
    assert not await redis.exists(keys.game_analysis(CHAT, GAME))


async def test_a_game_that_is_kept_for_ever_keeps_its_analysis_so(analyses: GameAnalyses, redis: Redis) -> None:
    await redis.persist(keys.packed_game(CHAT, GAME))
    await analyses.analyse_game(CHAT, GAME, b"packed", FIND)
    assert await redis.ttl(keys.game_analysis(CHAT, GAME)) == -1


async def test_an_analysis_goes_on_though_who_asked_is_gone(analyses: GameAnalyses) -> None:
    one = asyncio.create_task(analyses.analyse_game(CHAT, GAME, b"packed", FIND))
    other = asyncio.create_task(analyses.analyse_game(CHAT, GAME, b"packed", FIND))
    await asyncio.sleep(0)
    one.cancel()
    assert await other == b"packed 1"


async def test_an_analysis_whose_process_is_killed_is_done_all_the_same(analyses: GameAnalyses) -> None:
    dies = AnalysisJob(JOBS, "die_once_for_request", 1)
    assert await analyses.analyse_game(CHAT, GAME, b"packed", dies) == b"lived"


async def test_an_analysis_that_failed_is_tried_anew_when_asked_for_again(analyses: GameAnalyses, redis: Redis) -> None:
    with pytest.raises(JobFailed):
        await analyses.analyse_game(CHAT, GAME, b"packed", AnalysisJob(JOBS, "fail", 1))
    assert not await redis.exists(keys.game_analysis(CHAT, GAME))
    assert await analyses.analyse_game(CHAT, GAME, b"packed", FIND) == b"packed 1"
