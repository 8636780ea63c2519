"""The program of the analysis process: runs one job after the other, importing only what each job needs."""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import BinaryIO, Final

from msgspec import Struct


class AnalysisRequest(Struct, frozen=True):
    """A request for a job."""

    packed: bytes  # the finished game, as `engine.packed_game`
    folder: str  # the bot's data folder, which keeps word indices


LOWEST_PRIORITY: Final = 19
LENGTH_BYTES: Final = 4
SUCCEEDED: Final = b"\0"
FAILED: Final = b"\1"


def encode_frame(data: bytes) -> bytes:
    """Data with their length in front."""
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def main(niceness: int) -> None:
    """Run jobs until the input ends; ``niceness`` is 0 to 19."""
    # The bot ends this process; a Ctrl-C in the bot's terminal is meant for the bot.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(niceness)
    # What a job prints goes to the bot's log, and never among the answers.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        with suppress(BrokenPipeError):
            run_jobs(sys.stdin.buffer, answers)


def run_jobs(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request with its job's result or failure."""
    while len(head := requests.read(LENGTH_BYTES)) == LENGTH_BYTES:
        size = int.from_bytes(head, "big")
        request = requests.read(size)
        if len(request) < size:
            return
        answers.write(encode_frame(_run_request(request)))
        answers.flush()


def _run_request(request: bytes) -> bytes:
    line, _, data = request.partition(b"\n")
    module, name, seconds = line.decode().split(" ")
    _limit_processor_time(int(seconds))
    try:
        job: Callable[[bytes], bytes] = getattr(import_module(module), name)
        return SUCCEEDED + job(data)
    except Exception:  # noqa: BLE001 - the outermost edge: the answer says that the job failed
        return FAILED + traceback.format_exc().encode(errors="replace")


def _limit_processor_time(seconds: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
