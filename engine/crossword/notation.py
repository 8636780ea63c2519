"""The chat's move notation: reads ``H8 yatay KA[L]EM`` as a cell, a direction and the word's signs.

:func:`parse_move` reads the text alone and judges no word. :mod:`engine.crossword.move_resolution` fits what was read
to a board and a rack.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engine.alphabet import Alphabet, strip_invisible
from engine.crossword.geometry import Direction
from engine.errors import Malformed
from engine.vocabulary import NO_VOCABULARY, Vocabulary

_DIRECTIONS: Final = {
    **{direction.value: direction for direction in Direction},
    **dict.fromkeys("→➡", Direction.ACROSS),
    **dict.fromkeys("↓⬇", Direction.DOWN),
}


_ARROWS: Final = re.compile("[→➡↓⬇]")
"""These need no spaces around them."""


_TYPED_ARROW: Final = re.compile("[-=—–]>")
"""An arrow to the right, as keyboards have it."""


_MARKS: Final = str.maketrans(dict.fromkeys(',;:"“”„«»', " "))
"""Punctuation between the parts of a move, or around them; it means nothing."""


_AROUND_PARTS: Final = "-–—=‘’'`"
"""The same, where it is not within a part: the apostrophe is a letter there."""


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


def parse_move(text: str, letters: Alphabet, words: Vocabulary = NO_VOCABULARY) -> Move:
    """Read a move; ``words`` has what people type for ``directions``.

    Raises:
        Malformed: ``empty_move``, ``garbled_move``, ``no_word``, ``brackets``, ``not_letters``, ``foreign_letters``,
            ``too_short``.
    """
    tokens = split_tokens(text)
    if not tokens:
        raise Malformed("empty_move")
    cell, direction = parse_cell(tokens[0])
    named, rest = split_direction(tokens[1:], letters, words, ordered=direction is Direction.ACROSS)
    if not rest:
        raise Malformed("no_word", cell=cell)
    if len(rest) > 1:
        raise Malformed("garbled_move", text=shorten(" ".join(tokens)))
    return Move(cell, named or direction, parse_signs(rest[0], letters))


def split_direction(
    tokens: list[str],
    letters: Alphabet,
    words: Vocabulary,
    only: Direction | None = None,
    *,
    ordered: bool = False,
    shortest_stopped: int = 1,
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
        shortest_stopped: how many letters a direction has at least that is read before a full stop.
    """
    stopped = tokens[-1].removesuffix(".") if len(tokens) > 1 and parse_direction(tokens[0], words) is None else ""
    if len(stopped) >= shortest_stopped and parse_direction(stopped, words) is not None:
        # Behind a direction, a letter with dots is a word that goes on with letters of the board: ``H8 down Y.``
        tokens = [*tokens[:-1], stopped]
    found = [
        (at, named)
        for at in sorted({0, len(tokens) - 1})
        if tokens and (named := parse_direction(tokens[at], words)) is not None and only in {None, named}
    ]
    if len(tokens) == 1:
        found = [] if _is_word_alone(tokens[0], letters, words, ordered=ordered) else found
    if not found:
        return None, tokens
    at, named = max(found, key=lambda each: _direction_certainty(tokens[each[0]], letters, words))
    return named, [*tokens[:at], *tokens[at + 1 :]]


def _is_word_alone(token: str, letters: Alphabet, words: Vocabulary, *, ordered: bool) -> bool:
    """Whether a direction's name is meant as a word where no other stands beside it."""
    doubtful = words.is_ambiguous("directions", token) or not words.is_exact("directions", token)
    return _can_be_word(token, letters) and (ordered or doubtful or token.isupper())


def _direction_certainty(token: str, letters: Alphabet, words: Vocabulary) -> tuple[bool, ...]:
    """How surely a direction's name is meant as one, the most telling first."""
    usual = not words.is_ambiguous("directions", token)
    return not _can_be_word(token, letters), words.is_exact("directions", token), not token.isupper(), usual


def _can_be_word(token: str, letters: Alphabet) -> bool:
    """Whether it has two letters or more, all of the game's alphabet."""
    try:
        parse_signs(token, letters)
    except Malformed:
        return False
    return True


