"""Prometheus on this machine, where it has one, with the files that ship."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE
from tools.fleet.redis_servers import LOOPBACK, find_free_ports, poll_until

FILES: Final = ROOT / "container" / "prometheus"
DASHBOARD: Final = ROOT / "container" / "grafana" / "harfiyen.json"
PROMTOOL: Final = shutil.which("promtool")
_PROMETHEUS: Final = shutil.which("prometheus")
_TARGETS: Final = '["worker-1:9090", "worker-2:9090"]'
needs_prometheus: Final = pytest.mark.skipif(
    not (PROMTOOL and _PROMETHEUS), reason="no prometheus and promtool on PATH: apt install prometheus"
)


def dashboard() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
    return read


def run_promtool(*arguments: str, folder: Path = FILES) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PROMTOOL), *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


class RunningPrometheus:
    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def read(self, path: str, **parameters: str) -> Any:
        async with self._session.get(f"/api/v1/{path}", params=parameters) as response:
            told = await response.json()
        assert told["status"] == "success", told
        return told["data"]

    async def query(self, expression: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.read("query", query=expression))["result"]
        return found


@asynccontextmanager
async def run_prometheus(folder: Path, target: str) -> AsyncIterator[RunningPrometheus]:
    """The sample that ships, but for what it reads and that it reads each second."""
    text = (FILES / "prometheus.yaml").read_text("utf-8")
    for old, new in ((_TARGETS, f'["{target}"]'), (" 15s", " 1s")):
        assert old in text
        text = text.replace(old, new)
    (folder / "prometheus.yaml").write_text(text, "utf-8")
    shutil.copy2(FILES / "alerts.yaml", folder)
    (port,) = find_free_ports(1)
    with (folder / "prometheus.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            str(_PROMETHEUS),
            f"--config.file={folder / 'prometheus.yaml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address={LOOPBACK}:{port}",
            cwd=folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        async with aiohttp.ClientSession(f"http://{LOOPBACK}:{port}") as session:

            async def is_ready() -> bool:
                async with session.get("/-/ready") as response:
                    return response.status == 200

            await poll_until(is_ready)
            yield RunningPrometheus(session)
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE):
            await process.wait()
