"""The chat's move notation: from ``H8 yatay KA[L]EM`` to tiles on cells.

:func:`parse` reads the text alone; :func:`resolve` fits what was read to a board and a rack, :func:`typed` to those of
the player on turn. None judges words.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import combinations
from typing import Final

from msgspec import Struct

from engine.alphabet import Alphabet, visible
from engine.crossword.actions import Place, Placement
from engine.crossword.geometry import Direction, Geometry
from engine.crossword.premiums import premium_board
from engine.crossword.rules import preview
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.tiles import letter as shown
from engine.crossword.turns import free_to_move
from engine.errors import Malformed, Refusal
from engine.vocabulary import ENGINES_OWN, Vocabulary

_DIRECTIONS: Final = {
    **{direction.value: direction for direction in Direction},
    **dict.fromkeys("→➡", Direction.ACROSS),
    **dict.fromkeys("↓⬇", Direction.DOWN),
}
_ARROWS: Final = re.compile("[→➡↓⬇]")
"""These need no spaces around them."""
_LOOK_ALIKES: Final = str.maketrans("АВСЕНІКМОРТХıİi", "ABCEHIKMOPTXIII")
_LETTER_FIRST: Final = re.compile(r"([A-Z])(\d{1,3})")
_NUMBER_FIRST: Final = re.compile(r"(\d{1,3})([A-Z])")
_LEAST_CAPITALS: Final = 2
_MOST_TEXT: Final = 60
"""How much of a garbled text an error repeats."""
_MOST_PARTS: Final = 3
"""A move has a cell, a direction and a word."""


class Sign(Struct, frozen=True):
    """One place of a typed word: a letter, or ``None`` for ``.``.

    ``blank`` asks for a blank there; ``on_board`` says that the letter lies on the board already.
    """

    letter: str | None
    blank: bool = False
    on_board: bool = False


class Move(Struct, frozen=True):
    """A typed move: the first cell's name, the direction, and the whole main word."""

    cell: str
    direction: Direction
    signs: tuple[Sign, ...]


def parse(text: str, letters: Alphabet, words: Vocabulary = ENGINES_OWN) -> Move:
    """Read a move; ``words`` has what people type for ``directions``.

    Raises:
        Malformed: ``empty_move``, ``garbled_move``, ``no_word``, ``brackets``, ``not_letters``, ``foreign_letters``,
            ``too_short``.
    """
    tokens = tokens_of(text)
    if not tokens:
        raise Malformed("empty_move")
    cell, direction = cell_of(tokens[0])
    said, rest = direction_apart(tokens[1:], letters, words, ordered=direction is Direction.ACROSS)
    if not rest:
        raise Malformed("no_word", cell=cell)
    if len(rest) > 1:
        raise Malformed("garbled_move", text=shortened(" ".join(tokens)))
    return Move(cell, said or direction, signs_of(rest[0], letters))


def direction_apart(
    tokens: list[str],
    letters: Alphabet,
    words: Vocabulary,
    only: Direction | None = None,
    *,
    ordered: bool = False,
) -> tuple[Direction | None, list[str]]:
    """The direction that is said first or last beside a cell, if any, and what else is there.

    A direction's name may be a word, too. What stands alone is the word, if it can be one and is meant as one: behind
    a place whose order says the direction (``8H down``), in capitals (``H8 DOWN``), or where only its marks or the
    vocabulary make a direction of it (``H8 saga``, ``H8 right``); ``H8 down`` lacks its word. Of two names the word is

    1. the one beside what can be none (``DOWN →``, ``DOWN h``, ``DOWN вниз``),
    2. the one that only its marks make a direction of (``SAGA`` beside ``across``, as it is no ``sağa``),
    3. the one in capitals (``DOWN across``),
    4. the vocabulary's ``further`` one (``right`` beside ``down``),
    5. the second, as in ``H8 across WORD``.

    Args:
        tokens: what was typed but for the place.
        letters: the game's alphabet.
        words: what people type for ``directions``.
        only: the direction of the line that was said, which no other can be beside.
        ordered: whether the place was written row first, which says the direction.
    """
    found = [
        (at, said)
        for at in sorted({0, len(tokens) - 1})
        if tokens and (said := direction_of(tokens[at], words)) is not None and only in {None, said}
    ]
    if len(tokens) == 1:
        found = [] if _is_word_alone(tokens[0], letters, words, ordered=ordered) else found
    if not found:
        return None, tokens
    at, said = max(found, key=lambda each: _says_direction(tokens[each[0]], letters, words))
    return said, [*tokens[:at], *tokens[at + 1 :]]


