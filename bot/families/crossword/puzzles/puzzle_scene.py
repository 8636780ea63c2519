"""A puzzle as its solver sees it: the board without players, with the rack, and the steps of the own board on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from bot.families.crossword.board_sketches import OwnBoardSketch, PlayPreview
from bot.families.crossword.own_board.scene import BoardScene
from bot.families.own_board import OwnBoardContext
from bot.families.puzzle_family import ShownPuzzle
from bot.store.people import apply_rack_order
from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedTable
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.puzzles.puzzle import SOLVER, Puzzle
from engine.crossword.secrecy import view_for
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from render.pointer import NO_POINTER, Pointer
from render.rack import Hand

_NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
_CACHED: Final = 64
"""States kept, of some ten kilobytes each: somebody goes through the steps of one."""


@dataclass(frozen=True, slots=True)
class PuzzleSketch(OwnBoardSketch):
    """A puzzle's picture. Everybody may see the board and the rack, and nobody else what somebody lays there."""

    @property
    def reusable(self) -> bool:
        """Unless tiles are laid."""
        return not (self.ghosts or self.hand.used)


@dataclass(frozen=True, slots=True)
class PuzzleScene(BoardScene):
    """A puzzle with its solver's rack in their order."""

    def to_sketch(
        self,
        hand: Hand,
        *,
        tiles: Mapping[str, str] | None = None,
        preview: PlayPreview | None = None,
        pointer: Pointer = NO_POINTER,
    ) -> PuzzleSketch:
        """The picture, with what is laid so far."""
        speaker = self.own.speaker
        drawn = BoardScene.to_sketch(self, hand, tiles=tiles, preview=preview, pointer=pointer)
        words = replace(drawn.words, title=speaker.plain("puzzle-picture-title", game=speaker.game_title))
        return PuzzleSketch(drawn.theme, drawn.view, words, hand, drawn.ghosts, pointer)


@lru_cache(maxsize=_CACHED)
def puzzle_state(puzzle: Puzzle) -> GameState:
    """The puzzle as a game, its solver's rack in the order of the alphabet."""
    state = puzzle.to_state()
    solver = replace(state.players[SOLVER], rack=sorted_rack(puzzle))
    return replace(state, players=(solver, *state.players[SOLVER + 1 :]))


def sorted_rack(puzzle: Puzzle) -> tuple[str, ...]:
    """The rack in the order of the alphabet, blanks last."""
    alphabet = load_alphabet(puzzle.rules.language)
    return tuple(sorted(puzzle.rack, key=lambda tile: (tile == BLANK, 0 if tile == BLANK else alphabet.rank(tile))))


def puzzle_view(puzzle: Puzzle) -> GameView:
    """What the solver sees, without players and clocks: nobody is told whose game it was."""
    return replace(view_for(puzzle_state(puzzle), SOLVER), seats=(), history=(), clock=None)


def puzzle_scene(shown: ShownPuzzle, puzzle: Puzzle) -> PuzzleScene:
    """The scene of a puzzle."""
    state = puzzle_state(puzzle)
    own = OwnBoardContext(
        LoadedTable(Scope(state.players[SOLVER].user), state, 0, {}, is_duplicate=False),
        state,
        SOLVER,
        shown.speaker,
        shown.look,
        None,
        _NO_TIME,
    )
    order = apply_rack_order(state.players[SOLVER].rack, shown.order)
    return PuzzleScene(own, state, puzzle_view(puzzle), order)
