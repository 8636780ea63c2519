"""A person's own board on paper and the moves that they find on it: knows only what the chat shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from engine.crossword.movegen import PlayFinder
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import letter_on
from engine.lexicon import load_lexicon
from tests.support import independent_scorer

_BLANK_LETTERS = {"tr": "AEKL", "en": "AEST", "uk": "АИОК"}
"""What the solver tries for a blank: a few letters keep it quick."""
_ORDERS = 50
"""In how many orders a phony's tiles are tried in one place."""
_WAYS = {"tr": ("yatay", "dikey"), "en": ("across", "down"), "uk": ("горизонтально", "вертикально")}


@dataclass(frozen=True, slots=True)
class FoundMove:
    """A move: how it is typed, and what it must score by the plain rules."""

    typed: str
    main_words: tuple[tuple[str, str, bool], ...]
    """The word, its first cell, and whether it runs across; a single tile may be told by either of its words."""
    words: tuple[str, ...]
    """As captions write them, blanks of this move in brackets."""
    score: int
    bingo: bool
    covers_bonus: bool
    tiles: tuple[tuple[int, str], ...]

    @property
    def plain_words(self) -> tuple[str, ...]:
        """Its words without brackets, each once."""
        return tuple(dict.fromkeys(word.replace("[", "").replace("]", "") for word in self.words))


class MoveFinder:
    """The board as it grows, and the search on it."""

    def __init__(self, ruleset: Ruleset, bonus: str | None) -> None:
        self.cells = [""] * len("".join(ruleset.board.rows))
        self._ruleset = ruleset
        self._grid = premium_board(ruleset.board).grid
        self._words = load_lexicon(ruleset.lexicon)
        self.bonus = bonus
        self._typed_count = 0

    def has_cell(self, name: str) -> bool:
        return name in self._grid.indices

    def find_best(self, rack: Sequence[str]) -> FoundMove | None:
        """The move of the highest score, or none; each is typed in another way."""
        finder = PlayFinder(self._ruleset, self.cells, self._words, self.bonus)
        search = finder.search_with(rack, _BLANK_LETTERS[self._ruleset.language])
        options = [option for anchor in finder.find_anchors() for option in search.plays_at(anchor)]
        if not options:
            return None
        best = max(options, key=lambda option: (option.score, option.word))
        return self._to_found_move(tuple((self._grid.indices[one.cell], one.tile) for one in best.tiles), best.word)

    def find_phony(self, tiles: Sequence[str]) -> FoundMove:
        """A play of exactly these tiles that makes a word of no dictionary; where tiles lie, there is room for one."""
        named = [f"?{_BLANK_LETTERS[self._ruleset.language][0]}" if tile == "?" else tile for tile in tiles]
        old = self._tiles_on_board
        for cells in self._open_runs(len(named)):
            for order in islice(permutations(named), _ORDERS):
                laid = tuple(zip(cells, order, strict=True))
                new = {self._spot(index): tile for index, tile in laid}
                runs = independent_scorer.formed_words(old, new)
                if any(self.invalid_words(["".join(letter_on((old | new)[spot]) for spot in run)]) for run in runs):
                    return self._to_found_move(laid)
        raise AssertionError(f"no room for {tiles}")

    def invalid_words(self, words: Sequence[str]) -> list[str]:
        """Those of the words that the dictionary does not have."""
        return [word for word in words if word not in self._words]

    def lay_move(self, found: FoundMove) -> None:
        for index, tile in found.tiles:
            assert not self.cells[index]
            self.cells[index] = tile
        if found.covers_bonus:
            self.bonus = None

    @property
    def _tiles_on_board(self) -> dict[independent_scorer.Spot, str]:
        return {self._spot(index): tile for index, tile in enumerate(self.cells) if tile}

    def _open_runs(self, count: int) -> Iterator[tuple[int, ...]]:
        """Where so many tiles can lie side by side and touch what lies there."""
        rows, columns, old = self._ruleset.board.rows, self._ruleset.columns, self._tiles_on_board
        for start in range(len(self.cells)):
            for step, room in ((1, columns - start % columns), (columns, len(rows) - start // columns)):
                cells = tuple(start + step * place for place in range(min(count, room)))
                new = {self._spot(index): self.cells[index] for index in cells}
                if len(cells) == count and independent_scorer.is_legal(old, new, rows, self._ruleset.rack):
                    yield cells

    def _to_found_move(self, tiles: tuple[tuple[int, str], ...], word: str = "") -> FoundMove:
        """A move of these tiles; ``word`` is the main word, where a single tile's two words may both be that."""
        self._typed_count += 1
        old = self._tiles_on_board
        new = {self._spot(index): tile for index, tile in tiles}
        runs = sorted(
            independent_scorer.formed_words(old, new), key=lambda run: not self._is_main(run, new, word, old | new)
        )
        board, main = old | new, runs[0]
        rules = self._ruleset.scoring
        bonus = None if self.bonus is None else self._spot(self._grid.indices[self.bonus])
        points = 0 if rules.cell is None else rules.cell.points
        head, across = self._main_word(main, board, new)
        return FoundMove(
            typed=self._typed_form(head[1], [(board[spot], spot in new) for spot in main], across=across),
            main_words=tuple(self._main_word(run, board, new)[0] for run in (runs if len(new) == 1 else runs[:1])),
            words=tuple(self._bracketed(run, board, new) for run in runs),
            score=independent_scorer.total_score(
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
            covers_bonus=bonus in new,
            tiles=tiles,
        )

    def _main_word(
        self, run: list[independent_scorer.Spot], board: independent_scorer.Tiles, new: independent_scorer.Tiles
    ) -> tuple[tuple[str, str, bool], bool]:
        (row, column), across = run[0], run[0][0] == run[1][0]
        return (
            self._bracketed(run, board, new),
            self._grid.names[row * self._ruleset.columns + column],
            across,
        ), across

    def _spot(self, index: int) -> independent_scorer.Spot:
        return divmod(index, self._ruleset.columns)

    @staticmethod
    def _is_main(
        run: list[independent_scorer.Spot], new: independent_scorer.Tiles, word: str, board: independent_scorer.Tiles
    ) -> bool:
        """Whether a run is the word that was meant: a crossing one may be spelled alike."""
        return set(new) <= set(run) and word in ("", "".join(letter_on(board[spot]) for spot in run))

    @staticmethod
    def _bracketed(
        run: list[independent_scorer.Spot], board: independent_scorer.Tiles, new: independent_scorer.Tiles
    ) -> str:
        return "".join(
            f"[{letter_on(board[spot])}]" if spot in new and board[spot].startswith("?") else letter_on(board[spot])
            for spot in run
        )

    def _typed_form(self, start: str, main: list[tuple[str, bool]], *, across: bool) -> str:
        """The move in one of the ways in which people write it."""
        way = _WAYS[self._ruleset.language][not across]
        plain = "".join(
            f"[{letter_on(tile)}]" if new and tile.startswith("?") else letter_on(tile) for tile, new in main
        )
        dotted = "".join(
            "." if not new else f"[{letter_on(tile)}]" if tile.startswith("?") else tile for tile, new in main
        )
        down = f"{start[1:]}{start[0]} {way} {plain}" if self._ruleset.places else f"{start} {plain}"
        forms = (
            f"{start} {way} {plain}",
            f"{start[1:]}{start[0]} {plain}" if across else down,
            f"{start.lower()}  {way.upper()} {dotted}",
        )
        return forms[self._typed_count % len(forms)]
