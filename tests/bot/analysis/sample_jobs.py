"""Jobs for the tests of the analysis process."""

import os
import signal
import sys
import time
from pathlib import Path

import msgspec

from bot.analysis.worker import AnalysisRequest


def reverse(data: bytes) -> bytes:
    return data[::-1]


def describe_process(_: bytes) -> bytes:
    """Its id, its niceness, whether it knows the bot's secrets, whether modules of the bot are loaded in it."""
    print("what a job prints is no answer")  # noqa: T201 - that is what is tested
    secret = "BOT_TOKEN" in os.environ
    return f"{os.getpid()} {os.nice(0)} {secret} {'telegram' in sys.modules}".encode()


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


def die(_: bytes) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


def stand_still(_: bytes) -> bytes:
    """Wait for what never comes, without using the processor."""
    signal.pause()
    return b"never"


def work_forever(_: bytes) -> bytes:
    while True:
        pass


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


def die_once_for_request(data: bytes) -> bytes:
    return die_once(str(Path(msgspec.msgpack.decode(data, type=AnalysisRequest).folder) / "died").encode())
