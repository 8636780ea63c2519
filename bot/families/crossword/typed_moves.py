"""Parses typed moves, and spells and encodes words. Refusals show an example that is legal on an empty board.

A table that offers places accepts parts of a move; at other tables a move begins with a cell, as in GCG.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from bot.families.services import LookUps
from bot.judges.word_judge import parse_lexicon
from bot.languages import languages
from bot.store.people import RefusedMoves
from bot.tables.table_loader import LoadedTable, require_game_of, require_seat, table_name
from bot.telegram.requests import Command, MistypedCommand, PlainText, edit_key
from bot.user_input.commands import command_name, find_command, find_turn_command, load_vocabulary
from bot.wording.guide_texts import sample_words
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK, load_alphabet
from engine.crossword import notation
from engine.crossword.actions import Place, Placement
from engine.crossword.draft import Draft, RackTile, encode_draft
from engine.crossword.notation import (
    Move,
    PartialMove,
    Sign,
    is_cell,
    parse_cell,
    parse_move,
    parse_signs,
    read_bare_word,
)
from engine.crossword.premiums import Direction, geometry, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, letter_on
from engine.crossword.turns import require_free_to_move
from engine.crossword.view import GameView, WordScore
from engine.crossword.word_placements import (
    WordPlacement,
    intended_action,
    longest_word_length,
    near_misses,
    without_full_stop,
)
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table, view
from engine.lexicon import Lexicon
from engine.turns import seats_after
from engine.vocabulary import fold_word


async def refusal_words(
    look_ups: LookUps, loaded: LoadedTable, rules: Ruleset, user: int, here: Iterable[LoadedTable] = ()
) -> Lexicon | None:
    """The words that count at a table, if the user may know them before a play; else ``None``.

    Lists of places, previews and inline results tell no more than a refusal would. A live dictionary is only asked
    about plays, never for a list. ``here``: the tables of the chat that reads the answer; a game with challenges at one
    of them closes look-ups.
    """
    return None if parse_lexicon(rules.lexicon)[1] == "live" else await look_ups.load_words(loaded, user, here)


def phonies_of_play(score: Score, words: Lexicon) -> tuple[str, ...]:
    """The words of a play that are not in ``words``, in the order of the score."""
    return tuple(word.word for word in score.words if word.word not in words)


def seated_game(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running game and the user's seat. Raises Refusal as :func:`bot.tables.table_loader.require_seat`."""
    state, seat = require_seat(table, user)
    return require_game_of(GameState, state), seat


def view_for_user(state: GameState, user: int | None) -> GameView:
    """The view of a user, or of the group for ``None``."""
    found = view(state, user)
    if not isinstance(found, GameView):
        raise TypeError("a game on a board has a view of a board")
    return found


_MOST_NEAR_MISSES: Final = 3


class PlaceNotTypedError(Exception):
    """A player who can move typed a word without a cell, and must be asked for its place."""


class TypedMoveAction:
    """Completes a typed move on the table as it is at the commit, and keeps that table for the answer."""

    def __init__(self, user: int, typed: PartialMove, words: Lexicon | None, *, gcg: bool) -> None:
        self._user: Final = user
        self._typed: Final = typed
        self._words: Final = words
        self._gcg: Final = gcg
        self.state: GameState | None = None  # the table of the last call

    def __call__(self, table: Table, now: datetime) -> Place:
        """The action. Raises the refusal if the user may not move, then PlaceNotTypedError."""
        self.state, _ = seated_game(table, self._user)
        seat = require_free_to_move(self.state, self._user, now)
        if not self._typed.cell:
            raise PlaceNotTypedError
        return intended_action(self.state, seat, self._typed, gcg=self._gcg, words=self._words)


def nearest_placements(
    state: GameState, seat: int, typed: PartialMove, counts: Callable[[str], bool]
) -> tuple[WordPlacement, ...]:
    """The valid moves nearest to a misplaced one, nearest first; none for a word with dots."""
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
"""Matches a cell and letters without a space."""
_LEAST_DIRECTION_LETTERS: Final = 3  # shorter directions are not split off a glued word, as they may belong to it


def read_typed_move(text: str, state: GameState, speaker: Speaker) -> PartialMove:
    """Parse a typed move, complete unless the rules offer places. Raises Malformed, with an example."""
    try:
        return read_move(text, state)
    except Malformed as error:
        raise with_move_example(error, state.ruleset, speaker, text) from error


def read_move(text: str, state: GameState) -> PartialMove:
    """Parse a typed move as :func:`read_typed_move`, with errors that have no examples."""
    letters, vocabulary = load_alphabet(state.ruleset.language), load_vocabulary()
    if state.ruleset.places:
        return without_full_stop(state, notation.read_partial_move(text, letters, vocabulary))
    move = parse_move(text, letters, vocabulary)
    return without_full_stop(state, PartialMove(move.signs, move.cell, direction=move.direction))


