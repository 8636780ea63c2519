"""Every legal play for a rack: Appel and Jacobson's search along each line, by prefixes of the lexicon.

A play is found from its anchor, the first empty cell in its line that touches a tile: before it a *left part* from the
rack, from there on letters that the crossing words allow. Judges words by the given lexicon and never changes a game.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from msgspec import Struct

from engine.alphabet import BLANK
from engine.crossword import placement
from engine.crossword.actions import Placement
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import bingo_points, tile_points
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on


class WordSet(Protocol):
    """What the search needs of a lexicon."""

    def __contains__(self, word: str) -> bool: ...

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with a prefix."""


class ScoredPlay(Struct, frozen=True):
    """A legal play: its tiles along the main word, that word, and what it scores."""

    tiles: tuple[Placement, ...]
    word: str
    score: int


class Anchor(Struct, frozen=True):
    """A cell on which plays can be hung: its line, its place, and how many cells before it a left part may cover."""

    line: tuple[int, ...]
    place: int
    direction: Direction
    room: int


class CrossCheck(Struct, frozen=True):
    """What a crossing word demands of an empty cell: the letters that fit, and the points of its other tiles."""

    letters: frozenset[str]
    points: int
    first: bool
    last: bool


_Part = tuple[str, str, tuple[str, ...]]
"""The beginning of a word: its letters, the faces left on the rack, and its tiles from the rack."""
_Step = tuple[str, str, str, str]
"""A tile after a part: the tile, its letter, the part's letters with it, and the faces left on the rack."""
_MOST_KNOWN: Final = 20_000
"""For how many prefixes and racks a search caches the next tiles, about ten megabytes; two blanks need more."""


