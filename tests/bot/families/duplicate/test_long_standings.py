"""A hundred people in one game of Duplicate: what is said of them fits below a picture, and into one message."""

import pytest
from msgspec.structs import replace

from bot import message_limits
from bot.families.duplicate.wording import MOST_FINDERS, DuplicateWording
from bot.texts import Texts
from bot.wording.speaker import Speaker, first_fitting_caption
from engine.duplicate.view import ClosedRound, FoundPlay, GameView, SeatView
from engine.game import view
from tests.support.duplicate_games import open_round, play_of
from tests.support.languages import LANGUAGES

MOST_CHARACTERS = 4096
"""Of a message."""
PEOPLE = {number: f"Uzunca Adlı Oyuncu {number:03}" for number in range(101, 201)}


def closed_view() -> GameView:
    """A round is over in which everybody found the top."""
    state = open_round()
    best, everybody = play_of(state, "8F KALEMLİK"), tuple(range(len(PEOPLE)))
    found = tuple(FoundPlay(best, everybody) for _ in range(5))
    closed = ClosedRound(1, ("A",) * 7, best, "word", True, found, everybody, None, len(PEOPLE))
    shown = view(state, None)
    assert isinstance(shown, GameView)
    seats = tuple(
        SeatView(user, name, 40, place=1, permille=1000, since=1, tops=1, points=(40,)) for user, name in PEOPLE.items()
    )
    return replace(shown, seats=seats, open=None, last=closed, number=1, top_points=40)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_of_a_hundred_fits_into_a_caption_and_their_scores_into_a_message(language: str) -> None:
    shown, wording = closed_view(), DuplicateWording(Speaker(Texts(), language))
    caption = first_fitting_caption(*("\n".join(parts) for parts in wording.caption_versions(shown)))
    assert message_limits.count_visible_units(caption) <= message_limits.CAPTION
    assert f" + {len(PEOPLE) - MOST_FINDERS}" in caption
    assert message_limits.count_visible_units(wording.score_text(shown)) <= MOST_CHARACTERS
