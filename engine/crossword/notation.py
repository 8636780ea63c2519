"""Moves as typed in chats: reads ``H8 yatay KA[L]EM``, and fits it to a board and a rack.

:func:`parse_move` reads text alone, :func:`resolve_move` fits it to a game. Words are not judged.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import combinations
from typing import Final

from msgspec import Struct

from engine.alphabet import BLANK, Alphabet, strip_invisible
from engine.crossword.actions import Place, Placement
from engine.crossword.premiums import Direction, Geometry, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on as shown
from engine.crossword.turns import require_free_to_move
from engine.errors import Malformed, Refusal
from engine.vocabulary import NO_VOCABULARY, Vocabulary

_DIRECTIONS: Final = {
    **{direction.value: direction for direction in Direction},
    **dict.fromkeys("→➡", Direction.ACROSS),
    **dict.fromkeys("↓⬇", Direction.DOWN),
}

_ARROWS: Final = re.compile("[→➡↓⬇]")
"""The arrows that mean a direction; they need no spaces around them."""
_TYPED_ARROW: Final = re.compile("[-=—–]>")
_MARKS: Final = str.maketrans(dict.fromkeys(',;:"“”„«»', " "))
"""Meaningless punctuation between or around the parts of a move."""
_AROUND_PARTS: Final = "-–—=‘’'`"
"""Meaningless punctuation at the ends of a part only: within one, the apostrophe is a letter."""
_LOOK_ALIKES: Final = str.maketrans("АВСЕНІКМОРТХıİi", "ABCEHIKMOPTXIII")
_LETTER_FIRST: Final = re.compile(r"([A-Z])(\d{1,3})")
_NUMBER_FIRST: Final = re.compile(r"(\d{1,3})([A-Z])")
_LEAST_CAPITALS: Final = 2
_MOST_TEXT: Final = 60
"""How much of a garbled text an error quotes."""
_MOST_PARTS: Final = 3


class Sign(Struct, frozen=True):
    """One place of a typed word: a letter or ``None`` for ``.``, perhaps a blank, perhaps already on the board."""

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
    """The direction that is named first or last beside a cell, if any, and the other parts.

    A direction's name may also be a word. A single name is the word if it can be one and one of these holds: the order
    of the cell's parts gives the direction (``8H down``), it is in capitals (``H8 DOWN``), or only its marks or the
    vocabulary make it a direction (``H8 saga``, ``H8 right``); ``H8 down`` lacks its word. Of two names the word is, in
    this order:

    1. the one beside a name that cannot be a word (``DOWN →``, ``DOWN h``, ``DOWN вниз``),
    2. the one that only its marks make a direction (``SAGA`` beside ``across``, as it is not ``sağa``),
    3. the one in capitals (``DOWN across``),
    4. the vocabulary's ``further`` one (``right`` beside ``down``),
    5. the second, as in ``H8 across WORD``.

    ``words``: what people type for ``directions``. ``only``: the direction of the line that was named, the only one
    possible beside it. ``ordered``: whether the cell was written row first, which gives the direction.
    ``shortest_stopped``: the least number of letters of a direction that is recognised before a full stop.
    """
    stopped = tokens[-1].removesuffix(".") if len(tokens) > 1 and parse_direction(tokens[0], words) is None else ""
    if len(stopped) >= shortest_stopped and parse_direction(stopped, words) is not None:
        # After a direction, a letter with dots is a word that continues with letters on the board: ``H8 down Y.``
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
    """Whether a direction's name that stands alone is meant as a word."""
    doubtful = words.is_ambiguous("directions", token) or not words.is_exact("directions", token)
    return _can_be_word(token, letters) and (ordered or doubtful or token.isupper())


def _direction_certainty(token: str, letters: Alphabet, words: Vocabulary) -> tuple[bool, ...]:
    """Sort key for how surely a name is meant as a direction, not as a word; the strongest sign first."""
    usual = not words.is_ambiguous("directions", token)
    return not _can_be_word(token, letters), words.is_exact("directions", token), not token.isupper(), usual


def _can_be_word(token: str, letters: Alphabet) -> bool:
    try:
        parse_signs(token, letters)
    except Malformed:
        return False
    return True


