"""``/bulmaca``: a puzzle for a group, and its solving in private by taps and typed answers."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from telegram.helpers import create_deep_linked_url

from bot.families import puzzle_pages
from bot.families.puzzle_pages import (
    SolverPages,
    place_question,
    puzzle_name,
    recode_refusals_for_puzzle,
    show_puzzle,
)
from bot.families.puzzles import (
    AnyPuzzle,
    NotedWork,
    PossibleAnswer,
    PuzzleFamily,
    PuzzleService,
    ShownPuzzle,
    difficulty_of,
)
from bot.families.services import ChatContext, ChatServices
from bot.handlers.game_options import find_game
from bot.handlers.settings import GAME_SETTING
from bot.records.archive import GameArchive
from bot.store.puzzles import OpenPuzzle, PuzzleProgress
from bot.tables.table_loader import computer_moves, waits_for
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.keyboards import ButtonData, encode_puzzle_link
from bot.telegram.requests import Command, PlainText, PuzzleAction, Request, Tap
from bot.user_input.commands import handles_command, load_vocabulary
from bot.wording.speaker import sanitize_text
from engine.errors import EngineError, Refusal
from engine.game import looks_like_action
from engine.rulesets import shipped_rulesets

_RECENT_SECONDS: Final = 3600  # for that long after a look at a puzzle, a text may mean it even on turn


class TypedAnswers:
    """Takes typed answers."""

    def __init__(self, services: ChatServices, solver_pages: SolverPages) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._pages: Final = solver_pages
        self._games: Final = services.tables.games
        self._settings: Final = services.tables.store.load_settings
        self._replies: Final = services.messaging.replies
        self._private: Final = services.messaging.private_delivery

    async def take_answer(self, said: PlainText | Command, context: ChatContext) -> bool:
        """Grade a text in a private chat if it is an answer; return whether it was. Refuses impossible plays."""
        if not said.venue.private or said.is_edit or _is_about_table(said):
            return False
        named = await self._find_named(said)
        found = named
        if found is None and not _names_something(said):
            # A player's `/oyna` is about their game.
            if isinstance(said, Command) and await self._games.player_tables.running_games(said.sender.user):
                return False
            found = await self._service.load_open(said.sender.user, said.message)
        if found is None or not self._family_of(found[1]).looks_like_answer(found[1], said.text):
            return False
        if named is not None and said.replied_puzzle is not None:
            await self._service.open_puzzle(said.sender.user, found[1], said.replied_puzzle[1])
        return await self._take_for(said, context, found, is_named=named is not None)

    async def show_hints(self, request: Command, context: ChatContext) -> bool:
        """Show a puzzle with its hint buttons if ``/ipucu`` in private means it; return whether it does.

        It means the replied puzzle, which is then open; else the open one, unless the sender or a computer player is on
        turn in one of the sender's games, where it is about the rack.
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
        # A single word may be talk.
        is_move = looks_like_action(said.text, words=load_vocabulary())
        try:
            answers = await self._read_answers(shown, said.text, user)
        except EngineError as error:
            # A word that does not fit is talk if it may mean a game, or the puzzle was long ago.
            is_word = not (is_named or is_move)
            if may_be_turn or (is_word and not is_recent):
                return False
            if is_word and error.code != "not_words":
                raise Refusal("puzzle_word_not_laid", word=sanitize_text(said.text.strip())) from error
            with recode_refusals_for_puzzle():
                raise
        if len(answers) > 1 or may_be_turn or not (is_named or is_move):
            lead = "puzzle-or-game" if may_be_turn else "puzzle-which-place"
            await self._replies.reply_html(said, *place_question(shown, answers, lead=lead))
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
            await self._replies.reply_html(said, notice, made.retry_keyboard())
            return
        page = await self._pages.current_page(user, puzzle, work.progress, context)
        await self._private.reply_with_page(said, page)
        await work.tell()

    async def show_row(self, tap: Tap, context: ChatContext, puzzle: AnyPuzzle, row: str, word: str) -> None:
        """Show the places of a word that begin in a row; with ``0``, all rows again."""
        shown = await self._pages.show_to(tap.sender.user, puzzle, context)
        try:
            answers = await self._read_answers(shown, word, tap.sender.user)
        except EngineError as error:
            raise Refusal("stale_button") from error
        here = [one for one in answers if one.row == row]
        text, keyboard = place_question(shown, answers, row if here else "")
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard)

    async def _read_answers(self, shown: ShownPuzzle, text: str, user: int) -> Sequence[PossibleAnswer]:
        family, settings = self._family_of(shown.puzzle), await self._settings(user)
        return await asyncio.to_thread(family.read_answers, shown, text, settings)

    async def _find_named(self, said: PlainText | Command) -> tuple[OpenPuzzle, AnyPuzzle] | None:
        if said.replied_puzzle is not None:
            return OpenPuzzle(said.replied_puzzle[0], 0), await self._pages.find_puzzle(said.replied_puzzle[0])
        if not _names_something(said):
            return None
        named = (*said.replied_tables, said.target_table)
        seen = (await self._service.store.load_user(said.sender.user)).progress
        found = next((one for one in seen if puzzle_name(one) in named), None)
        return None if found is None else (OpenPuzzle(found, seen[found].opened), await self._pages.find_puzzle(found))

    async def _may_be_on_turn(self, user: int) -> bool:
        running = await self._games.player_tables.running_games(user)
        return any(waits_for(loaded.table, user) or computer_moves(loaded.table) for loaded in running)

    def _family_of(self, puzzle: AnyPuzzle) -> PuzzleFamily:
        return self._service.family_of_game(puzzle.ruleset)


