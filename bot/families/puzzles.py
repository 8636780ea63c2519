"""Puzzles: what a family implements, where puzzles come from, and what people do with them.

Each change is stored by comparing with what was read, so that an update that is handled twice counts once.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import ClassVar, Final, Literal, Protocol, TypeVar

from msgspec.structs import replace

from bot.families.board_page import LaidTiles
from bot.families.own_board import OwnBoardPage
from bot.logs import error_location, get_logger
from bot.pictures import PictureStyle, Sketch
from bot.records.archive import ArchivedGame, GameArchive
from bot.store.keys import Scope
from bot.store.puzzles import OpenPuzzle, PuzzleOutcome, PuzzleProgress, PuzzleStore, SolverFigures
from bot.store.records import RecordStore
from bot.wording.speaker import Speaker
from bot.workers.supervisor import cancel_tasks
from engine.errors import DataError, Refusal
from engine.forget_player import is_forgotten

log = get_logger(__name__)
MOST_HINTS: Final = 3


class AnyPuzzle(Protocol):
    """A puzzle of any family."""

    @property
    def id(self) -> str:
        """12 hex digits."""

    @property
    def ruleset(self) -> str:
        """The id of a shipped game."""

    @property
    def lexicon(self) -> str:
        """The word list that decides, with the first 8 digits of its hash: ``tr@1a2b3c4d``."""


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A job for a separate process: a function of a module, from bytes to bytes."""

    module: str
    name: str
    data: bytes
    seconds: int  # processor time at most


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """A puzzle shown to a reader."""

    puzzle: AnyPuzzle
    speaker: Speaker
    style: PictureStyle
    order: tuple[str, ...] = ()  # the tiles of the rack in the reader's order; empty for the puzzle's own
    tells_words: bool = False  # whether the reader may know which words are valid before they answer


@dataclass(frozen=True, slots=True)
class PossibleAnswer:
    """A possible meaning of a typed answer."""

    step: str
    label: str  # place and score; plain text for a button
    move: str  # the full move as typed
    row: str  # the row of its first cell, in digits
    typed: str  # the typed word in short


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """The result of grading an answer."""

    is_best: bool
    behind: int  # points of equity behind the best play, rounded; at least 1 unless it is the best
    invalid: tuple[str, ...]  # the invalid words; an answer with any solves nothing and costs nothing
    move: str
    score: int
    fingerprint: str  # 8 hex digits that identify the answer, however it was given


class PuzzleFamily(ABC):
    """The puzzles of one family."""

    shuffle_step: ClassVar[str]  # the step that shuffles the rack

    @abstractmethod
    def list_games(self) -> Sequence[str]:
        """The ids of the games that have puzzles."""

    @abstractmethod
    def shipped(self, game: str) -> Sequence[AnyPuzzle]:
        """The game's puzzles of the release, read when first asked for."""

    @abstractmethod
    def search_job(self, game: str, name: str, packed: Sequence[bytes], known: Sequence[str]) -> SearchJob:
        """The job that finds unknown puzzles in finished games, or else by self-play with ``name`` as seed."""

    @abstractmethod
    def decode_found(self, answer: bytes) -> Sequence[AnyPuzzle]:
        """The puzzles in the job's answer."""

    @abstractmethod
    def encode(self, puzzle: AnyPuzzle) -> bytes:
        """The stored form of a puzzle."""

    @abstractmethod
    def decode(self, data: bytes) -> AnyPuzzle:
        """A stored puzzle. Raises DataError if this version cannot read it."""

    @abstractmethod
    def sketch(self, shown: ShownPuzzle) -> Sketch:
        """The position with the rack; a group may see it."""

    @abstractmethod
    def as_html(self, shown: ShownPuzzle) -> str:
        """The position with the rack, as text."""

    @abstractmethod
    def rack_line(self, shown: ShownPuzzle) -> str:
        """The rack with points, as HTML."""

    @abstractmethod
    def example_move(self, shown: ShownPuzzle) -> str:
        """An example of a typed move, not the answer; plain text."""

    @abstractmethod
    async def page(self, shown: ShownPuzzle, step: str) -> OwnBoardPage:
        """The page of a step; the first one only tells how to begin. Raises Refusal ``stale_button``."""

    @abstractmethod
    def board(self, shown: ShownPuzzle, hints: int, *, is_solution: bool) -> object:
        """The solver's view for a board page, with the hints taken; or with the best play on the board."""

    @abstractmethod
    def judge_tiles(self, shown: ShownPuzzle, tiles: Mapping[str, str]) -> LaidTiles:
        """What tiles that lie on a board page would score; their words only if :attr:`ShownPuzzle.tells_words`.

        Raises EngineError if they cannot be played as they lie.
        """

    @abstractmethod
    def shuffled(self, shown: ShownPuzzle, shuffle: Callable[[list[int]], None]) -> tuple[str, ...]:
        """The rack in another order."""

    @abstractmethod
    def looks_like_answer(self, puzzle: AnyPuzzle, text: str) -> bool:
        """Whether a text may be an answer rather than talk."""

    @abstractmethod
    def read_answers(self, shown: ShownPuzzle, text: str, settings: Mapping[str, str]) -> Sequence[PossibleAnswer]:
        """The possible meanings of a text, by coordinate; only legal plays if :attr:`ShownPuzzle.tells_words`.

        Raises EngineError if none of them can be laid or counts.
        """

    @abstractmethod
    def grade(self, shown: ShownPuzzle, answer: str | Mapping[str, str]) -> GradedAnswer:
        """Grade a step, or tiles by their cells. The first call takes some tenths of a second. Raises EngineError."""

    @abstractmethod
    def hint(self, shown: ShownPuzzle, number: int) -> str:
        """Hint ``number``, from 1 to :data:`MOST_HINTS`, as HTML."""

    @abstractmethod
    def best_play_text(self, shown: ShownPuzzle) -> str:
        """The best play's place, word and points, as HTML."""

    @abstractmethod
    def solution(self, shown: ShownPuzzle) -> OwnBoardPage:
        """The best play, why it is best, and the next best, without buttons. The first call takes a moment."""


