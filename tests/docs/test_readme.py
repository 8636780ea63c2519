"""The README: short enough to be read whole, true, and a start for everybody."""

import re

from bot.families.crossword import exhibits, samples
from bot.families.crossword.wording import Wording
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.rulesets import rulesets
from tests.support.pages import DOCS, FOR_READERS, GUIDES, README, ROOT, targets, text

LINES = 160
FIRST_SCREEN = 20


def test_it_can_be_read_whole() -> None:
    assert len(text(README).splitlines()) <= LINES


def test_players_find_the_guide_in_their_language_at_once() -> None:
    screen = "\n".join(text(README).splitlines()[:FIRST_SCREEN])
    for language in ("tr", "uk"):
        assert f"]({GUIDES[language].relative_to(ROOT)})" in screen


def test_every_page_is_reached_from_it() -> None:
    reached = {(ROOT / target.partition("#")[0]).resolve() for target in targets(README)}
    assert set(FOR_READERS) - reached <= {README}


def test_the_picture_of_the_board_is_small() -> None:
    assert (DOCS / "gallery" / "board-light.png").stat().st_size <= 60_000


def test_the_caption_shown_is_that_of_the_picture() -> None:
    board = samples.seen(exhibits.middle())
    words = Wording(Speaker(Texts(), "tr", rulesets()["kelimelik"].title, "tr"))
    caption = re.sub(r"<[^>]+>|[\u2068\u2069]", "", f"{words.last(board)}\n\n{words.standing(board)}")
    shown = re.search(r"^Harfiyen: (.*?)\n +\[🔤", text(README), re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert [line.strip() for line in shown[1].splitlines()] == caption.splitlines()
