"""A puzzle's pages for its solvers: texts, buttons and pictures."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.own_board import HOME_STEP, StepButton
from bot.families.puzzles import (
    MOST_HINTS,
    AnyPuzzle,
    Difficulty,
    GradedAnswer,
    NotedWork,
    PossibleAnswer,
    PuzzleFamily,
    PuzzleService,
    ShownPuzzle,
    difficulty_of,
    points_left,
)
from bot.families.services import ChatContext, ChatServices, LookUps
from bot.pictures import PictureStyle
from bot.store.puzzles import PuzzleOutcome, PuzzleProgress
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import (
    STYLE_SUCCESS,
    BoardLinks,
    callback_button,
    encode_button_data,
    pair_short_buttons,
    translated_button,
)
from bot.telegram.requests import (
    Command,
    InlineQueryRequest,
    InlineResult,
    PlainText,
    PuzzleAction,
    ResultTarget,
    Tap,
    add_target_link,
)
from bot.texts import Html
from bot.wording.speaker import Speaker, join_lines, localized_title
from engine.errors import EngineError, Malformed, Refusal
from engine.rulesets import shipped_rulesets

SHOW_BUTTON: Final = "puzzle"  # the kind of buttons that only show something
CHANGE_BUTTON: Final = "solve"  # the kind of buttons that change the solver's progress
STEP, ROW, GAMES, SURE = "s", "r", "l", "y"
"""What buttons show: a step, a row of places of a word, the games, the question whether to give up."""
ANSWER, HINT, GIVE_UP, NEXT = "a", "h", "e", "n"
"""What buttons do: answer, take a hint, give up, ask for another puzzle."""
_HINT_LABELS: Final = ("button-puzzle-hint-1", "button-puzzle-hint-2", "button-puzzle-hint-3")
"""The hints: where, how long, the first letter."""
_DIFFICULTY_MESSAGES: Final[Mapping[Difficulty, str]] = {
    "easy": "puzzle-easy",
    "medium": "puzzle-medium",
    "hard": "puzzle-hard",
}
_NAME_DIGITS: Final = 8
_MOST_OFFERED: Final = 12
_ROW_COLUMNS: Final = 4  # row buttons side by side
_ALL_ROWS: Final = "0"  # in place of a row: show all rows


def puzzle_name(puzzle: str) -> str:
    """The short name that stands for a table's on a puzzle's buttons and in inline results."""
    return puzzle[:_NAME_DIGITS]


def _puzzle_button(kind: str, puzzle: AnyPuzzle, action: str, *rest: object) -> str:
    return encode_button_data(kind, puzzle_name(puzzle.id), action, puzzle.id, *rest)


def group_caption(shown: ShownPuzzle, rack_line: str, difficulty: Difficulty | None) -> str:
    """The caption of a puzzle in a group."""
    speaker = shown.speaker
    return join_lines(
        speaker.html("puzzle-head", game=speaker.game_title),
        speaker.html("puzzle-in-group"),
        Html(rack_line),
        _difficulty_line(difficulty, speaker),
        words_line(shown),
    )


def _difficulty_line(difficulty: Difficulty | None, speaker: Speaker) -> str:
    return "" if difficulty is None else speaker.html(_DIFFICULTY_MESSAGES[difficulty])


def words_line(shown: ShownPuzzle) -> str:
    """The line with the puzzle's word list."""
    label = shown.speaker.dictionary_label(shown.puzzle.lexicon.partition("@")[0])
    return shown.speaker.html("puzzle-words", words=label)