def _names_something(said: PlainText | Command) -> bool:
    """Whether a text names its subject: as a reply to a table's or puzzle's message, or as an inline result."""
    return bool(said.replied_tables or said.target_table)


def _is_about_table(said: PlainText | Command) -> bool:
    """Whether an earlier attempt at this update, before turns may have changed, decided that it is about a table."""
    update = said.update
    is_asked = said.answered_table is not None or update.asked_about is not None
    is_chosen = update.chosen_table is not None or update.forwarded_to is not None
    return said.table_number is not None or is_asked or is_chosen


class PuzzleGameChoice:
    """Chooses the game of a new puzzle."""

    def __init__(self, services: ChatServices) -> None:
        self._service: Final = services.puzzles
        self._games: Final = services.tables.games
        self._archive: Final = GameArchive(services.records.store, services.records.projection)

    async def game_of_user(self, user: int, context: ChatContext) -> str:
        """The game that the user chose, plays now, or played last; else one of their language."""
        chosen = (await self._service.store.load_user(user)).game
        if chosen in self._service.games:
            return chosen
        running = [loaded.table for loaded in await self._games.player_tables.running_games(user)]
        playing = [table.ruleset.id for table in running if table is not None]
        played = [one.record.ruleset for one in (await self._archive.list_user_games(user, 0)).games]
        return self._nearest([*playing, *played], context.language)

    async def game_of_chat(self, context: ChatContext) -> str:
        """The game of the chat's table, its default game, or its last one; else one of its language."""
        loaded = context.loaded
        table = [] if loaded.table is None else [loaded.table.ruleset.id]
        usual = loaded.settings.get(GAME_SETTING, "").split()[:1]
        played = [one.record.ruleset for one in await self._archive.newest_games(loaded.scope.chat)]
        return self._nearest([*table, *usual, *played], context.language)

    def _nearest(self, wanted: list[str], language: str) -> str:
        games, rulesets = self._service.games, shipped_rulesets()

        def candidates() -> Iterator[str]:
            yield from (one for one in wanted if one in games)
            for spoken in (*(rulesets[one].language for one in wanted if one in rulesets), language):
                yield from (game for game in games if rulesets[game].language == spoken)
            yield from games

        return next(candidates())