def _is_word_alone(token: str, letters: Alphabet, words: Vocabulary, *, ordered: bool) -> bool:
    """Whether a direction's name is meant as a word where no other stands beside it."""
    doubtful = words.is_further("directions", token) or not words.exactly("directions", token)
    return _can_be_word(token, letters) and (ordered or doubtful or token.isupper())


def _says_direction(token: str, letters: Alphabet, words: Vocabulary) -> tuple[bool, ...]:
    """How surely a direction's name is meant as one, the most telling first."""
    usual = not words.is_further("directions", token)
    return not _can_be_word(token, letters), words.exactly("directions", token), not token.isupper(), usual


def _can_be_word(token: str, letters: Alphabet) -> bool:
    """Whether it has two letters or more, all of the game's alphabet."""
    try:
        signs_of(token, letters)
    except Malformed:
        return False
    return True


def tokens_of(text: str) -> list[str]:
    """The parts of a typed move; a cell that was written apart, as in ``H 8``, is one."""
    tokens = _ARROWS.sub(r" \g<0> ", visible(text)).split()
    if len(tokens) > 2 and is_cell("".join(tokens[:2])) and not is_cell(tokens[0]):  # noqa: PLR2004 - and a word
        return ["".join(tokens[:2]), *tokens[2:]]
    return tokens


def is_cell(token: str) -> bool:
    """Whether a part of a typed move names a cell, letter or number first, on a board of whatever size."""
    text = cell_text(token)
    return bool(_LETTER_FIRST.fullmatch(text) or _NUMBER_FIRST.fullmatch(text))


def looks_like_move(text: str, words: Vocabulary = ENGINES_OWN) -> bool:
    """Whether a text without a command may be a move, so that a reply to the board is taken for one.

    It begins with a cell, and has no more parts than a move, or names a direction.
    """
    tokens = tokens_of(text)
    if len(tokens) < 2:  # noqa: PLR2004 - a cell and something to put there
        return False
    if not is_cell(tokens[0]):
        return False
    return len(tokens) <= _MOST_PARTS or direction_of(tokens[1], words) is not None


def shortened(text: str) -> str:
    """A garbled text as far as an error repeats it."""
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"


def cell_text(token: str) -> str:
    """A part of a typed move as names of cells are compared: in capitals, Cyrillic letters as the Latin ones alike."""
    return unicodedata.normalize("NFC", token.upper()).translate(_LOOK_ALIKES)


def cell_of(token: str) -> tuple[str, Direction]:
    """The cell, and the direction that the order of its parts says (RULES §1.1).

    Raises:
        Malformed: ``garbled_move``.
    """
    text = cell_text(token)
    if found := _LETTER_FIRST.fullmatch(text):
        return f"{found[1]}{int(found[2])}", Direction.DOWN
    if found := _NUMBER_FIRST.fullmatch(text):
        return f"{found[2]}{int(found[1])}", Direction.ACROSS
    raise Malformed("garbled_move", text=shortened(token))


def direction_of(token: str, words: Vocabulary) -> Direction | None:
    """The direction that a part of a typed move says, if any."""
    return _DIRECTIONS.get(words.meant("directions", token))


def signs_of(word: str, letters: Alphabet) -> tuple[Sign, ...]:
    """The places of a typed word; case means blanks only where brackets do not and two capitals are there.

    Raises:
        Malformed: ``brackets``, ``not_letters``, ``foreign_letters``, ``too_short``.
    """
    word = letters.typed(word)
    cased = not set("[]") & set(word) and sum(mark.isupper() for mark in word) >= _LEAST_CAPITALS
    signs = list(_places(word, letters, cased=cased))
    wrong = [sign.letter for sign in signs if sign.letter is not None and sign.letter not in letters.letters]
    if wrong:
        raise letters.strange(wrong)
    if len(signs) < 2:  # noqa: PLR2004 - RULES §1.2: a word has at least two letters
        raise Malformed("too_short", word=shortened(word))
    return tuple(signs)


def _marks(word: str) -> Iterator[str]:
    """The characters of a word, each with the accents that could not be composed with it."""
    whole = ""
    for mark in word:
        if unicodedata.combining(mark) and whole:
            whole += mark
            continue
        if whole:
            yield whole
        whole = mark
    if whole:
        yield whole


def _places(word: str, letters: Alphabet, *, cased: bool) -> Iterator[Sign]:
    inside = ""
    for mark in _marks(word):
        if mark in "([" and not inside:
            inside = mark
        elif (mark, inside) in {(")", "("), ("]", "[")}:
            inside = ""
        elif mark in "()[]":
            raise Malformed("brackets", word=shortened(word))
        elif mark == "." and inside != "[":
            yield Sign(None, on_board=True)
        else:
            yield from (
                Sign(
                    one,
                    blank=inside == "[" or (cased and not inside and mark.islower()),
                    on_board=inside == "(",
                )
                for one in letters.normalise(mark)
            )
    if inside:
        raise Malformed("brackets", word=shortened(word))


