"""A board on paper: the best move of a rack on it, with its score by the rules that are written anew."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.crossword.movegen import ScoredPlay
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import letter_on
from engine.lexicon import load_lexicon
from tests.support import independent_scorer
from tests.support.boards import shared_searcher

_WAYS = {"tr": ("yatay", "dikey"), "en": ("across", "down"), "uk": ("горизонтально", "вертикально")}


@dataclass(frozen=True, slots=True)
class FoundMove:
    typed: str
    main_words: tuple[str, ...]
    """Blanks in brackets; a single tile may be told by either of its words."""
    formed_words: tuple[str, ...]
    score: int
    tiles: tuple[tuple[str, str], ...]


class MoveFinder:
    def __init__(self, ruleset: Ruleset, bonus: str | None) -> None:
        self._ruleset = ruleset
        self._grid = premium_board(ruleset.board).grid
        self.cells = [""] * self._grid.size
        self.bonus = bonus

    def has_cell(self, name: str) -> bool:
        return name in self._grid.indices

    def find_best(self, rack: Sequence[str]) -> FoundMove | None:
        query = SearchQuery(self._ruleset, tuple(self.cells), tuple(rack), self.bonus)
        found = shared_searcher().find_best_plays(query, load_lexicon(self._ruleset.lexicon), 1)
        return self._to_found_move(found[0].play) if found else None

    def lay_move(self, found: FoundMove) -> None:
        for cell, tile in found.tiles:
            assert not self.cells[self._grid.indices[cell]]
            self.cells[self._grid.indices[cell]] = tile
            self.bonus = None if cell == self.bonus else self.bonus

    def _to_found_move(self, play: ScoredPlay) -> FoundMove:
        old = {self._spot(name): tile for name, tile in zip(self._grid.names, self.cells, strict=True) if tile}
        new = {self._spot(put.cell): put.tile for put in play.tiles}
        board, rules = old | new, self._ruleset

        def spelled(run: Sequence[independent_scorer.Spot]) -> str:
            return "".join(letter_on(board[spot]) for spot in run)

        def bracketed(run: Sequence[independent_scorer.Spot]) -> str:
            return "".join(
                f"[{letter_on(board[spot])}]" if new.get(spot, "").startswith("?") else letter_on(board[spot])
                for spot in run
            )

        runs = independent_scorer.formed_words(old, new)
        mains = [run for run in runs if set(new) <= set(run)]
        main = next(run for run in mains if spelled(run) == play.word)
        (row, column), is_down = main[0], main[0][0] != main[1][0]
        start = self._grid.names[row * rules.columns + column]
        score = independent_scorer.total_score(
            old,
            new,
            rules.board.rows,
            rules.values,
            bingo=rules.scoring.bingo,
            bonus=None if self.bonus is None else self._spot(self.bonus),
            bonus_points=0 if rules.scoring.cell is None else rules.scoring.cell.points,
            centre=2 if rules.board.centre_doubles else 1,
            four=rules.scoring.four_word or "clockwise",
        )
        return FoundMove(
            typed=f"{start} {_WAYS[rules.language][is_down]} {bracketed(main)}",
            main_words=tuple(map(bracketed, mains)),
            formed_words=tuple(map(spelled, runs)),
            score=score,
            tiles=tuple((put.cell, put.tile) for put in play.tiles),
        )

    def _spot(self, name: str) -> independent_scorer.Spot:
        return divmod(self._grid.indices[name], self._ruleset.columns)
