"""Which game a message of the bot tells of, by its text, its file and its buttons."""

import pytest

from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.told_games import games_told
from bot.telegram.incoming.update_types import Document, InlineButton, InlineKeyboard, RepliedMessage
from engine.rng import commitment, short_seal

SECRET, OTHER_SECRET = "ab" * 32, "cd" * 32
SEAL = commitment(SECRET)
GAME, OTHER_GAME = SEAL[:16], commitment(OTHER_SECRET)[:16]
LIST = encode_button_data("past", "", "l", 1)


def keyboard(*data: str) -> InlineKeyboard:
    return InlineKeyboard(tuple((InlineButton(callback_data=one),) for one in data))


def page_of(game: str) -> str:
    """The data of a button that opens a game's page."""
    return encode_button_data("past", "", "g", -5, 12, game)


@pytest.mark.parametrize(
    "message",
    [
        RepliedMessage(caption=f"🔏 {short_seal(SEAL)}"),
        RepliedMessage(text=f"SHA-256:\n{SEAL}"),
        RepliedMessage(caption=f"Kiraz 12\n{SECRET}"),
        RepliedMessage(text=f"{SEAL}, {SECRET}, {commitment(SEAL)}"),
        RepliedMessage(document=Document(f"harfiyen-{SEAL[:8]}.json")),
        RepliedMessage(reply_markup=keyboard(page_of(GAME), LIST)),
        RepliedMessage(reply_markup=keyboard(encode_button_data("costly", "", -5, 12, GAME, 0, 1), page_of(GAME))),
    ],
)
def test_a_seal_a_secret_a_file_or_the_way_to_one_record_tells_the_game(message: RepliedMessage) -> None:
    assert any(GAME.startswith(one) for one in games_told(message))
    assert not any(OTHER_GAME.startswith(one) for one in games_told(message))


@pytest.mark.parametrize(
    "message",
    [
        RepliedMessage(),
        RepliedMessage(text=f"{SEAL[:29]} {SEAL[:31]} {SEAL}0"),
        RepliedMessage(document=Document()),
        RepliedMessage(document=Document("harfiyen-export.json")),
        RepliedMessage(reply_markup=keyboard(page_of(GAME), page_of(OTHER_GAME))),
        RepliedMessage(reply_markup=keyboard(LIST, "?", encode_button_data("stats", "", 16, "w", "", "p"))),
        RepliedMessage(reply_markup=InlineKeyboard(((InlineButton(url="https://example.org"),),))),
    ],
)
def test_other_digits_other_files_and_lists_of_games_tell_none(message: RepliedMessage) -> None:
    assert games_told(message) == ()
