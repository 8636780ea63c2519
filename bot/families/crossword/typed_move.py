"""Reads a typed move. A refusal shows an example that would be legal on the game's empty board.

Where a table offers places, a player may type only a part of a move; elsewhere it begins with a cell, as in GCG.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from bot.families.crossword.board_table import seated_game
from bot.languages import languages
from bot.user_input.command_names import command_name, find_command, find_turn_command
from bot.user_input.vocabulary import load_vocabulary
from bot.wording.guide_texts import sample_words
from bot.wording.speaker import Speaker
from engine.alphabet import load_alphabet
from engine.crossword import notation
from engine.crossword.actions import Place
from engine.crossword.near_misses import near_misses
from engine.crossword.notation import Move, PartialMove, is_cell, parse_cell, parse_move, read_bare_word
from engine.crossword.premiums import Direction, geometry
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.turns import require_free_to_move
from engine.crossword.word_placements import (
    WordPlacement,
    intended_action,
    longest_word_length,
    without_full_stop,
)
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table
from engine.vocabulary import fold_word

_MOST_NEAR_MISSES: Final = 3


class TypedMoveAction:
    """A typed move on the table as it is when the move is tried; it keeps that table for what is told afterwards.

    Args:
        user: whose move it is.
        gcg: whether a cell with the letter first means downwards.
    """

    def __init__(self, user: int, typed: PartialMove, *, gcg: bool) -> None:
        self._user: Final = user
        self._typed: Final = typed
        self._gcg: Final = gcg
        self.state: GameState | None = None
        """The table that was looked at last."""

    def __call__(self, table: Table, now: datetime) -> Place:
        """The action; whether the user may move at all comes first."""
        self.state, _ = seated_game(table, self._user)
        seat = require_free_to_move(self.state, self._user, now)
        return intended_action(self.state, seat, self._typed, gcg=self._gcg)


def nearest_placements(
    state: GameState, seat: int, typed: PartialMove, counts: Callable[[str], bool]
) -> tuple[WordPlacement, ...]:
    """The readings nearest to a move that was refused for its place, nearest first; none for a word with dots.

    Args:
        state: the game.
        seat: whose rack it is.
        typed: the parsed text, with a cell.
        counts: judges the words formed; pass one that accepts every word where look-ups are closed.
    """
    if any(sign.letter is None for sign in typed.signs):
        return ()
    ways = tuple(Direction) if typed.direction is None else (typed.direction,)
    found: dict[object, WordPlacement] = {}
    for way in ways:
        for each in near_misses(state, seat, Move(typed.cell, way, typed.signs), most=None):
            if len(found) == _MOST_NEAR_MISSES:
                break
            if each.place.tiles not in found and all(counts(word.word) for word in each.score.words):
                found[each.place.tiles] = each
    return tuple(found.values())


_MOVE_WITHOUT_SPACES: Final = re.compile(r"([^\W\d_]\d{1,2}|\d{1,2}[^\W\d_])([^\W\d_]{2,})")
"""A cell and letters without a space."""


_LEAST_DIRECTION_LETTERS: Final = 3
"""The shortest direction that is cut off from a glued word: shorter ones may begin the word."""


def read_typed_move(text: str, state: GameState, speaker: Speaker) -> PartialMove:
    """The typed part of a move on a board; the whole move where the ruleset offers no places.

    Raises:
        Malformed: as :func:`engine.crossword.notation.read_partial_move` or
            :func:`engine.crossword.notation.parse_move`, with an example.
    """
    try:
        return read_move(text, state)
    except Malformed as error:
        raise with_move_example(error, state.ruleset, speaker, text) from error


def read_move(text: str, state: GameState) -> PartialMove:
    """What :func:`read_typed_move` reads; its errors have no example."""
    letters, vocabulary = load_alphabet(state.ruleset.language), load_vocabulary()
    if state.ruleset.places:
        return without_full_stop(state, notation.read_partial_move(text, letters, vocabulary))
    move = parse_move(text, letters, vocabulary)
    return without_full_stop(state, PartialMove(move.signs, move.cell, direction=move.direction))


def with_move_example(error: Malformed, ruleset: Ruleset, speaker: Speaker, text: str = "") -> Malformed:
    """The error with a cell and words for an example (:func:`bot.wording.guide_texts.sample_words`).

    Of letters that are none it becomes ``glued_move`` where spaces would make a move of the ``text``, else
    ``strange_move``.
    """
    if error.code == "not_letters":
        if apart := split_glued_move(text):
            return Malformed("glued_move", move=apart)
        error = Malformed("strange_move", **error.fields)
    cell, words = centre_cell_fields(ruleset.columns, len(ruleset.board.rows)), sample_words(speaker, ruleset.language)
    return Malformed(error.code, **{**cell, **words, **error.fields})


def split_glued_move(text: str) -> str:
    """A move typed without spaces, such as ``H8yatayKALEM``, with spaces; empty for any other text."""
    found = _MOVE_WITHOUT_SPACES.fullmatch(text.strip())
    if found is None:
        return ""
    cell, rest = found[1], found[2]
    for way in sorted(load_vocabulary().spellings["directions"], key=len, reverse=True):
        if (
            len(way) >= _LEAST_DIRECTION_LETTERS
            and fold_word(rest[: len(way)]) == fold_word(way)
            and len(rest) > len(way) + 1
        ):
            return f"{cell} {rest[: len(way)]} {rest[len(way) :]}"
    return f"{cell} {rest}"


def centre_cell_fields(columns: int, rows: int) -> Mapping[str, str]:
    """The cell in the centre of a board of that size, through which a first word goes, with its row and its column."""
    cell = geometry(columns, rows).names[rows // 2 * columns + columns // 2]
    return {"cell": cell, "column": cell[:1], "row": cell[1:]}


def why_text_plays_nothing(text: str, state: GameState, speaker: Speaker) -> EngineError | None:
    """Why a reply plays nothing; ``None`` for talk, such as ``tamam``, and for words outside of the game's alphabet.

    Returns:
        ``no_word`` for a cell alone; ``bare_pass``, ``nothing_to_exchange``, ``empty_move`` or ``bare_command`` for the
        word of a command; ``word_not_laid`` for any other.
    """
    if is_cell(text):
        return with_move_example(Malformed("no_word", cell=parse_cell(text)[0]), state.ruleset, speaker)
    typed = bare_word(text, state)
    shown = "" if typed is None else "".join(sign.letter or "" for sign in typed.signs)
    match find_turn_command(text):
        case "pass":
            return Refusal("bare_pass", word=shown or text)
        case "exchange":
            return Refusal("nothing_to_exchange")
        case "play":
            return with_move_example(Malformed("empty_move"), state.ruleset, speaker)
        case _:
            pass
    if (named := find_command(text)) is not None:
        return Refusal("bare_command", near=f"/{command_name(named, speaker.language)}")
    if typed is None or languages().find_meaning("draw", text) is not None:
        return None
    return Refusal("word_not_laid", word=shown)


def bare_word(text: str, state: GameState) -> PartialMove | None:
    """The single word of the game's alphabet that a text consists of; ``None`` for any other text."""
    return read_bare_word(text, load_alphabet(state.ruleset.language), longest_word_length(state.ruleset))