class PuzzleHandlers:
    """Shows puzzles and takes answers."""

    def __init__(self, services: ChatServices) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._private: Final = services.messaging.private_delivery
        self._photos: Final = services.pictures.photos
        self._orders: Final = services.stores.rack_order
        self._shuffle: Final = services.shuffle
        self._choice: Final = PuzzleGameChoice(services)
        self._pages: Final = SolverPages(services)
        self.typed: Final = TypedAnswers(services, self._pages)
        self._gateway: Final = services.gateway

    @handles_command("puzzle", "chat", "anybody", kind="look-up")
    async def show_puzzle(self, request: Command, context: ChatContext) -> None:
        """``/bulmaca [oyun]``: a puzzle new to the chat; in private, the open one if it is unsolved."""
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
        """A deep link: open that puzzle, or show how it was solved."""
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
        caption = puzzle_pages.group_caption(shown, family.rack_line(shown), difficulty)
        link = create_deep_linked_url(self._gateway.username, encode_puzzle_link(puzzle.id, chat))
        keyboard = self._buttons.link_keyboard(context.language, "button-puzzle-solve", link)
        await self._photos.send_photo(
            request.venue.scope,
            family.sketch(shown),
            lambda photo: self._replies.reply_photo(
                request, photo, caption, keyboard, as_text=partial(family.as_html, shown)
            ),
        )

    async def show_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button that only shows something."""
        with recode_refusals_for_puzzle():
            _check_private(tap)
            action, *rest = pressed.arguments
            if action == puzzle_pages.GAMES:
                page = puzzle_pages.games_page(self._service.games, context.chat_speaker)
                await self._private.reply_with_page(tap, page)
                return
            user, puzzle = tap.sender.user, await self._pages.find_puzzle(rest[0])
            progress = await self._pages.require_progress(user, puzzle)
            if action == puzzle_pages.ROW:
                await self.typed.show_row(tap, context, puzzle, *rest[1:])
                return
            shown, family = (
                await self._pages.show_to(user, puzzle, context),
                self._service.family_of_game(puzzle.ruleset),
            )
            if action == puzzle_pages.STEP and rest[1] == family.shuffle_step:
                order = family.shuffled(shown, self._shuffle)
                await self._orders.save_rack_order(user, puzzle_name(puzzle.id), order)
                await self._turn_page(tap, await self._pages.current_page(user, puzzle, progress, context))
                return
            made = await self._pages.pages_of(shown, progress)
            if action == puzzle_pages.STEP:
                step = rest[1] if progress.is_open else ""
                await self._turn_page(tap, await made.step_page(step))
            else:
                await self._turn_page(tap, made.sure_page() if progress.is_open else await made.solution_page())

    async def change_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button that takes a hint, answers, gives up or asks for another puzzle."""
        with recode_refusals_for_puzzle():
            _check_private(tap)
            action, *rest = pressed.arguments
            user = tap.sender.user
            if action == puzzle_pages.NEXT:
                await self._next_puzzle(tap, context, rest[0])
                return
            puzzle = await self._pages.find_puzzle(rest[0])
            await self._pages.require_progress(user, puzzle)
            notice = ""
            match action:
                case puzzle_pages.HINT:
                    work = NotedWork(await self._service.note_hint_taken(user, puzzle, int(rest[1])))
                case puzzle_pages.GIVE_UP:
                    work = await self._service.give_up(user, tap.sender.name, puzzle)
                case _:
                    work, notice = await self._pages.grade(tap, context, puzzle, rest[1])
            await self._turn_page(tap, await self._pages.current_page(user, puzzle, work.progress, context, notice))
            await work.tell()

    async def _next_puzzle(self, tap: Tap, context: ChatContext, game: str) -> None:
        puzzle, progress = await self._open_next(tap, game)
        user = tap.sender.user
        await self._private.reply_with_page(tap, await self._pages.current_page(user, puzzle, progress, context))

    async def _open_next(self, request: Tap | PuzzleAction, game: str) -> tuple[AnyPuzzle, PuzzleProgress]:
        if game not in self._service.games:
            raise Refusal("stale_button")
        user, update = request.sender.user, request.update.id
        puzzle = await self._service.find_asked(user, update) or await self._new_puzzle(user, game)
        await self._service.store.save_game_choice(user, game)
        return puzzle, await self._service.open_puzzle(user, puzzle, asked_by=update)

    async def do_on_page(self, request: PuzzleAction, context: ChatContext) -> None:
        """Do what was done on the puzzle's page, which is then shown anew."""
        with recode_refusals_for_puzzle():
            move, sender, notice = request.move, request.sender, ""
            if move.puzzle is None:
                await self._open_next(request, move.game)
                return
            puzzle = await self._pages.find_puzzle(move.puzzle)
            if move.kind != "open":
                await self._pages.require_progress(sender.user, puzzle)
            match move.kind:
                case "open":
                    work = await self._service.follow_link(sender.user, sender.name, puzzle, move.chat)
                case "hint":
                    work = NotedWork(await self._service.note_hint_taken(sender.user, puzzle, move.number))
                case "give_up":
                    work = await self._service.give_up(sender.user, sender.name, puzzle)
                case "answer":
                    work, notice = await self._pages.grade(request, context, puzzle, move.tiles)
                case "next":
                    raise Refusal("stale_button")
            await self._replies.show_on_page(request, notice)
            await work.tell()

    async def _turn_page(self, tap: Tap, page: PrivatePage) -> None:
        """Replace the tapped page; below a text reply, send the page as a new message."""
        if tap.photo is None:
            await self._private.reply_with_page(tap, page)
        else:
            await self._private.replace_page(tap, page)


def _check_private(tap: Request) -> None:
    """Refuse puzzle buttons in groups, which only a modified client can press."""
    if not tap.venue.private:
        raise Refusal("stale_button")
