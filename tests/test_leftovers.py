"""A server that a test leaves behind is named and fails the run; one that a killed run leaves is ended."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE
from tests.test_hangs import NEEDED_PLUGINS, ROOT, has_ended, until

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux tells what bears a mark")

CONFTEST = "from tests.support import leftover_servers\nleftover_servers.GRACE_SECONDS = 0.1\n"
STARTS = """
import asyncio, time
from pathlib import Path
from bot.bench.fleet.redis_cluster import RedisNode, find_free_ports
from bot.store.server.binary import find_server_program
from bot.store.server.embedded import EmbeddedRedis

async def start(folder):
    folder.mkdir()
    server = EmbeddedRedis(folder)
    await server.start()
    [port] = find_free_ports(1)
    node = RedisNode.with_options(find_server_program(folder).path, folder, port, {})
    await node.start()
    Path("pids").write_text(f"{server.pid} {node.pid}")
    return server, node

def test_that_leaves_servers(tmp_path):
    asyncio.run(start(tmp_path / "left"))

def test_that_stops_them(tmp_path):
    async def both():
        server, node = await start(tmp_path / "stopped")
        await server.stop()
        await node.kill()
    asyncio.run(both())

def test_that_is_killed(tmp_path):
    asyncio.run(start(tmp_path / "killed"))
    Path("started").touch()
    time.sleep(600)
"""
PLUGINS = ("-p", "tests.support.hang_guard", "-p", "tests.support.leftover_servers", "-p", "no:cacheprovider")


def run(folder: Path, test: str, *arguments: str) -> "subprocess.Popen[str]":
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_it.py").write_text(STARTS)
    (folder / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", *NEEDED_PLUGINS, *PLUGINS, "-o", "timeout=600", "-k", test, *arguments]
    around = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.Popen(
        command, cwd=folder, env=around, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def pids(folder: Path) -> list[int]:
    return [int(pid) for pid in (folder / "pids").read_text().split()]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_server_that_a_test_leaves_behind_fails_the_run_by_its_name(tmp_path: Path, workers: str) -> None:
    with run(tmp_path, "leaves or stops", "-n", workers) as running:
        said, _ = running.communicate(timeout=PATIENCE)
    assert "2 passed" in said
    assert running.returncode == 1
    section = said.partition("servers that outlive their tests")[2]
    assert section.count("/left\n") == 2
    assert "/stopped" not in section


def test_who_ends_what_it_has_started_ends_well(tmp_path: Path) -> None:
    with run(tmp_path, "stops") as running:
        said, _ = running.communicate(timeout=PATIENCE)
    assert (running.returncode, "outlive" in said) == (0, False)


def test_the_servers_of_a_run_that_is_killed_end_with_it(tmp_path: Path) -> None:
    with run(tmp_path, "killed") as running:
        until((tmp_path / "started").exists)
        running.send_signal(signal.SIGKILL)
        running.wait(PATIENCE)
        for pid in pids(tmp_path):
            until(lambda pid=pid: has_ended(pid))  # type: ignore[misc]  # the loop's own
