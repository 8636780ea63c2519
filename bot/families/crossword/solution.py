"""A puzzle's hints, and its solution in words and as a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Final

from msgspec import structs

from bot.families.crossword import sketches
from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.own_board import BoardScene
from bot.families.crossword.sketches import OwnBoardSketch, PlayPreview, to_play_preview
from bot.families.crossword.turn_comparison import describe_reasons
from bot.families.crossword.typed_moves import (
    direction_name,
    direction_of_word,
    places_used,
    small_digits,
    tile_sign,
)
from bot.families.crossword.wording import CrosswordWording, spell_scored_word
from bot.families.own_board import OwnBoardContext, OwnBoardPage, StepButton
from bot.families.puzzles import MOST_HINTS, ShownPuzzle
from bot.store.keys import Scope
from bot.store.people import apply_rack_order
from bot.tables.table_loader import LoadedTable
from bot.texts import Html
from bot.wording.speaker import Speaker, join_lines
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Place
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import leave_after
from engine.crossword.premiums import Direction, geometry
from engine.crossword.puzzles.puzzle import SOLVER, Puzzle, facts_of_best
from engine.crossword.rules import lay_and_score
from engine.crossword.scoring import Score
from engine.crossword.secrecy import view_for
from engine.crossword.state import GameState
from engine.crossword.view import GameView, HintView, LastTurn
from engine.crossword.word_placements import WordPlacement
from engine.lexicon import load_lexicon
from render.pointer import NO_POINTER, Extent, Pointer
from render.rack import RackArrangement

_NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
_CACHED: Final = 64  # how many states are cached, some ten kilobytes each; the steps of a puzzle share one


@dataclass(frozen=True, slots=True)
class PuzzleSketch(OwnBoardSketch):
    """A puzzle's picture. All users may see the board and the rack, but only the solver sees the tiles they lay."""

    @property
    def reusable(self) -> bool:
        """Whether no tiles are laid."""
        return not (self.ghosts or self.arrangement.used)


@dataclass(frozen=True, slots=True)
class PuzzleScene(BoardScene):
    """A puzzle with the rack in its solver's order."""

    def arrange_plays(self, plays: tuple[WordPlacement, ...]) -> tuple[WordPlacement, ...]:
        """The plays in the order of their cells, so that it does not tell which is best."""
        cells = geometry(self.view.columns, self.view.rows).indices
        return tuple(sorted(plays, key=lambda fit: (cells[fit.move.cell], fit.move.direction is Direction.DOWN)))

    def places_text(self, word: str, plays: Sequence[WordPlacement]) -> str:
        """The number of places for a word."""
        return self.own.speaker.html("own-board-places-count", word=word, count=len(plays))

    def home_text(self) -> str:
        """How to make a move."""
        return self.own.speaker.html("own-board-spell")

    def action_rows(self) -> list[list[StepButton]]:
        """Buttons for the other actions while a word is spelled."""
        mix = [self.message_button("button-mix", StepKind.SHUFFLE)] if len(set(self.rack)) > 1 else []
        return [[*mix, self.message_button("own-board-move", StepKind.ROW)], [self.leave_button()]]

    def to_sketch(
        self,
        arrangement: RackArrangement,
        *,
        tiles: Mapping[str, str] | None = None,
        preview: PlayPreview | None = None,
        pointer: Pointer = NO_POINTER,
        extent: Extent = Extent.BOARD,
    ) -> PuzzleSketch:
        """The picture, with the tiles laid so far."""
        speaker = self.own.speaker
        drawn = BoardScene.to_sketch(self, arrangement, tiles=tiles, preview=preview, pointer=pointer, extent=extent)
        words = structs.replace(drawn.words, title=speaker.plain("puzzle-picture-title", game=speaker.game_title))
        return PuzzleSketch(drawn.theme, drawn.view, words, arrangement, drawn.ghosts, pointer, extent)


@lru_cache(maxsize=_CACHED)
def puzzle_state(puzzle: Puzzle) -> GameState:
    """The puzzle as a game, with the solver's rack in alphabetical order."""
    state = puzzle.to_state()
    solver = structs.replace(state.players[SOLVER], rack=_sorted_rack(puzzle))
    return structs.replace(state, players=(solver, *state.players[SOLVER + 1 :]))


def _sorted_rack(puzzle: Puzzle) -> tuple[str, ...]:
    alphabet = load_alphabet(puzzle.rules.language)
    return tuple(sorted(puzzle.rack, key=lambda tile: (tile == BLANK, 0 if tile == BLANK else alphabet.rank(tile))))


def puzzle_view(puzzle: Puzzle) -> GameView:
    """The solver's view, without players and clocks, so that it does not show whose game it was."""
    return structs.replace(view_for(puzzle_state(puzzle), SOLVER), seats=(), history=(), clock=None)


def puzzle_scene(shown: ShownPuzzle, puzzle: Puzzle) -> PuzzleScene:
    """The scene of a puzzle."""
    state = puzzle_state(puzzle)
    own = OwnBoardContext(
        LoadedTable(Scope(state.players[SOLVER].user), state, 0, {}, is_duplicate=False),
        state,
        SOLVER,
        shown.speaker,
        shown.style,
        None,
        _NO_TIME,
    )
    order = apply_rack_order(state.players[SOLVER].rack, shown.order)
    return PuzzleScene(own, state, puzzle_view(puzzle), order)


