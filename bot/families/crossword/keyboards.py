"""The buttons under a board, under a player's own rack in private, and under a preview."""

import re
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.chat_family import petition_keyboard
from bot.families.crossword.disputes import ABSENCE_EVENTS, DRAW_EVENTS
from bot.families.own_board import PASS_STEP, SURRENDER_STEP
from bot.telegram.keyboards import STYLE_SUCCESS, ButtonSpec, board_page_row, data_button, game_over_keyboard
from bot.wording.speaker import Speaker
from engine.crossword.view import GameView

BOARD_BUTTONS: Final[Mapping[str, ButtonSpec]] = {
    "doubt": ButtonSpec(re.compile(r"\d{1,6}", re.ASCII)),
    "back": ButtonSpec(re.compile(r"\d{1,6}", re.ASCII)),
    "hint": ButtonSpec(re.compile(r"\d{1,6}:[1-4]", re.ASCII)),
    "agree": ButtonSpec(re.compile(r"\d{1,2}", re.ASCII), expires=True),
    "decline": ButtonSpec(re.compile(r"\d{1,2}", re.ASCII), expires=True),
    "put": ButtonSpec(re.compile(r"\d{1,20}:\d{1,6}:([A-Z]\d{1,2}|\d{1,2}[A-Z]):[^\s:]{2,40}", re.ASCII)),
    "rows": ButtonSpec(
        re.compile(r"\d{1,20}:\d{1,6}:([A-Z]?\d{0,2}|[hv])\.\d{1,3}:[^\s:]{2,40}", re.ASCII), is_look_up=True
    ),
    "sums": ButtonSpec(
        re.compile(r"\d{1,20}:\d{1,6}:([A-Z]?\d{0,2}|[hv])(\.\d{1,2})?:[^\s:]{2,40}", re.ASCII), is_look_up=True
    ),
    "reading": ButtonSpec(re.compile(r"\d{1,20}:(ask|gcg)", re.ASCII), about="chat"),
    "lay": ButtonSpec(re.compile(r"\d{1,6}:[A-Z]\d{1,2}:[hv]:[^\s:]{2,40}", re.ASCII)),
}

_SUPERSCRIPT_DIGITS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def rack_place_number(place: int, order: Sequence[int]) -> str:
    """The number by which a displayed tile is exchanged; empty if tiles are displayed in that order anyway."""
    return str(place + 1).translate(_SUPERSCRIPT_DIGITS) if list(order) != sorted(order) else ""


def turn_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup:
    """The buttons under a turn told as text: those of :func:`board_keyboard`, and one that shows the board."""
    return board_keyboard(table, view, speaker, data_button(speaker, "button-board", "board", table))


def board_keyboard(table: str, view: GameView, speaker: Speaker, *beside: InlineKeyboardButton) -> InlineKeyboardMarkup:
    """The buttons under every board: the own board and answers to the last turn; after the end, the proof."""
    if view.outcome is not None:
        return game_over_keyboard(speaker, table)
    rows = [[data_button(speaker, "button-rack", "rack", table), *beside, *board_page_row(speaker)]]
    if view.window is not None:
        rows.append([data_button(speaker, "button-challenge", "doubt", table, view.window.play)])
    if view.retractable is not None:
        rows.append([data_button(speaker, "button-take-back", "back", table, view.retractable.play)])
    if view.offer is not None:
        rows.append(_draw_answer_row(table, view.offer.seat, speaker))
    return InlineKeyboardMarkup(rows)


def answer_keyboard(
    table: str, view: GameView, speaker: Speaker, kinds: Collection[type]
) -> InlineKeyboardMarkup | None:
    """The buttons to answer an open vote, an offered draw or both, if the events ask for it."""
    vote = petition_keyboard(table, view, speaker, kinds)
    if view.offer is None:
        return vote
    draw = draw_offer_keyboard(table, view.offer.seat, speaker)
    if vote is None or ABSENCE_EVENTS.isdisjoint(kinds):
        return draw
    both = InlineKeyboardMarkup([*draw.inline_keyboard, *vote.inline_keyboard])
    return vote if DRAW_EVENTS.isdisjoint(kinds) else both


def draw_offer_keyboard(table: str, seat: int, speaker: Speaker) -> InlineKeyboardMarkup:
    """Buttons to accept or decline the draw that a seat has offered."""
    return InlineKeyboardMarkup([_draw_answer_row(table, seat, speaker)])


def _draw_answer_row(table: str, seat: int, speaker: Speaker) -> list[InlineKeyboardButton]:
    return [
        data_button(speaker, "button-agree", "agree", table, seat),
        data_button(speaker, "button-decline", "decline", table, seat),
    ]


def play_preview_keyboard(table: str, turns: int, move: tuple[str, str, str], speaker: Speaker) -> InlineKeyboardMarkup:
    """A button that plays the previewed move (``H8``, ``h``, ``KA[L]EM``); it is valid until the next turn."""
    return InlineKeyboardMarkup([[data_button(speaker, "button-lay", "lay", table, turns, *move, style=STYLE_SUCCESS)]])


class StepKind(StrEnum):
    """The kinds of steps of an own board; a step shows a page or plays a move."""

    ROW = "r"  # chooses the row of the first tile, then its column
    DIRECTION = "c"
    LAY = "d"  # lays one tile after the other; plays the move
    BLANK = "b"  # chooses the letter of a blank in the move laid so far
    WORD = "w"  # spells a word, with the places where it fits below
    WORD_BLANK = "v"  # chooses the letter of a blank in the spelled word
    PLACEMENTS = "l"  # shows further places for the word
    PLACED = "k"  # shows the word in the chosen place
    ACTIONS = "m"  # shows all other actions
    EXCHANGE = "x"
    PASS = PASS_STEP
    CHALLENGE = "q"
    TAKE_BACK = "t"
    OFFER_DRAW = "o"
    ACCEPT_DRAW = "y"
    DECLINE_DRAW = "n"
    SURRENDER = SURRENDER_STEP
    SHUFFLE = "z"
