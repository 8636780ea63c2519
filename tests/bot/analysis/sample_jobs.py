"""Jobs for the tests of the analysis process."""

import os
import resource
import signal
import sys
import time
from pathlib import Path

import msgspec

from bot.analysis.worker import AnalysisRequest


def reverse(data: bytes) -> bytes:
    return data[::-1]


def describe_process(_: bytes) -> bytes:
    """Its id, niceness and limit of seconds, whether it knows the bot's secrets, whether modules of it are loaded."""
    print("what a job prints is no answer")  # noqa: T201 - that is what is tested
    secret = "BOT_TOKEN" in os.environ
    limit = resource.getrlimit(resource.RLIMIT_CPU)[0]
    return f"{os.getpid()} {os.nice(0)} {limit} {secret} {'telegram' in sys.modules}".encode()


def fail(_: bytes) -> bytes:
    raise ValueError("this job fails")


def die_once(data: bytes) -> bytes:
    """Kill the process, unless a file says that it was done before."""
    note = Path(data.decode())
    if note.exists():
        return b"lived"
    note.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


def reach_limit_once(data: bytes) -> bytes:
    """End as the kernel ends a process that has used its processor time, unless a file says that it did before."""
    note = Path(data.decode())
    if note.exists():
        return b"lived"
    note.touch()
    os.kill(os.getpid(), signal.SIGXCPU)
    return b"never"


def stand_still(_: bytes) -> bytes:
    """Wait for what never comes, without using the processor."""
    signal.pause()
    return b"never"


def note_times(data: bytes) -> bytes:
    began = time.monotonic()
    sum(range(int(data)))
    return f"{began} {time.monotonic()}".encode()


def count_calls(data: bytes) -> bytes:
    request = msgspec.msgpack.decode(data, type=AnalysisRequest)
    note = Path(request.folder) / "calls"
    calls = note.read_bytes() + b"." if note.exists() else b"."
    note.write_bytes(calls)
    return request.packed + f" {len(calls)}".encode()