def score_of(puzzle: Puzzle, play: ScoredPlay) -> Score:
    """The score of a play, with its words."""
    state = puzzle_state(puzzle)
    return lay_and_score(state, SOLVER, Place(state.players[SOLVER].user, play.tiles))[1]


def _blanks_of(play: ScoredPlay) -> frozenset[str]:
    return frozenset(put.cell for put in play.tiles if put.tile.startswith(BLANK))


def play_text(puzzle: Puzzle, play: ScoredPlay, speaker: Speaker) -> str:
    """A play as players type it: ``H8 yatay K[A]LEM``; plain text."""
    main = score_of(puzzle, play).words[0]
    way = direction_name(direction_of_word(main), speaker)
    return f"{main.cells[0]} {way} {spell_scored_word(main, _blanks_of(play))}"


def scored_play_text(puzzle: Puzzle, play: ScoredPlay, speaker: Speaker) -> str:
    """A play with its points, as HTML."""
    main = score_of(puzzle, play).words[0]
    return speaker.html(
        "puzzle-play",
        word=spell_scored_word(main, _blanks_of(play)),
        cell=main.cells[0],
        way=direction_name(direction_of_word(main), speaker),
        score=play.score,
    )


def hint_text(puzzle: Puzzle, number: int, speaker: Speaker) -> str:
    """Hint ``number``: 1 tells the line of the word, 2 its length and how many tiles it takes, 3 its first letter."""
    if not 1 <= number <= MOST_HINTS:
        raise ValueError(f"a puzzle has no hint {number}")
    main = score_of(puzzle, puzzle.best).words[0]
    cell = main.cells[0]
    match number:
        case 1 if direction_of_word(main) is Direction.ACROSS:
            return speaker.html("puzzle-hint-where-row", line=cell[1:])
        case 1:
            return speaker.html("puzzle-hint-where-column", line=cell[:1])
        case 2:
            return speaker.html("puzzle-hint-length", letters=len(main.cells), tiles=len(puzzle.best.tiles))
        case _:
            return speaker.html("puzzle-hint-letter", letter=main.word[0])


def hint_view(puzzle: Puzzle, taken: int) -> HintView | None:
    """The hints of :func:`hint_text` that were taken, for a board page; ``None`` without any."""
    if not taken:
        return None
    main = score_of(puzzle, puzzle.best).words[0]
    across, cell = direction_of_word(main) is Direction.ACROSS, main.cells[0]
    return HintView(
        "play",
        taken,
        taken >= MOST_HINTS,
        cell[1:] if across else cell[:1],
        len(main.cells) if taken > 1 else None,
        main.word[0] if taken >= MOST_HINTS else None,
    )


def solved_view(puzzle: Puzzle) -> GameView:
    """The solver's view with the best play on the board as the last one, and no rack."""
    laid = {put.cell: put.tile for put in puzzle.best.tiles}
    names = geometry(puzzle.rules.columns, len(puzzle.rules.board.rows)).names
    cells = tuple(laid.get(name, cell) for name, cell in zip(names, puzzle.cells, strict=True))
    last = LastTurn(SOLVER, "play", tuple(laid), score=puzzle.best.score)
    return structs.replace(puzzle_view(puzzle), cells=cells, rack=(), last=last)


def solution_page(scene: PuzzleScene, puzzle: Puzzle) -> OwnBoardPage:
    """The page with the best play, its leave, and why the runner-up is worse; the first call loads the word list."""
    speaker, best = scene.own.speaker, puzzle.best
    score = score_of(puzzle, best)
    wording = CrosswordWording(speaker)
    preview = to_play_preview(SOLVER, Place(scene.own.user, best.tiles), score)
    used = tuple(places_used(scene.rack, [put.tile for put in best.tiles]))
    sketch = scene.to_sketch(RackArrangement(scene.order, used), preview=preview, extent=Extent.WHOLE)
    words = structs.replace(sketch.words, trial=speaker.plain("puzzle-best-in-picture"))
    text = join_lines(
        speaker.html("puzzle-best", play=Html(scored_play_text(puzzle, best, speaker))),
        wording.score_sum(score, _blanks_of(best)),
        _kept_line(puzzle, best, speaker),
        _runner_up_line(puzzle, speaker),
        why_line(puzzle, speaker),
        speaker.html("puzzle-words", words=speaker.dictionary_label(puzzle.lexicon.partition("@")[0])),
    )
    as_text = partial(sketches.board_as_html, scene.view)
    return OwnBoardPage(text, replace(sketch, words=words), as_text)


def why_line(puzzle: Puzzle, speaker: Speaker) -> str:
    """What makes the best play better than the runner-up; empty if they differ only in the sum."""
    facts = facts_of_best(puzzle, load_lexicon(puzzle.lexicon.partition("@")[0]))
    reasons = describe_reasons(facts, speaker)
    return speaker.html("puzzle-why", reasons=reasons) if reasons else ""


def _kept_line(puzzle: Puzzle, play: ScoredPlay, speaker: Speaker) -> str:
    values = puzzle.rules.values
    kept = " ".join(f"{tile_sign(tile)}{small_digits(values[tile])}" for tile in leave_after(puzzle.rack, play))
    return speaker.html("puzzle-kept", tiles=kept) if kept else ""


def _runner_up_line(puzzle: Puzzle, speaker: Speaker) -> str:
    behind = round(puzzle.gap)
    if puzzle.runner_up is None:
        return speaker.html("puzzle-next-exchange", behind=behind)
    play = Html(scored_play_text(puzzle, puzzle.runner_up, speaker))
    return speaker.html("puzzle-next", play=play, behind=behind)
