"""My board: a word put together by tapping tiles, and letters that lie on the board, then the places where it fits."""

import re
import string
from typing import Final, NamedTuple

from bot.families.crossword.myboard_scene import Scene
from bot.families.crossword.ways import ARROWS, brief
from bot.families.ownboard import Key, Page, wrapped
from bot.wording.captions import lines
from engine.alphabet import alphabet
from engine.crossword.draft import Draft, RackTile, written
from engine.crossword.notation import Sign
from engine.crossword.places import Fit, places
from engine.crossword.reading import Typed
from engine.crossword.ruleset import BLANK
from engine.crossword.tiles import letter as shown
from engine.errors import Refusal

_LETTERS: Final = string.ascii_letters[6:]
"""Digits for letters of an alphabet, none of which is a digit for a place of the rack."""
_PART: Final = re.compile(r"([0-9a-f])([g-zA-Z]?)|_([g-zA-Z])")
_TEXT: Final = re.compile(rf"(?:{_PART.pattern})*")
_LISTED: Final = re.compile(r"(\d\d)([0-9a-zA-Z_]*)")
_MOST_TEXT: Final = 23
"""Characters of a word, so that with a row before them it fits into a button."""
_MOST_PLACES: Final = 12
"""Places that are offered at once; of more, first the rows."""
_LEAST: Final = 2
_WIDE: Final = 2


class _Letter(NamedTuple):
    """A letter of the word: the place of its tile on the rack, ``None`` where it lies on the board."""

    letter: str
    place: int | None
    blank: bool = False


def _read(scene: Scene, text: str) -> tuple[_Letter, ...]:
    """The word that buttons carry.

    Raises:
        Refusal: ``stale_button`` of what the player's rack does not make, or no button carries.
    """
    if not scene.state.ruleset.places or len(text) > _MOST_TEXT or _TEXT.fullmatch(text) is None:
        raise Refusal("stale_button")
    known = dict(zip(_LETTERS, alphabet(scene.state.ruleset.language).letters, strict=False))
    word = []
    for digit, stands, lying in _PART.findall(text):
        place = int(digit, 16) if digit else None
        if place is None:
            letter = known.get(lying, "")
        elif place not in scene.places:
            raise Refusal("stale_button")
        else:
            letter = known.get(stands, "") if stands else scene.rack[place]
            if (scene.rack[place] == BLANK) is not bool(stands):
                raise Refusal("stale_button")
        if letter not in scene.letters:
            raise Refusal("stale_button")
        word.append(_Letter(letter, place, bool(stands)))
    used = [one.place for one in word if one.place is not None]
    if len(set(used)) < len(used):
        raise Refusal("stale_button")
    return tuple(word)


def _sign(scene: Scene, letter: str) -> str:
    return _LETTERS[alphabet(scene.state.ruleset.language).letters.index(letter)]


def _spelled(word: tuple[_Letter, ...]) -> str:
    """With blanks in square brackets and letters of the board in round ones."""
    return "".join(
        f"({one.letter})" if one.place is None else f"[{one.letter}]" if one.blank else one.letter for one in word
    )


def spelling(scene: Scene, text: str, note: str = "") -> Page:
    """The word so far, and what may come next; ``note`` is a line of HTML below it."""
    word, speaker = _read(scene, text), scene.own.speaker
    used = [one.place for one in word if one.place is not None]
    tiles: list[Key] = []
    lying: list[Key] = []
    if len(word) < max(scene.view.columns, scene.view.rows):
        for place in scene.laid_from([each for each in scene.places if each not in used]):
            step = f"v{place:x}{text}" if scene.rack[place] == BLANK else f"w{text}{place:x}"
            tiles.append(Key(scene.tile(place), step))
        lying = [Key(f"({letter})", f"w{text}_{_sign(scene, letter)}") for letter in _on_board(scene)]
    fitting = [key for key in tiles if len(key.step) + key.step.startswith("v") <= _MOST_TEXT + 1]
    lying = [key for key in lying if len(key.step) <= _MOST_TEXT + 1]
    places_key = [[scene.key("mine-places", f"l00{text}")]] if len(word) >= _LEAST and used else []
    end = [scene.back(f"w{_shorter(text)}" if word else "")]
    if word:
        end.append(scene.to_board)
    told = speaker.html("mine-spelled", word=_spelled(word)) if word else speaker.html("mine-spell")
    return scene.page(lines(told, note), [*wrapped(fitting), *wrapped(lying), *places_key, end], used=used)


