"""The buttons under a board, under a rack in private, and under a move that is tried out."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.telegram.buttons import PLAYS, Button, button, data, over
from bot.wording.speaker import Speaker
from engine.crossword.view import GameView

BUTTONS: Final[Mapping[str, Button]] = {
    "doubt": Button(re.compile(r"\d{1,6}", re.ASCII)),
    "back": Button(re.compile(r"\d{1,6}", re.ASCII)),
    "agree": Button(re.compile(r"\d{1,2}", re.ASCII), expires=True),
    "decline": Button(re.compile(r"\d{1,2}", re.ASCII), expires=True),
    "put": Button(re.compile(r"\d{1,20}:\d{1,6}:([A-Z]\d{1,2}|\d{1,2}[A-Z]):[^\s:]{2,40}", re.ASCII)),
    "rows": Button(re.compile(r"\d{1,20}:\d{1,6}:([A-Z]?\d{0,2}|[hv])\.\d{1,2}:[^\s:]{2,40}", re.ASCII), shows=True),
    "sums": Button(re.compile(r"\d{1,20}:\d{1,6}:([A-Z]?\d{0,2}|[hv])(\.\d{1,2})?:[^\s:]{2,40}", re.ASCII), shows=True),
    "reading": Button(re.compile(r"\d{1,20}:(ask|gcg)", re.ASCII), about="chat"),
    "lay": Button(re.compile(r"\d{1,6}:[A-Z]\d{1,2}:[hv]:[^\s:]{2,40}", re.ASCII)),
}
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def place_number(place: int, order: Sequence[int]) -> str:
    """The number of a tile that is shown in this order, by which it is exchanged; nothing where it can be counted."""
    return str(place + 1).translate(_RAISED) if list(order) != sorted(order) else ""


def board(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup:
    """Under every board: the presser's own rack, the board again, and what the last turn can be answered by.

    Under a finished game the proof of its draws.
    """
    if view.outcome is not None:
        return over(speaker, table)
    rows = [
        [button(speaker, "button-rack", data("rack", table)), button(speaker, "button-board", data("board", table))]
    ]
    if view.window is not None:
        rows.append([button(speaker, "button-challenge", data("doubt", table, view.window.play))])
    if view.retractable is not None:
        rows.append([button(speaker, "button-take-back", data("back", table, view.retractable.play))])
    if view.offer is not None:
        rows.append(_answers(table, view.offer.seat, speaker))
    return InlineKeyboardMarkup(rows)


def offer(table: str, seat: int, speaker: Speaker) -> InlineKeyboardMarkup:
    """Under a draw that a seat has offered: agree, or decline."""
    return InlineKeyboardMarkup([_answers(table, seat, speaker)])


def _answers(table: str, seat: int, speaker: Speaker) -> list[InlineKeyboardButton]:
    return [
        button(speaker, "button-agree", data("agree", table, seat)),
        button(speaker, "button-decline", data("decline", table, seat)),
    ]


def lay(table: str, number: int, move: str, speaker: Speaker) -> InlineKeyboardMarkup:
    """Under a preview: play this very move (``H8 h KA[L]EM``) if the table has seen ``number`` turns still."""
    return InlineKeyboardMarkup(
        [[button(speaker, "button-lay", data("lay", table, number, *move.split()), style=PLAYS)]]
    )
