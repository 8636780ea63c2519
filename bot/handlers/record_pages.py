"""What the panel of records shows: texts and buttons. Stores nothing."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.records.administration import PlacedGame, RecordSummary
from bot.telegram.keyboards import (
    STYLE_DANGER,
    STYLE_SUCCESS,
    callback_button,
    encode_button_data,
    pair_short_buttons,
    translated_button,
)
from bot.wording.figures import game_label
from bot.wording.speaker import NAMELESS, Speaker
from engine.game_record import GameRecord
from render.text import format_points

KIND: Final = "records"
MENU: Final = "menu"
CLOSE: Final = "done"
SEASON: Final = "season"
GAMES: Final = "games"
LEAVE_OUT: Final = "out"
COUNT: Final = "in"
EXPORT: Final = "export"
ERASE: Final = "erase"
GAMES_PER_PAGE: Final = 8
_MOST_LABEL: Final = 60
_Page = tuple[str, InlineKeyboardMarkup]


def menu(summary: RecordSummary, speaker: Speaker, *, private: bool) -> _Page:
    """The panel: how much is remembered, and what can be done about it."""
    lines = [speaker.html("records-head-private" if private else "records-head-group"), ""]
    lines.append(speaker.html("records-count", count=summary.games) if summary.games else speaker.html("records-none"))
    if summary.season:
        lines.append(speaker.html("records-season", number=summary.season))
    buttons = [_button(speaker, "button-records-season", SEASON)]
    if summary.games:
        buttons.append(_button(speaker, "button-records-games", GAMES, 0))
    if summary.records:
        buttons.append(_button(speaker, "button-records-export", EXPORT))
        buttons.append(_button(speaker, "button-records-erase", ERASE))
    return "\n".join(lines), InlineKeyboardMarkup([*pair_short_buttons(buttons), [_close(speaker)]])


def season_question(number: int, speaker: Speaker) -> _Page:
    """Whether to begin a season."""
    yes = _button(speaker, "button-records-season-yes", SEASON, number, style=STYLE_SUCCESS)
    return speaker.html("records-season-sure", number=number), InlineKeyboardMarkup([[yes], _back_row(speaker)])


def erase_question(summary: RecordSummary, speaker: Speaker) -> _Page:
    """Whether to erase all records, and what is lost with them."""
    yes = _button(speaker, "button-records-erase-yes", ERASE, summary.records, style=STYLE_DANGER)
    return speaker.html("records-erase-sure", count=summary.games), InlineKeyboardMarkup([[yes], _back_row(speaker)])


def games_page(games: Sequence[PlacedGame], before: int, following: int | None, speaker: Speaker) -> _Page:
    """Games before a place (0: the newest), each a button that has it count or not, and the way to older ones."""
    rows = [[_game_button(game, before, speaker)] for game in games]
    turning = []
    if before:
        turning.append(_button(speaker, "button-records-newest", GAMES, 0))
    if following is not None:
        turning.append(_button(speaker, "button-records-older", GAMES, following))
    return speaker.html("records-games"), InlineKeyboardMarkup(
        [*rows, *([turning] if turning else []), _back_row(speaker)]
    )


def _game_button(game: PlacedGame, before: int, speaker: Speaker) -> InlineKeyboardButton:
    record = game.record
    label = f"{'✕' if record.left_out else '✓'} {_date_of(record.ended)} {_players_of(record, speaker)}"
    kind = COUNT if record.left_out else LEAVE_OUT
    return callback_button(label[:_MOST_LABEL], encode_button_data(KIND, "", kind, game.place, record.id, before))


def game_line(record: GameRecord, speaker: Speaker) -> str:
    """A game in a sentence: what was played, when, and how it ended; plain text."""
    return speaker.plain(
        "records-game",
        game=game_label(record.ruleset, speaker),
        date=_date_of(record.ended),
        players=_players_of(record, speaker),
    )


def _players_of(record: GameRecord, speaker: Speaker) -> str:
    return ", ".join(
        f"{speaker.plain_name(player.name or NAMELESS)} {format_points(player.score)}" for player in record.players
    )


def _date_of(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _button(speaker: Speaker, message: str, *arguments: object, style: str | None = None) -> InlineKeyboardButton:
    return translated_button(speaker, message, encode_button_data(KIND, "", *arguments), style=style)


def _close(speaker: Speaker) -> InlineKeyboardButton:
    return _button(speaker, "button-done", CLOSE)


def _back_row(speaker: Speaker) -> list[InlineKeyboardButton]:
    return [_button(speaker, "button-settings-back", MENU), _close(speaker)]
