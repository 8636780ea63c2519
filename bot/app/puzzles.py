"""Builds what puzzles need."""

from collections.abc import Callable
from datetime import datetime

from redis.asyncio import Redis

from bot.families import registry
from bot.families.puzzle_service import PuzzleService
from bot.families.puzzle_sources import PuzzleSources, RunJob
from bot.families.services import RecordServices
from bot.records.archive import GameArchive
from bot.store.puzzles import PuzzleStore


def build_puzzles(
    redis: Redis,
    records: RecordServices,
    shuffle: Callable[[list[int]], None],
    now: Callable[[], datetime],
    run_job: RunJob | None = None,
) -> PuzzleService:
    """Build them.

    Args:
        redis: a client that answers in bytes.
        records: finished games, out of which puzzles may come.
        shuffle: puts a list into another order.
        now: the present time, in UTC.
        run_job: finds more puzzles in the background; ``None`` for none.
    """
    store, archive = PuzzleStore(redis), GameArchive(records.store, records.projection)
    sources = PuzzleSources(store, records.store, archive, shuffle=shuffle, now=now, run_job=run_job)
    families = [family.load_puzzles for family in registry.FAMILIES if family.load_puzzles is not None]
    return PuzzleService(store, sources, families, now)