class PuzzlePages:
    """Makes the private pages of one puzzle for one reader."""

    def __init__(
        self,
        family: PuzzleFamily,
        shown: ShownPuzzle,
        progress: PuzzleProgress,
        difficulty: Difficulty | None,
        board_links: BoardLinks,
    ) -> None:
        self._board_links: Final = board_links
        self._family: Final = family
        self._shown: Final = shown
        self._progress: Final = progress
        self._difficulty: Final = difficulty

    async def current_page(self, notice: str = "") -> PrivatePage:
        """The position while it is unsolved, then the solution; ``notice`` is HTML above it."""
        return await self._home_page(notice) if self._progress.is_open else await self.solution_page(notice)

    async def step_page(self, step: str) -> PrivatePage:
        """A step of laying a move. Raises Refusal: ``stale_button``."""
        if step == HOME_STEP:
            return await self.current_page()
        page = await self._family.page(self._shown, step)
        keyboard = InlineKeyboardMarkup([[self._step_button(one) for one in row] for row in page.rows])
        return PrivatePage(page.text, keyboard, page.sketch, page.picture_as_html)

    async def _home_page(self, notice: str) -> PrivatePage:
        speaker, progress = self._shown.speaker, self._progress
        page = await self._family.page(self._shown, HOME_STEP)
        is_first = not (notice or progress.hints)
        text = join_lines(
            notice,
            speaker.html("puzzle-head", game=speaker.game_title),
            speaker.html("puzzle-how", example=self._family.example_move(self._shown)) if is_first else "",
            self._family.rack_line(self._shown),
            self._told_so_far(),
        )
        rows = [[self._step_button(one) for one in row] for row in page.rows]
        if drag := self._board_links.puzzle_button(speaker, self._shown.puzzle.id):
            # Beside a lone button if there is one, so that the page gets no longer.
            rows[-1:] = [[*rows[-1], *drag]] if len(rows[-1]) == 1 else [rows[-1], drag]
        rows += self._ladder_rows()
        return PrivatePage(text, InlineKeyboardMarkup(rows), page.sketch, page.picture_as_html)

    def _told_so_far(self) -> str:
        speaker, taken = self._shown.speaker, self._progress.hints
        return join_lines(
            *(self._family.hint(self._shown, number) for number in range(1, taken + 1)),
            speaker.html("puzzle-points", points=points_left(self._progress)),
            _difficulty_line(self._difficulty, speaker),
            words_line(self._shown),
        )

    async def told_on_page(self) -> str:
        """What the board page tells beside the board: the hints and the points left, then the solution; HTML."""
        return self._told_so_far() if self._progress.is_open else (await self.solution_page()).text

    @property
    def next_hint(self) -> str:
        """The label of the next hint's button; empty if all were taken."""
        taken = self._progress.hints
        return self._shown.speaker.plain(_HINT_LABELS[taken]) if taken < MOST_HINTS else ""

    def _ladder_rows(self) -> list[list[InlineKeyboardButton]]:
        speaker, puzzle, taken = self._shown.speaker, self._shown.puzzle, self._progress.hints
        answer = translated_button(speaker, "button-puzzle-answer", _puzzle_button(SHOW_BUTTON, puzzle, SURE))
        ladder = [answer]
        if self.next_hint:
            data = _puzzle_button(CHANGE_BUTTON, puzzle, HINT, taken + 1)
            ladder = [callback_button(self.next_hint, data), answer]
        return [ladder, self._leave_row("button-puzzle-other")]

    def _leave_row(self, message: str) -> list[InlineKeyboardButton]:
        speaker, game = self._shown.speaker, self._shown.puzzle.ruleset
        return [
            translated_button(speaker, message, encode_button_data(CHANGE_BUTTON, "", NEXT, game)),
            translated_button(speaker, "button-puzzle-games", encode_button_data(SHOW_BUTTON, "", GAMES)),
        ]

    def sure_page(self) -> PrivatePage:
        """Asks whether to give up."""
        speaker, puzzle = self._shown.speaker, self._shown.puzzle
        yes = translated_button(speaker, "button-puzzle-give-up", _puzzle_button(CHANGE_BUTTON, puzzle, GIVE_UP))
        back = translated_button(speaker, "own-board-back", _puzzle_button(SHOW_BUTTON, puzzle, STEP, HOME_STEP))
        keyboard = InlineKeyboardMarkup([[yes, back]])
        as_text = partial(self._family.as_html, self._shown)
        return PrivatePage(speaker.html("puzzle-sure"), keyboard, self._family.sketch(self._shown), as_text)

    async def solution_page(self, notice: str = "") -> PrivatePage:
        """The best play and why, with the reader's points."""
        speaker = self._shown.speaker
        page = await asyncio.to_thread(self._family.solution, self._shown)
        solved = self._progress.outcome is PuzzleOutcome.SOLVED
        head = speaker.html("puzzle-solved", points=self._progress.points) if solved else speaker.html("puzzle-gave-up")
        text = join_lines(notice, head, page.text, _difficulty_line(self._difficulty, speaker))
        keyboard = InlineKeyboardMarkup([self._leave_row("button-puzzle-next")])
        return PrivatePage(text, keyboard, page.sketch, page.picture_as_html)

    def wrong_answer_text(self, graded: GradedAnswer, *, again: bool) -> str:
        """The reply to an answer that does not solve the puzzle."""
        speaker = self._shown.speaker
        if graded.invalid:
            said = speaker.html("puzzle-not-words", move=graded.move, words=", ".join(graded.invalid))
        else:
            said = speaker.html("puzzle-behind", move=graded.move, behind=graded.behind)
        return join_lines(said, speaker.html("puzzle-again") if again else "")

    def retry_keyboard(self) -> InlineKeyboardMarkup:
        """The buttons below a text reply: the board, and the hints."""
        speaker, puzzle = self._shown.speaker, self._shown.puzzle
        board = translated_button(
            speaker, "button-puzzle-board", _puzzle_button(SHOW_BUTTON, puzzle, STEP, HOME_STEP), style=STYLE_SUCCESS
        )
        return InlineKeyboardMarkup([[board], self._ladder_rows()[0]])

    def _step_button(self, key: StepButton) -> InlineKeyboardButton:
        kind, action = (CHANGE_BUTTON, ANSWER) if key.plays else (SHOW_BUTTON, STEP)
        data = _puzzle_button(kind, self._shown.puzzle, action, key.step)
        return InlineKeyboardButton(key.label, callback_data=data, style=key.style)


