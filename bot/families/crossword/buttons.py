"""The buttons under a board, under a rack in private, and under a move that is tried out."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.store.keys import Scope
from bot.telegram.buttons import Button, button, data, over, scope_text
from bot.wording.speaker import Speaker
from engine.crossword.ruleset import BLANK
from engine.crossword.view import GameView

BUTTONS: Final[Mapping[str, Button]] = {
    "rack": Button(shows=True),
    "doubt": Button(re.compile(r"\d{1,6}", re.ASCII)),
    "agree": Button(re.compile(r"\d{1,2}", re.ASCII)),
    "decline": Button(re.compile(r"\d{1,2}", re.ASCII)),
    "swap": Button(
        re.compile(r"-?\d{1,20}(_\d{1,20})?:\d{1,6}:\d{1,6}:[0-9a-f]{1,16}(:go)?", re.ASCII), about="named", shows=True
    ),
    "mix": Button(
        re.compile(r"-?\d{1,20}(_\d{1,20})?:[0-9a-f]{4}:[0-9a-f]{1,16}", re.ASCII), about="named", shows=True
    ),
    "put": Button(re.compile(r"\d{1,20}:\d{1,6}:([A-Z]\d{1,2}|\d{1,2}[A-Z]):[^\s:]{2,40}", re.ASCII)),
    "sums": Button(re.compile(r"\d{1,20}:\d{1,6}:([A-Z]?\d{0,2}|[hv]):[^\s:]{2,40}", re.ASCII), shows=True),
    "reading": Button(re.compile(r"\d{1,20}:(ask|gcg)", re.ASCII), about="chat"),
    "lay": Button(re.compile(r"\d{1,6}:[A-Z]\d{1,2}:[hv]:[^\s:]{2,40}", re.ASCII)),
}
_ROW: Final = 7
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def order_text(order: Sequence[int]) -> str:
    """The places of a rack's tiles as they are shown, a digit each; a rack has at most 16."""
    return "".join(f"{place:x}" for place in order)


def order_from(text: str, tiles: int) -> tuple[int, ...] | None:
    """What :func:`order_text` wrote of so many tiles; ``None`` when it is no order of them."""
    order = tuple(int(digit, 16) for digit in text)
    return order if sorted(order) == list(range(tiles)) else None


def place_number(place: int, order: Sequence[int]) -> str:
    """The number of a tile that is shown in this order, by which it is exchanged; nothing where it can be counted."""
    return str(place + 1).translate(_RAISED) if list(order) != sorted(order) else ""


def rack_mark(rack: Sequence[str]) -> str:
    """Four digits that tell a rack from most others: buttons below it go stale with it."""
    return hashlib.blake2b("".join(rack).encode(), digest_size=2).hexdigest()


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
    return InlineKeyboardMarkup([[button(speaker, "button-lay", data("lay", table, number, *move.split()))]])


def swap(
    table: str,
    speaker: Speaker,
    *,
    scope: Scope,
    number: int,
    rack: tuple[str, ...],
    chosen: int,
    order: Sequence[int] = (),
) -> InlineKeyboardMarkup:
    """In private: the rack's tiles to tick, and a button to exchange them.

    Args:
        table: the table's short name.
        speaker: speaks the user's language.
        scope: where the table is.
        number: the turns taken.
        rack: the tiles, in the order in which the engine holds them.
        chosen: a bit mask of those ticked.
        order: their places as they are shown; without it as they are held.
    """
    where, shown = scope_text(scope), tuple(order) or tuple(range(len(rack)))
    rest, numbers = order_text(shown), {place: place_number(place, shown) for place in shown}
    tiles = [
        InlineKeyboardButton(
            f"{'✓' if chosen >> place & 1 else ''}{numbers[place]}{'▢' if rack[place] == BLANK else rack[place]}",
            callback_data=data("swap", table, where, number, chosen ^ 1 << place, rest),
        )
        for place in shown
    ]
    rows = [tiles[start : start + _ROW] for start in range(0, len(tiles), _ROW)]
    if chosen:
        done = speaker.plain("button-exchange", count=chosen.bit_count())
        value = data("swap", table, where, number, chosen, rest, "go")
        rows.append([InlineKeyboardButton(done, callback_data=value)])
    return InlineKeyboardMarkup(rows)


def mix(
    table: str, speaker: Speaker, *, scope: Scope, rack: tuple[str, ...], order: Sequence[int]
) -> InlineKeyboardMarkup:
    """In private: show the rack in another order than ``order``, while it holds these tiles."""
    value = data("mix", table, scope_text(scope), rack_mark(rack), order_text(order))
    return InlineKeyboardMarkup([[button(speaker, "button-mix", value)]])