class PlayFinder:
    """The search on one board, cheap to make; ``bonus`` is the random bonus cell while it is free."""

    def __init__(self, ruleset: Ruleset, cells: Sequence[str], lexicon: WordSet, bonus: str | None = None) -> None:
        self._rules: Final = ruleset
        self._cells: Final = cells
        self._lexicon: Final = lexicon
        self._board: Final = premium_board(ruleset.board)
        self._bonus: Final = None if bonus is None else self._board.grid.indices[bonus]
        self._alphabet: Final = tuple(face for face in ruleset.values if face != BLANK)
        self._letters: Final = [letter_on(tile) for tile in cells]
        self._crosses: Final[dict[Direction, dict[int, CrossCheck | None]]] = {each: {} for each in Direction}

    def find_anchors(self) -> list[Anchor]:
        """The anchors of both directions; on an empty board the centre."""
        grid, cells = self._board.grid, self._cells
        touching = placement.anchors(cells, self._board)
        found = []
        for direction in Direction:
            for line in grid.lines(direction):
                room = 0
                for place, index in enumerate(line):
                    if index in touching and not cells[index]:
                        found.append(Anchor(line, place, direction, room))
                    room = 0 if cells[index] or index in touching else room + 1
        return found

    def legal_plays(self, rack: Sequence[str]) -> list[ScoredPlay]:
        """Every legal play for a rack, each once, in a fixed order."""
        search = RackSearch(self, rack, self._alphabet)
        found: list[ScoredPlay] = []
        singles = set()
        for anchor in self.find_anchors():
            for option in search.plays_at(anchor):
                if len(option.tiles) == 1:
                    if option.tiles in singles:
                        continue
                    singles.add(option.tiles)
                found.append(option)
        return found

    def search_with(self, rack: Sequence[str], blank_letters: Sequence[str] | None = None) -> "RackSearch":
        """A search for one rack, anchor by anchor; ``blank_letters`` limits what a blank may stand for."""
        return RackSearch(self, rack, self._alphabet if blank_letters is None else blank_letters)

    def cross_check(self, index: int, direction: Direction) -> CrossCheck | None:
        """What the crossing word demands of an empty cell; ``None`` without a crossing word."""
        known = self._crosses[direction]
        if index not in known:
            known[index] = self._make_cross_check(index, direction.other)
        return known[index]

    def _make_cross_check(self, index: int, direction: Direction) -> CrossCheck | None:
        line, place = self._board.grid.line(index, direction)
        cells = self._cells
        first, last = place, place + 1
        while first > 0 and cells[line[first - 1]]:
            first -= 1
        while last < len(line) and cells[line[last]]:
            last += 1
        if last - first == 1:
            return None
        before = self.letters_at(line[first:place])
        after = self.letters_at(line[place + 1 : last])
        letters = frozenset(sign for sign in self._alphabet if f"{before}{sign}{after}" in self._lexicon)
        values = self._rules.values
        points = sum(tile_points(cells[each], values) for each in line[first:last] if each != index)
        return CrossCheck(letters, points, first=first == place, last=last == place + 1)

    def score_play(self, anchor: Anchor, first: int, word: str, tiles: Sequence[str], held: int) -> ScoredPlay:
        """The scored play whose main word begins at place ``first`` of the anchor's line (RULES §1.6)."""
        board, values, cells = self._board, self._rules.values, self._cells
        four = self._rules.scoring.four_word
        start, end = anchor.line[first], anchor.line[first + len(word) - 1]
        main, multiplier, total = 0, 1, 0
        placed = []
        new = iter(tiles)
        for index in anchor.line[first : first + len(word)]:
            if cells[index]:
                main += tile_points(cells[index], values)
                continue
            tile = next(new)
            points = tile_points(tile, values) * board.letter_multipliers[index]
            main += points
            multiplier *= board.word_multipliers[index]
            multiplier *= board.four_word_multiplier(
                index, anchor.direction, four, first=index == start, last=index == end
            )
            placed.append(Placement(board.grid.names[index], tile))
            cross = self.cross_check(index, anchor.direction)
            if cross is not None:
                times = board.four_word_multiplier(
                    index, anchor.direction.other, four, first=cross.first, last=cross.last
                )
                total += (cross.points + points) * board.word_multipliers[index] * times
            if index == self._bonus and self._rules.scoring.cell is not None:
                total += self._rules.scoring.cell.points
        total += main * multiplier + bingo_points(self._rules, len(placed), held)
        return ScoredPlay(tuple(placed), word, total)

    def letter_at(self, index: int) -> str:
        """The letter on a cell, or an empty string."""
        return self._letters[index]

    def letters_at(self, line: Sequence[int]) -> str:
        """The letters on some cells, concatenated."""
        return "".join([self._letters[index] for index in line])

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with a prefix."""
        return self._lexicon.has_prefix(prefix)

    def has_word(self, word: str) -> bool:
        """Whether the lexicon has a word."""
        return word in self._lexicon


class RackSearch:
    """A search for one rack. Caches which tiles can follow a prefix, which is the same at every anchor."""

    def __init__(self, finder: PlayFinder, rack: Sequence[str], blank_letters: Sequence[str]) -> None:
        self._finder: Final = finder
        self._held: Final = len(rack)
        self._blank: Final = tuple((f"{BLANK}{sign}", sign) for sign in blank_letters)
        self._parts: Final[list[list[_Part]]] = [[("", "".join(sorted(rack)), ())]]
        self._known_steps: Final[dict[tuple[str, str], Sequence[_Step]]] = {}

    def plays_at(self, anchor: Anchor) -> Iterator[ScoredPlay]:
        """The plays whose first anchor this is."""
        line, place = anchor.line, anchor.place
        first = place
        while first and self._finder.letter_at(line[first - 1]):
            first -= 1
        if first < place:
            prefix = self._finder.letters_at(line[first:place])
            if self._finder.has_prefix(prefix):
                yield from self._plays_of(anchor, [(prefix, self._parts[0][0][1], ())])
            return
        for length in range(min(anchor.room, self._held - 1) + 1):
            yield from self._plays_of(anchor, self._left_parts(length))

    def _plays_of(self, anchor: Anchor, parts: Iterable[_Part]) -> list[ScoredPlay]:
        found: list[ScoredPlay] = []
        cross = self._finder.cross_check(anchor.line[anchor.place], anchor.direction)
        for prefix, rest, tiles in parts:
            for tile, sign, longer, less in self._steps(prefix, rest):
                if cross is None or sign in cross.letters:
                    self._extend_right(anchor, (longer, less, (*tiles, tile)), anchor.place + 1, found)
        return found

    def _left_parts(self, length: int) -> list[_Part]:
        """The beginnings of words that ``length`` tiles of the rack can form."""
        while len(self._parts) <= length:
            self._parts.append(
                [
                    (longer, less, (*tiles, tile))
                    for prefix, rest, tiles in self._parts[-1]
                    for tile, _, longer, less in self._steps(prefix, rest)
                ]
            )
        return self._parts[length]

    def _extend_right(self, anchor: Anchor, part: _Part, place: int, found: list[ScoredPlay]) -> None:
        """Extend from a place after the anchor, over tiles on the board and with tiles from the rack."""
        finder, line = self._finder, anchor.line
        prefix, rest, tiles = part
        while place < len(line) and (sign := finder.letter_at(line[place])):
            prefix += sign
            place += 1
            if not finder.has_prefix(prefix):
                return
        if finder.has_word(prefix):
            found.append(finder.score_play(anchor, place - len(prefix), prefix, tiles, self._held))
        if place == len(line) or not rest:
            return
        cross = finder.cross_check(line[place], anchor.direction)
        for tile, sign, longer, less in self._steps(prefix, rest):
            if cross is None or sign in cross.letters:
                self._extend_right(anchor, (longer, less, (*tiles, tile)), place + 1, found)

    def _steps(self, prefix: str, rest: str) -> Sequence[_Step]:
        """The tiles of the remaining rack that extend a prefix to a longer one."""
        known = self._known_steps.get((prefix, rest))
        if known is None:
            known = tuple(self._find_steps(prefix, rest))
            if len(self._known_steps) < _MOST_KNOWN:
                self._known_steps[prefix, rest] = known
        return known

    def _find_steps(self, prefix: str, rest: str) -> Iterator[_Step]:
        last, has_prefix = "", self._finder.has_prefix
        for face in rest:
            if face != last:
                last = face
                less = rest.replace(face, "", 1)
                for tile, sign in self._blank if face == BLANK else ((face, face),):
                    if has_prefix(longer := prefix + sign):
                        yield tile, sign, longer, less


def finder_for(state: GameState, lexicon: WordSet) -> PlayFinder:
    """The search on a game's board."""
    return PlayFinder(state.ruleset, state.cells, lexicon, None if state.bonus_taken else state.bonus)


def legal_plays(state: GameState, seat: int, lexicon: WordSet) -> list[ScoredPlay]:
    """Every legal play of a seat, as if it were on turn."""
    return finder_for(state, lexicon).legal_plays(state.players[seat].rack)
