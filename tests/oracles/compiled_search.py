"""The product's compiled search, as the oracles ask it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.alphabet import BLANK
from engine.crossword.movegen import ScoredPlay
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import Lexicon
from tests.oracles.duplicate import SOURCES, Position, Rules, Tiles
from tests.support.boards import shared_searcher


class CompiledSearch:
    """Yields what the kernel finds; the scores are the oracle's own.

    ``most``: all those to which the kernel gives most points, and so many at least, which is faster; 0 for all plays.
    """

    def __init__(self, rules: Rules, words: Lexicon, most: int = 0) -> None:
        board, tiles = (crossword_rulesets()[source] for source in SOURCES[rules.name])
        self._ruleset = replace(tiles, board=board.board)
        self._words = words
        self._searcher = shared_searcher()
        self.most = most

    def __call__(self, position: Position) -> Iterator[Tiles]:
        rules, board = position.rules, position.board
        signs = (board.get((r, c), "") for r, row in enumerate(rules.rows) for c in range(len(row)))
        cells = tuple(sign if sign in rules.letters else BLANK + rules.to_letters(sign) for sign in signs)
        for play in self._find_plays(SearchQuery(self._ruleset, cells, tuple(position.rack))):
            yield tuple(
                (
                    (int(put.cell[1:]) - 1, ord(put.cell[0]) - ord("A")),
                    put.tile if put.tile in rules.letters else rules.small[put.tile.removeprefix(BLANK)],
                )
                for put in play.tiles
            )

    def _find_plays(self, query: SearchQuery) -> Sequence[ScoredPlay]:
        if self.most:
            best = [one.play for one in self._searcher.find_best_plays(query, self._words, self.most)]
            if len(best) < self.most or best[-1].score < best[0].score:
                return best
        return self._searcher.find_plays(query, self._words)
