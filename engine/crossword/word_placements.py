"""Where a typed word, or tiles in a given order, can be played: every place, best first, and which one is meant.

Words are judged only if the caller passes a lexicon. What is offered reveals only that the rack can make the typed
word. For a fully typed move that is refused for its place, the nearest legal ones are offered.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import BLANK, LEAST_LETTERS, load_alphabet
from engine.crossword.actions import Place, Placement
from engine.crossword.draft import RackTile
from engine.crossword.movegen import WordSet
from engine.crossword.notation import Move, PartialMove, Sign, new_cells, read_bare_word, resolve_move, tile_choices
from engine.crossword.placement import anchors
from engine.crossword.premiums import Direction, Geometry, premium_board
from engine.crossword.rules import lay_and_score, lay_tiles, score_for_seat
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on
from engine.errors import Ambiguous, EngineError, Malformed, Refusal

_OF_THE_RACK: Final = ("not_on_rack", "blanks_not_held")

_PROGRESS_BY_REFUSAL: Final[Mapping[str, int]] = MappingProxyType(
    {
        "off_board": 0,
        "clash": 1,
        "nothing_there": 1,
        "no_new_tiles": 2,
        "longer_word": 3,
        "blanks_not_held": 4,
        "not_on_rack": 4,
    }
)
"""How far the check of a direction came before each refusal; other codes come from the last check, of the placement."""

_FURTHEST: Final = 5
NewCells: TypeAlias = list[tuple[str, Sign]]


class WordPlacement(Struct, frozen=True):
    """A typed word at a place: the fully typed move, the action that plays it, and its score.

    ``move`` names the typed word, which for a single tile may be the shorter of its two words; ``score`` has the
    words as the rules count them, main word first.
    """

    move: Move
    place: Place
    score: Score

    @property
    def gcg_start(self) -> str:
        """First cell and direction as in GCG: ``8H`` across, ``H8`` down."""
        cell = self.move.cell
        return f"{cell[1:]}{cell[:1]}" if self.move.direction is Direction.ACROSS else cell


class AmbiguousPlacement(Ambiguous):
    """``which_place``: the word fits each of ``placements``, in board order; the player must choose.

    There may be just one: a word without a cell is never played without asking. The field ``places`` has each
    :attr:`WordPlacement.gcg_start`.
    """

    def __init__(self, placements: tuple[WordPlacement, ...]) -> None:
        super().__init__("which_place", places=tuple(fit.gcg_start for fit in placements))
        self.placements: Final = placements


def place_move(state: GameState, seat: int, move: Move) -> WordPlacement:
    """Place a fully typed move from a seat's rack; the seat need not be on turn.

    Raises:
        Refusal: those of :func:`engine.crossword.notation.resolve_move` and
            :func:`engine.crossword.rules.lay_and_score`.
        Malformed: ``unknown_cell``.
    """
    laid = resolve_move(state, seat, move)
    return WordPlacement(move, laid, lay_and_score(state, seat, laid)[1])


def intended_placement(
    state: GameState, seat: int, move: PartialMove, *, gcg: bool, words: WordSet | None = None
) -> WordPlacement:
    """The one place that a typed move means.

    A cell with a direction is unambiguous, and its words are not judged. A cell alone, letter first, means the one
    direction that can be played.

    ``seat``: the player's, who need not be on turn. ``gcg``: whether a cell with the letter first means down, as in GCG
    and tournaments. ``words``: as for :func:`ranked_placements`.

    Raises:
        AmbiguousPlacement: both directions are possible, or the first cell was not typed.
        Refusal: it cannot be laid: as :func:`place_move` or :func:`ranked_placements`.
        Malformed: ``unknown_cell``.
    """
    if move.cell and len(ways := _possible_directions(move, gcg=gcg)) == 1:
        return place_move(state, seat, Move(move.cell, ways[0], move.signs))
    fits = ranked_placements(state, seat, move, words)
    if move.cell and len(fits) == 1:
        return fits[0]
    raise AmbiguousPlacement(fits)


def intended_action(
    state: GameState, seat: int, move: PartialMove, *, gcg: bool, words: WordSet | None = None
) -> Place:
    """The action of the one place that a typed move means; raises as :func:`intended_placement`.

    With a direction the tiles are only laid, and the rules judge the placement when it is played.
    """
    if move.cell and len(ways := _possible_directions(move, gcg=gcg)) == 1:
        return resolve_move(state, seat, Move(move.cell, ways[0], move.signs))
    return intended_placement(state, seat, move, gcg=gcg, words=words).place


def without_full_stop(state: GameState, move: PartialMove) -> PartialMove:
    """The move without a final dot that ends a sentence: ``H8 KALEM.`` with no letter after KALEM.

    Phones make a full stop of two spaces. Without a cell, a dot at the end is one.
    """
    *word, last = move.signs
    if last.letter is not None or len(word) < LEAST_LETTERS or any(sign.letter is None for sign in word):
        return move
    grid = premium_board(state.ruleset.board).grid
    if (start := grid.indices.get(move.cell)) is not None:
        lines = (grid.line(start, way) for way in _possible_directions(move, gcg=False))
        behind = [index for line, first in lines for index in line[first + len(word) : first + len(word) + 1]]
        if any(state.cells[index] for index in behind):
            return move
    return replace(move, signs=tuple(word))


def _possible_directions(move: PartialMove, *, gcg: bool) -> tuple[Direction, ...]:
    if move.direction is not None:
        return (move.direction,)
    return (Direction.DOWN,) if gcg and move.cell else (Direction.ACROSS, Direction.DOWN)


def ranked_placements(
    state: GameState, seat: int, move: PartialMove, words: WordSet | None = None
) -> tuple[WordPlacement, ...]:
    """Every place where a typed word can be played from a seat's rack, within the cell, line and direction typed.

    There is at least one. The best comes first: by score, then in board order by row and column of the first cell,
    across before down. Of plays that differ only in which of two equal letters is a blank, only the best is there. A
    single tile that makes the word both ways is there once, across, as in the rules (RULES §1.5); down only if that was
    typed.

    ``seat``: the player's, who need not be on turn. ``words``: must contain every word of a play; ``None`` judges none.

    Raises:
        Refusal: ``not_words`` (``words``: those of the play with the fewest) if it fits but no play is valid;
            ``not_on_rack`` or ``blanks_not_held`` if the board has a place but the rack lacks tiles; if the board has
            none, ``no_place``, with a ``line`` ``no_place_in_row`` or ``no_place_in_column``; with a cell, what
            :func:`place_move` raises for the direction that came further, down if equal.
        Malformed: ``unknown_cell``, also for a ``line`` that is not on the board.
    """
    rack = state.players[seat].rack
    return _rank(state, seat, move, words, lambda new: tile_choices(rack, new))


def placements_for_any_rack(
    state: GameState, seat: int, move: PartialMove, words: WordSet | None = None
) -> tuple[WordPlacement, ...]:
    """The places of :func:`ranked_placements` as if the seat held each letter, and none as a blank.

    Safe to show to others, since they reveal only the number of tiles: the player may lack the tiles, or score less
    with a blank. Raises as :func:`ranked_placements`.
    """

    def letters(new: NewCells) -> tuple[tuple[Placement, ...], ...]:
        return (tuple(Placement(cell, sign.letter or "") for cell, sign in new),)

    return _rank(state, seat, move, words, letters)


def plays_of_tiles(
    state: GameState, seat: int, tiles: Sequence[RackTile], words: WordSet | None = None
) -> tuple[WordPlacement, ...]:
    """Every play that lays these tiles of a rack in this order on the empty cells of a line, perhaps none.

    Letters on the board are skipped or joined: K, L and E find K(A)LE. Order, judging and blanks are as for
    :func:`ranked_placements`. The signs of a ``move`` say which tiles are blanks and which letters are on the board.

    ``tiles``: at least one, from different places of the seat's rack.
    """
    rack, board = state.players[seat].rack, premium_board(state.ruleset.board)
    touching, letters = anchors(state.cells, board), [letter_on(tile) for tile in state.cells]
    signs = [Sign(tile.letter or rack[tile.place]) for tile in tiles]
    spelled = [sign.letter or "" for sign in signs]
    faces = [
        tuple(put.tile for put in choice)
        for choice in tile_choices(tuple(rack[tile.place] for tile in tiles), [("", sign) for sign in signs])
    ]
    fits: dict[tuple[Placement, ...], WordPlacement] = {}
    for way in Direction:
        for line in board.grid.lines(way):
            empty = [place for place, index in enumerate(line) if not letters[index]]
            for first in range(len(empty) - len(signs) + 1):
                places = empty[first : first + len(signs)]
                if touching.isdisjoint([line[place] for place in places]):
                    continue
                if (
                    words is not None
                    and len(word := _main_word(letters, line, places, spelled)) > 1
                    and word not in words
                ):
                    continue
                cells = [board.grid.names[line[place]] for place in places]
                choices = [tuple(map(Placement, cells, choice)) for choice in faces]
                try:
                    laid = _lay_best(state, seat, choices, words)
                except (Refusal, _PhoniesError):
                    continue
                fits[laid.place.tiles] = _with_whole_move(laid)
    return _in_order(board.grid, fits.values())


def _main_word(letters: Sequence[str], line: Sequence[int], places: Sequence[int], new: Sequence[str]) -> str:
    """The word along a line after new letters at ``places``."""
    laid = dict(zip(places, new, strict=True))
    first, last = places[0], places[-1]
    while first and letters[line[first - 1]]:
        first -= 1
    while last + 1 < len(line) and letters[line[last + 1]]:
        last += 1
    return "".join([laid.get(place) or letters[line[place]] for place in range(first, last + 1)])


class _LaidTiles(NamedTuple):
    place: Place
    direction: Direction
    score: Score


class _PhoniesError(Exception):
    """The placement is legal, but some of its words do not count."""

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(words)
        self.words: Final = words


def _with_whole_move(laid: _LaidTiles) -> WordPlacement:
    """The play as a fully typed move: its main word, with the letters already there."""
    tiles = {put.cell: put.tile for put in laid.place.tiles}
    main = laid.score.words[0]
    signs = tuple(
        Sign(letter, blank=tiles.get(cell, "").startswith(BLANK), on_board=cell not in tiles)
        for cell, letter in zip(main.cells, main.word, strict=True)
    )
    return WordPlacement(Move(main.cells[0], laid.direction, signs), laid.place, laid.score)


def _lay_best(
    state: GameState, seat: int, choices: Sequence[tuple[Placement, ...]], words: WordSet | None
) -> _LaidTiles:
    """The best way to lay the same letters on the same cells; raises Refusal or _PhoniesError."""
    by = state.players[seat].user
    first = Place(by, choices[0])
    play = lay_tiles(state, first)
    if words is not None and (wrong := tuple(run.word for run in play.words if run.word not in words)):
        raise _PhoniesError(tuple(dict.fromkeys(wrong)))
    laid = [_LaidTiles(first, play.direction, score_for_seat(state, seat, play))]
    for tiles in choices[1:]:
        other = Place(by, tiles)
        laid.append(_LaidTiles(other, play.direction, lay_and_score(state, seat, other)[1]))
    return max(laid, key=lambda each: each.score.total)


def _rank(
    state: GameState,
    seat: int,
    move: PartialMove,
    words: WordSet | None,
    choose: Callable[[NewCells], Iterable[tuple[Placement, ...]]],
) -> tuple[WordPlacement, ...]:
    grid = premium_board(state.ruleset.board).grid
    fits: dict[tuple[Placement, ...], WordPlacement] = {}
    refusals: list[Refusal] = []
    wrong: list[tuple[str, ...]] = []
    for each in _possible_moves(state, grid, move):
        try:
            laid = _lay_best(state, seat, list(choose(new_cells(state, each))), words)
        except Refusal as refusal:
            refusals.append(refusal)
        except _PhoniesError as phonies:
            wrong.append(phonies.words)
        else:
            fits.setdefault(laid.place.tiles, WordPlacement(each, laid.place, laid.score))
    if fits:
        return _in_order(grid, fits.values())
    if wrong:
        raise Refusal("not_words", words=min(wrong, key=len))
    raise _why_nowhere(move, refusals)


def _why_nowhere(move: PartialMove, refusals: Sequence[Refusal]) -> Refusal:
    if move.cell:
        return max(reversed(refusals), key=lambda refusal: _PROGRESS_BY_REFUSAL.get(refusal.code, _FURTHEST))
    lacking = {refusal.code for refusal in refusals}
    for code in _OF_THE_RACK:
        if code in lacking:
            return Refusal(code)
    if move.line.isdecimal():
        return Refusal("no_place_in_row", line=move.line)
    return Refusal("no_place_in_column", line=move.line) if move.line else Refusal("no_place")


def _in_order(grid: Geometry, fits: Iterable[WordPlacement]) -> tuple[WordPlacement, ...]:
    """Best first; ties in board order."""
    return tuple(
        sorted(
            fits,
            key=lambda fit: (-fit.score.total, grid.indices[fit.move.cell], fit.move.direction is Direction.DOWN),
        )
    )


def _possible_moves(state: GameState, grid: Geometry, move: PartialMove) -> Iterator[Move]:
    """The word from its cell, or from every cell where it covers an anchor: across first, then in board order."""
    ways = _possible_directions(move, gcg=False)
    if move.cell:
        yield from (Move(move.cell, way, move.signs) for way in ways)
        return
    length, line_cells = len(move.signs), _cells_of_line(grid, move.line)
    letters = [letter_on(tile) for tile in state.cells]
    touching = anchors(state.cells, premium_board(state.ruleset.board))
    for way in ways:
        starts: dict[int, tuple[tuple[int, ...], int]] = {}
        for anchor in touching:
            line, place = grid.line(anchor, way)
            if line_cells is None or line == line_cells:
                begins = range(max(0, place - length + 1), min(place, len(line) - length) + 1)
                starts.update((line[begin], (line, begin)) for begin in begins)
        for start in sorted(starts):
            if _may_lie(letters, *starts[start], move.signs):
                yield Move(grid.names[start], way, move.signs)


def _may_lie(letters: Sequence[str], line: Sequence[int], first: int, signs: Sequence[Sign]) -> bool:
    """Whether a word fits there: its signs match the tiles on the board, with none right before or after it."""
    end = first + len(signs)
    if (first and letters[line[first - 1]]) or (end < len(line) and letters[line[end]]):
        return False
    for index, sign in zip(line[first:end], signs, strict=True):
        if there := letters[index]:
            if sign.letter not in {None, there}:
                return False
        elif sign.on_board or sign.letter is None:
            return False
    return True


def _cells_of_line(grid: Geometry, name: str) -> tuple[int, ...] | None:
    if not name:
        return None
    first = grid.indices.get(f"A{name}" if name.isdecimal() else f"{name}1")
    if first is None:
        raise Malformed("unknown_cell", cell=name, last=grid.names[-1])
    return grid.line(first, Direction.ACROSS if name.isdecimal() else Direction.DOWN)[0]


def longest_word_length(ruleset: Ruleset) -> int:
    """How many letters a word on the board can have."""
    return max(ruleset.columns, len(ruleset.board.rows))


def placements_to_offer(state: GameState, seat: int, text: str) -> tuple[WordPlacement, ...]:
    """The places to offer for a reply to the board that is one bare word; none for any other text.

    The seat must be able to lay the word somewhere; it need not be valid. Empty if the table does not offer places.

    ``seat``: the player's; everyone who sees the offer learns that the rack makes the word.
    """
    typed = read_bare_word(text, load_alphabet(state.ruleset.language), longest_word_length(state.ruleset))
    if typed is None or not state.ruleset.places:
        return ()
    try:
        return ranked_placements(state, seat, typed)
    except Refusal:
        return ()


MISPLACED: Final = frozenset(
    {
        "unknown_cell",
        "off_board",
        "clash",
        "nothing_there",
        "longer_word",
        "no_new_tiles",
        "not_touching",
        "off_centre",
    }
)
"""The refusals of a typed move that another place may avoid."""

_ALONG, _TURNED, _NEAR = range(3)


def near_misses(state: GameState, seat: int, move: Move, most: int | None = 3) -> tuple[WordPlacement, ...]:
    """The legal places nearest to a move that was refused for its place (:data:`MISPLACED`), perhaps none.

    None if the table does not offer places. In this order:

    1. the longer word that contains the typed letters, from its own first cell (``longer_word``);
    2. the word shifted along its line by less than its length, to include letters on the board, least shift first;
    3. the word in the other direction from the same cell;
    4. the word from any other cell, by row and column distance together.

    Ties: the typed direction first, then board order. A cell that is not on the board counts as the centre.

    ``seat``: the player's; the offer reveals only that the rack makes the word. ``most``: how many to find; ``None``
    for all.
    """
    if not state.ruleset.places:
        return ()
    grid, centre = premium_board(state.ruleset.board).grid, premium_board(state.ruleset.board).centre
    origin = grid.indices.get(move.cell, centre)
    try:
        found = ranked_placements(state, seat, PartialMove(move.signs))
    except Refusal:
        found = ()
    others = (each for each in found if (each.move.cell, each.move.direction) != (move.cell, move.direction))
    ordered = sorted(others, key=lambda each: _distance_key(grid, origin, move, each))
    return (*_longer_word(state, seat, move), *ordered)[:most]


def _distance_key(grid: Geometry, origin: int, move: Move, other: WordPlacement) -> tuple[int, int, bool, int]:
    index, turned = grid.indices[other.move.cell], other.move.direction is not move.direction
    far = sum(
        abs(one - two) for one, two in zip(divmod(index, grid.columns), divmod(origin, grid.columns), strict=True)
    )
    through = len(other.place.tiles) < len(move.signs)
    in_line = not turned and index in grid.line(origin, move.direction)[0]
    if in_line and through and far < len(move.signs) and move.cell in grid.indices:
        kind = _ALONG
    elif turned and other.move.cell == move.cell:
        kind = _TURNED
    else:
        kind = _NEAR
    return kind, far, turned, index


def _longer_word(state: GameState, seat: int, move: Move) -> tuple[WordPlacement, ...]:
    """The longer word that contains the typed letters; none unless that is why the move is refused."""
    try:
        new_cells(state, move)
    except Malformed:
        return ()
    except Refusal as refusal:
        if refusal.code != "longer_word":
            return ()
        word, cell = str(refusal.fields["word"]), str(refusal.fields["cell"])
    else:
        return ()
    grid = premium_board(state.ruleset.board).grid
    line, first = grid.line(grid.indices[move.cell], move.direction)
    head = first - line.index(grid.indices[cell])
    there = tuple(Sign(letter, on_board=True) for letter in word)
    signs = (*there[:head], *move.signs, *there[head + len(move.signs) :])
    try:
        return (place_move(state, seat, Move(cell, move.direction, signs)),)
    except EngineError:
        return ()
