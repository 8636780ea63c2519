"""Own board: a word spelled by tapping tiles and letters on the board, and then the places where it fits."""

import re
import string
from typing import Final, NamedTuple

from bot.families.crossword.move_text import ARROWS, short_direction_name
from bot.families.crossword.own_board.move_steps import lay_step
from bot.families.crossword.own_board.scene import BoardScene
from bot.families.crossword.own_board.step_kinds import StepKind
from bot.families.own_board import OwnBoardPage, StepButton, wrap_buttons
from bot.families.own_board_steps import LetterCodes, without_last_part
from bot.wording.formatting import join_lines
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.draft import Draft, RackTile
from engine.crossword.notation import PartialMove, Sign
from engine.crossword.tiles import letter_on
from engine.crossword.word_placements import WordPlacement, all_placements
from engine.errors import Refusal

_LETTER_SIGNS: Final = string.ascii_letters[6:]
"""The signs of letters of an alphabet, which differ from the digits for rack places."""
_LETTER_CODE: Final = re.compile(r"([0-9a-f])([g-zA-Z]?)|_([g-zA-Z])")
_WORD_CODE: Final = re.compile(rf"(?:{_LETTER_CODE.pattern})*")
_PLACEMENTS_STEP: Final = re.compile(r"(\d\d)([0-9a-zA-Z_]*)")
_MOST_WORD_CODE: Final = 23
"""The longest code of a word that fits into a button with a row before it."""
_MOST_LISTED_PLACEMENTS: Final = 12
"""So many places are listed at once; with more, first the rows."""
_LEAST_LETTERS: Final = 2
_PLACEMENT_COLUMNS: Final = 2


class _WordLetter(NamedTuple):
    """A letter of the word: the place of its tile on the rack, ``None`` where it lies on the board."""

    letter: str
    place: int | None
    blank: bool = False


def _decode_letters(scene: BoardScene, text: str) -> tuple[_WordLetter, ...]:
    """The word that a button carries.

    Raises:
        Refusal: ``stale_button`` if the player's rack does not have its tiles, or no button carries such data.
    """
    if not scene.state.ruleset.places or len(text) > _MOST_WORD_CODE or _WORD_CODE.fullmatch(text) is None:
        raise Refusal("stale_button")
    letters = _letter_codes(scene)
    word = []
    for digit, stands, lying in _LETTER_CODE.findall(text):
        place = int(digit, 16) if digit else None
        if place is None:
            letter = letters.decode(lying)
        elif place not in scene.rack_places or (scene.rack[place] == BLANK) is not bool(stands):
            raise Refusal("stale_button")
        else:
            letter = letters.decode(stands) if stands else scene.rack[place]
        if letter not in scene.blank_letters:
            raise Refusal("stale_button")
        word.append(_WordLetter(letter, place, bool(stands)))
    used = [one.place for one in word if one.place is not None]
    if len(set(used)) < len(used):
        raise Refusal("stale_button")
    return tuple(word)


def _letter_codes(scene: BoardScene) -> LetterCodes:
    return LetterCodes(_LETTER_SIGNS, load_alphabet(scene.state.ruleset.language).letters)


def _spell_letters(word: tuple[_WordLetter, ...]) -> str:
    """With blanks in square brackets and letters of the board in round ones."""
    return "".join(
        f"({one.letter})" if one.place is None else f"[{one.letter}]" if one.blank else one.letter for one in word
    )


def spell_word_page(scene: BoardScene, text: str, note: str = "") -> OwnBoardPage:
    """The word so far, and what may come next; ``note`` is a line of HTML below it."""
    word, speaker = _decode_letters(scene, text), scene.own.speaker
    used = [one.place for one in word if one.place is not None]
    tiles: list[StepButton] = []
    lying: list[StepButton] = []
    if len(word) < max(scene.view.columns, scene.view.rows):
        for place in scene.in_rack_order([each for each in scene.rack_places if each not in used]):
            step = (
                f"{StepKind.WORD_BLANK}{place:x}{text}"
                if scene.rack[place] == BLANK
                else f"{StepKind.WORD}{text}{place:x}"
            )
            tiles.append(StepButton(scene.tile_label(place), step))
        lying = [
            StepButton(f"({letter})", f"{StepKind.WORD}{text}_{_letter_codes(scene).encode(letter)}")
            for letter in _letters_on_board(scene)
        ]
    fitting = [key for key in tiles if len(key.step) + key.step.startswith(StepKind.WORD_BLANK) <= _MOST_WORD_CODE + 1]
    lying = [key for key in lying if len(key.step) <= _MOST_WORD_CODE + 1]
    places_key = (
        [[scene.message_button("own-board-places", f"{StepKind.PLACEMENTS}00{text}")]]
        if len(word) >= _LEAST_LETTERS and used
        else []
    )
    end = [scene.back_button(f"{StepKind.WORD}{without_last_part(text, _LETTER_CODE)}" if word else "")]
    if word:
        end.append(scene.home_button)
        caption = speaker.html("own-board-spelled", word=_spell_letters(word))
    else:
        caption = speaker.html("own-board-spell" if lying else "own-board-spell-cards")
    return scene.to_page(
        join_lines(caption, note), [*wrap_buttons(fitting), *wrap_buttons(lying), *places_key, end], used=used
    )


