"""Small endings: few tiles on both racks, an empty bag, and a board on which something was played."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from engine.crossword.movegen import Finder
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Bag
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.lexicon import Lexicon
from engine.rulesets import resolve_ruleset
from tests.support.games import game
from tests.support.random_actions import small_ruleset

_BLANK = 0.1
"""How often somebody holds a blank, and nothing else: with more tiles brute force would take minutes."""


def small_endings(ruleset: str, words: Lexicon, chance: Random) -> Iterator[GameState]:
    """Endings on a small board: racks of one to three tiles, seldom with a blank, a bonus cell, passes made before."""
    rules = small_ruleset(ruleset)
    resolved = resolve_ruleset(rules)
    board = premium_board(rules.board)
    faces = [*"AEİKLMRTNSZĞ"] * 2
    while True:
        cells = [""] * board.grid.size
        for _ in range(chance.randint(2, 4)):
            plays = Finder(resolved, cells, words).legal_plays(chance.sample("AEİKLMRTNS", 5))
            for put in chance.choice(plays).tiles if plays else ():
                cells[board.grid.indices[put.cell]] = put.tile
        if not any(cells):
            continue
        racks = [tuple(chance.sample(faces, chance.randint(1, 3))) for _ in range(2)]
        if chance.random() < _BLANK:
            racks = [("?",), racks[1][:2]]
        counts = Counter(face_of(cell) for cell in cells if cell) + Counter((*racks[0], *racks[1]))
        few = replace(rules, bag="few", bags={"few": Bag(counts.total(), dict(counts))})
        passes = chance.choice((0, 0, 1, 2, 3)) if ruleset != "kelimelik" else chance.choice((0, 1, 2))
        bonus = None
        if rules.scoring.cell is not None:
            bonus = board.grid.names[chance.choice([place for place, cell in enumerate(cells) if not cell])]
        yield replace(
            game(
                few, racks=["".join(rack) for rack in racks], bag="", run=(passes // 2, (passes + 1) // 2), bonus=bonus
            ),
            cells=tuple(cells),
        )
