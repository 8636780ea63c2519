"""The work of people on puzzles: which one is before them, hints, answers, what they got, and how hard a puzzle is.

Whatever somebody does is stored in one step against what was read, so that an update that comes twice counts once.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, Literal

from msgspec.structs import replace

from bot.families.puzzle_family import MOST_HINTS, AnyPuzzle, GradedAnswer, PuzzleFamily
from bot.families.puzzle_sources import PuzzleSources
from bot.store.puzzles import OpenPuzzle, PuzzleOutcome, PuzzleProgress, PuzzleStore, SolverFigures
from bot.store.scope import Scope
from engine.errors import Refusal

MOST_POINTS: Final = 100
LEAST_POINTS: Final = 10
POINTS_EACH: Final = 10
"""What each hint and each wrong answer takes off."""
_FEWEST_SOLVERS: Final = 5
"""From so many on it is said how hard a puzzle is."""
_USUAL_POINTS: Final = 50
_EASY, _HARD = 65, 40
"""Points from which a puzzle is easy, and below which it is hard."""

Difficulty = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """Somebody solved a puzzle or gave it up."""

    user: int
    name: str
    puzzle: AnyPuzzle
    progress: PuzzleProgress
    origins: tuple[int, ...]
    """The chats that it counts in: from which they came to it."""


Telling = Callable[[], Awaitable[None]]
"""Tells something of a result, once whoever has it was answered."""


@dataclass(frozen=True, slots=True)
class NotedWork:
    """What somebody did with a puzzle, and what is to be told of it after the answer to them."""

    progress: PuzzleProgress
    tellings: tuple[Telling, ...] = ()

    async def tell(self) -> None:
        """Tell it. Who dies before tells nobody."""
        for telling in self.tellings:
            await telling()


ResultListener = Callable[[PuzzleResult], Awaitable[Telling | None]]
"""Notes a result; gives what it wants to tell of it."""


def points_left(progress: PuzzleProgress) -> int:
    """What solving a puzzle brings now: 10 points less of 100 for each hint and wrong answer, 10 at least."""
    return max(LEAST_POINTS, MOST_POINTS - POINTS_EACH * (progress.hints + progress.tries))


def difficulty_of(figures: SolverFigures) -> Difficulty | None:
    """How hard a puzzle is, by the mean of the points that it brought; ``None`` until some have tried.

    Points say all at once: whether it was solved, with how many hints, after how many answers. Few solvers are mixed
    with a usual puzzle's points, so that one does not decide. The sums are the same in whatever order solvers come, so
    that workers only add to them; a rating of solvers would need an order, and more solvers than a group has.
    """
    if figures.ended < _FEWEST_SOLVERS:
        return None
    mean = (figures.points + _FEWEST_SOLVERS * _USUAL_POINTS) / (figures.ended + _FEWEST_SOLVERS)
    return "easy" if mean >= _EASY else "medium" if mean >= _HARD else "hard"


class PuzzleService:
    """Opens puzzles for people and notes what they do; one instance a process.

    Args:
        store: where that is kept.
        load_families: load the families that have puzzles, once the first of them is asked for.
        now: the present time, in UTC.
    """

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
        self.listeners: Final[list[ResultListener]] = []
        """Note what came of somebody's work, after it is stored. Who dies in between notes nothing."""

    @cached_property
    def _families(self) -> tuple[PuzzleFamily, ...]:
        return tuple(load() for load in self._load_families)

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games that have puzzles."""
        return tuple(game for family in self._families for game in family.list_games())

    def family_of_game(self, game: str) -> PuzzleFamily:
        """The family of a game that has puzzles.

        Raises:
            LookupError: it has none.
        """
        for family in self._families:
            if game in family.list_games():
                return family
        raise LookupError(f"there are no puzzles of {game}")

    async def find_puzzle(self, puzzle: str) -> AnyPuzzle | None:
        """A puzzle by its id; ``None`` if it is not kept any more."""
        for family in self._families:
            if (found := await self.sources.find_puzzle(family, puzzle)) is not None:
                return found
        return None

    async def choose_for_chat(self, chat: int, game: str) -> AnyPuzzle | None:
        """A puzzle that a chat was not shown yet, which is noted; ``None`` if there is none now.

        Raises:
            LookupError: the game has no puzzles.
        """
        shown = await self._load_seen(chat)
        found = await self.sources.choose(self.family_of_game(game), game, chat, shown)
        if found is not None:
            await self.store.note_shown(chat, found.id, self.seconds())
        return found

    async def choose_for_user(self, user: int, game: str) -> AnyPuzzle | None:
        """A puzzle that somebody has not seen; ``None`` if there is none now.

        Raises:
            LookupError: the game has no puzzles.
        """
        seen = await self._load_seen(user)
        return await self.sources.choose(self.family_of_game(game), game, user, seen)

    async def _load_seen(self, chat: int) -> frozenset[str]:
        """The puzzles that a chat was shown; of a private one also those that its owner opened."""
        shown = await self.store.load_shown(chat)
        return shown.union((await self.store.load_user(chat)).progress) if Scope(chat).is_private else shown

    def seconds(self) -> int:
        """The present time in Unix seconds."""
        return int(self._now().timestamp())

    async def open_puzzle(self, user: int, puzzle: AnyPuzzle, origin: int = 0, *, asked_by: int = 0) -> PuzzleProgress:
        """Put a puzzle before somebody; ``origin`` is the chat from which they come to it.

        ``asked_by`` is the update that asks for another one: handled again it finds this one (:meth:`find_asked`).

        Somebody else's private chat is none: a link may be handed on, and would leave a person's number with another.
        """
        origin = 0 if Scope(origin).is_private and origin != user else origin

        def opened(progress: PuzzleProgress) -> PuzzleProgress:
            if progress.origin or not progress.is_open:
                return progress
            return replace(progress, origin=origin)

        progress = (await self._change(user, puzzle.id, opened, asked_by))[0]
        if origin and progress.origin != origin:
            await self.store.add_origin(user, puzzle.id, origin)
        return progress

    async def find_asked(self, user: int, update: int) -> AnyPuzzle | None:
        """The puzzle that an update got somebody already; its reply may not have gone out. ``None`` if it got none."""
        found = await self.store.load_open(user)
        return None if found is None or found.asked_by != update else await self.find_puzzle(found.puzzle)

    async def follow_link(self, user: int, name: str, puzzle: AnyPuzzle, origin: int) -> NotedWork:
        """As :meth:`open_puzzle`; one that they have solved counts in that chat, too."""
        progress = await self.open_puzzle(user, puzzle, origin)
        if not origin or progress.outcome is not PuzzleOutcome.SOLVED:
            return NotedWork(progress)
        return NotedWork(progress, await self._note_result(PuzzleResult(user, name, puzzle, progress, (origin,))))

    async def load_open(self, user: int, message: int | None = None) -> tuple[OpenPuzzle, AnyPuzzle] | None:
        """The puzzle before somebody that they can still solve, or have solved by that message of theirs.

        Such a message is handled again if the reply to it did not go out.
        """
        found = await self.store.load_open(user)
        if found is None:
            return None
        progress = await self.store.load_progress(user, found.puzzle)
        if progress is None or not (progress.is_open or progress.solved_by == message):
            return None
        puzzle = await self.find_puzzle(found.puzzle)
        return None if puzzle is None else (found, puzzle)

    async def note_hint_taken(self, user: int, puzzle: AnyPuzzle, number: int) -> PuzzleProgress:
        """Note that somebody takes a hint, the next one of the ladder or one that they had.

        Raises:
            Refusal: ``stale_button`` for a later one.
        """

        def hinted(progress: PuzzleProgress) -> PuzzleProgress:
            if not progress.is_open:
                return progress
            if not 1 <= number <= min(progress.hints + 1, MOST_HINTS):
                raise Refusal("stale_button")
            return replace(progress, hints=max(progress.hints, number))

        return (await self._change(user, puzzle.id, hinted))[0]

    async def give_up(self, user: int, name: str, puzzle: AnyPuzzle) -> NotedWork:
        """Note that somebody wants the answer."""

        def given_up(progress: PuzzleProgress) -> PuzzleProgress:
            if not progress.is_open:
                return progress
            return replace(progress, outcome=PuzzleOutcome.GIVEN_UP, ended=self.seconds())

        return await self._end(user, name, puzzle, given_up)

    async def answer(
        self, user: int, name: str, puzzle: AnyPuzzle, graded: GradedAnswer, message: int = 0
    ) -> NotedWork:
        """Note an answer: the best play solves it; any other counts as a try, though not twice in a row.

        Args:
            user: whose.
            name: theirs.
            puzzle: the puzzle.
            graded: the answer.
            message: the number of the message in the private chat that was the answer; 0 for a tap.
        """

        def answered(progress: PuzzleProgress) -> PuzzleProgress:
            if not progress.is_open or graded.fingerprint == progress.last_answer:
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
        """Change how far somebody came; gives that, and whether it was still open."""
        while True:
            now = self.seconds()
            former = await self.store.load_progress(user, puzzle)
            current = former or PuzzleProgress(opened=now)
            changed = change(current)
            if await self.store.swap_progress(user, puzzle, former, changed, OpenPuzzle(puzzle, now, asked_by)):
                return changed, current.is_open