T = TypeVar("T")
LEAST_AGE_SECONDS: Final = 7 * 86_400  # how old a game must be before its positions make puzzles
_FEW: Final = 10  # with fewer unseen puzzles than this, more are made


class RunJob(Protocol):
    """Runs a job in a separate process, one at a time."""

    async def __call__(self, module: str, name: str, data: bytes, *, seconds: int) -> bytes:
        """Return what the module's function returns."""


class PuzzleSources:
    """Finds puzzles that a reader has not seen; ``run_job`` finds more in the background."""

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
        self._shipped: Final[dict[str, dict[str, AnyPuzzle]]] = {}  # by game and id; read when first asked for
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}  # the searches in the background, one of each kind

    async def close(self) -> None:
        """Cancel the background searches."""
        await cancel_tasks(tuple(self._tasks.values()))

    async def drain(self) -> None:
        """Wait for the background searches."""
        await asyncio.gather(*self._tasks.values())

    async def find_puzzle(self, family: PuzzleFamily, puzzle: str) -> AnyPuzzle | None:
        """A puzzle by its id; ``None`` if it is no longer kept, or this version cannot read it."""
        for game in family.list_games():
            if (found := (await self._shipped_by_id(family, game)).get(puzzle)) is not None:
                return found
        return await self._load(family, puzzle)

    async def keep_of_game(self, family: PuzzleFamily, chat: int, game: str, puzzle: AnyPuzzle) -> None:
        """Keep a puzzle of a chat's finished game along with those already found in it; idempotent."""
        known = (await self._store.load_chat_puzzles(chat)).get(game, ())
        await self._save(family, [puzzle])
        await self._store.note_chat_game(chat, game, dict.fromkeys((*known, puzzle.id)))

    async def choose(self, family: PuzzleFamily, game: str, chat: int, seen: Collection[str]) -> AnyPuzzle | None:
        """An unseen puzzle from the chat's games, else a shipped or made one; ``None`` starts a search if possible."""
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
        if self._run_job is None or what in self._tasks:
            return
        task = asyncio.create_task(_log_failure(what, partial(work, self._run_job)), name="puzzles")
        self._tasks[what] = task
        task.add_done_callback(lambda _: self._tasks.pop(what, None))

    async def _search(self, run_job: RunJob, family: PuzzleFamily, found: ArchivedGame) -> None:
        """Search a finished game; if the game is no longer kept, note that it has no puzzles."""
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


MOST_POINTS: Final = 100
LEAST_POINTS: Final = 10
POINTS_EACH: Final = 10  # the cost of a hint, and of a wrong answer
_MOST_ORIGINS: Final = 16  # in how many chats a user's puzzle counts
_FEWEST_SOLVERS: Final = 5  # from this number of solvers on, a puzzle's difficulty is told
_USUAL_POINTS: Final = 50
_EASY, _HARD = 65, 40
"""Points from which a puzzle is easy, and below which it is hard."""
Difficulty = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """A solved or abandoned puzzle."""

    user: int
    name: str
    puzzle: AnyPuzzle
    progress: PuzzleProgress
    origins: tuple[int, ...]  # the chats in which it counts: those from which the solver came to it