def _letters_on_board(scene: BoardScene) -> list[str]:
    """The letters that lie on the board, each once, in the order of the alphabet."""
    lying = {letter_on(cell) for cell in scene.view.cells if cell}
    return [letter for letter in scene.blank_letters if letter in lying]


def choose_blank_in_word_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """Which letter a blank stands for, behind the word so far."""
    digit, so_far = text[:1], text[1:]
    word = _decode_letters(scene, so_far)
    place = int(digit, 16) if digit and digit in string.hexdigits.lower() else -1
    if place not in scene.rack_places or scene.rack[place] != BLANK:
        raise Refusal("stale_button")
    keys = [
        StepButton(letter, f"{StepKind.WORD}{so_far}{digit}{_letter_codes(scene).encode(letter)}")
        for letter in scene.blank_letters
    ]
    used = [one.place for one in word if one.place is not None]
    question = scene.own.speaker.html("own-board-which-letter")
    return scene.to_page(question, [*wrap_buttons(keys), [scene.back_button(f"{StepKind.WORD}{so_far}")]], used=used)


def list_placements_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """The places where the word fits, in board order with the score of each; of many the rows first."""
    found = _PLACEMENTS_STEP.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    row, written_word = int(found[1]), found[2]
    word = _decode_letters(scene, written_word)
    signs = tuple(Sign(one.letter, blank=one.blank, on_board=one.place is None) for one in word)
    if len(word) < _LEAST_LETTERS:
        raise Refusal("stale_button")
    try:
        fits = all_placements(scene.state, scene.seat, PartialMove(signs))
    except Refusal:
        return spell_word_page(scene, written_word, scene.own.speaker.html("own-board-no-place"))
    back = scene.back_button(f"{StepKind.WORD}{written_word}")
    if not row and len(fits) > _MOST_LISTED_PLACEMENTS:
        starts = [int(fit.move.cell[1:]) for fit in fits]
        rows = [
            StepButton(f"{each} ({starts.count(each)})", f"{StepKind.PLACEMENTS}{each:02}{written_word}")
            for each in sorted(set(starts))
        ]
        question = scene.own.speaker.html("own-board-many-places", word=_spell_letters(word), count=len(fits))
        return scene.to_page(question, [*wrap_buttons(rows, _PLACEMENT_COLUMNS * 2), [back]])
    question = scene.own.speaker.html("own-board-which-place", word=_spell_letters(word))
    here = [fit for fit in fits if not row or int(fit.move.cell[1:]) == row]
    keys = [_placement_button(scene, fit, word) for fit in here]
    if row:
        back = scene.back_button(f"{StepKind.PLACEMENTS}00{written_word}")
    return scene.to_page(question, [*wrap_buttons(keys, _PLACEMENT_COLUMNS), [back]])


def _placement_button(scene: BoardScene, fit: WordPlacement, word: tuple[_WordLetter, ...]) -> StepButton:
    """A place as a button: the move laid there, ready to be confirmed."""
    way, cell = fit.move.direction, fit.move.cell
    label = f"{cell} {ARROWS[way]} {short_direction_name(way, scene.own.speaker)} {fit.score.total}"
    free = [one for one in word if one.place is not None]
    tiles = []
    for put in fit.place.tiles:
        letter, stands = put.tile[-1], put.tile.startswith(BLANK)
        one = next(one for one in free if one.letter == letter and one.blank is stands)
        free.remove(one)
        tiles.append(RackTile(one.place or 0, letter if stands else ""))
    draft = Draft(fit.place.tiles[0].cell, way, tuple(tiles))
    return StepButton(label, lay_step(scene, draft))
