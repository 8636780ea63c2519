"""``/bulmaca``: a puzzle for a group, and its solving in private by taps; typed answers are in ``typed_answers``."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.puzzle_family import AnyPuzzle
from bot.families.puzzle_service import NotedWork, PuzzleService, difficulty_of
from bot.families.services import ChatServices
from bot.handlers.parse_game import find_game
from bot.handlers.puzzles import puzzle_pages as pages
from bot.handlers.puzzles.game_choice import PuzzleGameChoice
from bot.handlers.puzzles.puzzle_pages import puzzle_name
from bot.handlers.puzzles.puzzle_refusals import recode_refusals_for_puzzle
from bot.handlers.puzzles.solver_pages import SolverPages, show_puzzle
from bot.handlers.puzzles.typed_answers import TypedAnswers
from bot.telegram.button_data import ButtonData, encode_puzzle_link
from bot.telegram.incoming.requests import Command, Request, Tap
from bot.telegram.private_page import PrivatePage
from bot.user_input.commands import handles_command
from engine.errors import Refusal


class PuzzleHandlers:
    """Shows puzzles and takes answers.

    Args:
        services: what the handlers of families may use, too.
        link: makes the address of a deep link of its payload.
    """

    def __init__(self, services: ChatServices, link: Callable[[str], str]) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._answers: Final = services.replies.answers
        self._buttons: Final = services.replies.keyboards
        self._private: Final = services.replies.private_delivery
        self._photos: Final = services.pictures.photos
        self._orders: Final = services.stores.rack_order
        self._shuffle: Final = services.shuffle
        self._choice: Final = PuzzleGameChoice(services)
        self._pages: Final = SolverPages(services)
        self.typed: Final = TypedAnswers(services, self._pages)
        self._link: Final = link

    @handles_command("puzzle", "chat", "anybody", kind="look-up")
    async def show_puzzle(self, request: Command, context: ChatContext) -> None:
        """``/bulmaca [oyun]``: one that the chat has not seen; in private the one before the asker, if it is unsolved.

        Raises:
            Refusal: ``unknown_game``, ``no_puzzles_of_game``, ``no_puzzle_now``.
        """
        wanted = find_game(request.text, context.language).id if request.text else ""
        if wanted and wanted not in self._service.games:
            raise Refusal("no_puzzles_of_game", game=wanted)
        if not request.venue.private:
            await self._show_to_group(request, context, wanted or await self._choice.game_of_chat(context))
            return
        user = request.sender.user
        found = await self._service.load_open(user)
        puzzle = None if found is None else found[1]
        if puzzle is None or (wanted and puzzle.ruleset != wanted):
            puzzle = await self._new_puzzle(user, wanted or await self._choice.game_of_user(user, context))
        progress = await self._service.open_puzzle(user, puzzle)
        await self._private.reply_with_page(request, await self._pages.current_page(user, puzzle, progress, context))

    async def open_linked_puzzle(self, start: Command, context: ChatContext, puzzle: str, origin: int) -> None:
        """A deep link: that puzzle, or how it was solved.

        Raises:
            Refusal: ``puzzle_gone``.
        """
        found, user = await self._pages.find_puzzle(puzzle), start.sender.user
        work = await self._service.follow_link(user, start.sender.name, found, origin)
        await self._private.reply_with_page(start, await self._pages.current_page(user, found, work.progress, context))
        await work.tell()

    async def _new_puzzle(self, user: int, game: str) -> AnyPuzzle:
        found = await self._service.choose_for_user(user, game)
        if found is None:
            raise Refusal("no_puzzle_now")
        return found

    async def _show_to_group(self, request: Command, context: ChatContext, game: str) -> None:
        chat = request.venue.scope.chat
        puzzle = await self._service.choose_for_chat(chat, game)
        if puzzle is None:
            raise Refusal("no_puzzle_now")
        shown, family = show_puzzle(puzzle, context), self._service.family_of_game(puzzle.ruleset)
        difficulty = difficulty_of(await self._service.store.load_figures(puzzle.id))
        caption = pages.group_caption(shown, family.rack_line(shown), difficulty)
        link = self._link(encode_puzzle_link(puzzle.id, chat))
        keyboard = self._buttons.link_keyboard(context.language, "button-puzzle-solve", link)
        await self._photos.send_photo(
            request.venue.scope,
            family.sketch(shown),
            lambda photo: self._answers.reply_photo(
                request, photo, caption, keyboard, as_text=partial(family.as_html, shown)
            ),
        )

    async def show_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button that only shows something.

        Raises:
            Refusal: ``puzzle_stale_button``, ``puzzle_gone``.
        """
        with recode_refusals_for_puzzle():
            await self._show(tap, context, pressed)

    async def _show(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        _check_private(tap)
        action, *rest = pressed.arguments
        if action == pages.GAMES:
            page = pages.games_page(self._service.games, context.chat_speaker)
            await self._private.reply_with_page(tap, page)
            return
        user, puzzle = tap.sender.user, await self._pages.find_puzzle(rest[0])
        progress = await self._pages.require_progress(user, puzzle)
        if action == pages.ROW:
            await self.typed.show_row(tap, context, puzzle, *rest[1:])
            return
        shown, family = await self._pages.show_to(user, puzzle, context), self._service.family_of_game(puzzle.ruleset)
        if action == pages.STEP and rest[1] == family.shuffle_step:
            order = family.shuffled(shown, self._shuffle)
            await self._orders.save_rack_order(user, puzzle_name(puzzle.id), order)
            await self._turn_page(tap, await self._pages.current_page(user, puzzle, progress, context))
            return
        made = await self._pages.pages_of(shown, progress)
        if action == pages.STEP:
            step = rest[1] if progress.is_open else ""
            await self._turn_page(tap, await made.step_page(step))
        else:
            await self._turn_page(tap, made.sure_page() if progress.is_open else await made.solution_page())

    async def change_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button that takes a hint, answers, gives up or asks for another puzzle.

        Raises:
            Refusal: ``puzzle_stale_button``, ``puzzle_gone``, ``no_puzzle_now``; why tiles may not lie there.
        """
        with recode_refusals_for_puzzle():
            await self._change(tap, context, pressed)

    async def _change(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        _check_private(tap)
        action, *rest = pressed.arguments
        user = tap.sender.user
        if action == pages.NEXT:
            await self._next_puzzle(tap, context, rest[0])
            return
        puzzle = await self._pages.find_puzzle(rest[0])
        await self._pages.require_progress(user, puzzle)
        notice = ""
        match action:
            case pages.HINT:
                work = NotedWork(await self._service.note_hint_taken(user, puzzle, int(rest[1])))
            case pages.GIVE_UP:
                work = await self._service.give_up(user, tap.sender.name, puzzle)
            case _:
                work, notice = await self._pages.grade(tap, context, puzzle, rest[1])
        await self._turn_page(tap, await self._pages.current_page(user, puzzle, work.progress, context, notice))
        await work.tell()

    async def _next_puzzle(self, tap: Tap, context: ChatContext, game: str) -> None:
        if game not in self._service.games:
            raise Refusal("stale_button")
        user, update = tap.sender.user, tap.update.id
        puzzle = await self._service.find_asked(user, update) or await self._new_puzzle(user, game)
        await self._service.store.save_game_choice(user, game)
        progress = await self._service.open_puzzle(user, puzzle, asked_by=update)
        await self._private.reply_with_page(tap, await self._pages.current_page(user, puzzle, progress, context))

    async def _turn_page(self, tap: Tap, page: PrivatePage) -> None:
        """Show a page in place of the tapped one; below an answer in words, as a message of its own."""
        if tap.photo is None:
            await self._private.reply_with_page(tap, page)
        else:
            await self._private.replace_page(tap, page)


def _check_private(tap: Request) -> None:
    """Puzzles are solved in private chats alone: only an altered client presses such a button elsewhere."""
    if not tap.venue.private:
        raise Refusal("stale_button")
