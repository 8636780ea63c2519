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


async def test_a_job_runs_niced_and_without_secrets(process: AnalysisProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "1:secret")
    found = await process.run_job(JOBS, "describe_process", b"")
    assert found.decode() == f"{process.process_id} 19 False False"
    assert process.process_id != os.getpid()


async def test_an_error_in_a_job_is_told_and_the_process_stays(process: AnalysisProcess) -> None:
    await process.run_job(JOBS, "reverse", b"")
    before = process.process_id
    with pytest.raises(JobFailed, match="this job fails"):
        await process.run_job(JOBS, "fail", b"")
    assert process.process_id == before


async def test_a_job_whose_process_was_killed_is_tried_again(process: AnalysisProcess, tmp_path: Path) -> None:
    assert await process.run_job(JOBS, "die_once", str(tmp_path / "note").encode()) == b"lived"


async def test_a_job_that_stands_still_is_ended_and_the_next_one_runs() -> None:
    process = AnalysisProcess(wall_factor=0.2)
    try:
        with pytest.raises(JobFailed, match="stood still"):
            await process.run_job(JOBS, "stand_still", b"", seconds=5)
        assert await process.run_job(JOBS, "reverse", b"abc", seconds=300) == b"cba"
    finally:
        await process.close()


async def test_a_job_that_takes_too_much_processor_time_is_ended(process: AnalysisProcess) -> None:
    with pytest.raises(JobFailed):
        await process.run_job(JOBS, "work_forever", b"", seconds=0)
    assert await process.run_job(JOBS, "reverse", b"abc") == b"cba"


async def test_one_job_runs_at_a_time_in_the_order_in_which_they_were_asked_for(process: AnalysisProcess) -> None:
    found = await asyncio.gather(*(process.run_job(JOBS, "note_times", b"300000") for _ in range(4)))
    times = [tuple(map(float, one.split())) for one in found]
    assert all(end <= begin for (_, end), (begin, _) in pairwise(times))


async def test_a_job_of_whoever_is_cancelled_ends(process: AnalysisProcess) -> None:
    await process.run_job(JOBS, "reverse", b"")
    worked_in = process.process_id
    assert worked_in is not None
    task = asyncio.create_task(process.run_job(JOBS, "work_forever", b""))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await wait_until(lambda: not is_alive(worked_in))
    assert await process.run_job(JOBS, "reverse", b"abc") == b"cba"


async def test_the_process_ends_when_nothing_was_asked_for_a_while() -> None:
    process = AnalysisProcess(idle_seconds=0)
    await process.run_job(JOBS, "reverse", b"")
    await wait_until(lambda: process.process_id is None)
    assert await process.run_job(JOBS, "reverse", b"abc") == b"cba"
    await process.close()


async def test_closing_ends_a_running_job(process: AnalysisProcess) -> None:
    await process.run_job(JOBS, "reverse", b"")
    worked_in = process.process_id
    assert worked_in is not None
    task = asyncio.create_task(process.run_job(JOBS, "work_forever", b""))
    await asyncio.sleep(0)
    await process.close()
    assert not is_alive(worked_in)
    with pytest.raises(JobFailed):
        await task
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
    task = asyncio.create_task(process.run_job(JOBS, "work_forever", b""))
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


async def test_a_ctrl_c_in_the_terminal_is_for_the_bot_alone(process: AnalysisProcess) -> None:
    await process.run_job(JOBS, "reverse", b"")
    worked_in = process.process_id
    assert worked_in is not None
    os.kill(worked_in, signal.SIGINT)
    assert await process.run_job(JOBS, "reverse", b"abc") == b"cba"
    assert process.process_id == worked_in


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