def split_tokens(text: str) -> list[str]:
    """The parts of a typed move, without punctuation; a cell written apart, as in ``H 8``, is one part.

    A full stop stays after what may be a word, as it may mean a letter on the board.
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
    """Whether a part of a typed move names a cell, letter or number first, on a board of any size."""
    text = normalise_cell(token)
    return bool(_LETTER_FIRST.fullmatch(text) or _NUMBER_FIRST.fullmatch(text))


def looks_like_move(text: str, words: Vocabulary = NO_VOCABULARY) -> bool:
    """Whether text without a command may be a move, so that a reply to the board is read as one.

    It must begin with a cell, and either have no more parts than a move or name a direction after the cell.
    """
    tokens = split_tokens(text)
    if len(tokens) < 2:  # noqa: PLR2004 - a cell and something to put there
        return False
    if not is_cell(tokens[0]):
        return False
    return len(tokens) <= _MOST_PARTS or parse_direction(tokens[1], words) is not None


def shorten(text: str) -> str:
    """A garbled text, cut to the length that an error message quotes."""
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"


def normalise_cell(token: str) -> str:
    """A typed cell's name in canonical form: capitals, with Latin letters for Cyrillic look-alikes."""
    return unicodedata.normalize("NFC", token.upper()).translate(_LOOK_ALIKES)


def parse_cell(token: str) -> tuple[str, Direction]:
    """The cell, and the direction by the order of its parts (RULES §1.1); raises ``garbled_move``."""
    text = normalise_cell(token)
    if found := _LETTER_FIRST.fullmatch(text):
        return f"{found[1]}{int(found[2])}", Direction.DOWN
    if found := _NUMBER_FIRST.fullmatch(text):
        return f"{found[2]}{int(found[1])}", Direction.ACROSS
    raise Malformed("garbled_move", text=shorten(token))


def parse_direction(token: str, words: Vocabulary) -> Direction | None:
    """The direction that a part of a typed move names, if any."""
    return _DIRECTIONS.get(words.engine_name("directions", token))


def parse_signs(word: str, letters: Alphabet) -> tuple[Sign, ...]:
    """The signs of a typed word; lower case means a blank only without brackets and beside two capitals.

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
    """The characters of a word, each with the accents that do not compose with it."""
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


def resolve_for_user(state: GameState, user: int, move: Move, now: datetime) -> Place:
    """The action of a move typed by a user; checks that the user may move before looking at the rack.

    Raises:
        Refusal: those of :func:`engine.crossword.turns.require_free_to_move` and :func:`resolve_move`.
        Malformed: ``unknown_cell``.
    """
    return resolve_move(state, require_free_to_move(state, user, now), move)


def resolve_move(state: GameState, seat: int, move: Move) -> Place:
    """Fit a typed move to the board and the seat's rack.

    Blanks replace letters that the rack lacks; of several ways the best-scoring is chosen.

    Raises:
        Refusal: ``off_board``, ``clash``, ``nothing_there``, ``longer_word``, ``no_new_tiles``, ``not_on_rack``,
            ``blanks_not_held``, or those of :func:`engine.crossword.rules.lay_and_score`.
        Malformed: ``unknown_cell``.
    """
    new = new_cells(state, move)
    choices = list(tile_choices(state.players[seat].rack, new))
    by = state.players[seat].user
    plays = [Place(by, tiles) for tiles in choices]
    if len(plays) == 1:
        return plays[0]
    return max(plays, key=lambda play: lay_and_score(state, seat, play)[1].total)


def new_cells(state: GameState, move: Move) -> list[tuple[str, Sign]]:
    """The empty cells that the word covers, with their signs, regardless of the rack.

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
    _check_whole_word(state, grid, move, run, line)
    return new


def _check_whole_word(
    state: GameState, grid: Geometry, move: Move, run: tuple[int, ...], line: tuple[int, ...]
) -> None:
    """Refuse a typed word that is only part of the main word, with tiles right before or after it."""
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


def tile_choices(rack: tuple[str, ...], new: list[tuple[str, Sign]]) -> Iterator[tuple[Placement, ...]]:
    """Every way to take the new tiles from a rack, filling with blanks; raises ``not_on_rack``, ``blanks_not_held``."""
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


