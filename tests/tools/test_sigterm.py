"""Commands that start servers of their own: whoever ends such a command ends these too."""

import asyncio
import os
import signal

import pytest

from tools.bench.__main__ import MEASUREMENTS, main
from tools.fleet import sigterm


class StartedServers:
    """What was started, and whether it still runs."""

    running = False

    async def __aenter__(self) -> None:
        self.running = True

    async def __aexit__(self, *_: object) -> None:
        self.running = False


async def run_until_sigterm(servers: StartedServers) -> None:
    """Send the own process SIGTERM in the midst of work that has no end."""
    async with servers:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()


def test_sigterm_ends_what_was_started() -> None:
    servers = StartedServers()
    with pytest.raises(sigterm.Terminated):
        sigterm.run_until_sigterm(run_until_sigterm(servers))
    assert not servers.running


def test_a_bench_that_was_ended_says_so_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    servers = StartedServers()

    async def measure(**_: int) -> None:
        await run_until_sigterm(servers)

    monkeypatch.setitem(MEASUREMENTS, "load", ("", measure, {}))
    assert main(["load"]) == 128 + signal.SIGTERM
    assert not servers.running
    assert not capsys.readouterr().out


def test_what_is_done_is_given_and_an_error_of_its_own_is_its_own() -> None:
    async def work(answer: int) -> int:
        if not answer:
            raise asyncio.CancelledError
        return answer

    assert sigterm.run_until_sigterm(work(3)) == 3
    with pytest.raises(asyncio.CancelledError):
        sigterm.run_until_sigterm(work(0))
