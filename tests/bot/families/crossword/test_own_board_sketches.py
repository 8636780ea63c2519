"""What the picture of a viewer's own board is drawn from, and what makes it another one."""

import pytest

from bot.families.crossword.board_sketches import OwnBoardSketch, own_board_sketch, to_play_preview
from bot.pictures.sketches import Look
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.geometry import Direction
from engine.crossword.rules import lay_and_score
from engine.crossword.view import GameView
from render.pointer import Pointer
from render.rack import Hand
from tests.support.games import game, place_play

TEXTS = Texts()
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bonus="I11")


def own_sketch(**shown: object) -> OwnBoardSketch:
    """The first player's own board."""
    view = door.view(LAID, LAID.players[0].user)
    assert isinstance(view, GameView)
    speaker = Speaker(TEXTS, "tr", LAID.ruleset.title, LAID.ruleset.lexicon)
    return own_board_sketch(view, speaker, Look("tr"), **shown)  # type: ignore[arg-type]  # whatever a test shows


@pytest.mark.parametrize(
    "shown",
    [
        {"hand": Hand(order=(1, 0, 2, 3, 4, 5))},
        {"hand": Hand(used=(0,))},
        {"hand": Hand(ticked=(0,))},
        {"tiles": {"A1": "L"}},
        {"pointer": Pointer(row=3)},
        {"pointer": Pointer(cell="A3")},
        {"pointer": Pointer(cell="A3", directions=(Direction.DOWN,))},
        {"pointer": Pointer(cell="A3", directions=(Direction.ACROSS,))},
    ],
    ids=str,
)
def test_whatever_a_viewers_own_board_shows_makes_it_another_picture(shown: dict[str, object]) -> None:
    assert own_sketch(**shown).digest != own_sketch().digest
    assert own_sketch(**shown).digest == own_sketch(**shown).digest


def test_a_viewers_own_board_is_never_kept_for_others() -> None:
    assert not own_sketch().reusable


def test_a_play_tried_out_takes_the_place_of_the_last_turn_on_a_viewers_own_board() -> None:
    place = place_play(LAID, "8F KALEMLER")
    shown = own_sketch(preview=to_play_preview(0, place, lay_and_score(LAID, 0, place)[1]))
    assert (shown.words.trial, shown.ghosts) == ("Önizleme", {tile.cell: tile.tile for tile in place.tiles})
    assert shown.view.last is not None
    assert shown.view.last.words[0].word == "KALEMLER"
    assert own_sketch(tiles={"A1": "L"}).words.trial == "", "what makes no play yet has no score"
