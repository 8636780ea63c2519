"""Reads the buttons of the question where a word goes, which :mod:`bot.families.crossword.placement_question` made."""

from bot.families.chat_context import ChatContext
from bot.families.crossword.board_table import seated_game
from bot.families.crossword.move_text import decode_word
from bot.families.crossword.placement_question import PlacementRequest
from bot.telegram.button_data import ButtonData
from bot.telegram.incoming.requests import Tap
from engine.alphabet import load_alphabet
from engine.crossword.notation import Move, parse_move
from engine.crossword.state import GameState
from engine.errors import Malformed, Refusal
from engine.game import Table


def read_own_button(tap: Tap, pressed: ButtonData) -> tuple[int, int, str, str]:
    """A button's data: whose it is, the turns taken, the place, and the word.

    Raises:
        Refusal: ``not_your_button``.
    """
    user, number, place, word = pressed.arguments
    if tap.sender.user != int(user):
        raise Refusal("not_your_button")
    return int(user), int(number), place, word


def read_asked_word(tap: Tap, context: ChatContext, pressed: ButtonData) -> tuple[int, PlacementRequest, str]:
    """The data of a question's button: the turns taken, the word, and the row, if any.

    Raises:
        Refusal: ``not_your_button``, ``stale_button``.
    """
    user, number, place, word = read_own_button(tap, pressed)
    state = game_with_placements(context.loaded.table, user)
    code, _, row = place.partition(".")
    typed = decode_word(state, code, word)
    if typed is None:
        raise Refusal("stale_button")
    return number, PlacementRequest(user, state, typed), row


def game_with_placements(table: Table | None, user: int) -> GameState:
    """A player's game at a table that offers places.

    Raises:
        Refusal: ``stale_button`` at any other table, and as :func:`bot.families.crossword.board_table.seated_game`.
    """
    state, _ = seated_game(table, user)
    if not state.ruleset.places:
        raise Refusal("stale_button")
    return state


def move_on_button(state: GameState, start: str, word: str) -> Move:
    """The move that a button carries as :attr:`engine.crossword.word_placements.WordPlacement.gcg_start` and a word.

    Raises:
        Refusal: ``stale_button`` for what was never drawn.
    """
    try:
        return parse_move(f"{start} {word}", load_alphabet(state.ruleset.language))
    except Malformed as error:
        raise Refusal("stale_button") from error