def place_question(
    shown: ShownPuzzle, answers: Sequence[PossibleAnswer], row: str = "", *, lead: str = "puzzle-which-place"
) -> tuple[str, InlineKeyboardMarkup]:
    """HTML and buttons that ask which place a text means; many places are first split by rows."""
    here, speaker = [one for one in answers if not row or one.row == row], shown.speaker
    rows = Counter(one.row for one in here)
    if len(here) > _MOST_OFFERED and len(rows) > 1:
        keys = [
            callback_button(f"{each} ({count})", _puzzle_button(SHOW_BUTTON, shown.puzzle, ROW, each, here[0].typed))
            for each, count in rows.items()
        ]
        many = speaker.html("own-board-many-places", word=here[0].typed, count=len(here))
        text = many if lead == "puzzle-which-place" else join_lines(speaker.html(lead), many)
        return text, InlineKeyboardMarkup(
            [keys[first : first + _ROW_COLUMNS] for first in range(0, len(keys), _ROW_COLUMNS)]
        )
    places = pair_short_buttons(
        callback_button(one.label, _puzzle_button(CHANGE_BUTTON, shown.puzzle, ANSWER, one.step)) for one in here
    )
    if len(here) < len(answers):
        data = _puzzle_button(SHOW_BUTTON, shown.puzzle, ROW, _ALL_ROWS, here[0].typed)
        places.append([translated_button(speaker, "own-board-back", data)])
    return speaker.html(lead), InlineKeyboardMarkup(places)


def games_page(games: Iterable[str], speaker: Speaker) -> PrivatePage:
    """The games with puzzles, those in the reader's language first."""
    rulesets = shipped_rulesets()
    order = sorted(games, key=lambda game: (rulesets[game].language != speaker.language, game))
    keys = [
        callback_button(
            localized_title(rulesets[game].title, speaker.language), encode_button_data(CHANGE_BUTTON, "", NEXT, game)
        )
        for game in order
    ]
    return PrivatePage(speaker.html("puzzle-which-game"), InlineKeyboardMarkup(pair_short_buttons(keys)))


CODES_OF_TABLES: Final = frozenset(
    {"blanks_not_held", "garbled_move", "no_word", "not_on_rack", "stale_button", "strange_move"}
)
"""Refusals whose wording for tables names a table’s buttons or commands."""


@contextmanager
def recode_refusals_for_puzzle() -> Iterator[None]:
    """Reword refusals for puzzles: ``puzzle_not_on_rack`` in place of ``not_on_rack``, and so on."""
    try:
        yield
    except EngineError as error:
        if error.code not in CODES_OF_TABLES:
            raise
        kind = Malformed if isinstance(error, Malformed) else Refusal
        raise kind(f"puzzle_{error.code}", **error.fields) from error


def show_puzzle(puzzle: AnyPuzzle, context: ChatContext, order: tuple[str, ...] = ()) -> ShownPuzzle:
    """A puzzle for a chat's reader, with the rack in a given order."""
    speaker = context.chat_speaker.about_table(shipped_rulesets()[puzzle.ruleset].title)
    return ShownPuzzle(puzzle, speaker, context.style, order)


