"""Where puzzles come from: old games of the very chat, those that ship, those that were made on demand.

A game of a chat is looked through in the background once it is more than a week old, unless somebody who played it
does not want to be listed there or was forgotten. That is asked again whenever one of its puzzles is chosen.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, Protocol, TypeVar

from bot.families.puzzle_family import AnyPuzzle, PuzzleFamily, SearchJob
from bot.logs.logger import get_logger
from bot.logs.masking import error_location
from bot.records.archive import ArchivedGame, GameArchive
from bot.store.puzzles import PuzzleStore
from bot.store.records import RecordStore
from bot.workers.supervisor import cancel_tasks
from engine.errors import DataError
from engine.forget_player import is_forgotten

log = get_logger(__name__)

T = TypeVar("T")

LEAST_AGE_SECONDS: Final = 7 * 86_400
"""How long ago a game ended whose positions are shown: nobody remembers what they held."""
_FEW: Final = 10
"""With fewer that somebody has not seen, more are made."""


class RunJob(Protocol):
    """Runs a job in a process of its own, one at a time."""

    async def __call__(self, module: str, name: str, data: bytes, *, seconds: int) -> bytes:
        """What the function of that module gives."""


class PuzzleSources:
    """Finds a puzzle that somebody has not seen.

    Args:
        shuffle: puts a list into another order.
        now: the present time, in UTC.
        run_job: finds more in the background; ``None`` for no more.
    """

    def __init__(
        self,
        store: PuzzleStore,
        records: RecordStore,
        archive: GameArchive,
        *,
        shuffle: Callable[[list[int]], None],
        now: Callable[[], datetime],
        run_job: RunJob | None = None,
    ) -> None:
        self._store: Final = store
        self._records: Final = records
        self._archive: Final = archive
        self._shuffle: Final = shuffle
        self._now: Final = now
        self._run_job: Final = run_job
        self._shipped: Final[dict[str, dict[str, AnyPuzzle]]] = {}
        """By game and id; read when they are first asked for."""
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        """What is looked for in the background, one of a kind."""

    async def close(self) -> None:
        """Look for nothing more."""
        await cancel_tasks(tuple(self._tasks.values()))

    async def drain(self) -> None:
        """Wait for what is looked for."""
        await asyncio.gather(*self._tasks.values())

    async def find_puzzle(self, family: PuzzleFamily, puzzle: str) -> AnyPuzzle | None:
        """A puzzle by its id; ``None`` if it is not kept, or this version cannot read it."""
        for game in family.list_games():
            if (found := (await self._shipped_by_id(family, game)).get(puzzle)) is not None:
                return found
        return await self._load(family, puzzle)

    async def choose(self, family: PuzzleFamily, game: str, chat: int, seen: Collection[str]) -> AnyPuzzle | None:
        """One that was not seen: of the chat's own games if there is any, else one that ships or was made.

        ``None`` if there is none now; then more are looked for.
        """
        for own in self._in_random_order(await self._of_chat_games(family, game, chat, seen)):
            if (found := await self._load(family, own)) is not None:
                return found
        shipped = await self._shipped_by_id(family, game)
        made = await self._store.list_made(game)
        left = [one for one in (*shipped, *made) if one not in seen]
        if len(left) < _FEW:
            self._begin(f"make {game}", lambda run_job: self._make(run_job, family, game, made))
        for one in self._in_random_order(left):
            if (found := shipped.get(one) or await self._load(family, one)) is not None:
                return found
        return None

    async def _of_chat_games(self, family: PuzzleFamily, game: str, chat: int, seen: Collection[str]) -> list[str]:
        games = await self._eligible_games(chat, game)
        if not games:
            return []
        known = await self._store.load_chat_puzzles(chat)
        fresh = [one for one in games if one.record.id not in known]
        if fresh:
            game_to_search = self._in_random_order(fresh)[0]
            self._begin(f"search {chat}", lambda run_job: self._search(run_job, family, game_to_search))
        return [one for each in games for one in known.get(each.record.id, ()) if one not in seen]

    async def _eligible_games(self, chat: int, game: str) -> list[ArchivedGame]:
        latest = int(self._now().timestamp()) - LEAST_AGE_SECONDS
        games = [
            one
            for one in await self._archive.newest_games(chat)
            if one.record.ruleset == game and one.record.ended <= latest and one.record.counts
        ]
        if not games:
            return []
        unlisted = await self._records.read_unlisted(chat)
        return [one for one in games if not any(is_forgotten(p.user) or p.user in unlisted for p in one.record.players)]

    async def _load(self, family: PuzzleFamily, puzzle: str) -> AnyPuzzle | None:
        data = await self._store.load_puzzle(puzzle)
        try:
            return None if data is None else family.decode(data)
        except DataError as error:
            log.warning("a puzzle is left out", puzzle=puzzle, error=error)
            return None

    async def _shipped_by_id(self, family: PuzzleFamily, game: str) -> Mapping[str, AnyPuzzle]:
        if game not in self._shipped:
            puzzles = await asyncio.to_thread(family.shipped, game)
            self._shipped[game] = {one.id: one for one in puzzles}
        return self._shipped[game]

    def _in_random_order(self, found: Sequence[T]) -> list[T]:
        places = list(range(len(found)))
        self._shuffle(places)
        return [found[place] for place in places]

    def _begin(self, what: str, work: Callable[[RunJob], Coroutine[None, None, None]]) -> None:
        """Begin to look for more, unless that goes on already."""
        if self._run_job is None or what in self._tasks:
            return
        task = asyncio.create_task(_log_failure(what, partial(work, self._run_job)), name="puzzles")
        self._tasks[what] = task
        task.add_done_callback(lambda _: self._tasks.pop(what, None))

    async def _search(self, run_job: RunJob, family: PuzzleFamily, found: ArchivedGame) -> None:
        """Look through a finished game; one that is not kept any more has no puzzles."""
        packed = await self._records.read_packed_game(found.chat, found.record.id)
        puzzles: Sequence[AnyPuzzle] = ()
        if packed is not None:
            puzzles = await _find(
                run_job, family, family.search_job(found.record.ruleset, found.record.id, [packed], ())
            )
        await self._save(family, puzzles)
        await self._store.note_chat_game(found.chat, found.record.id, [one.id for one in puzzles])

    async def _make(self, run_job: RunJob, family: PuzzleFamily, game: str, made: Sequence[str]) -> None:
        puzzles = await _find(run_job, family, family.search_job(game, f"made:{len(made)}", (), made))
        await self._save(family, puzzles)
        await self._store.note_made(game, [one.id for one in puzzles])

    async def _save(self, family: PuzzleFamily, puzzles: Iterable[AnyPuzzle]) -> None:
        await self._store.save_puzzles({one.id: family.encode(one) for one in puzzles})


async def _find(run_job: RunJob, family: PuzzleFamily, job: SearchJob) -> Sequence[AnyPuzzle]:
    return family.decode_found(await run_job(job.module, job.name, job.data, seconds=job.seconds))


async def _log_failure(what: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - the edge of a background task: nobody waits for it, and others go on
        log.warning("no puzzles came of a search", source=what, error=error_location(error))
