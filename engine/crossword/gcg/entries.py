"""One scored line of a GCG file: ``>nick: RACK 8H WORD +32 32`` and its relatives."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from engine.alphabet import BLANK, Alphabet
from engine.crossword.gcg.records import (
    PRICE,
    Adjusted,
    Exchanged,
    Line,
    Passed,
    Played,
    RackCounted,
    Scored,
    UnreadableLine,
    Withdrawn,
)
from engine.crossword.geometry import Direction
from engine.crossword.notation import Sign

_ACROSS: Final = re.compile(r"([0-9]{1,2})([A-Za-z])")
_DOWN: Final = re.compile(r"([A-Za-z])([0-9]{1,2})")
_FIGURE: Final = re.compile(r"[+−–—-]?[0-9]{1,5}")
_SIGNED: Final = re.compile(r"[+−–—-][0-9]{1,5}")
_COUNT: Final = re.compile(r"[0-9]{1,2}")
_MINUS: Final = str.maketrans("−–—", "---")
_DASHES: Final = ("-", "−", "–", "—")
"""Programs for texts make other dashes of what was typed, the longest of two."""
_BRACKETED: Final = re.compile(r"\[(\w)\]")
"""A blank as some programs write it: ``[A]``."""
_REASONS: Final = ("challenge", "time", "hint")
_PHONY_MARKS: Final = "*#!"
"""Some annotators mark a phony behind the word."""


class UnreadableEntryError(Exception):
    """Why a line cannot be read."""


def read_entry(line: Line, nicks: Collection[str], letters: Alphabet) -> Scored | UnreadableLine:
    """Read a line that begins with ``>``.

    Args:
        line: the line.
        nicks: the players whom the file declares; anybody when there are none.
        letters: the game's alphabet.
    """
    nick = None
    try:
        nick, body = _split_nick(line.text, nicks)
        tokens = _BRACKETED.sub(lambda blank: letters.blank_sign(letters.normalise(blank[1])), body).split()
        what, figures = _split_figures(tokens)
        entry = _parse_entry(line, nick, what, figures, letters)
    except UnreadableEntryError as problem:
        return UnreadableLine(line.line, line.text, str(problem), nick)
    if entry.total is None:
        reason = "the score and the total must end the line, as in +32 32"
        return UnreadableLine(line.line, line.text, reason, nick, entry)
    return entry


def _split_nick(text: str, nicks: Collection[str]) -> tuple[str, str]:
    """The player of a line and the rest; a declared nick may itself contain colons or spaces."""
    for nick in sorted(nicks, key=len, reverse=True):
        if text[1:].lstrip().startswith(f"{nick}:"):
            return nick, text[1:].lstrip()[len(nick) + 1 :]
    nick, colon, body = text[1:].partition(":")
    nick = nick.strip()
    if not colon or not nick:
        raise UnreadableEntryError("a line with > begins with a player and a colon, as in >nick:")
    if nicks:
        same = next((known for known in nicks if known.casefold() == nick.casefold()), None)
        if same is None:
            raise UnreadableEntryError(f"no #player line names {nick!r}; the players are {', '.join(nicks)}")
        nick = same
    return nick, body


def _split_figures(tokens: list[str]) -> tuple[list[str], list[str]]:
    """What stands before the score and the total, and these, or what is there of them at the end.

    Some annotators write more behind the total; a score with its sign and a total behind it are told from that.
    """
    count = 0
    while count < min(2, len(tokens)) and _FIGURE.fullmatch(tokens[-1 - count]):
        count += 1
    if count == 0:
        for place in range(len(tokens) - 2, 0, -1):
            if _SIGNED.fullmatch(tokens[place]) and _FIGURE.fullmatch(tokens[place + 1]):
                return tokens[:place], tokens[place : place + 2]
    return tokens[: len(tokens) - count], tokens[len(tokens) - count :]


def _parse_entry(line: Line, nick: str, what: list[str], figures: list[str], letters: Alphabet) -> Scored:
    score, total = None, None
    if len(figures) == 2:  # noqa: PLR2004 - the score and the total
        score, total = (int(figure.translate(_MINUS)) for figure in figures)
    place = next((number for number, token in enumerate(what[:2]) if _parse_position(token)), None)
    bracket = next((number for number, token in enumerate(what[:2]) if token.startswith("(")), None)
    dash = next((number for number, token in enumerate(what[:2]) if token.startswith(_DASHES)), None)
    start = next((number for number in (place, bracket, dash) if number is not None), None)
    if start is None:
        raise UnreadableEntryError("it has no play (8H WORD), pass (-), exchange (-ABC), withdrawal (--) or (…)")
    head = (line.line, line.text, nick, "".join(what[:start]), score, total)
    if start == place:
        return _parse_play(head, what[start:], letters)
    if start == bracket:
        return _parse_bracketed(head, " ".join(what[start:]), letters)
    if len(what) > start + 1:
        raise UnreadableEntryError(f"{what[start + 1]!r} has no place behind {what[start]!r}")
    return _parse_dashed(head, what[start], letters)


_Head = tuple[int, str, str, str, int | None, int | None]


def _parse_position(token: str) -> tuple[str, Direction] | None:
    if found := _ACROSS.fullmatch(token):
        return f"{found[2].upper()}{int(found[1])}", Direction.ACROSS
    if found := _DOWN.fullmatch(token):
        return f"{found[1].upper()}{int(found[2])}", Direction.DOWN
    return None


def _parse_play(head: _Head, what: list[str], letters: Alphabet) -> Played:
    position = _parse_position(what[0])
    if position is None or len(what) == 1:
        raise UnreadableEntryError(f"no word follows the position {what[0]}")
    if len(what) > 2:  # noqa: PLR2004 - a position and a word
        raise UnreadableEntryError(f"{what[2]!r} has no place behind the word {what[1]}")
    cell, direction = position
    return Played(*head, cell, direction, tuple(_parse_signs(what[1].rstrip(_PHONY_MARKS), letters)))


def _parse_signs(word: str, letters: Alphabet) -> Iterator[Sign]:
    """The places of a word: ``.`` and parentheses are letters on the board, lower case is a blank."""
    if not word:
        raise UnreadableEntryError("the word is empty")
    inside = False
    for mark in word:
        if mark in "()":
            if inside is (mark == "("):
                raise UnreadableEntryError(f"the parentheses in {word!r} do not match")
            inside = mark == "("
        elif mark == ".":
            yield Sign(None, on_board=True)
        else:
            letter = letters.normalise(mark)
            if letter not in letters.letters:
                raise UnreadableEntryError(f"{mark!r} in {word!r} is no letter of the language {letters.language}")
            yield Sign(letter, blank=not inside and letters.is_lower(mark), on_board=inside)
    if inside:
        raise UnreadableEntryError(f"the parentheses in {word!r} do not match")


def _parse_bracketed(head: _Head, text: str, letters: Alphabet) -> Adjusted | RackCounted:
    inner = text[1:-1].strip()
    if not text.endswith(")") or "(" in inner or ")" in inner:
        raise UnreadableEntryError(f"{text!r} is no rack or reason in one pair of parentheses")
    if inner[1:].islower() and (inner.islower() or inner.lower() in _REASONS):
        return Adjusted(*head, inner.lower())
    rack, score = head[3], head[4]
    if inner.lower() in _REASONS and sorted(rack) != sorted(inner) and (score is None or score % PRICE == 0):
        return Adjusted(*head, inner.lower())
    return RackCounted(*head, parse_tiles(inner.replace(" ", ""), letters))


def _parse_dashed(head: _Head, text: str, letters: Alphabet) -> Withdrawn | Passed | Exchanged:
    given = text.lstrip("".join(_DASHES))
    if not given:
        # A dash of middle length may have been one or two; only a play that is taken back costs points.
        is_withdrawal = len(text) > 1 or text == "—" or (text != "-" and (head[4] or 0) < 0)
        return Withdrawn(*head) if is_withdrawal else Passed(*head)
    if _COUNT.fullmatch(given):
        return Exchanged(*head, int(given), None)
    tiles = parse_tiles(given, letters)
    return Exchanged(*head, len(tiles), tiles)


def parse_tiles(text: str, letters: Alphabet) -> tuple[str, ...]:
    """Tiles written in a row; a lower-case letter is a blank that somebody thought of using.

    Raises:
        UnreadableEntryError: a sign is no tile of the language.
    """
    tiles = []
    for mark in text:
        face = BLANK if mark == BLANK or letters.is_lower(mark) else letters.normalise(mark)
        if face != BLANK and face not in letters.letters:
            raise UnreadableEntryError(f"{mark!r} in {text!r} is no tile of the language {letters.language}")
        tiles.append(face)
    return tuple(tiles)


def read_rack(text: str, letters: Alphabet) -> tuple[str, ...]:
    """A rack as it is written; empty where that is no rack."""
    try:
        return parse_tiles(text, letters)
    except UnreadableEntryError:
        return ()
