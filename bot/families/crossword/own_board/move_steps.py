"""Own board: a move laid by buttons, by row, column, direction, and then tile by tile."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.families.crossword.board_sketches import to_play_preview
from bot.families.crossword.move_text import ARROWS, direction_name
from bot.families.crossword.own_board.scene import BoardScene
from bot.families.crossword.own_board.step_kinds import StepKind
from bot.families.own_board import OwnBoardPage, StepButton, wrap_buttons
from bot.telegram.keyboards import STYLE_SUCCESS
from bot.wording.formatting import join_lines
from engine.alphabet import BLANK
from engine.crossword.draft import (
    Draft,
    DraftResult,
    decode_draft,
    encode_draft,
    evaluate_draft,
    starting_cells_in,
    starting_directions,
    starting_rows,
)
from engine.crossword.scoring import Score
from engine.errors import Refusal
from render.pointer import NO_POINTER, Pointer

_HEX_DIGITS: Final = frozenset("0123456789abcdef")
_MISSING_MESSAGES: Final = {
    "not_touching": "own-board-not-touching",
    "off_centre": "own-board-off-centre",
    "one_letter": "own-board-one-letter",
}
"""Messages for what the move still lacks, by the code of its refusal."""
FindPhonies = Callable[[Score], Awaitable[tuple[str, ...] | None]]
"""The phonies of a play; ``None`` if a preview does not tell."""


def lay_step(scene: BoardScene, draft: Draft) -> str:
    """The step of a move laid so far."""
    return f"{StepKind.LAY}{encode_draft(scene.state, draft)}"


def choose_row_page(scene: BoardScene) -> OwnBoardPage:
    """Which row the first new tile goes to."""
    keys = [StepButton(str(number), f"{StepKind.ROW}{number}") for number in starting_rows(scene.state, scene.seat)]
    if not keys:
        raise Refusal("stale_button")
    return scene.to_page(scene.own.speaker.html("own-board-which-row"), [*wrap_buttons(keys), [scene.back_button()]])


def choose_column_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """Which column, once the row is chosen."""
    number = int(text) if text.isdecimal() else 0
    cells = starting_cells_in(scene.state, scene.seat, number)
    if not cells:
        raise Refusal("stale_button")
    keys = [StepButton(cell[:1], _step_from_cell(scene, cell)) for cell in cells]
    question = scene.own.speaker.html("own-board-which-column", row=number)
    return scene.to_page(
        question, [*wrap_buttons(keys), [scene.back_button(StepKind.ROW)]], pointer=Pointer(row=number)
    )


def _step_from_cell(scene: BoardScene, cell: str) -> str:
    """The step behind a cell: the first tile, or the direction where two are possible."""
    found = starting_directions(scene.state, scene.seat, cell)
    return f"{StepKind.DIRECTION}{cell}" if len(found) > 1 else lay_step(scene, Draft(cell, found[0]))


def choose_direction_page(scene: BoardScene, cell: str) -> OwnBoardPage:
    """Which way the word goes on from the cell."""
    found = starting_directions(scene.state, scene.seat, cell)
    if not found:
        raise Refusal("stale_button")
    speaker = scene.own.speaker
    keys = [
        StepButton(f"{ARROWS[way]} {direction_name(way, speaker)}", lay_step(scene, Draft(cell, way))) for way in found
    ]
    text = speaker.html("own-board-which-way", cell=cell)
    return scene.to_page(
        text, [keys, [scene.back_button(f"{StepKind.ROW}{cell[1:]}")]], pointer=Pointer(cell=cell, directions=found)
    )


async def lay_tiles_page(scene: BoardScene, text: str, find_phonies: FindPhonies) -> OwnBoardPage:
    """The tiles laid so far, with what they would score; the next one, back, and the move itself once it is legal."""
    state, speaker = scene.state, scene.own.speaker
    draft = decode_draft(state, scene.seat, text)
    done = evaluate_draft(state, scene.seat, draft)
    tiles = []
    if done.next is not None:
        for place in scene.in_rack_order(done.left):
            blank = scene.rack[place] == BLANK
            step = f"{StepKind.BLANK}{place:x}{text}" if blank else lay_step(scene, draft.with_tile(place))
            tiles.append(StepButton(scene.tile_label(place), step))
    end = [scene.back_button(_previous_step(scene, draft))]
    if draft.tiles:
        end.append(scene.home_button)
    confirm = []
    if done.score is not None and scene.on_turn:
        label = speaker.plain("own-board-lay", word=done.word, score=done.score.total)
        confirm.append([StepButton(label, f"{StepKind.LAY}{text}", plays=True, style=STYLE_SUCCESS)])
    return scene.to_page(
        await _draft_text(scene, draft, done, find_phonies),
        [*wrap_buttons(tiles), *confirm, end],
        used=[tile.place for tile in draft.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        preview=None if done.score is None else to_play_preview(scene.seat, done.place, done.score),
        pointer=_next_cell_pointer(draft, done),
    )


def _next_cell_pointer(draft: Draft, laid_draft: DraftResult) -> Pointer:
    """The cell of the next tile; none where the score stands there."""
    if laid_draft.next is None or laid_draft.score is not None:
        return NO_POINTER
    return Pointer(cell=laid_draft.next, directions=() if draft.tiles else (draft.direction,))


def _previous_step(scene: BoardScene, draft: Draft) -> str:
    if draft.tiles:
        return lay_step(scene, draft.without_last_tile())
    several = len(starting_directions(scene.state, scene.seat, draft.cell)) > 1
    return f"{StepKind.DIRECTION}{draft.cell}" if several else f"{StepKind.ROW}{draft.cell[1:]}"


async def _draft_text(scene: BoardScene, draft: Draft, laid_draft: DraftResult, find_phonies: FindPhonies) -> str:
    speaker = scene.own.speaker
    way = direction_name(draft.direction, speaker)
    if not draft.tiles:
        return speaker.html("own-board-first-tile", cell=draft.cell, way=way)
    if laid_draft.score is None:
        why = _MISSING_MESSAGES.get(laid_draft.refusal)
        caption = speaker.html("own-board-laid", cell=laid_draft.cell, way=way, word=laid_draft.word)
        return join_lines(caption, "" if why is None else speaker.html(why))
    caption = speaker.html(
        "own-board-scored", cell=laid_draft.cell, way=way, word=laid_draft.word, score=laid_draft.score.total
    )
    words = ", ".join(word.word for word in laid_draft.score.words[1:])
    beside = speaker.html("own-board-beside", words=words) if words else ""
    wrong = await find_phonies(laid_draft.score)
    verdict = ""
    if wrong is not None:
        verdict = (
            speaker.html("own-board-phonies", words=", ".join(wrong)) if wrong else speaker.html("own-board-all-count")
        )
    mover = scene.state.players[scene.state.turn].name
    later = "" if scene.on_turn else speaker.html("try-later", name=speaker.player_name(mover))
    return join_lines(caption, beside, verdict, later)


def choose_blank_letter_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """Which letter the blank of a place stands for, behind what a draft has laid."""
    state, place, draft = scene.state, int(text[:1], 16) if text[:1] in _HEX_DIGITS else -1, text[1:]
    so_far = decode_draft(state, scene.seat, draft)
    done = evaluate_draft(state, scene.seat, so_far)
    if place not in done.left or scene.rack[place] != BLANK or done.next is None:
        raise Refusal("stale_button")
    keys = [StepButton(letter, lay_step(scene, so_far.with_tile(place, letter))) for letter in scene.blank_letters]
    return scene.to_page(
        scene.own.speaker.html("own-board-which-letter"),
        [*wrap_buttons(keys), [scene.back_button(f"{StepKind.LAY}{draft}")]],
        used=[tile.place for tile in so_far.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        pointer=Pointer(cell=done.next),
    )
