"""What a picture's message is made of says what python-telegram-bot's own objects would say."""

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputFile

from bot.telegram.api.parameters import PngUpload, keyboard_to_json

CARRIES = InlineKeyboardButton("🔤 Rafım", callback_data="rack:0a1b2c3d")
OPENS = InlineKeyboardButton("Rafım", url="https://example.org/?a=1&b=2")
STYLED = InlineKeyboardButton("Oyna", callback_data="lay:0a1b2c3d:1", style="success", icon_custom_emoji_id="7")


@pytest.mark.parametrize("rows", [[[]], [[CARRIES, OPENS], [STYLED]], [[STYLED, CARRIES]]])
def test_a_keyboard_reads_as_the_librarys(rows: list[list[InlineKeyboardButton]]) -> None:
    keyboard = InlineKeyboardMarkup(rows)
    assert keyboard_to_json(keyboard) == keyboard.to_dict()


def test_a_picture_is_uploaded_as_the_librarys() -> None:
    ours, theirs = PngUpload(b"\x89PNG", "board.png"), InputFile(b"\x89PNG", "board.png")
    assert (ours.field_tuple, ours.attach_name) == (theirs.field_tuple, theirs.attach_name)
