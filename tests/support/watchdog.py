"""Ends what a process of tests has started and left behind, once that process has ended, however it did.

It is run by its path, without any package: ``python watchdog.py MARK`` waits for the end of its standard input, which
that process holds, and then ends whatever bears the mark in its environment.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK_VARIABLE: Final = "HARFIYEN_TESTED_BY"
"""The environment variable that all processes of a test bear; a server that sets its title writes over it."""


def marked_processes(mark: str) -> Iterator[int]:
    """The processes that bear a mark, this one aside; those of other people cannot be looked at."""
    sought = f"{MARK_VARIABLE}={mark}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(process.name) != os.getpid() and sought in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)


def kill_marked(mark: str) -> None:
    while found := list(marked_processes(mark)):
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.stdin.read()
    kill_marked(sys.argv[1])
