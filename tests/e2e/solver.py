"""A person's own board on paper and the moves that they find on it: knows only what the chat shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from engine.crossword.movegen import Finder
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import letter
from engine.lexicon import lexicon
from tests.support import scorer

_BLANK_LETTERS = {"tr": "AEKL", "en": "AEST", "uk": "АИОК"}
"""What the solver tries for a blank: a few letters keep it quick."""
_ORDERS = 50
"""In how many orders a phony's tiles are tried in one place."""
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

    @property
    def bare(self) -> tuple[str, ...]:
        """Its words without brackets, each once."""
        return tuple(dict.fromkeys(word.replace("[", "").replace("]", "") for word in self.words))


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
        best = max(options, key=lambda option: (option.score, option.word))
        return self._found(tuple((self._grid.indices[one.cell], one.tile) for one in best.tiles), best.word)

    def phony(self, tiles: Sequence[str]) -> Found:
        """A play of exactly these tiles that makes a word of no dictionary; where tiles lie, there is room for one."""
        named = [f"?{_BLANK_LETTERS[self._ruleset.language][0]}" if tile == "?" else tile for tile in tiles]
        old = self._lying
        for cells in self._rooms(len(named)):
            for order in islice(permutations(named), _ORDERS):
                laid = tuple(zip(cells, order, strict=True))
                new = {self._spot(index): tile for index, tile in laid}
                runs = scorer.words(old, new)
                if any(self.phonies(["".join(letter((old | new)[spot]) for spot in run)]) for run in runs):
                    return self._found(laid)
        raise AssertionError(f"no room for {tiles}")

    def phonies(self, words: Sequence[str]) -> list[str]:
        """Those of the words that the dictionary does not have."""
        return [word for word in words if word not in self._words]

    def play(self, found: Found) -> None:
        """Put a move's tiles on the board."""
        for index, tile in found.tiles:
            assert not self.cells[index]
            self.cells[index] = tile
        if found.on_bonus:
            self.bonus = None

    def take_back(self, found: Found) -> None:
        """Take a move's tiles off the board again."""
        for index, tile in found.tiles:
            assert self.cells[index] == tile
            self.cells[index] = ""

    @property
    def _lying(self) -> dict[scorer.Spot, str]:
        return {self._spot(index): tile for index, tile in enumerate(self.cells) if tile}

    def _rooms(self, count: int) -> Iterator[tuple[int, ...]]:
        """Where so many tiles can lie side by side and touch what lies there."""
        rows, columns, old = self._ruleset.board.rows, self._ruleset.columns, self._lying
        for start in range(len(self.cells)):
            for step, room in ((1, columns - start % columns), (columns, len(rows) - start // columns)):
                cells = tuple(start + step * place for place in range(min(count, room)))
                new = {self._spot(index): self.cells[index] for index in cells}
                if len(cells) == count and scorer.legal(old, new, rows, self._ruleset.rack):
                    yield cells

    def _found(self, tiles: tuple[tuple[int, str], ...], word: str = "") -> Found:
        """A move of these tiles; ``word`` is the main word, where a single tile's two words may both be that."""
        self._typed += 1
        old = self._lying
        new = {self._spot(index): tile for index, tile in tiles}
        runs = sorted(scorer.words(old, new), key=lambda run: not self._is_main(run, new, word, old | new))
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

    @staticmethod
    def _is_main(run: list[scorer.Spot], new: scorer.Tiles, word: str, board: scorer.Tiles) -> bool:
        """Whether a run is the word that was meant: a crossing one may be spelled alike."""
        return set(new) <= set(run) and word in ("", "".join(letter(board[spot]) for spot in run))

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
        down = f"{start[1:]}{start[0]} {way} {plain}" if self._ruleset.places else f"{start} {plain}"
        forms = (
            f"{start} {way} {plain}",
            f"{start[1:]}{start[0]} {plain}" if across else down,
            f"{start.lower()}  {way.upper()} {dotted}",
        )
        return forms[self._typed % len(forms)]
