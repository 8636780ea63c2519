"""The top (the best play) of a round, and which of equal tops is laid (RULES §10.1).

Needs only a board, a rack and the plays found; the caller supplies the search.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Placement
from engine.crossword.movegen import ScoredPlay, WordSet
from engine.crossword.placement import run_through
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import face_of, letter_on, remove_tiles
from engine.duplicate.actions import RackSearch
from engine.duplicate.dealing import begin_dealing, continue_dealing
from engine.duplicate.state import GameState
from engine.duplicate.view import Play, Reason

if TYPE_CHECKING:  # it imports computer players and the library of word lists
    from engine.crossword.players.computer_view import PlaySearch

MOST_BEST: Final = 5
"""The most plays that a round's result shows."""
_FIRST_LOOK: Final = 60
"""How many plays are searched first; more if these do not decide."""
_TieRule = Literal["blanks", "kept", "tiles", "word", "place"]
_TIE_RULES: Final[tuple[_TieRule, ...]] = ("blanks", "kept", "tiles", "word", "place")


def search_racks(state: GameState, search: "PlaySearch", words: WordSet) -> tuple[RackSearch, ...]:
    """The search result for each rack that is drawn until a round can open or the game is over."""
    step = begin_dealing(state)
    searched: list[RackSearch] = []
    while not step.is_done:
        searched.append(find_top(state.ruleset.crossword, state.cells, step.rack, search, words))
        step = continue_dealing(step, searched[-1])
    return tuple(searched)


def find_top(
    rules: Ruleset, cells: tuple[str, ...], rack: tuple[str, ...], search: "PlaySearch", words: WordSet
) -> RackSearch:
    """Search a rack's top and best plays; an empty result if no play is legal."""
    query, most = SearchQuery(rules, cells, rack), _FIRST_LOOK
    while True:
        found = [ranked.play for ranked in search.find_best_plays(query, words, most)]
        if len(found) >= most:
            # The search may have cut off others with the lowest score, so that score is left out.
            least = min(play.score for play in found)
            found = [play for play in found if play.score > least]
            if len({(play.score, _cells_of(play.tiles)) for play in found}) < MOST_BEST:
                most *= 4
                continue
        return choose_top(found, cells, rack, rules)


def choose_top(plays: Iterable[ScoredPlay], cells: Sequence[str], rack: Sequence[str], rules: Ruleset) -> RackSearch:
    """The play to lay, the rule by which it was chosen, and the best plays, from all legal ones in any order."""
    best: dict[tuple[int, frozenset[str]], Play] = {}
    tops: list[tuple[_TieKey, Play]] = []
    by_score = sorted(plays, key=lambda play: -play.score)
    for score, equal in groupby(by_score, key=lambda play: play.score):
        named = (name_play(play.tiles, score, cells, rules) for play in equal)
        ranked = sorted(((_tie_key(play, cells, rack, rules), play) for play in named), key=lambda one: one[0])
        tops = tops or ranked
        for _, play in ranked:
            best.setdefault((score, _cells_of(play.tiles)), play)
        if len(best) >= MOST_BEST:
            break
    if not tops:
        return RackSearch()
    return RackSearch(
        laid=tops[0][1],
        reason=_reason([key for key, _ in tops]),
        several_words=len({play.word for _, play in tops}) > 1,
        best=tuple(best.values())[:MOST_BEST],
    )


def name_play(tiles: Sequence[Placement], score: int, cells: Sequence[str], rules: Ruleset) -> Play:
    """A legal play with its main word; for a single tile, the first of its two words in order."""
    grid = premium_board(rules.board).grid
    new = {grid.indices[put.cell]: put.tile for put in sorted(tiles, key=lambda put: grid.indices[put.cell])}
    first, *others = new
    if others:
        directions = [Direction.ACROSS if others[0] // grid.columns == first // grid.columns else Direction.DOWN]
    else:
        directions = list(Direction)
    runs = [(run_through(cells, new, grid, first, direction), direction) for direction in directions]
    put = tuple(Placement(grid.names[index], tile) for index, tile in new.items())
    named = [
        Play(put, "".join(letter_on(new.get(i) or cells[i]) for i in run), grid.names[run[0]], direction, score)
        for run, direction in runs
        if len(run) > 1
    ]
    return min(named, key=lambda play: (_word_key(play, rules), _place_key(play, rules)))


def is_same_play(one: Play, other: Play) -> bool:
    """Whether two plays score the same on the same cells, so that a result shows them as one."""
    return one.score == other.score and _cells_of(one.tiles) == _cells_of(other.tiles)


_WordKey = tuple[int, ...]
_PlaceKey = tuple[bool, int, int]
_TieKey = tuple[int, int, int, _WordKey, _PlaceKey, tuple[bool, ...]]
"""A number for each tie rule, the smallest wins, then the places of the blanks."""


def _tie_key(play: Play, cells: Sequence[str], rack: Sequence[str], rules: Ruleset) -> _TieKey:
    used = [face_of(put.tile) for put in play.tiles]
    letters = load_alphabet(rules.language)
    kept = remove_tiles(rack, used)
    difference = sum((face in letters.vowels) - (face in letters.consonants) for face in kept)
    return (
        used.count(BLANK),
        abs(difference),
        len(used),
        _word_key(play, rules),
        _place_key(play, rules),
        tuple(tile.startswith(BLANK) for tile in tiles_of_word(play, cells, rules)),
    )


def tiles_of_word(play: Play, cells: Sequence[str], rules: Ruleset) -> tuple[str, ...]:
    """The tiles of a play's main word as they lie, including those already on the board."""
    board = premium_board(rules.board).grid
    new = {board.indices[put.cell]: put.tile for put in play.tiles}
    line, place = board.line(board.indices[play.cell], play.direction)
    return tuple(new.get(index) or cells[index] for index in line[place : place + len(play.word)])


def _word_key(play: Play, rules: Ruleset) -> _WordKey:
    rank = load_alphabet(rules.language).rank
    return tuple(rank(letter) for letter in play.word)


def _place_key(play: Play, rules: Ruleset) -> _PlaceKey:
    grid = premium_board(rules.board).grid
    row, column = divmod(grid.indices[play.cell], grid.columns)
    return play.direction is Direction.DOWN, row, column


def _reason(keys: Sequence[_TieKey]) -> Reason:
    """The rule by which the first key won: the first one in which it differs from the next different key."""
    if len(keys) == 1:
        return ""
    laid = keys[0]
    for other in keys[1:]:
        differing = [rule for rule, one, two in zip(_TIE_RULES, laid, other, strict=False) if one != two]
        if differing:
            return differing[0]
    return "blank"


def _cells_of(tiles: Iterable[Placement]) -> frozenset[str]:
    return frozenset(put.cell for put in tiles)
