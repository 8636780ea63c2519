"""A fork is to a test what a process that was started from nothing is."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.support.bot_process import ForkServer, FreshStarter
from tests.support.waiting import PATIENCE

PROGRAM = """
import os, sys
print(os.getcwd(), os.environ.get("OF_TEST"), "HOME" in os.environ, sys.argv[1:], sys.stdin.read() == "", flush=True)
print("wrong", file=sys.stderr)
sys.exit(int(sys.argv[1]))
"""
WAITS = "import signal; print('waits', flush=True); signal.pause()"


@pytest.fixture(params=["forked", "from nothing"])
def starter(request: pytest.FixtureRequest) -> ForkServer | FreshStarter:
    if request.param == "from nothing":
        return FreshStarter()
    forked: ForkServer = request.getfixturevalue("fork_server")
    return forked


@pytest.mark.parametrize("status", [0, 2])
async def test_it_has_its_folder_environment_and_arguments_and_tells_its_status(
    starter: ForkServer | FreshStarter, tmp_path: Path, status: int
) -> None:
    out, wrong = tmp_path / "out", tmp_path / "wrong"
    with out.open("wb") as one, wrong.open("wb") as other:
        process = await starter.start_process(
            PROGRAM, str(status), "x", cwd=tmp_path, env={"OF_TEST": "1"}, stdout=one.fileno(), stderr=other.fileno()
        )
    assert await process.wait() == process.returncode == status
    assert out.read_text("utf-8") == f"{tmp_path} 1 False {[str(status), 'x']} True\n"
    assert wrong.read_text("utf-8") == "wrong\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_a_signal_ends_it(starter: ForkServer | FreshStarter, tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "out"
    with out.open("wb") as file:
        process = await starter.start_process(WAITS, cwd=tmp_path, env={}, stdout=file.fileno(), stderr=file.fileno())
    async with asyncio.timeout(PATIENCE):
        while b"waits" not in out.read_bytes():  # noqa: ASYNC110 - another process's
            await asyncio.sleep(0.01)
    process.send_signal(number)
    assert await process.wait() == -number
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
