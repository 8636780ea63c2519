"""What a newcomer is told of the whole board in their first game, as the board is."""

from datetime import UTC, datetime

import pytest

from bot.families.crossword.tutorial import CrosswordTutorial
from bot.families.own_board import HOME_STEP, OwnBoardContext
from bot.pictures import PictureStyle
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.texts import Texts
from bot.wording.speaker import Speaker
from tests.support.games import game, with_fields

NOBODY_LAID, SOMEBODY_LAID = (), ("8F HORN",)


@pytest.mark.parametrize(
    ("laid", "number", "message"),
    [
        (NOBODY_LAID, 0, "tutorial-tiles"),
        (SOMEBODY_LAID, 1, "tutorial-tiles-join"),
        (NOBODY_LAID, 2, "tutorial-tiles"),
        (SOMEBODY_LAID, 2, "tutorial-cross"),
        (NOBODY_LAID, 4, "tutorial-other-turns"),
        (SOMEBODY_LAID, 5, "tutorial-other-turns"),
        (SOMEBODY_LAID, 6, "tutorial-done"),
        (SOMEBODY_LAID, 8, ""),
    ],
)
def test_a_newcomer_is_told_to_touch_tiles_where_some_lie_and_only_there(
    laid: tuple[str, ...], number: int, message: str
) -> None:
    dealt = with_fields(game("scrabble-en", laid=laid, racks=["FARMSIT", "AAEEKKL"]), number=number)
    speaker = Speaker(Texts(), "en")
    loaded = LoadedTable(Scope(dealt.players[0].user), dealt, 0, {}, is_duplicate=False)
    own = OwnBoardContext(loaded, dealt, 0, speaker, PictureStyle("en"), None, datetime(2026, 1, 1, tzinfo=UTC))
    said = CrosswordTutorial().describe_step(own, HOME_STEP)
    assert said == (speaker.html(message) if message else "")
