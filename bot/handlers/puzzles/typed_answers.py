"""Texts in private chats that answer a puzzle or ask for its hints, and the question where a word goes.

A text is an answer if it is a move, or a word that can lie there, and a puzzle is before its sender. A word that
cannot lie there is told so for an hour after the puzzle was seen, and costs nothing. A text is no answer where
it may as well mean one of their games: then they are asked, or the puzzle was long ago. A reply to a puzzle's message,
and what inline mode offered for it, mean no game.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.puzzle_family import AnyPuzzle, PossibleAnswer, PuzzleFamily, ShownPuzzle
from bot.families.puzzle_service import PuzzleService
from bot.families.services import ChatServices
from bot.handlers.puzzles.puzzle_pages import place_question, puzzle_name
from bot.handlers.puzzles.puzzle_refusals import recode_refusals_for_puzzle
from bot.handlers.puzzles.solver_pages import SolverPages
from bot.store.puzzles import OpenPuzzle
from bot.tables.player_tables import computer_moves, waits_for
from bot.telegram.incoming.requests import Command, PlainText, Tap
from bot.user_input.vocabulary import load_vocabulary
from bot.wording.formatting import sanitize_text
from engine.errors import EngineError, Refusal
from engine.game import looks_like_action

_RECENT_SECONDS: Final = 3600
"""For so long after somebody looked at a puzzle a text may mean it although they are on turn somewhere."""


class TypedAnswers:
    """Takes typed answers.

    Args:
        services: what the handlers of families may use, too.
    """

    def __init__(self, services: ChatServices, solver_pages: SolverPages) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._pages: Final = solver_pages
        self._games: Final = services.tables.games
        self._settings: Final = services.tables.store.load_settings
        self._answers: Final = services.replies.answers
        self._private: Final = services.replies.private_delivery

    async def take_answer(self, said: PlainText | Command, context: ChatContext) -> bool:
        """Whether a text in a private chat was an answer, which is then graded.

        Raises:
            Malformed, Refusal: it cannot be laid.
        """
        if not said.venue.private or said.is_edit or _is_about_table(said):
            return False
        named = await self._find_named(said)
        found = named
        if found is None and not _names_something(said):
            # Whoever plays means their game by the command of a play.
            if isinstance(said, Command) and await self._games.player_tables.running_games(said.sender.user):
                return False
            found = await self._service.load_open(said.sender.user, said.message)
        if found is None or not self._family_of(found[1]).looks_like_answer(found[1], said.text):
            return False
        if named is not None and said.replied_puzzle is not None:
            await self._service.open_puzzle(said.sender.user, found[1], said.replied_puzzle[1])
        return await self._take_for(said, context, found, is_named=named is not None)

    async def show_hints(self, request: Command, context: ChatContext) -> bool:
        """Whether ``/ipucu`` in a private chat means a puzzle, which is then shown with the buttons of its hints.

        It means the one that it replies to, else the one before its sender, unless they or a computer player are on
        turn in one of their games: there it is about their rack. What is shown is before its sender from then on.

        Raises:
            Refusal: ``puzzle_gone``.
        """
        if not request.venue.private or request.is_edit or _is_about_table(request):
            return False
        user, found = request.sender.user, await self._find_named(request)
        if found is None and not _names_something(request) and not await self._may_be_on_turn(user):
            found = await self._service.load_open(user)
        if found is None:
            return False
        puzzle = found[1]
        progress = await self._service.store.load_progress(user, puzzle.id)
        if progress is None or progress.is_open:
            origin = 0 if request.replied_puzzle is None else request.replied_puzzle[1]
            progress = await self._service.open_puzzle(user, puzzle, origin)
        page = await self._pages.current_page(user, puzzle, progress, context)
        await self._private.reply_with_page(request, page)
        return True

    async def _take_for(
        self, said: PlainText | Command, context: ChatContext, found: tuple[OpenPuzzle, AnyPuzzle], *, is_named: bool
    ) -> bool:
        user, (opened, puzzle) = said.sender.user, found
        progress = await self._pages.require_progress(user, puzzle)
        if not progress.is_open:
            page = await self._pages.current_page(user, puzzle, progress, context)
            await self._private.reply_with_page(said, page)
            return True
        may_be_turn = not is_named and await self._may_be_on_turn(user)
        is_recent = self._service.seconds() - opened.seen_at <= _RECENT_SECONDS
        if may_be_turn and not is_recent:
            return False
        shown = await self._pages.show_to(user, puzzle, context)
        # A word alone may be talk.
        is_move = looks_like_action(said.text, words=load_vocabulary())
        try:
            answers = await self._read_answers(shown, said.text, user)
        except EngineError as error:
            # A word that cannot lie there is talk where it may mean a game, or the puzzle was long ago.
            is_word = not (is_named or is_move)
            if may_be_turn or (is_word and not is_recent):
                return False
            if is_word:
                raise Refusal("puzzle_word_not_laid", word=sanitize_text(said.text.strip())) from error
            with recode_refusals_for_puzzle():
                raise
        if len(answers) > 1 or may_be_turn or not (is_named or is_move):
            lead = "puzzle-or-game" if may_be_turn else "puzzle-which-place"
            await self._answers.reply_html(said, *place_question(shown, answers, lead=lead))
            return True
        await self._grade(said, context, shown, answers[0])
        return True

    async def _grade(
        self, said: PlainText | Command, context: ChatContext, shown: ShownPuzzle, answer: PossibleAnswer
    ) -> None:
        user, puzzle = said.sender.user, shown.puzzle
        work, notice = await self._pages.grade(said, context, puzzle, answer.step)
        if work.progress.is_open:
            made = await self._pages.pages_of(shown, work.progress)
            await self._answers.reply_html(said, notice, made.retry_keyboard())
            return
        page = await self._pages.current_page(user, puzzle, work.progress, context)
        await self._private.reply_with_page(said, page)
        await work.tell()

    async def show_row(self, tap: Tap, context: ChatContext, puzzle: AnyPuzzle, row: str, word: str) -> None:
        """Show the places of a word that begin in a row, or all rows again for ``0``.

        Raises:
            Refusal: ``stale_button``.
        """
        shown = await self._pages.show_to(tap.sender.user, puzzle, context)
        try:
            answers = await self._read_answers(shown, word, tap.sender.user)
        except EngineError as error:
            raise Refusal("stale_button") from error
        here = [one for one in answers if one.row == row]
        text, keyboard = place_question(shown, answers, row if here else "")
        await self._answers.tapped_message.replace_with_html(tap, text, keyboard)

    async def _read_answers(self, shown: ShownPuzzle, text: str, user: int) -> Sequence[PossibleAnswer]:
        """The answers that a text may be, read beside the event loop: all places of a word are looked for.

        Raises:
            EngineError: it is none.
        """
        family, settings = self._family_of(shown.puzzle), await self._settings(user)
        return await asyncio.to_thread(family.read_answers, shown, text, settings)

    async def _find_named(self, said: PlainText | Command) -> tuple[OpenPuzzle, AnyPuzzle] | None:
        """The puzzle that a message or an inline result is about: that is never a move of a game.

        Raises:
            Refusal: ``puzzle_gone``.
        """
        if said.replied_puzzle is not None:
            return OpenPuzzle(said.replied_puzzle[0], 0), await self._pages.find_puzzle(said.replied_puzzle[0])
        if not _names_something(said):
            return None
        named = (*said.replied_tables, said.target_table)
        seen = (await self._service.store.load_user(said.sender.user)).progress
        found = next((one for one in seen if puzzle_name(one) in named), None)
        return None if found is None else (OpenPuzzle(found, seen[found].opened), await self._pages.find_puzzle(found))

    async def _may_be_on_turn(self, user: int) -> bool:
        """Whether somebody is on turn in one of their games, or a computer is, which takes no time to speak of."""
        running = await self._games.player_tables.running_games(user)
        return any(waits_for(loaded.table, user) or computer_moves(loaded.table) for loaded in running)

    def _family_of(self, puzzle: AnyPuzzle) -> PuzzleFamily:
        return self._service.family_of_game(puzzle.ruleset)


def _names_something(said: PlainText | Command) -> bool:
    """Whether a text says by itself what it is about: a reply to a table's or puzzle's message, or an inline result."""
    return bool(said.replied_tables or said.target_table)


def _is_about_table(said: PlainText | Command) -> bool:
    """Whether a text gives a table's number, its sender was asked which table is meant, or a table was chosen for it.

    Where it is handled again, for the answer or in the table's lane, whose turn it is may have changed.
    """
    update = said.update
    is_asked = said.answered_table is not None or update.asked_about is not None
    is_chosen = update.chosen_table is not None or update.forwarded_to is not None
    return said.table_number is not None or is_asked or is_chosen