def _on_board(scene: Scene) -> list[str]:
    """The letters that lie on the board, each once, in the order of the alphabet."""
    lying = {shown(cell) for cell in scene.view.cells if cell}
    return [letter for letter in scene.letters if letter in lying]


def _shorter(text: str) -> str:
    *parts, _ = [found[0] for found in _PART.finditer(text)]
    return "".join(parts)


def blank(scene: Scene, text: str) -> Page:
    """Which letter a blank stands for, behind the word so far."""
    digit, so_far = text[:1], text[1:]
    word = _read(scene, so_far)
    place = int(digit, 16) if digit and digit in string.hexdigits.lower() else -1
    if place not in scene.places or scene.rack[place] != BLANK:
        raise Refusal("stale_button")
    keys = [Key(letter, f"w{so_far}{digit}{_sign(scene, letter)}") for letter in scene.letters]
    used = [one.place for one in word if one.place is not None]
    told = scene.own.speaker.html("mine-which-letter")
    return scene.page(told, [*wrapped(keys), [scene.back(f"w{so_far}")]], used=used)


def listed(scene: Scene, text: str) -> Page:
    """The places where the word fits, in board order with the score of each; of many the rows first."""
    found = _LISTED.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    row, written_word = int(found[1]), found[2]
    word = _read(scene, written_word)
    signs = tuple(Sign(one.letter, blank=one.blank, on_board=one.place is None) for one in word)
    if len(word) < _LEAST:
        raise Refusal("stale_button")
    try:
        fits = places(scene.state, scene.seat, Typed(signs))
    except Refusal:
        return spelling(scene, written_word, scene.own.speaker.html("mine-no-place"))
    back = scene.back(f"w{written_word}")
    if not row and len(fits) > _MOST_PLACES:
        starts = [int(fit.move.cell[1:]) for fit in fits]
        rows = [Key(f"{each} ({starts.count(each)})", f"l{each:02}{written_word}") for each in sorted(set(starts))]
        told = scene.own.speaker.html("mine-many-places", word=_spelled(word), count=len(fits))
        return scene.page(told, [*wrapped(rows, _WIDE * 2), [back]])
    told = scene.own.speaker.html("mine-which-place", word=_spelled(word))
    here = [fit for fit in fits if not row or int(fit.move.cell[1:]) == row]
    keys = [_place(scene, fit, word) for fit in here]
    if row:
        back = scene.back(f"l00{written_word}")
    return scene.page(told, [*wrapped(keys, _WIDE), [back]])


def _place(scene: Scene, fit: Fit, word: tuple[_Letter, ...]) -> Key:
    """A place as a button: the move laid there, ready to be confirmed."""
    way, cell = fit.move.direction, fit.move.cell
    label = f"{cell} {ARROWS[way]} {brief(way, scene.own.speaker)} {fit.score.total}"
    free = [one for one in word if one.place is not None]
    tiles = []
    for put in fit.place.tiles:
        letter, stands = put.tile[-1], put.tile.startswith(BLANK)
        one = next(one for one in free if one.letter == letter and one.blank is stands)
        free.remove(one)
        tiles.append(RackTile(one.place or 0, letter if stands else ""))
    draft = Draft(fit.place.tiles[0].cell, way, tuple(tiles))
    return Key(label, f"d{written(scene.state, draft)}")