def with_move_example(error: Malformed, ruleset: Ruleset, speaker: Speaker, text: str = "") -> Malformed:
    """Add an example, a cell and words (:func:`bot.wording.guide_texts.sample_words`), to an error.

    An error about characters that are no letters becomes ``glued_move`` if spaces would make the ``text`` a move, else
    ``strange_move``.
    """
    if error.code == "not_letters":
        if apart := split_glued_move(text):
            return Malformed("glued_move", move=apart)
        error = Malformed("strange_move", **error.fields)
    cell, words = centre_cell_fields(ruleset.columns, len(ruleset.board.rows)), sample_words(speaker, ruleset.language)
    return Malformed(error.code, **{**cell, **words, **error.fields})


def split_glued_move(text: str) -> str:
    """A move typed without spaces, like ``H8yatayKALEM``, with spaces; empty for any other text."""
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
    """The fields of a message about a board's centre cell, through which the first word goes; with row and column."""
    cell = geometry(columns, rows).names[rows // 2 * columns + columns // 2]
    return {"cell": cell, "column": cell[:1], "row": cell[1:]}


def why_text_plays_nothing(text: str, state: GameState, speaker: Speaker) -> EngineError | None:
    """Why a reply plays nothing; ``None`` for talk, such as ``tamam``, and words outside the game's alphabet.

    The code is ``no_word`` for a mere cell; ``bare_pass``, ``nothing_to_exchange``, ``empty_move`` or ``bare_command``
    for the word of a command; ``word_not_laid`` for any other word.
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
    """The only word of a text, if it is in the game's alphabet; else ``None``."""
    return read_bare_word(text, load_alphabet(state.ruleset.language), longest_word_length(state.ruleset))


class EditedMoves:
    """Remembers messages with refused moves, and which of their edits may be tried again."""

    def __init__(self, refused_moves: RefusedMoves) -> None:
        self._refused_moves: Final = refused_moves

    async def remember_refused_move(self, request: Command | MistypedCommand | PlainText, state: GameState) -> None:
        """Note that the move in a message was not played at this table."""
        user, note = request.sender.user, f"{table_name(state)} {_last_turn_to_edit(state, request.sender.user)}"
        await self._refused_moves.save_refused_move(user, request.venue.message_chat, edit_key(request), note)

    async def may_try_again(self, request: Command | PlainText, state: GameState) -> bool:
        """Whether to try an edited message: it was refused at this table, and its player has not moved since."""
        note = await self._refused_moves.find_refused_move(
            request.sender.user, request.venue.message_chat, edit_key(request)
        )
        name, _, until = (note or "").partition(" ")
        return name == table_name(state) and state.number <= int(until)


def _last_turn_to_edit(state: GameState, user: int) -> int:
    """The largest turn number up to which the user's next turn remains the same."""
    before = 0
    for seat in (state.turn, *seats_after(state, state.turn)):
        if state.players[seat].user == user:
            break
        before += state.players[seat].takes_turns
    return state.number + before


BLANK_SIGN: Final = "▢"


def tile_sign(tile: str) -> str:
    """A tile in a text: its letter, or ▢ for a blank."""
    return BLANK_SIGN if tile == BLANK else tile


def places_used(rack: Sequence[str], tiles: Iterable[str]) -> list[int]:
    """The indices of a rack's tiles that are taken: for each tile the first index that is left."""
    left, used = dict(enumerate(rack)), []
    for tile in tiles:
        used.append(next(place for place, held in left.items() if held == face_of(tile)))
        del left[used[-1]]
    return used


def encode_placement(state: GameState, seat: int, fit: WordPlacement) -> str:
    """A play from a seat's rack, encoded for a step (:mod:`engine.crossword.draft`)."""
    tiles = [put.tile for put in fit.place.tiles]
    laid = tuple(
        RackTile(place, letter_on(tile) if tile.startswith(BLANK) else "")
        for place, tile in zip(places_used(state.players[seat].rack, tiles), tiles, strict=True)
    )
    return encode_draft(state, Draft(fit.place.tiles[0].cell, fit.move.direction, laid))


def small_digits(points: int) -> str:
    """Points in subscript digits."""
    return str(points).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


_DIRECTION_CODES: Final = {Direction.ACROSS: "h", Direction.DOWN: "v"}


def with_preferred_direction(typed: PartialMove, *, gcg: bool) -> PartialMove:
    """The move read downwards if a cell with its letter first means that to the player (``gcg``); else unchanged."""
    is_half_said = bool(typed.cell) and typed.direction is None
    return replace(typed, direction=Direction.DOWN) if gcg and is_half_said else typed


def spell_signs(signs: Iterable[Sign]) -> str:
    """A word as players type it: blanks in brackets, letters on the board in parentheses or as dots."""
    return "".join(_spell_sign(sign) for sign in signs)


def _spell_sign(sign: Sign) -> str:
    if sign.letter is None:
        return "."
    if sign.blank:
        return f"[{sign.letter}]"
    return f"({sign.letter})" if sign.on_board else sign.letter


def encode_place(typed: PartialMove) -> str:
    """The typed part of a place: ``H8``, ``8``, ``H``; ``h`` or ``v`` for a mere direction; or empty."""
    if typed.cell or typed.line:
        return typed.cell or typed.line
    return "" if typed.direction is None else _DIRECTION_CODES[typed.direction]


def decode_word(state: GameState, place: str, word: str) -> PartialMove | None:
    """Decode what :func:`encode_place` and :func:`spell_signs` wrote; ``None`` for any other text."""
    try:
        signs = parse_signs(word, load_alphabet(state.ruleset.language))
    except Malformed:
        return None
    if place.isdecimal():
        return PartialMove(signs, line=place, direction=Direction.ACROSS)
    if len(place) == 1 and place.isupper():
        return PartialMove(signs, line=place, direction=Direction.DOWN)
    ways = {name: way for way, name in _DIRECTION_CODES.items()}
    return PartialMove(signs, direction=ways[place]) if place in ways else PartialMove(signs, cell=place)


def encode_word(state: GameState, move: Move) -> str:
    """The word of a move as players type it, with dots for letters on the board."""
    cells = _cells_under_move(state, move)
    return spell_signs(Sign(None) if there else sign for (_, there), sign in zip(cells, move.signs, strict=True))


def encode_laid_move(state: GameState, move: Move, place: Place) -> tuple[str, str, str]:
    """A move's cell, direction and word, with the tiles that are laid, so that blanks are those of the rack."""
    tiles = {tile.cell: tile.tile for tile in place.tiles}
    laid = (tiles.get(cell, "") for cell, _ in _cells_under_move(state, move))
    signs = (Sign(letter_on(tile) or None, blank=tile.startswith(BLANK)) for tile in laid)
    return move.cell, _DIRECTION_CODES[move.direction], spell_signs(signs)


def encode_scored_word(word: WordScore, laid: Iterable[Placement]) -> tuple[str, str, str]:
    """The cell, direction and word, as :func:`encode_laid_move`, of a scored word with these laid tiles."""
    tiles = {put.cell: put.tile for put in laid}
    signs = (
        Sign(letter_on(tiles[cell]), blank=tiles[cell].startswith(BLANK)) if cell in tiles else Sign(None)
        for cell in word.cells
    )
    return word.cells[0], _DIRECTION_CODES[direction_of_word(word)], spell_signs(signs)


def gcg_start(cell: str, direction: str) -> str:
    """The start of a move as in GCG, where its order tells the direction, from what :func:`encode_laid_move` wrote."""
    return cell if direction == _DIRECTION_CODES[Direction.DOWN] else f"{cell[1:]}{cell[:1]}"


def word_with_board_letters(state: GameState, move: Move) -> PartialMove | None:
    """The word of a move with the board's letters in place of dots; ``None`` if a dot is on an empty cell."""
    cells = _cells_under_move(state, move)
    if len(cells) < len(move.signs):
        return None
    signs = tuple(
        Sign(letter_on(there) or None) if sign.letter is None else sign
        for (_, there), sign in zip(cells, move.signs, strict=True)
    )
    return None if any(sign.letter is None for sign in signs) else PartialMove(signs)


def _cells_under_move(state: GameState, move: Move) -> tuple[tuple[str, str], ...]:
    grid = premium_board(state.ruleset.board).grid
    if move.cell not in grid.indices:
        return ()
    line, first = grid.line(grid.indices[move.cell], move.direction)
    return tuple((grid.names[index], state.cells[index]) for index in line[first : first + len(move.signs)])


ARROWS: Final = {Direction.ACROSS: "→", Direction.DOWN: "↓"}


def place_label(fit: WordPlacement, word: str = "") -> str:
    """A place on a button: ``H8 →``; or with a ``word`` that differs from the typed one, ``KALEMLER F8 →``."""
    return " ".join(filter(None, (word, fit.move.cell, ARROWS[fit.move.direction])))


def direction_of_word(word: WordScore) -> Direction:
    """The direction in which a word on the board runs."""
    return Direction.ACROSS if word.cells[0][1:] == word.cells[1][1:] else Direction.DOWN


def direction_name(direction: Direction, speaker: Speaker) -> str:
    """A direction as players type it."""
    return speaker.plain(f"way-{direction.value}")
