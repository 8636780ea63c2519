"""The chat half of crossword games: which handler answers which command, button and text."""

from typing import Final

from bot.families.chat_context import FamilyChat
from bot.families.crossword.analysis import MoveReviews
from bot.families.crossword.disputes import DisputeHandlers
from bot.families.crossword.hints import HintHandlers
from bot.families.crossword.inline_results import CrosswordInlineResults
from bot.families.crossword.move_handlers import MoveHandlers
from bot.families.crossword.own_board import CrosswordOwnBoard
from bot.families.crossword.placing import DirectionPreferenceHandlers, PlacementChoice, TappedMoves
from bot.families.crossword.sketches import PreviewHandlers
from bot.families.crossword.typed_moves import EditedMoves
from bot.families.crossword.wording import ExCellNotices, OwnBoardSender
from bot.families.services import ChatServices
from bot.user_input.commands import command_handlers_of
from engine.crossword.state import GameState
from engine.game import Game

COMMAND_CLASSES: Final = (
    MoveHandlers,
    DisputeHandlers,
    HintHandlers,
    PreviewHandlers,
    DirectionPreferenceHandlers,
)
"""The classes whose methods answer commands."""


def may_answer(command: str, game: Game, seat: int) -> bool:
    """Whether a seat may challenge the last play, take it back, or answer the offer of a draw (RULES §7.1, §7.3)."""
    if not isinstance(game, GameState):
        return False
    match command:
        case "challenge":
            return game.pending is not None and game.pending.seat != seat
        case "take-back":
            return game.pending is not None and game.pending.seat == seat
        case "draw":
            return game.offer is not None and game.offer.seat != seat
        case _:
            return False


def create_crossword_chat(services: ChatServices) -> FamilyChat:
    """Build the handlers, once a process."""
    tables, replies, stores = services.tables, services.replies, services.stores
    games, answers = tables.games, replies.answers
    tapped_moves = TappedMoves(games, tables.look_ups, answers)
    placements = PlacementChoice(tables.look_ups, answers, replies.private_delivery, tapped_moves)
    moves = MoveHandlers(tables, answers, placements, EditedMoves(stores.refused_moves))
    disputes = DisputeHandlers(games, answers)
    hints = HintHandlers(services)
    previews = PreviewHandlers(services, placements, tapped_moves)
    directions = DirectionPreferenceHandlers(tables.store, answers)
    own_board = CrosswordOwnBoard(tables, stores.rack_order, services.shuffle)
    return FamilyChat(
        command_handlers=command_handlers_of(moves, disputes, hints, previews, directions),
        tap_handlers={
            "doubt": disputes.tap_challenge,
            "agree": disputes.tap_draw_answer,
            "decline": disputes.tap_draw_answer,
            "back": disputes.tap_take_back,
            "hint": hints.tap_hint,
            "lay": previews.tap_play_preview,
            "put": placements.tap_placement,
            "reading": directions.tap_direction_preference,
            "rows": placements.tap_row,
            "sums": placements.tap_scores,
        },
        handle_move=moves.play_typed_move,
        handle_mistyped_move=moves.remember_mistyped_move,
        handle_bare_word=moves.offer_placements_of_word,
        inline_results=CrosswordInlineResults(tables.look_ups).results_for,
        own_board=own_board,
        player_notices=(
            ExCellNotices(OwnBoardSender(services, own_board).send_own_board, replies.texts, replies.private_locale),
            MoveReviews(replies, services.analysis),
        ),
        may_answer=may_answer,
    )
