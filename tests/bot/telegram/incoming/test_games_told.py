"""Which game a message of the bot tells of, by its text, its file and its buttons."""

from datetime import UTC, datetime
from typing import Any

import pytest
from telegram import Chat, Document, InlineKeyboardButton, InlineKeyboardMarkup, Message

from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.table_hints import games_told
from engine.rng import commitment, short_seal

SECRET, OTHER_SECRET = "ab" * 32, "cd" * 32
SEAL = commitment(SECRET)
GAME, OTHER_GAME = SEAL[:16], commitment(OTHER_SECRET)[:16]
LIST = encode_button_data("past", "", "l", 1)


def said(**fields: Any) -> Message:
    return Message(1, datetime.now(UTC), Chat(-5, Chat.GROUP), **fields)


def file(name: str | None = None) -> Document:
    return Document("1", "2", file_name=name)


def keyboard(*data: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup.from_column([InlineKeyboardButton("→", callback_data=one) for one in data])


def page_of(game: str) -> str:
    """The data of a button that opens a game's page."""
    return encode_button_data("past", "", "g", -5, 12, game)


@pytest.mark.parametrize(
    "message",
    [
        said(caption=f"🔏 {short_seal(SEAL)}"),
        said(text=f"SHA-256:\n{SEAL}"),
        said(caption=f"Kiraz 12\n{SECRET}"),
        said(text=f"{SEAL}, {SECRET}, {commitment(SEAL)}"),
        said(document=file(f"harfiyen-{SEAL[:8]}.json")),
        said(reply_markup=keyboard(page_of(GAME), LIST)),
        said(reply_markup=keyboard(encode_button_data("costly", "", -5, 12, GAME, 0, 1), page_of(GAME))),
    ],
)
def test_a_seal_a_secret_a_file_or_the_way_to_one_record_tells_the_game(message: Message) -> None:
    assert any(GAME.startswith(one) for one in games_told(message))
    assert not any(OTHER_GAME.startswith(one) for one in games_told(message))


@pytest.mark.parametrize(
    "message",
    [
        said(),
        said(text=f"{SEAL[:29]} {SEAL[:31]} {SEAL}0"),
        said(document=file()),
        said(document=file("harfiyen-export.json")),
        said(reply_markup=keyboard(page_of(GAME), page_of(OTHER_GAME))),
        said(reply_markup=keyboard(LIST, "?", encode_button_data("stats", "", 16, "w", "", "p"))),
        said(reply_markup=InlineKeyboardMarkup.from_button(InlineKeyboardButton("→", url="https://example.org"))),
    ],
)
def test_other_digits_other_files_and_lists_of_games_tell_none(message: Message) -> None:
    assert games_told(message) == ()
