"""The analysis process: jobs one at a time at the lowest priority; what they find is kept as long as the game."""

import asyncio
import os
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from bot.analysis.process import AnalysisJob, AnalysisProcess, GameAnalyses, JobFailed
from bot.store import keys
from bot.store.records import AnalysisStore
from tests.support.waiting import wait_until

JOBS = "tests.bot.analysis.sample_jobs"


@pytest_asyncio.fixture
async def process() -> AsyncIterator[AnalysisProcess]:
    made = AnalysisProcess()
    yield made
    await made.close()


async def test_a_process_runs_niced_limited_and_without_secrets_and_outlives_an_error_and_a_ctrl_c(
    process: AnalysisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_TOKEN", "1:secret")
    found = (await process.run_job(JOBS, "describe_process", b"", seconds=7)).decode().split()
    worked_in = process.process_id
    assert worked_in is not None
    assert worked_in != os.getpid()
    assert found == [str(worked_in), "19", "8", "False", "False"], "with what it took to start, it is eight seconds"
    with pytest.raises(JobFailed, match="this job fails"):
        await process.run_job(JOBS, "fail", b"")
    os.kill(worked_in, signal.SIGINT)
    assert await process.run_job(JOBS, "reverse", b"abc") == b"cba"
    assert process.process_id == worked_in


async def test_a_job_whose_process_was_killed_is_tried_again(process: AnalysisProcess, tmp_path: Path) -> None:
    assert await process.run_job(JOBS, "die_once", str(tmp_path / "note").encode()) == b"lived"


async def test_a_job_that_stands_still_is_ended_and_the_next_one_runs() -> None:
    process = AnalysisProcess(wall_factor=0.05)
    try:
        with pytest.raises(JobFailed, match="stood still"):
            await process.run_job(JOBS, "stand_still", b"", seconds=5)
        assert await process.run_job(JOBS, "reverse", b"abc", seconds=300) == b"cba"
    finally:
        await process.close()


async def test_a_job_that_took_too_much_processor_time_is_not_tried_again(
    process: AnalysisProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note, known = str(tmp_path / "note").encode(), list[int | None]()
    with monkeypatch.context() as patch:
        patch.setattr(Process, "kill", lambda ended: known.append(ended.returncode))
        with pytest.raises(JobFailed):
            await process.run_job(JOBS, "reach_limit_once", note)
    assert known == [-signal.SIGXCPU], "killed before, it would have been reaped without its status"
    assert await process.run_job(JOBS, "reach_limit_once", note) == b"lived"


async def test_one_job_runs_at_a_time_in_the_order_in_which_they_were_asked_for(process: AnalysisProcess) -> None:
    found = await asyncio.gather(*(process.run_job(JOBS, "note_times", b"300000") for _ in range(4)))
    times = [tuple(map(float, one.split())) for one in found]
    assert all(end <= begin for (_, end), (begin, _) in pairwise(times))


async def test_the_process_ends_when_nothing_was_asked_for_a_while() -> None:
    process = AnalysisProcess(idle_seconds=0)
    await process.run_job(JOBS, "reverse", b"")
    await wait_until(lambda: process.process_id is None)
    assert await process.run_job(JOBS, "reverse", b"abc") == b"cba"
    await process.close()


@pytest.mark.parametrize("way", ["close", "cancel"])
async def test_a_running_job_is_ended(process: AnalysisProcess, way: str) -> None:
    await process.run_job(JOBS, "reverse", b"")
    worked_in = process.process_id
    assert worked_in is not None
    task = asyncio.create_task(process.run_job(JOBS, "stand_still", b""))
    await asyncio.sleep(0)
    if way == "close":
        await process.close()
    else:
        task.cancel()
    with pytest.raises(asyncio.CancelledError if way == "cancel" else JobFailed):
        await task
    await wait_until(lambda: not is_alive(worked_in))
    assert process.process_id is None


@pytest.mark.parametrize("way", ["close", "cancel"])
async def test_a_new_process_is_ended(process: AnalysisProcess, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    begun: list[Process] = []
    begins, create = asyncio.Event(), asyncio.create_subprocess_exec

    async def begin(*arguments: Any, **options: Any) -> Process:
        begins.set()
        begun.append(await create(*arguments, **options))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    task = asyncio.create_task(process.run_job(JOBS, "stand_still", b""))
    await begins.wait()
    if way == "cancel":
        task.cancel()
    await process.close()
    with pytest.raises(asyncio.CancelledError if way == "cancel" else JobFailed):
        await task
    assert [one.returncode is not None for one in begun] == [True]


async def test_a_process_whose_bot_was_killed_ends_by_itself(process: AnalysisProcess) -> None:
    await process.run_job(JOBS, "reverse", b"")
    inner = process._process  # noqa: SLF001 - closes the pipe as the end of the bot does
    assert inner is not None
    assert inner.stdin is not None
    inner.stdin.close()
    assert await inner.wait() == 0


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


CHAT, GAME = -1001, "0123456789abcdef"
FIND = AnalysisJob(JOBS, "count_calls", 1)


@pytest_asyncio.fixture
async def analyses(redis: Redis, tmp_path: Path) -> AsyncIterator[GameAnalyses]:
    await redis.set(keys.packed_game(CHAT, GAME), b"packed", px=100_000)
    made = GameAnalyses(AnalysisProcess(), AnalysisStore(redis), tmp_path)
    yield made
    await made.close()


async def test_who_ask_at_once_get_one_analysis_though_one_is_gone_and_it_is_kept_as_long_as_the_game(
    analyses: GameAnalyses, redis: Redis
) -> None:
    assert await analyses.read_analysis(CHAT, GAME, FIND) is None
    gone, *others = [asyncio.create_task(analyses.analyse_game(CHAT, GAME, b"packed", FIND)) for _ in range(3)]
    await asyncio.sleep(0)
    gone.cancel()
    assert await asyncio.gather(*others) == [b"packed 1", b"packed 1"]
    assert await analyses.read_analysis(CHAT, GAME, FIND) == b"packed 1"
    assert 0 < await redis.pttl(keys.game_analysis(CHAT, GAME)) <= 100_000
    assert await analyses.read_analysis(CHAT, GAME, AnalysisJob(JOBS, "count_calls", 2)) is None, "of another version"


async def test_nothing_is_kept_of_one_that_failed_nor_of_a_game_that_was_erased_meanwhile(
    analyses: GameAnalyses, redis: Redis
) -> None:
    with pytest.raises(JobFailed):
        await analyses.analyse_game(CHAT, GAME, b"packed", AnalysisJob(JOBS, "fail", 1))
    assert not await redis.exists(keys.game_analysis(CHAT, GAME))
    await redis.delete(keys.packed_game(CHAT, GAME))
    assert await analyses.analyse_game(CHAT, GAME, b"packed", FIND) == b"packed 1", "tried anew when asked for again"
    assert not await redis.exists(keys.game_analysis(CHAT, GAME))
