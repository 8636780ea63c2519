"""What is shown of somebody's costliest moves: a page for each of up to three, with its buttons. Stores nothing."""

import html
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.family_analysis import CostlyMove, SeatReport
from bot.records.archive import ArchivedGame
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import translated_button
from bot.telegram.private_page import PrivatePage
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.speaker import Speaker

KIND: Final = "costly"
"""The kind of all of its buttons."""
ANALYSIS_SETTING: Final = "analysis"
"""The group's setting that says who is told of somebody's costliest moves."""
TO_PRESSER: Final = "alone"
TO_ALL: Final = "all"
_MOST_ALERT: Final = 200


def button_of_page(found: ArchivedGame, speaker: Speaker) -> InlineKeyboardButton:
    """The button on a game's page in the history."""
    return translated_button(speaker, "button-costly", _data(found))


def moves_page(found: ArchivedGame, report: SeatReport, seat: int, number: int, speaker: Speaker) -> PrivatePage:
    """A page with a move, or with the word that none was costly.

    Args:
        found: the game.
        report: what is said of the player's moves.
        seat: the player's place in the game's record.
        number: which move, from 0.
        speaker: speaks of the table.
    """
    about_game = "\n".join(html.escape(line, quote=False) for line in report.lines)
    name = speaker.player_name(found.record.players[seat].name)
    if not report.moves:
        text, alert = speaker.html("costly-none", name=name), speaker.plain("costly-none-short")
        if not report.is_judged:
            text, alert = speaker.html("costly-unjudged", name=name), speaker.plain("costly-unjudged-short")
        keyboard = _keyboard(found, report, seat, 0, speaker)
        return PrivatePage(join_lines(text, about_game), keyboard, alert=alert)
    number = min(number, len(report.moves) - 1)
    move = report.moves[number]
    head = speaker.html("costly-head", name=name, number=number + 1, count=len(report.moves))
    sentence = speaker.html("costly-move", turn=move.heading, sentence=move.sentence)
    return PrivatePage(
        first_fitting_caption(join_lines(head, sentence, about_game), join_lines(head, sentence), head),
        _keyboard(found, report, seat, number, speaker),
        move.sketch,
        alert=_shorten(move),
    )


def failed_page(speaker: Speaker) -> PrivatePage:
    """What is said where a game could not be analysed."""
    return PrivatePage(speaker.html("costly-failed"), alert=speaker.plain("costly-failed"))


def _keyboard(
    found: ArchivedGame, report: SeatReport, seat: int, number: int, speaker: Speaker
) -> InlineKeyboardMarkup:
    """The ways to the other moves, and to the game's page."""
    ways = []
    if number > 0:
        ways.append(translated_button(speaker, "button-costly-before", _data(found, seat, number - 1)))
    if number < len(report.moves) - 1:
        ways.append(translated_button(speaker, "button-costly-next", _data(found, seat, number + 1)))
    game = encode_button_data("past", "", "b", found.chat, found.place, found.record.id)
    return InlineKeyboardMarkup([*([ways] if ways else []), [translated_button(speaker, "button-history-game", game)]])


def _shorten(move: CostlyMove) -> str:
    text = f"{move.heading}: {move.sentence}"
    return text if len(text) <= _MOST_ALERT else f"{text[: _MOST_ALERT - 1]}…"


def _data(found: ArchivedGame, *more: int) -> str:
    return encode_button_data(KIND, "", found.chat, found.place, found.record.id, *more)
