"""The chat half of crossword games: which handler answers which command, button and text."""

from collections.abc import Mapping
from typing import Final

from bot.families.chat import CommandHandler, FamilyChat, TableInlineQuery, TableInlineResult, TapHandler
from bot.families.chat_context import ChatContext
from bot.families.crossword.challenge import ChallengeHandlers
from bot.families.crossword.direction_preference import DirectionPreferenceHandlers
from bot.families.crossword.edited_moves import EditedMoves
from bot.families.crossword.ex_cell_notice import ExCellNotices
from bot.families.crossword.inline_results import CrosswordInlineResults
from bot.families.crossword.move_handlers import MoveHandlers
from bot.families.crossword.own_board.steps import CrosswordOwnBoard
from bot.families.crossword.placement_choice import PlacementChoice
from bot.families.crossword.preview import PreviewHandlers
from bot.families.crossword.take_back import TakeBackHandlers
from bot.families.crossword.tapped_moves import TappedMoves
from bot.families.own_board import HOME_STEP, OwnBoard
from bot.families.own_board_pages import OwnBoardPages
from bot.families.services import ChatServices
from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedTable, current_players
from bot.telegram.incoming.requests import PlainText, UnknownCommand
from bot.texts import Html
from bot.user_input.commands import command_handlers_of
from bot.wording.speaker import Speaker
from engine.crossword.state import GameState
from engine.game import Step

COMMAND_CLASSES: Final = (
    MoveHandlers,
    ChallengeHandlers,
    TakeBackHandlers,
    PreviewHandlers,
    DirectionPreferenceHandlers,
)
"""The classes whose methods answer commands."""


class CrosswordChat(FamilyChat):
    """Crossword games in the chats."""

    def __init__(self, services: ChatServices) -> None:
        tables, replies, stores = services.tables, services.replies, services.stores
        games, answers = tables.games, replies.answers
        self._games: Final = games
        self._store: Final = tables.store
        self._texts: Final = replies.texts
        self._private_delivery: Final = replies.private_delivery
        self._own_board_pages: Final = OwnBoardPages(services.gateway, tables.store, games)
        self._default_language: Final = replies.private_locale.default
        tapped_moves = TappedMoves(games, tables.look_ups, answers)
        self._placement_choice = PlacementChoice(games, answers, replies.private_delivery, tapped_moves)
        self._move_handlers = MoveHandlers(tables, answers, self._placement_choice, EditedMoves(stores.refused_moves))
        self._own_board = CrosswordOwnBoard(tables, stores.rack_order)
        self._challenge_handlers = ChallengeHandlers(games, answers)
        self._take_back_handlers = TakeBackHandlers(games, answers)
        self._preview_handlers = PreviewHandlers(services, self._placement_choice, tapped_moves)
        self._inline_results = CrosswordInlineResults(games)
        self._ex_cell_notices = ExCellNotices(self._send_own_board, replies.texts, replies.private_locale)
        self._direction_preference = DirectionPreferenceHandlers(tables.store, answers)
        self._commands: Final[Mapping[str, CommandHandler]] = command_handlers_of(
            self._move_handlers,
            self._challenge_handlers,
            self._take_back_handlers,
            self._preview_handlers,
            self._direction_preference,
        )

    @property
    def command_handlers(self) -> Mapping[str, CommandHandler]:
        """Turns, challenges, take-backs and previews."""
        return self._commands

    @property
    def tap_handlers(self) -> Mapping[str, TapHandler]:
        """Buttons that answer the last turn, and that play a preview."""
        return {
            "doubt": self._challenge_handlers.tap_challenge,
            "agree": self._challenge_handlers.tap_draw_answer,
            "decline": self._challenge_handlers.tap_draw_answer,
            "back": self._take_back_handlers.tap_take_back,
            "lay": self._preview_handlers.tap_play_preview,
            "put": self._placement_choice.tap_placement,
            "reading": self._direction_preference.tap_direction_preference,
            "rows": self._placement_choice.tap_row,
            "sums": self._placement_choice.tap_scores,
        }

    async def handle_move(self, request: PlainText, context: ChatContext) -> None:
        """``H8 yatay KALEM`` as a reply to the board."""
        await self._move_handlers.play_typed_move(request, context)

    async def handle_mistyped_move(self, request: UnknownCommand, context: ChatContext) -> None:
        """Remember the move, so that an edit can correct it."""
        await self._move_handlers.remember_mistyped_move(request, context)

    async def handle_bare_word(self, request: PlainText, context: ChatContext) -> bool:
        """Offer the places where a typed word fits."""
        return await self._move_handlers.offer_placements_of_word(request, context)

    async def inline_results(self, query: TableInlineQuery) -> tuple[TableInlineResult, ...]:
        """Racks, and places of words."""
        return await self._inline_results.results_for(query)

    @property
    def own_board(self) -> OwnBoard:
        """The board with the own rack."""
        return self._own_board

    def notify_players(self, loaded: LoadedTable, step: Step) -> None:
        """Tell the owner of a rack what an EX cell did to it."""
        self._ex_cell_notices.queue_notices(loaded, step)

    async def drain_notices(self, seconds: float) -> None:
        """Wait for notices about EX cells."""
        await self._ex_cell_notices.drain_notices(seconds)

    async def _send_own_board(self, user: int, scope: Scope, language: str, notice: Html) -> bool:
        """Send a user the own board of one game, below ``notice``; ``False`` if the user does not play it."""
        loaded = await self._games.load_table(scope)
        if user not in current_players(loaded.table) or not isinstance(loaded.table, GameState):
            return False
        chosen = await self._store.load_settings(user)
        speaker = Speaker(self._texts, language)
        context = ChatContext(loaded, speaker, chosen.get("theme"), chosen.get("labels"), self._default_language)
        own = await self._own_board_pages.load_own_board(context, user)
        page = await self._own_board_pages.build_sheet(own, self._own_board, HOME_STEP, notice=notice)
        await self._private_delivery.send_page(user, page, loaded.scope)
        return True