Telling = Callable[[], Awaitable[None]]  # announces a result, after its solver was answered


@dataclass(frozen=True, slots=True)
class NotedWork:
    """A solver's stored progress, and announcements to send after the answer."""

    progress: PuzzleProgress
    tellings: tuple[Telling, ...] = ()

    async def tell(self) -> None:
        """Send the announcements. They are lost if the process ends before."""
        for telling in self.tellings:
            await telling()


ResultListener = Callable[[PuzzleResult], Awaitable[Telling | None]]  # notes a result; returns its announcement, if any


def points_left(progress: PuzzleProgress) -> int:
    """The points for solving the puzzle now: 100, less 10 for each hint and wrong answer, at least 10."""
    return max(LEAST_POINTS, MOST_POINTS - POINTS_EACH * (progress.hints + progress.tries))


def difficulty_of(figures: SolverFigures) -> Difficulty | None:
    """A puzzle's difficulty by the mean points of its solvers; ``None`` while there are too few.

    Points already combine success, hints and wrong answers. The mean includes some solvers with usual points, so that
    one solver does not decide. Workers only add to sums, in any order; a rating would need an order and more solvers.
    """
    if figures.ended < _FEWEST_SOLVERS:
        return None
    mean = (figures.points + _FEWEST_SOLVERS * _USUAL_POINTS) / (figures.ended + _FEWEST_SOLVERS)
    return "easy" if mean >= _EASY else "medium" if mean >= _HARD else "hard"


