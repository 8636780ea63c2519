"""The process that analyses finished games and makes puzzles, so that no player waits for either."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from bot.analysis.worker import LENGTH_BYTES, LOWEST_PRIORITY, SUCCEEDED, AnalysisRequest, encode_frame
from bot.logs import get_logger
from bot.store.records import AnalysisStore

log = get_logger(__name__)

_ATTEMPTS: Final = 2
_IDLE_SECONDS: Final = 60.0
_MOST_SECONDS: Final = 30
_ENDING_SECONDS: Final = 1.0  # how long a process that has closed its pipes may take to end before it is killed

_WALL_FACTOR: Final = 10.0
"""How many times its processor time a job may take by the wall clock, as it yields to all other work."""

_KEPT_VARIABLES: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
"""The variables of the bot's environment that the process gets; others may be secrets."""


class JobFailed(Exception):
    """A job raised an error, or its process ended at each attempt."""


class _ProcessEnded(Exception):
    """The process ended before it answered."""


class AnalysisProcess:
    """Runs jobs one by one at the lowest priority, in a process that ends after ``idle_seconds``; one a bot.

    ``niceness``, 0 to 19, applies to processes that start later. A job that takes more than ``wall_factor`` times its
    processor time by the wall clock is stuck, and is ended.
    """

    niceness: int = LOWEST_PRIORITY

    def __init__(self, idle_seconds: float = _IDLE_SECONDS, wall_factor: float = _WALL_FACTOR) -> None:
        self._idle_seconds: Final = idle_seconds
        self._wall_factor: Final = wall_factor
        self._turn: Final = asyncio.Lock()
        self._process: Process | None = None
        self._idle_timer: asyncio.TimerHandle | None = None
        self._ends: Final[set[asyncio.Task[int]]] = set()  # tasks that wait for killed processes to close their pipes
        self._is_closed = False

    @property
    def process_id(self) -> int | None:
        """The id of the analysis process; ``None`` while there is none."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def run_job(self, module: str, name: str, data: bytes, *, seconds: int = _MOST_SECONDS) -> bytes:
        """Run a job, which is a module's function from bytes to bytes, after the jobs requested before it.

        A job that takes more than ``seconds`` of processor time ends the process. If the process is killed from
        outside, the job is tried once more. Cancelling the caller ends the job. Raises JobFailed.
        """
        async with self._turn:
            self._stop_idle_timer()
            try:
                async with asyncio.timeout(seconds * self._wall_factor):
                    return await self._try_job(encode_frame(f"{module} {name} {seconds}\n".encode() + data))
            except TimeoutError:
                self._kill()
                log.warning("the analysis process is ended: its job stood still for too long", work=module)
                raise JobFailed("the job stood still for too long") from None
            except asyncio.CancelledError:
                self._kill()
                raise
            finally:
                self._stop_idle_timer()
                self._idle_timer = asyncio.get_running_loop().call_later(self._idle_seconds, self._kill)

    async def close(self) -> None:
        """End the process and its job; no other process starts."""
        self._is_closed = True
        self._stop_idle_timer()
        self._kill()
        async with self._turn:
            # Also ends a job whose process had only just started.
            self._stop_idle_timer()
            self._kill()
        while self._ends:
            await asyncio.wait(self._ends)

    async def _try_job(self, request: bytes) -> bytes:
        for _ in range(0 if self._is_closed else _ATTEMPTS):
            process = await self._running_process()
            if self._is_closed:
                break
            try:
                answer = await _ask(process, request)
            except _ProcessEnded:
                # Killing it reaps it if it has just ended, and then the event loop cannot tell how it ended.
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), _ENDING_SECONDS)
                status = await self._end(process)
                log.warning("the analysis process ended before it answered", status=status)
                if status == -signal.SIGXCPU or self._is_closed:
                    break
                continue
            if not answer.startswith(SUCCEEDED):
                raise JobFailed(answer[1:].decode(errors="replace"))
            return answer[1:]
        raise JobFailed("the process ended before it answered")

    async def _running_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
            path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)  # noqa: PTH109 - a text
            begins = asyncio.ensure_future(
                asyncio.create_subprocess_exec(
                    sys.executable,
                    "-c",
                    f"from bot.analysis.worker import main; main({self.niceness})",
                    stdin=PIPE,
                    stdout=PIPE,
                    env={**kept, "PYTHONPATH": path},
                )
            )
            try:
                self._process = await asyncio.shield(begins)
            except asyncio.CancelledError:
                # A process that starts in spite of the cancellation must be ended.
                self._process = await begins
                raise
        return self._process

    async def _end(self, process: Process) -> int:
        if self._process is process:
            self._process = None
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
            with suppress(OSError):
                await process.stdin.wait_closed()
        return await process.wait()

    def _kill(self) -> None:
        if self._process is not None:
            end = asyncio.get_running_loop().create_task(self._end(self._process), name="end of the analysis process")
            self._process = None
            self._ends.add(end)
            end.add_done_callback(self._ends.discard)

    def _stop_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None


async def _ask(process: Process, request: bytes) -> bytes:
    if process.stdin is None or process.stdout is None:
        raise TypeError("the process has no pipes")
    try:
        process.stdin.write(request)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
        return await process.stdout.readexactly(size)
    except (OSError, asyncio.IncompleteReadError) as error:
        raise _ProcessEnded from error


_GUARD_SECONDS: Final = 20  # processor time after which a job is ended that should take half of it


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """How games of a family are analysed: a function of an encoded request, which the analysis process runs."""

    module: str
    name: str
    version: int  # the version of the analysis; a game analysed by another version is analysed again


class GameAnalyses:
    """Analyses finished games; one instance per process of the bot."""

    def __init__(self, process: AnalysisProcess, store: AnalysisStore, folder: Path) -> None:
        self._process: Final = process
        self._store: Final = store
        self._folder: Final = folder
        self._running: Final[dict[tuple[int, str, int], asyncio.Task[bytes]]] = {}

    async def read_analysis(self, chat: int, game: str, job: AnalysisJob) -> bytes | None:
        """A game's analysis; ``None`` if this version has made none."""
        return await self._store.read_analysis(chat, game, job.version)

    async def analyse_game(self, chat: int, game: str, packed: bytes, job: AnalysisJob) -> bytes:
        """Analyse a game and store the result; simultaneous requests for one game share an analysis.

        It continues, and is stored, even if its callers are cancelled. Raises JobFailed; RedisError if it cannot be
        stored.
        """
        key = chat, game, job.version
        task = self._running.get(key)
        if task is None:
            task = asyncio.create_task(self._compute(chat, game, packed, job), name=f"analysis {game}")
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End all analyses; callers that wait get JobFailed."""
        await self._process.close()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _compute(self, chat: int, game: str, packed: bytes, job: AnalysisJob) -> bytes:
        request = msgspec.msgpack.encode(AnalysisRequest(packed, str(self._folder)))
        found = await self._process.run_job(job.module, job.name, request, seconds=_GUARD_SECONDS)
        await self._store.save_analysis(chat, game, job.version, found)
        return found