class SolverPages:
    """Makes the pages of puzzles for their solvers."""

    def __init__(self, services: ChatServices) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._orders: Final = services.stores.rack_order
        self._look_ups: Final = services.tables.look_ups
        self._board_links: Final = services.gateway.board_links

    async def find_puzzle(self, puzzle: str) -> AnyPuzzle:
        """A puzzle by its id. Raises Refusal: ``puzzle_gone``."""
        found = await self._service.find_puzzle(puzzle)
        if found is None:
            raise Refusal("puzzle_gone")
        return found

    async def require_progress(self, user: int, puzzle: AnyPuzzle) -> PuzzleProgress:
        """The progress of a user who was shown the puzzle; others may not press its buttons. Raises Refusal."""
        progress = await self._service.store.load_progress(user, puzzle.id)
        if progress is None:
            raise Refusal("stale_button")
        return progress

    async def show_to(self, user: int, puzzle: AnyPuzzle, context: ChatContext) -> ShownPuzzle:
        """A puzzle with the rack in the user's order."""
        order = await self._orders.load_rack_order(user, puzzle_name(puzzle.id))
        tells_words = await self._look_ups.are_open(user, context.open_tables)
        return replace(show_puzzle(puzzle, context, order), tells_words=tells_words)

    async def pages_of(self, shown: ShownPuzzle, progress: PuzzleProgress) -> PuzzlePages:
        """The pages for a solver with this progress."""
        figures = await self._service.store.load_figures(shown.puzzle.id)
        family = self._service.family_of_game(shown.puzzle.ruleset)
        return PuzzlePages(family, shown, progress, difficulty_of(figures), self._board_links)

    async def current_page(
        self, user: int, puzzle: AnyPuzzle, progress: PuzzleProgress, context: ChatContext, notice: str = ""
    ) -> PrivatePage:
        """The position while it is unsolved, then the solution; ``notice`` is HTML above it."""
        made = await self.pages_of(await self.show_to(user, puzzle, context), progress)
        return await made.current_page(notice)

    async def grade(
        self,
        request: PlainText | Command | Tap | PuzzleAction,
        context: ChatContext,
        puzzle: AnyPuzzle,
        answer: str | Mapping[str, str],
    ) -> tuple[NotedWork, str]:
        """Note the sender's answer, a step or tiles; returns also the reply in HTML if it does not solve the puzzle.

        Raises Refusal: ``stale_button``, why the play is impossible, or that look-ups are closed, as the reply tells
        which words are invalid.
        """
        user = request.sender.user
        await self._look_ups.check_open(request.venue, user, context.open_tables)
        shown, family = await self.show_to(user, puzzle, context), self._service.family_of_game(puzzle.ruleset)
        # In a thread, as the first call reads the word list.
        graded = await asyncio.to_thread(family.grade, shown, answer)
        former = await self.require_progress(user, puzzle)
        message = request.message if isinstance(request, PlainText | Command) else 0
        work = await self._service.answer(user, request.sender.name, puzzle, graded, message)
        if not work.progress.is_open:
            return work, ""
        made = await self.pages_of(shown, work.progress)
        again = not graded.invalid and former.tries == work.progress.tries
        wrong = made.wrong_answer_text(graded, again=again)
        points = shown.speaker.html("puzzle-points", points=points_left(work.progress))
        return work, f"{wrong}\n{points}" if isinstance(request, PlainText | Command) else wrong


async def list_puzzle_answers(
    service: PuzzleService,
    look_ups: LookUps,
    gateway: Gateway,
    query: InlineQueryRequest,
    speaker: Speaker,
    *,
    settings: Mapping[str, str],
) -> list[InlineResult]:
    """Inline results with the places of the typed word in the open puzzle; none without a text, or without a puzzle."""
    if not (query.in_private and query.text):
        return []
    found = await service.load_open(query.sender.user)
    if found is None:
        return []
    _, puzzle = found
    about = speaker.about_table(shipped_rulesets()[puzzle.ruleset].title)
    tells_words = await look_ups.are_open(query.sender.user, ())
    shown = ShownPuzzle(puzzle, about, PictureStyle(speaker.language), tells_words=tells_words)
    family = service.family_of_game(puzzle.ruleset)
    if not family.looks_like_answer(puzzle, query.text):
        return []
    try:
        # In a thread, as a word may have hundreds of places to try.
        answers = await asyncio.to_thread(family.read_answers, shown, query.text, settings)
    except EngineError:
        return []
    target = ResultTarget(puzzle_name(puzzle.id), 0)
    return [
        InlineResult(
            f"{speaker.plain('puzzle-inline')}: {one.label}",
            " · ".join((one.move, speaker.plain("puzzle-inline-plays"))),
            add_target_link(one.move, target, gateway.username),
        )
        for one in answers[:_MOST_OFFERED]
    ]