class PuzzleService:
    """Opens puzzles for people and stores their progress; one instance a process. Loads families when first used."""

    def __init__(
        self,
        store: PuzzleStore,
        sources: PuzzleSources,
        load_families: Sequence[Callable[[], PuzzleFamily]],
        now: Callable[[], datetime],
    ) -> None:
        self.store: Final = store
        self.sources: Final = sources
        self._load_families: Final = load_families
        self._now: Final = now
        self.listeners: Final[list[ResultListener]] = []  # called with each result after it is stored

    @cached_property
    def _families(self) -> tuple[PuzzleFamily, ...]:
        return tuple(load() for load in self._load_families)

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games that have puzzles."""
        return tuple(game for family in self._families for game in family.list_games())

    def family_of_game(self, game: str) -> PuzzleFamily:
        """The family of a game's puzzles. Raises LookupError if the game has none."""
        for family in self._families:
            if game in family.list_games():
                return family
        raise LookupError(f"there are no puzzles of {game}")

    async def find_puzzle(self, puzzle: str) -> AnyPuzzle | None:
        """A puzzle by its id; ``None`` if it is no longer kept."""
        for family in self._families:
            if (found := await self.sources.find_puzzle(family, puzzle)) is not None:
                return found
        return None

    async def choose_for_chat(self, chat: int, game: str) -> AnyPuzzle | None:
        """A puzzle new to a chat, noted as shown; ``None`` if there is none now. Raises LookupError."""
        shown = await self._load_seen(chat)
        found = await self.sources.choose(self.family_of_game(game), game, chat, shown)
        if found is not None:
            await self.store.note_shown(chat, found.id, self.seconds())
        return found

    async def choose_for_user(self, user: int, game: str) -> AnyPuzzle | None:
        """A puzzle new to a user; ``None`` if there is none now. Raises LookupError."""
        seen = await self._load_seen(user)
        return await self.sources.choose(self.family_of_game(game), game, user, seen)

    async def _load_seen(self, chat: int) -> frozenset[str]:
        shown = await self.store.load_shown(chat)
        return shown.union((await self.store.load_user(chat)).progress) if Scope(chat).is_private else shown

    def seconds(self) -> int:
        """The current Unix time in seconds."""
        return int(self._now().timestamp())

    async def open_puzzle(self, user: int, puzzle: AnyPuzzle, origin: int = 0, *, asked_by: int = 0) -> PuzzleProgress:
        """Open a puzzle for a user who comes from the chat ``origin``.

        Another user's private chat is no origin, as a link that was handed on would reveal who they are. Few are
        noted, as Telegram is asked of each whether the solver is there. ``asked_by``: the update that asked for a new
        puzzle; handled again, it finds this one (:meth:`find_asked`).
        """
        origin = 0 if Scope(origin).is_private and origin != user else origin

        def opened(progress: PuzzleProgress) -> PuzzleProgress:
            return progress if progress.origin else replace(progress, origin=origin)

        progress = (await self._change(user, puzzle.id, opened, asked_by))[0]
        if origin and progress.origin != origin and len(await self.store.load_origins(user, puzzle.id)) < _MOST_ORIGINS:
            await self.store.add_origin(user, puzzle.id, origin)
        return progress

    async def find_asked(self, user: int, update: int) -> AnyPuzzle | None:
        """The puzzle that this update has opened already, as its reply may not have gone out; ``None`` if none."""
        found = await self.store.load_open(user)
        return None if found is None or found.asked_by != update else await self.find_puzzle(found.puzzle)

    async def follow_link(self, user: int, name: str, puzzle: AnyPuzzle, origin: int) -> NotedWork:
        """:meth:`open_puzzle`; if the user has solved it, the result counts in the origin as well."""
        progress = await self.open_puzzle(user, puzzle, origin)
        if not origin or progress.outcome is not PuzzleOutcome.SOLVED:
            return NotedWork(progress)
        return NotedWork(progress, await self._note_result(PuzzleResult(user, name, puzzle, progress, (origin,))))

    async def load_open(self, user: int, message: int | None = None) -> tuple[OpenPuzzle, AnyPuzzle] | None:
        """The user's open puzzle, or the one that this message solved, as the message may be handled again."""
        found = await self.store.load_open(user)
        if found is None:
            return None
        progress = await self.store.load_progress(user, found.puzzle)
        if progress is None or not (progress.is_open or progress.solved_by == message):
            return None
        puzzle = await self.find_puzzle(found.puzzle)
        return None if puzzle is None else (found, puzzle)

    async def note_hint_taken(self, user: int, puzzle: AnyPuzzle, number: int) -> PuzzleProgress:
        """Note the next hint, or an earlier one again. Raises Refusal ``stale_button`` for a later one."""

        def hinted(progress: PuzzleProgress) -> PuzzleProgress:
            if not 1 <= number <= min(progress.hints + 1, MOST_HINTS):
                raise Refusal("stale_button")
            return replace(progress, hints=max(progress.hints, number))

        return (await self._change(user, puzzle.id, hinted))[0]

    async def give_up(self, user: int, name: str, puzzle: AnyPuzzle) -> NotedWork:
        """Note that the user gives up and wants the solution."""

        def given_up(progress: PuzzleProgress) -> PuzzleProgress:
            return replace(progress, outcome=PuzzleOutcome.GIVEN_UP, ended=self.seconds())

        return await self._end(user, name, puzzle, given_up)

    async def answer(
        self, user: int, name: str, puzzle: AnyPuzzle, graded: GradedAnswer, message: int = 0
    ) -> NotedWork:
        """Note an answer: the best play solves; another legal play counts as a try, unless repeated at once."""

        def answered(progress: PuzzleProgress) -> PuzzleProgress:
            if graded.invalid or graded.fingerprint == progress.last_answer:
                return progress
            if graded.is_best:
                return replace(
                    progress,
                    outcome=PuzzleOutcome.SOLVED,
                    points=points_left(progress),
                    ended=self.seconds(),
                    solved_by=message,
                )
            return replace(progress, tries=progress.tries + 1, last_answer=graded.fingerprint)

        return await self._end(user, name, puzzle, answered)

    async def _end(
        self, user: int, name: str, puzzle: AnyPuzzle, change: Callable[[PuzzleProgress], PuzzleProgress]
    ) -> NotedWork:
        progress, was_open = await self._change(user, puzzle.id, change)
        if not was_open or progress.is_open:
            return NotedWork(progress)
        await self.store.add_result(puzzle.id, progress)
        origins = await self.store.load_origins(user, puzzle.id)
        return NotedWork(progress, await self._note_result(PuzzleResult(user, name, puzzle, progress, origins)))

    async def _note_result(self, result: PuzzleResult) -> tuple[Telling, ...]:
        noted = [await listener(result) for listener in self.listeners]
        return tuple(telling for telling in noted if telling is not None)

    async def _change(
        self, user: int, puzzle: str, change: Callable[[PuzzleProgress], PuzzleProgress], asked_by: int = 0
    ) -> tuple[PuzzleProgress, bool]:
        """Change a puzzle that is still open. Returns its progress, and whether it was open before."""
        while True:
            now = self.seconds()
            former = await self.store.load_progress(user, puzzle)
            current = former or PuzzleProgress(opened=now)
            changed = change(current) if current.is_open else current
            if await self.store.swap_progress(user, puzzle, former, changed, OpenPuzzle(puzzle, now, asked_by)):
                return changed, current.is_open
