"""The program of the analysis process: runs jobs one after the other, importing only what each needs."""

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

    packed: bytes  # the finished game (`engine.packed_game`)
    folder: str  # the bot's data folder, which has word indices


LOWEST_PRIORITY: Final = 19
LENGTH_BYTES: Final = 4
SUCCEEDED: Final = b"\0"
FAILED: Final = b"\1"


def encode_request(module: str, name: str, seconds: int, data: bytes) -> bytes:
    """A request with its length prefix: a function of a module, its limit of processor time, its argument."""
    return encode_frame(f"{module} {name} {seconds}\n".encode() + data)


def encode_frame(data: bytes) -> bytes:
    """Data with their length prefix."""
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def main(niceness: int) -> None:
    """Run jobs until the input ends, at a niceness of 0 to 19."""
    # The bot ends this process; a Ctrl-C in its terminal is only for the bot.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(niceness)
    # A job's prints go to the bot's log, never among the answers.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        with suppress(BrokenPipeError):
            run_jobs(sys.stdin.buffer, answers)


def run_jobs(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request."""
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
    except Exception:  # noqa: BLE001 - the outermost edge: the caller is told
        return FAILED + traceback.format_exc().encode(errors="replace")


def _limit_processor_time(seconds: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
