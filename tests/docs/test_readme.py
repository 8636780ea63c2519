"""The README: short enough to be read whole, true, and a start for everybody."""

import re

from bot.families.crossword import gallery, sample_boards
from bot.families.crossword.board_wording import CrosswordWording
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.rulesets import shipped_rulesets
from tests.support.doc_pages import DOCS, GUIDES, READER_PAGES, README, ROOT, link_targets, page_text

LINES = 160
FIRST_SCREEN = 20


def test_it_can_be_read_whole() -> None:
    assert len(page_text(README).splitlines()) <= LINES


def test_players_find_the_guide_in_their_language_at_once() -> None:
    screen = "\n".join(page_text(README).splitlines()[:FIRST_SCREEN])
    for language in ("tr", "uk"):
        assert f"]({GUIDES[language].relative_to(ROOT)})" in screen


def test_every_page_is_reached_from_it() -> None:
    reached = {(ROOT / target.partition("#")[0]).resolve() for target in link_targets(README)}
    assert set(READER_PAGES) - reached <= {README}


def test_the_picture_of_the_board_is_small() -> None:
    assert (DOCS / "gallery" / "board-light.png").stat().st_size <= 60_000


def test_the_caption_shown_is_that_of_the_picture() -> None:
    board = sample_boards.view_for_seat(gallery.mid_game_state())
    words = CrosswordWording(Speaker(Texts(), "tr", shipped_rulesets()["kelimelik"].title, "tr"))
    caption = re.sub(r"<[^>]+>|[\u2068\u2069]", "", f"{words.last_turn_line(board)}\n\n{words.standing_text(board)}")
    shown = re.search(r"^Harfiyen: (.*?)\n +\[🔤", page_text(README), re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert [line.strip() for line in shown[1].splitlines()] == caption.splitlines()
