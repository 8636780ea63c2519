"""The process in which finished games are analysed and puzzles are made, so that no player waits for either.

It begins with the first job and ends when there has been none for a while. :mod:`bot.analysis.worker` is its program.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from bot.analysis import worker
from bot.logs.logger import get_logger

log = get_logger(__name__)

_ATTEMPTS: Final = 2
_IDLE_SECONDS: Final = 60.0
_MOST_SECONDS: Final = 30
_WALL_FACTOR: Final = 10.0
"""How much longer than its processor time a job may take by the clock: it yields to everything else."""
_KEPT_VARIABLES: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
"""What the process is told of the bot's environment, which has secrets."""


class JobFailed(Exception):
    """A job raised an error, or its process ended each time it was tried."""


class _ProcessEnded(Exception):
    """The process ended before it answered."""


class AnalysisProcess:
    """Runs jobs one at a time at the lowest priority; one instance a process of the bot.

    Attributes:
        niceness: how much the process yields to others, 0 to 19; what begins later has it.

    Args:
        idle_seconds: how long the process waits for another job.
        wall_factor: how many times its processor time a job may take by the clock; then it stands still, and ends.
    """

    niceness: int = worker.LOWEST_PRIORITY

    def __init__(self, idle_seconds: float = _IDLE_SECONDS, wall_factor: float = _WALL_FACTOR) -> None:
        self._idle_seconds: Final = idle_seconds
        self._wall_factor: Final = wall_factor
        self._turn: Final = asyncio.Lock()
        self._process: Process | None = None
        self._idle_timer: asyncio.TimerHandle | None = None
        self._ends: Final[set[asyncio.Task[int]]] = set()
        """Of killed processes, whose pipes are still to be closed."""
        self._is_closed = False

    @property
    def process_id(self) -> int | None:
        """The id of the process; ``None`` while there is none."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def run_job(self, module: str, name: str, data: bytes, *, seconds: int = _MOST_SECONDS) -> bytes:
        """Run a job once those that were asked for before it are done.

        A job whose process is killed from outside is tried once more in another one. If whoever waits is cancelled, the
        job ends.

        Args:
            module: the job's module, in full.
            name: a function in it, which takes bytes and gives bytes.
            data: its argument.
            seconds: processor time that it may take; the process ends if it takes more.

        Raises:
            JobFailed: it raised an error, took too long by either time, or its process was killed twice.
        """
        async with self._turn:
            self._stop_idle_timer()
            try:
                async with asyncio.timeout(seconds * self._wall_factor):
                    return await self._try_job(worker.encode_request(module, name, seconds, data))
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
        """End the process, whatever it does; no other begins."""
        self._is_closed = True
        self._stop_idle_timer()
        self._kill()
        async with self._turn:
            # A job for which the process had only just begun is over, too.
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
                status = await self._end(process)
                log.warning("the analysis process ended before it answered", status=status)
                if status == -signal.SIGXCPU or self._is_closed:
                    break
                continue
            if not answer.startswith(worker.SUCCEEDED):
                raise JobFailed(answer[1:].decode(errors="replace"))
            return answer[1:]
        raise JobFailed("the process ended before it answered")

    async def _running_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            begins = asyncio.ensure_future(
                asyncio.create_subprocess_exec(
                    sys.executable,
                    "-c",
                    f"from bot.analysis.worker import main; main({self.niceness})",
                    stdin=PIPE,
                    stdout=PIPE,
                    env=_to_environment(),
                )
            )
            try:
                self._process = await asyncio.shield(begins)
            except asyncio.CancelledError:
                # It begins all the same, and has to be ended.
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
        """End the process, if there is one, without waiting for its end."""
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
        size = int.from_bytes(await process.stdout.readexactly(worker.LENGTH_BYTES), "big")
        return await process.stdout.readexactly(size)
    except (OSError, asyncio.IncompleteReadError) as error:
        raise _ProcessEnded from error


def _to_environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}  # noqa: PTH109 - a text
