"""Processes of the bot that need not load its modules: forks of one that has them.

What a test is about begins where the program does; to load what it is made of takes most of a second each time. That a
start from nothing works too is for those tests that start it so.
"""

import asyncio
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_PRELOADED_MODULES: Final = (
    "bot.app.service",
    "bot.subcommands.run",
    "bot.subcommands.playground",
    "structlog",
    "uvloop",
)
_MOST_BYTES: Final = 100_000
"""Of a request: the socket takes twice that."""
_FILES: Final = 3
"""What comes with a request: where to report, and what to write to."""


class ForkedProcess:
    """A process, with as much as tests need of :class:`asyncio.subprocess.BeatingProcess`."""

    def __init__(self, pid: int, report: socket.socket) -> None:
        self.pid: Final = pid
        self.returncode: int | None = None
        self._report: Final = report
        self._exit_task: Final = asyncio.create_task(self._wait_exit())

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for its end; its exit status, or the number of the signal that ended it, negative."""
        return await asyncio.shield(self._exit_task)

    async def _wait_exit(self) -> int:
        with self._report:
            said = await asyncio.get_running_loop().sock_recv(self._report, _MOST_BYTES)
        self.returncode = int(said)
        return self.returncode


class ForkServer:
    """The process that is forked; it lives until it is closed, as do its forks until they end."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen([sys.executable, "-m", __name__], stdin=theirs.fileno(), cwd=_ROOT)

    def stop_server(self) -> None:
        self._socket.close()
        self._process.wait()

    async def start_process(
        self, program: str, *arguments: str, cwd: Path, env: Mapping[str, str], stdout: int, stderr: int
    ) -> ForkedProcess:
        """Run a program as ``python -c`` does, with nothing to read.

        ``arguments``: ``sys.argv`` but for its first. ``env``: its environment; what Python itself reads there as it
        starts it does not heed. stdout, stderr: descriptors, which stay the caller's.
        """
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asked = json.dumps([program, arguments, str(cwd), dict(env)]).encode()
        with theirs:
            socket.send_fds(self._socket, [asked], [theirs.fileno(), stdout, stderr])
        mine.setblocking(False)
        pid = int(await asyncio.get_running_loop().sock_recv(mine, _MOST_BYTES))
        return ForkedProcess(pid, mine)


class FreshStarter:
    async def start_process(
        self, program: str, *arguments: str, cwd: Path, env: Mapping[str, str], stdout: int, stderr: int
    ) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program,
            *arguments,
            cwd=cwd,
            env=env,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
        )


def _wait_for_program(requests: socket.socket) -> str:
    """The next program, in the process that is to run it; a keeper waits for its end.

    Raises:
        SystemExit: nobody asks any more, or the program that was kept has ended.
    """
    while True:
        asked, files, _, _ = socket.recv_fds(requests, _MOST_BYTES, _FILES)
        if not asked:
            sys.exit()
        if not os.fork():
            break
        for file in files:
            os.close(file)
    requests.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with socket.socket(fileno=files[0]) as report:
        if pid := os.fork():
            _report_exit(pid, report, files[1:])
    program, arguments, folder, environment = json.loads(asked)
    _take_over_environment(files[1:], arguments, folder, environment)
    return str(program)


def _report_exit(pid: int, report: socket.socket, files: Sequence[int]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for file in files:
        os.close(file)
    report.send(str(pid).encode())
    report.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())
    os._exit(0)


def _take_over_environment(
    files: Sequence[int], arguments: Sequence[str], folder: str, environment: Mapping[str, str]
) -> None:
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), *files)):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]


def _reap_keepers(*_: object) -> None:
    """Leave no keeper behind that has ended; its time, and that of what it kept, are counted here then."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            continue


def _preload_modules() -> None:
    for name in _PRELOADED_MODULES:
        try:
            import_module(name)
        except ImportError:  # uvloop cannot be had on every machine
            if name.startswith("bot."):
                raise
    # At the lowest priority an analysis may take minutes on a busy machine.
    import_module("bot.analysis.process").AnalysisProcess.niceness = 0
    import_module("tests.support.drawings").share_prepared_painter()
    import_module("bot.texts").Texts()  # what it reads of each language is kept
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    _preload_modules()
    signal.signal(signal.SIGCHLD, _reap_keepers)
    # Its own file, so that forks can have another one there.
    exec(_wait_for_program(socket.socket(fileno=os.dup(0))), {"__name__": "__main__"})  # noqa: S102 - what tests say
