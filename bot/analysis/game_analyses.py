"""Analyses of finished games: kept ones, and those that are computed now, each once however many people wait for it."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from bot.analysis.analysis_request import AnalysisRequest
from bot.analysis.process import AnalysisProcess
from bot.store.records import AnalysisStore

_GUARD_SECONDS: Final = 20
"""Processor time after which a job is ended that should have been done in half of it."""


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """What analyses a game in the analysis process: a function that takes an encoded request."""

    module: str
    name: str
    version: int
    """Of what it finds; a game that was analysed by another version is analysed anew."""


class GameAnalyses:
    """Analyses finished games; one instance a process of the bot.

    Args:
        folder: the bot's data folder.
    """

    def __init__(self, process: AnalysisProcess, store: AnalysisStore, folder: Path) -> None:
        self._process: Final = process
        self._store: Final = store
        self._folder: Final = folder
        self._running: Final[dict[tuple[int, str, int], asyncio.Task[bytes]]] = {}

    async def read_analysis(self, chat: int, game: str, job: AnalysisJob) -> bytes | None:
        """What is known of a game; ``None`` if it was not analysed by this version."""
        return await self._store.read_analysis(chat, game, job.version)

    async def analyse_game(self, chat: int, game: str, packed: bytes, job: AnalysisJob) -> bytes:
        """Analyse a game and keep what was found; who asks for the same game meanwhile waits for the same analysis.

        It goes on, and is kept, even if nobody waits any more.

        Raises:
            JobFailed: it could not be analysed.
            redis.exceptions.RedisError: what was found cannot be kept.
        """
        key = chat, game, job.version
        task = self._running.get(key)
        if task is None:
            task = asyncio.create_task(self._compute(chat, game, packed, job), name=f"analysis {game}")
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End what is computed; whoever waits is told that it failed."""
        await self._process.close()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _compute(self, chat: int, game: str, packed: bytes, job: AnalysisJob) -> bytes:
        request = msgspec.msgpack.encode(AnalysisRequest(packed, str(self._folder)))
        found = await self._process.run_job(job.module, job.name, request, seconds=_GUARD_SECONDS)
        await self._store.save_analysis(chat, game, job.version, found)
        return found