_ROW: Final = re.compile(r"\d{1,3}")
_COLUMN: Final = re.compile("[A-Z]")
_OF_SENTENCES: Final = frozenset('.()!?,;:…"“”„«»-–—')
"""Punctuation of a sentence, or of letters on the board: text with it is not a bare word."""


class PartialMove(Struct, frozen=True):
    """A typed move: the whole main word, and as much of its place as was typed.

    ``cell`` is the word's first cell (``H8``), ``line`` its row (``8``) or column (``H``); at most one is given, the
    other is ``""``. A line, or a cell with the number first, implies the direction.
    """

    signs: tuple[Sign, ...]
    cell: str = ""
    line: str = ""
    direction: Direction | None = None


def read_partial_move(text: str, letters: Alphabet, words: Vocabulary = NO_VOCABULARY) -> PartialMove:
    """Read a word with any part of its place, before or after it.

    - ``KALEM``: anywhere; ``KALEM yatay``: anywhere across.
    - ``8 KALEM``, ``KALEM 8``: across in row 8.
    - ``H KALEM``, ``KALEM H``: down column H, since a single letter without a cell is a column.
    - ``H8 KALEM``, ``KALEM H8``: from H8, across or down.
    - ``8H KALEM``, ``H8 yatay KALEM``: from H8 across, as ``8H dikey KALEM`` is from H8 down.

    A direction's name may be the word itself (:func:`split_direction`). ``words``: what people type for ``directions``.

    Raises:
        Malformed: ``empty_move``, ``garbled_move``, ``no_word``, ``brackets``, ``not_letters``, ``foreign_letters``,
            ``too_short``.
    """
    tokens = split_tokens(text)
    if not tokens:
        raise Malformed("empty_move")
    cell, ordered, rest = _split_cell(tokens)
    if len(rest) == 1 and not cell:
        return PartialMove(parse_signs(rest[0], letters))
    line, across, rest = ("", None, rest) if cell else _split_line(rest)
    # Without a place, a single letter before a full stop may also mean a column: ``KALEM H.``
    shortest = 1 if cell or line else 2
    named, rest = split_direction(rest, letters, words, across, ordered=ordered is not None, shortest_stopped=shortest)
    if not rest:
        raise Malformed("no_word", cell=cell or line)
    if len(rest) > 1:
        raise Malformed("garbled_move", text=shorten(" ".join(tokens)))
    return PartialMove(parse_signs(rest[0], letters), cell, line, named or ordered or across)


def _split_cell(tokens: list[str]) -> tuple[str, Direction | None, list[str]]:
    """The first cell, the direction that its order certainly implies, and the rest."""
    for at, token in enumerate(tokens):
        if is_cell(token):
            cell, ordered = parse_cell(token)
            return cell, ordered if ordered is Direction.ACROSS else None, [*tokens[:at], *tokens[at + 1 :]]
    if len(tokens) > 2 and is_cell(apart := "".join(tokens[-2:])):  # noqa: PLR2004 - a word, and a cell in two parts
        return _split_cell([*tokens[:-2], apart])
    return "", None, tokens


def _split_line(tokens: list[str]) -> tuple[str, Direction | None, list[str]]:
    """The first line, the direction of words in it, and the rest."""
    for at, token in enumerate(tokens):
        name = normalise_cell(token)
        if _ROW.fullmatch(name):
            return str(int(name)), Direction.ACROSS, [*tokens[:at], *tokens[at + 1 :]]
        if _COLUMN.fullmatch(name):
            return name, Direction.DOWN, [*tokens[:at], *tokens[at + 1 :]]
    return "", None, tokens


def read_bare_word(text: str, letters: Alphabet, longest: int) -> PartialMove | None:
    """A text that is one word of the game's alphabet and nothing else; ``None`` for any other.

    Blanks may be in brackets. With a full stop or other punctuation it is ordinary text: ``Tamam.`` gives ``None``.

    ``text``: written without a command. ``longest``: how many letters fit on the board, at least 2.
    """
    tokens = split_tokens(text)
    if len(tokens) != 1 or not _OF_SENTENCES.isdisjoint(text):
        return None
    try:
        signs = parse_signs(tokens[0], letters)
    except Malformed:
        return None
    return PartialMove(signs) if len(signs) <= longest else None
