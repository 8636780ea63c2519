"""A puzzle as its solver has it: found, shown as far as they came, graded. For all ways in which they answer."""

import asyncio
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.puzzle_family import AnyPuzzle, ShownPuzzle
from bot.families.puzzle_service import NotedWork, PuzzleService, difficulty_of, points_left
from bot.families.services import ChatServices
from bot.handlers.puzzles.puzzle_pages import PuzzlePages, puzzle_name
from bot.store.puzzles import PuzzleProgress
from bot.telegram.incoming.requests import Command, PlainText, Tap
from bot.telegram.private_page import PrivatePage
from engine.errors import Refusal
from engine.rulesets import shipped_rulesets


def show_puzzle(puzzle: AnyPuzzle, context: ChatContext, order: tuple[str, ...] = ()) -> ShownPuzzle:
    """A puzzle for the reader of a chat, with its rack in some order."""
    speaker = context.chat_speaker.about_table(shipped_rulesets()[puzzle.ruleset].title)
    return ShownPuzzle(puzzle, speaker, context.look, order)


class SolverPages:
    """Makes the pages of puzzles for those who solve them.

    Args:
        services: what the handlers of families may use, too.
    """

    def __init__(self, services: ChatServices) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._orders: Final = services.stores.rack_order
        self._look_ups: Final = services.tables.look_ups

    async def find_puzzle(self, puzzle: str) -> AnyPuzzle:
        """A puzzle by its id.

        Raises:
            Refusal: ``puzzle_gone``.
        """
        found = await self._service.find_puzzle(puzzle)
        if found is None:
            raise Refusal("puzzle_gone")
        return found

    async def require_progress(self, user: int, puzzle: AnyPuzzle) -> PuzzleProgress:
        """How far somebody came; only who was shown a puzzle has its buttons.

        Raises:
            Refusal: ``stale_button``.
        """
        progress = await self._service.store.load_progress(user, puzzle.id)
        if progress is None:
            raise Refusal("stale_button")
        return progress

    async def show_to(self, user: int, puzzle: AnyPuzzle, context: ChatContext) -> ShownPuzzle:
        """A puzzle with the rack in the order that somebody keeps."""
        order = await self._orders.load_rack_order(user, puzzle_name(puzzle.id))
        return show_puzzle(puzzle, context, order)

    async def pages_of(self, shown: ShownPuzzle, progress: PuzzleProgress) -> PuzzlePages:
        """The pages for somebody who came so far."""
        figures = await self._service.store.load_figures(shown.puzzle.id)
        family = self._service.family_of_game(shown.puzzle.ruleset)
        return PuzzlePages(family, shown, progress, difficulty_of(figures))

    async def current_page(
        self, user: int, puzzle: AnyPuzzle, progress: PuzzleProgress, context: ChatContext, notice: str = ""
    ) -> PrivatePage:
        """The position while it can be solved, and its solution afterwards; ``notice`` is HTML above it."""
        made = await self.pages_of(await self.show_to(user, puzzle, context), progress)
        return await made.current_page(notice)

    async def grade(
        self, request: PlainText | Command | Tap, context: ChatContext, puzzle: AnyPuzzle, step: str
    ) -> tuple[NotedWork, str]:
        """Note an answer of its sender's; what is said of one that does not solve the puzzle, as HTML.

        Raises:
            Refusal: ``stale_button``, why it may not lie there, or that look-ups are closed: an answer is told which of
                its words do not count.
        """
        user = request.sender.user
        await self._look_ups.check_open(request.venue, user, context.open_tables)
        shown, family = await self.show_to(user, puzzle, context), self._service.family_of_game(puzzle.ruleset)
        # The first one reads the list of words.
        graded = await asyncio.to_thread(family.grade, shown, step)
        former = await self.require_progress(user, puzzle)
        message = 0 if isinstance(request, Tap) else request.message
        work = await self._service.answer(user, request.sender.name, puzzle, graded, message)
        if not work.progress.is_open:
            return work, ""
        made = await self.pages_of(shown, work.progress)
        wrong = made.wrong_answer_text(graded, again=former.tries == work.progress.tries)
        points = shown.speaker.html("puzzle-points", points=points_left(work.progress))
        return work, wrong if isinstance(request, Tap) else f"{wrong}\n{points}"