def split_tokens(text: str) -> list[str]:
    """The parts of a typed move, without punctuation; a cell that was written apart, as in ``H 8``, is one.

    A full stop stays behind what may be a word, as it may mean a letter of the board.
    """
    text = _TYPED_ARROW.sub("→", strip_invisible(text)).translate(_MARKS).rstrip("! ")
    tokens = _ARROWS.sub(r" \g<0> ", text).split()
    cell, dash, rest = tokens[0].partition("-") if tokens else ("", "", "")
    if dash and is_cell(cell):
        tokens[:1] = [cell, *rest.split("-")]
    tokens = [bare for token in tokens if (bare := token.strip(_AROUND_PARTS))]
    if tokens and (is_cell(place := tokens[-1].rstrip(".")) or place.isdecimal()):
        tokens[-1] = place
    if len(tokens) > 2 and is_cell("".join(tokens[:2])) and not is_cell(tokens[0]):  # noqa: PLR2004 - and a word
        return ["".join(tokens[:2]), *tokens[2:]]
    return tokens


def is_cell(token: str) -> bool:
    """Whether a part of a typed move names a cell, letter or number first, on a board of whatever size."""
    text = normalise_cell(token)
    return bool(_LETTER_FIRST.fullmatch(text) or _NUMBER_FIRST.fullmatch(text))


def looks_like_move(text: str, words: Vocabulary = NO_VOCABULARY) -> bool:
    """Whether a text without a command may be a move, so that a reply to the board is taken for one.

    It begins with a cell, and has no more parts than a move, or names a direction.
    """
    tokens = split_tokens(text)
    if len(tokens) < 2:  # noqa: PLR2004 - a cell and something to put there
        return False
    if not is_cell(tokens[0]):
        return False
    return len(tokens) <= _MOST_PARTS or parse_direction(tokens[1], words) is not None


def shorten(text: str) -> str:
    """A garbled text as far as an error repeats it."""
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"


def normalise_cell(token: str) -> str:
    """A part of a typed move as names of cells are compared: in capitals, Cyrillic letters as the Latin ones alike."""
    return unicodedata.normalize("NFC", token.upper()).translate(_LOOK_ALIKES)


def parse_cell(token: str) -> tuple[str, Direction]:
    """The cell, and the direction that the order of its parts says (RULES §1.1).

    Raises:
        Malformed: ``garbled_move``.
    """
    text = normalise_cell(token)
    if found := _LETTER_FIRST.fullmatch(text):
        return f"{found[1]}{int(found[2])}", Direction.DOWN
    if found := _NUMBER_FIRST.fullmatch(text):
        return f"{found[2]}{int(found[1])}", Direction.ACROSS
    raise Malformed("garbled_move", text=shorten(token))


def parse_direction(token: str, words: Vocabulary) -> Direction | None:
    """The direction that a part of a typed move says, if any."""
    return _DIRECTIONS.get(words.engine_name("directions", token))


def parse_signs(word: str, letters: Alphabet) -> tuple[Sign, ...]:
    """The places of a typed word; case means blanks only where brackets do not and two capitals are there.

    Raises:
        Malformed: ``brackets``, ``not_letters``, ``foreign_letters``, ``too_short``.
    """
    word = letters.replace_look_alikes(word)
    cased = not set("[]") & set(word) and sum(mark.isupper() for mark in word) >= _LEAST_CAPITALS
    signs = list(_parse_places(word, letters, cased=cased))
    wrong = [sign.letter for sign in signs if sign.letter is not None and sign.letter not in letters.letters]
    if wrong:
        raise letters.letters_error(wrong)
    if len(signs) < 2:  # noqa: PLR2004 - RULES §1.2: a word has at least two letters
        raise Malformed("too_short", word=shorten(word))
    return tuple(signs)


def _split_marks(word: str) -> Iterator[str]:
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


def _parse_places(word: str, letters: Alphabet, *, cased: bool) -> Iterator[Sign]:
    inside = ""
    for mark in _split_marks(word):
        if mark in "([" and not inside:
            inside = mark
        elif (mark, inside) in {(")", "("), ("]", "[")}:
            inside = ""
        elif mark in "()[]":
            raise Malformed("brackets", word=shorten(word))
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
        raise Malformed("brackets", word=shorten(word))