def typed(state: GameState, user: int, move: Move, now: datetime) -> Place:
    """A move typed by a user as the action to apply, who may move at all before the rack is looked at.

    Raises:
        Refusal: what :func:`engine.crossword.turns.free_to_move` or :func:`resolve` raises.
        Malformed: ``unknown_cell``.
    """
    return resolve(state, free_to_move(state, user, now), move)


def resolve(state: GameState, seat: int, move: Move) -> Place:
    """Fit a typed move to the board and to the seat's rack.

    Letters that the rack lacks are filled from blanks; of several ways the best-scoring is taken.

    Raises:
        Refusal: ``off_board``, ``clash``, ``nothing_there``, ``longer_word``, ``no_new_tiles``, ``not_on_rack``,
            ``blanks_not_held``, or what :func:`engine.crossword.rules.preview` raises.
        Malformed: ``unknown_cell``.
    """
    new = new_places(state, move)
    choices = list(_blank_choices(state.players[seat].rack, new))
    by = state.players[seat].user
    plays = [Place(by, tiles) for tiles in choices]
    if len(plays) == 1:
        return plays[0]
    return max(plays, key=lambda play: preview(state, seat, play)[1].total)


def new_places(state: GameState, move: Move) -> list[tuple[str, Sign]]:
    """The empty cells that the word covers, with what belongs there; the rack is not asked.

    Raises:
        Refusal: ``off_board``, ``clash``, ``nothing_there``, ``longer_word``, ``no_new_tiles``.
        Malformed: ``unknown_cell``.
    """
    grid = premium_board(state.ruleset.board).grid
    start = grid.indices.get(move.cell)
    if start is None:
        raise Malformed("unknown_cell", cell=move.cell, last=grid.names[-1])
    line, first = grid.line(start, move.direction)
    if first + len(move.signs) > len(line):
        raise Refusal("off_board", cell=move.cell, room=len(line) - first, length=len(move.signs))
    run = line[first : first + len(move.signs)]
    new = []
    for index, sign in zip(run, move.signs, strict=True):
        there = state.cells[index]
        if there:
            if sign.letter is not None and sign.letter != shown(there):
                raise Refusal("clash", cell=grid.names[index], there=shown(there), typed=sign.letter)
        elif sign.on_board or sign.letter is None:
            raise Refusal("nothing_there", cell=grid.names[index])
        else:
            new.append((grid.names[index], sign))
    if not new:
        raise Refusal("no_new_tiles")
    _check_whole(state, grid, move, run, line)
    return new


def _check_whole(state: GameState, grid: Geometry, move: Move, run: tuple[int, ...], line: tuple[int, ...]) -> None:
    """The typed word must be the whole main word: tiles right before or after it belong to it."""
    first, last = line.index(run[0]), line.index(run[-1])
    before = first
    while before > 0 and state.cells[line[before - 1]]:
        before -= 1
    after = last
    while after + 1 < len(line) and state.cells[line[after + 1]]:
        after += 1
    if (before, after) != (first, last):
        head = "".join(shown(state.cells[index]) for index in line[before:first])
        tail = "".join(shown(state.cells[index]) for index in line[last + 1 : after + 1])
        typed = "".join(sign.letter or shown(state.cells[index]) for index, sign in zip(run, move.signs, strict=True))
        raise Refusal("longer_word", word=head + typed + tail, cell=grid.names[line[before]])


def _blank_choices(rack: tuple[str, ...], new: list[tuple[str, Sign]]) -> Iterator[tuple[Placement, ...]]:
    """Every way to make the new tiles from the rack; blanks asked for are blanks, others fill what is missing."""
    blanks = rack.count(BLANK) - sum(sign.blank for _, sign in new)
    if blanks < 0:
        raise Refusal("blanks_not_held")
    held = Counter(rack)
    wanted: dict[str, list[int]] = {}
    for place, (_, sign) in enumerate(new):
        if not sign.blank and sign.letter is not None:
            wanted.setdefault(sign.letter, []).append(place)
    missing = {letter: len(places) - held[letter] for letter, places in wanted.items() if len(places) > held[letter]}
    if sum(missing.values()) > blanks:
        raise Refusal("not_on_rack")
    ways: list[frozenset[int]] = [frozenset()]
    for letter, count in missing.items():
        ways = [way | set(more) for way in ways for more in combinations(wanted[letter], count)]
    for way in ways:
        yield tuple(
            Placement(cell, f"{BLANK}{sign.letter}" if sign.blank or place in way else f"{sign.letter}")
            for place, (cell, sign) in enumerate(new)
        )
