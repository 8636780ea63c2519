"""A person's own board on paper and the moves that they find on it: knows only what the chat shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.crossword.movegen import Finder, Option
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import letter
from engine.lexicon import lexicon
from tests.support import scorer

_BLANK_LETTERS = {"tr": "AEKL", "en": "AEST", "uk": "АИОК"}
"""What the solver tries for a blank: a few letters keep it quick."""
_WAYS = {"tr": ("yatay", "dikey"), "en": ("across", "down"), "uk": ("горизонтально", "вертикально")}


@dataclass(frozen=True, slots=True)
class Found:
    """A move: how it is typed, and what it must score by the plain rules."""

    typed: str
    heads: tuple[tuple[str, str, bool], ...]
    """The word, its first cell, and whether it runs across; a single tile may be told by either of its words."""
    words: tuple[str, ...]
    """As captions write them, blanks of this move in brackets."""
    score: int
    bingo: bool
    on_bonus: bool
    tiles: tuple[tuple[int, str], ...]


class Solver:
    """The board as it grows, and the search on it."""

    def __init__(self, ruleset: Ruleset, bonus: str | None) -> None:
        self.cells = [""] * len("".join(ruleset.board.rows))
        self._ruleset = ruleset
        self._grid = premium_board(ruleset.board).grid
        self._words = lexicon(ruleset.lexicon)
        self.bonus = bonus
        self._typed = 0

    def has_cell(self, name: str) -> bool:
        """Whether the board has a cell of this name."""
        return name in self._grid.indices

    def best(self, rack: Sequence[str]) -> Found | None:
        """The move of the highest score, or none; each is typed in another way."""
        finder = Finder(self._ruleset, self.cells, self._words, self.bonus)
        search = finder.search(rack, _BLANK_LETTERS[self._ruleset.language])
        options = [option for anchor in finder.anchors() for option in search.at(anchor)]
        if not options:
            return None
        self._typed += 1
        return self._found(max(options, key=lambda option: (option.score, option.word)))

    def play(self, found: Found) -> None:
        """Put a move's tiles on the board."""
        for index, tile in found.tiles:
            assert not self.cells[index]
            self.cells[index] = tile
        if found.on_bonus:
            self.bonus = None

    def _found(self, option: Option) -> Found:
        tiles = tuple((self._grid.indices[one.cell], one.tile) for one in option.tiles)
        old = {self._spot(index): tile for index, tile in enumerate(self.cells) if tile}
        new = {self._spot(index): tile for index, tile in tiles}
        runs = sorted(scorer.words(old, new), key=lambda run: not self._is_main(run, option, old | new))
        board, main = old | new, runs[0]
        rules = self._ruleset.scoring
        bonus = None if self.bonus is None else self._spot(self._grid.indices[self.bonus])
        points = 0 if rules.cell is None else rules.cell.points
        head, across = self._head(main, board, new)
        return Found(
            typed=self._type(head[1], [(board[spot], spot in new) for spot in main], across=across),
            heads=tuple(self._head(run, board, new)[0] for run in (runs if len(new) == 1 else runs[:1])),
            words=tuple(self._bracketed(run, board, new) for run in runs),
            score=scorer.total(
                old,
                new,
                self._ruleset.board.rows,
                self._ruleset.values,
                bingo=rules.bingo,
                bonus=bonus,
                bonus_points=points,
                centre=2 if self._ruleset.board.centre_doubles else 1,
                four=rules.four_word or "clockwise",
            ),
            bingo=len(new) == self._ruleset.rack,
            on_bonus=bonus in new,
            tiles=tiles,
        )

    def _head(
        self, run: list[scorer.Spot], board: scorer.Tiles, new: scorer.Tiles
    ) -> tuple[tuple[str, str, bool], bool]:
        (row, column), across = run[0], run[0][0] == run[1][0]
        return (
            self._bracketed(run, board, new),
            self._grid.names[row * self._ruleset.columns + column],
            across,
        ), across

    def _spot(self, index: int) -> scorer.Spot:
        return divmod(index, self._ruleset.columns)

    def _is_main(self, run: list[scorer.Spot], option: Option, board: scorer.Tiles) -> bool:
        """Whether a run is the word that the search found: a crossing one may be spelled alike."""
        tiles = {self._spot(self._grid.indices[one.cell]) for one in option.tiles}
        return tiles <= set(run) and "".join(letter(board[spot]) for spot in run) == option.word

    @staticmethod
    def _bracketed(run: list[scorer.Spot], board: scorer.Tiles, new: scorer.Tiles) -> str:
        return "".join(
            f"[{letter(board[spot])}]" if spot in new and board[spot].startswith("?") else letter(board[spot])
            for spot in run
        )

    def _type(self, start: str, main: list[tuple[str, bool]], *, across: bool) -> str:
        """The move in one of the ways in which people write it."""
        way = _WAYS[self._ruleset.language][not across]
        plain = "".join(f"[{letter(tile)}]" if new and tile.startswith("?") else letter(tile) for tile, new in main)
        dotted = "".join(
            "." if not new else f"[{letter(tile)}]" if tile.startswith("?") else tile for tile, new in main
        )
        forms = (
            f"{start} {way} {plain}",
            f"{start[1:]}{start[0]} {plain}" if across else f"{start} {plain}",
            f"{start.lower()}  {way.upper()} {dotted}",
        )
        return forms[self._typed % len(forms)]
