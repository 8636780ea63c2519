"""Puzzles of crossword games: answers read and graded, pages, hints, and the solution in words and as a picture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec import structs

from bot.families.board_page import LaidTiles
from bot.families.crossword import sketches
from bot.families.crossword.analysis_jobs import PuzzleJob
from bot.families.crossword.board_page import judge_laid_tiles, to_placements
from bot.families.crossword.inline_results import move_as_typed
from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.own_board import LAYING_PAGES, BoardScene, WordHelp, page_of_step, shuffle_rack
from bot.families.crossword.placing import prefers_gcg_direction
from bot.families.crossword.sketches import OwnBoardSketch, board_as_html, to_play_preview
from bot.families.crossword.turn_comparison import describe_reasons
from bot.families.crossword.typed_moves import (
    bare_word,
    centre_cell_fields,
    direction_name,
    direction_of_word,
    encode_placement,
    place_label,
    places_used,
    read_typed_move,
    small_digits,
    spell_signs,
    tile_sign,
    with_preferred_direction,
)
from bot.families.crossword.wording import CrosswordWording, blank_cells, spell_scored_word
from bot.families.own_board import HOME_STEP, OwnBoardContext, OwnBoardPage, StepButton, split_step
from bot.families.puzzles import (
    MOST_HINTS,
    AnyPuzzle,
    GradedAnswer,
    PossibleAnswer,
    PuzzleFamily,
    SearchJob,
    ShownPuzzle,
)
from bot.pictures import Sketch
from bot.store.keys import Scope
from bot.store.people import apply_rack_order
from bot.tables.table_loader import LoadedTable
from bot.texts import Html
from bot.user_input.commands import load_vocabulary
from bot.wording.guide_texts import sample_words
from bot.wording.speaker import Speaker, join_lines
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Place
from engine.crossword.draft import decode_draft, evaluate_draft
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import leave_after
from engine.crossword.premiums import Direction, geometry
from engine.crossword.puzzles.puzzle import SOLVER, Puzzle, facts_of_best, grade_answer, lexicon_version
from engine.crossword.puzzles.shipped_puzzles import puzzle_games, shipped_puzzles
from engine.crossword.rules import lay_and_score
from engine.crossword.scoring import Score
from engine.crossword.secrecy import view_for
from engine.crossword.state import GameState
from engine.crossword.view import GameView, HintView, LastTurn
from engine.crossword.word_placements import WordPlacement, ranked_placements
from engine.errors import DataError, Refusal
from engine.game import looks_like_action
from engine.lexicon import Lexicon, load_lexicon
from render.pointer import Extent
from render.rack import RackArrangement

_AT_ONCE: Final = 5
_MOST_GAMES: Final = 12
_JOB_SECONDS: Final = 30  # how long other puzzle searches wait for one at most; making a puzzle takes about a second
_decoder: Final = msgspec.msgpack.Decoder(Puzzle)
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
        return tuple(_in_order_of_cells(plays, self.view.columns, self.view.rows))

    def places_text(self, word: str, plays: Sequence[WordPlacement]) -> str:
        """The number of places for a word."""
        return self.own.speaker.html("own-board-places-count", word=word, count=len(plays))

    def home_text(self) -> str:
        """How to make a move."""
        return self.own.speaker.html("own-board-spell")

    def action_rows(self) -> list[list[StepButton]]:
        """Buttons for the other actions while a word is spelled."""
        return [[*self.shuffle_row(), self.message_button("own-board-move", StepKind.ROW)], [self.leave_button()]]

    def finish_sketch(self, drawn: OwnBoardSketch) -> PuzzleSketch:
        """The picture, named after the puzzle."""
        title = self.own.speaker.plain("puzzle-picture-title", game=self.own.speaker.game_title)
        words = structs.replace(drawn.words, title=title)
        return PuzzleSketch(
            drawn.theme, drawn.view, words, drawn.arrangement, drawn.ghosts, drawn.pointer, drawn.extent
        )


def _in_order_of_cells(fits: Sequence[WordPlacement], columns: int, rows: int) -> list[WordPlacement]:
    cells = geometry(columns, rows).indices
    return sorted(fits, key=lambda fit: (cells[fit.move.cell], fit.move.direction is Direction.DOWN))


@lru_cache(maxsize=_CACHED)
def puzzle_state(puzzle: Puzzle) -> GameState:
    """The puzzle as a game, with the solver's rack in alphabetical order."""
    state = puzzle.to_state()
    rank = load_alphabet(puzzle.rules.language).rank
    rack = tuple(sorted(puzzle.rack, key=lambda tile: (tile == BLANK, 0 if tile == BLANK else rank(tile))))
    solver = structs.replace(state.players[SOLVER], rack=rack)
    return structs.replace(state, players=(solver, *state.players[SOLVER + 1 :]))


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


def play_text(puzzle: Puzzle, play: ScoredPlay, speaker: Speaker) -> str:
    """A play as players type it: ``H8 yatay K[A]LEM``; plain text."""
    main = score_of(puzzle, play).words[0]
    way = direction_name(direction_of_word(main), speaker)
    return f"{main.cells[0]} {way} {spell_scored_word(main, blank_cells(play.tiles))}"


def scored_play_text(puzzle: Puzzle, play: ScoredPlay, speaker: Speaker) -> str:
    """A play with its points, as HTML."""
    main = score_of(puzzle, play).words[0]
    return speaker.html(
        "puzzle-play",
        word=spell_scored_word(main, blank_cells(play.tiles)),
        cell=main.cells[0],
        way=direction_name(direction_of_word(main), speaker),
        score=play.score,
    )


def hint_view(puzzle: Puzzle, taken: int) -> HintView | None:
    """The hints that were taken, for a board page; ``None`` without any."""
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


def why_line(puzzle: Puzzle, speaker: Speaker) -> str:
    """What makes the best play better than the runner-up; empty if they differ only in the sum."""
    reasons = describe_reasons(facts_of_best(puzzle, _words_of(puzzle)), speaker)
    return speaker.html("puzzle-why", reasons=reasons) if reasons else ""


def _kept_line(puzzle: Puzzle, speaker: Speaker) -> str:
    values, left = puzzle.rules.values, leave_after(puzzle.rack, puzzle.best)
    kept = " ".join(f"{tile_sign(tile)}{small_digits(values[tile])}" for tile in left)
    return speaker.html("puzzle-kept", tiles=kept) if kept else ""


def _runner_up_line(puzzle: Puzzle, speaker: Speaker) -> str:
    behind = round(puzzle.gap)
    if puzzle.runner_up is None:
        return speaker.html("puzzle-next-exchange", behind=behind)
    play = Html(scored_play_text(puzzle, puzzle.runner_up, speaker))
    return speaker.html("puzzle-next", play=play, behind=behind)


class CrosswordPuzzles(PuzzleFamily):
    """The puzzles of games on a board."""

    shuffle_step = StepKind.SHUFFLE

    def list_games(self) -> Sequence[str]:
        """The games for which there are leave values."""
        return puzzle_games()

    def shipped(self, game: str) -> Sequence[Puzzle]:
        """The game's puzzles that the release has, if it still has their word list."""
        puzzles = shipped_puzzles(game)
        version = lexicon_version(load_lexicon(puzzles[0].rules.lexicon)) if puzzles else ""
        return [one for one in puzzles if one.lexicon == version]

    def search_job(self, game: str, name: str, packed: Sequence[bytes], known: Sequence[str]) -> SearchJob:
        """The job that searches for puzzles: in finished games, if any are given, else by self-play."""
        job = PuzzleJob(
            ruleset=game,
            count=_AT_ONCE,
            name=name,
            games=tuple(packed),
            known=tuple(known),
            most_games=0 if packed else _MOST_GAMES,
        )
        return SearchJob(
            "bot.families.crossword.analysis_jobs", "find_puzzles", msgspec.msgpack.encode(job), _JOB_SECONDS
        )

    def decode_found(self, answer: bytes) -> Sequence[Puzzle]:
        """The puzzles in an answer of :func:`bot.families.crossword.analysis_jobs.find_puzzles`."""
        return msgspec.msgpack.decode(answer, type=tuple[Puzzle, ...])

    def encode(self, puzzle: AnyPuzzle) -> bytes:
        """The puzzle as MessagePack."""
        return msgspec.msgpack.encode(_own(puzzle))

    def decode(self, data: bytes) -> Puzzle:
        """A stored puzzle. Raises DataError if this version cannot read it, or does not have its game."""
        try:
            puzzle = _decoder.decode(data)
            puzzle.rules  # noqa: B018 - raises if there is no such game
        except (msgspec.MsgspecError, KeyError, TypeError) as error:
            raise DataError(f"this version cannot read a puzzle: {error}") from error
        return puzzle

    def sketch(self, shown: ShownPuzzle) -> Sketch:
        """The picture: the board with the rack below it."""
        return puzzle_scene(shown, _own(shown.puzzle)).to_page("", (), extent=Extent.WHOLE).sketch

    def as_html(self, shown: ShownPuzzle) -> str:
        """The board as text, and the rack."""
        return f"{board_as_html(puzzle_view(_own(shown.puzzle)))}\n{self.rack_line(shown)}"

    def rack_line(self, shown: ShownPuzzle) -> str:
        """The rack's tiles with their points, and the number of tiles in the bag."""
        puzzle = _own(shown.puzzle)
        values = puzzle.rules.values
        scene = puzzle_scene(shown, puzzle)
        tiles = " ".join(
            f"<b>{tile_sign(scene.rack[place])}</b>{small_digits(values[scene.rack[place]])}" for place in scene.order
        )
        return f"{tiles} · {shown.speaker.html('bag-left', count=scene.view.bag)}"

    def example_move(self, shown: ShownPuzzle) -> str:
        """A sample word in the centre of the board, in the language of the tiles."""
        rules = _own(shown.puzzle).rules
        cell = centre_cell_fields(rules.columns, len(rules.board.rows))["cell"]
        way, speaker = direction_name(Direction.ACROSS, shown.speaker), shown.speaker
        return f"{cell} {way} {sample_words(speaker, rules.language)['sample']}"

    async def page(self, shown: ShownPuzzle, step: str) -> OwnBoardPage:
        """The page of a step; the first page has only the buttons that begin a word."""
        scene = puzzle_scene(shown, _own(shown.puzzle))
        if step == HOME_STEP:
            word = [scene.message_button("own-board-word", StepKind.WORD)] if scene.state.ruleset.places else []
            ways = [scene.message_button("own-board-move", StepKind.ROW), *word, *scene.shuffle_row()]
            # Three buttons side by side are too narrow for their labels on a small screen.
            rows = [ways[:2], ways[2:]] if ways[2:] else [ways]
            return scene.to_page("", rows, extent=Extent.WHOLE)
        return await page_of_step(scene, step, LAYING_PAGES, _PuzzleWordHelp(shown))

    def board(self, shown: ShownPuzzle, hints: int, *, is_solution: bool) -> GameView:
        """The view with the rack in the solver's order; a solution's play is the last one, and its rack empty."""
        puzzle = _own(shown.puzzle)
        if is_solution:
            return solved_view(puzzle)
        scene = puzzle_scene(shown, puzzle)
        rack = tuple(scene.rack[place] for place in scene.order)
        return structs.replace(scene.view, rack=rack, hint=hint_view(puzzle, hints))

    def judge_tiles(self, shown: ShownPuzzle, tiles: Mapping[str, str]) -> LaidTiles:
        """What the tiles score, as the pages of steps tell it."""
        state = puzzle_state(_own(shown.puzzle))
        return judge_laid_tiles(state, SOLVER, state.players[SOLVER].user, tiles, _words_to_tell(shown))

    def shuffled(self, shown: ShownPuzzle, shuffle: Callable[[list[int]], None]) -> tuple[str, ...]:
        """The rack in another order, one that looks different if possible."""
        scene = puzzle_scene(shown, _own(shown.puzzle))
        return tuple(scene.rack[place] for place in shuffle_rack(scene.rack, scene.order, shuffle))

    def looks_like_answer(self, puzzle: AnyPuzzle, text: str) -> bool:
        """Whether a text is a move in any notation, or a single word of the game's alphabet."""
        return (
            looks_like_action(text, words=load_vocabulary()) or bare_word(text, puzzle_state(_own(puzzle))) is not None
        )

    def read_answers(self, shown: ShownPuzzle, text: str, settings: Mapping[str, str]) -> Sequence[PossibleAnswer]:
        """The places of a typed word: one if a cell and a direction are typed, or if it fits only there."""
        state, speaker = puzzle_state(_own(shown.puzzle)), shown.speaker
        typed = with_preferred_direction(read_typed_move(text, state, speaker), gcg=prefers_gcg_direction(settings))
        fits = ranked_placements(state, SOLVER, typed, _words_to_tell(shown))
        ordered = _in_order_of_cells(fits, state.ruleset.columns, len(state.ruleset.board.rows))
        return [_to_possible_answer(state, fit, spell_signs(typed.signs), speaker) for fit in ordered]

    def grade(self, shown: ShownPuzzle, answer: str | Mapping[str, str]) -> GradedAnswer:
        """Grade an answer by the word list that the puzzle names."""
        puzzle = _own(shown.puzzle)
        place = _place_of_answer(puzzle_state(puzzle), answer)
        graded = grade_answer(puzzle, place, _words_of(puzzle))
        laid = sorted((put.cell, put.tile) for put in place.tiles)
        return GradedAnswer(
            graded.is_best,
            0 if graded.is_best else max(1, round(graded.behind)),
            graded.invalid,
            play_text(puzzle, graded.play, shown.speaker),
            graded.play.score,
            blake2b(repr(laid).encode(), digest_size=4).hexdigest(),
        )

    def hint(self, shown: ShownPuzzle, number: int) -> str:
        """Hint ``number``: 1 tells the line, 2 the length and how many tiles are taken, 3 the first letter."""
        puzzle, speaker = _own(shown.puzzle), shown.speaker
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

    def best_play_text(self, shown: ShownPuzzle) -> str:
        """The best play's word, place and points."""
        puzzle = _own(shown.puzzle)
        return scored_play_text(puzzle, puzzle.best, shown.speaker)

    def solution(self, shown: ShownPuzzle) -> OwnBoardPage:
        """The page with the best play, its leave, and why the runner-up is worse."""
        puzzle = _own(shown.puzzle)
        scene = puzzle_scene(shown, puzzle)
        speaker, best = scene.own.speaker, puzzle.best
        score = score_of(puzzle, best)
        preview = to_play_preview(SOLVER, Place(scene.own.user, best.tiles), score)
        used = tuple(places_used(scene.rack, [put.tile for put in best.tiles]))
        sketch = scene.to_sketch(RackArrangement(scene.order, used), preview=preview, extent=Extent.WHOLE)
        words = structs.replace(sketch.words, trial=speaker.plain("puzzle-best-in-picture"))
        text = join_lines(
            speaker.html("puzzle-best", play=Html(scored_play_text(puzzle, best, speaker))),
            CrosswordWording(speaker).score_sum(score, blank_cells(best.tiles)),
            _kept_line(puzzle, speaker),
            _runner_up_line(puzzle, speaker),
            why_line(puzzle, speaker),
            speaker.html("puzzle-words", words=speaker.dictionary_label(puzzle.lexicon.partition("@")[0])),
        )
        as_text = partial(sketches.board_as_html, scene.view)
        return OwnBoardPage(text, replace(sketch, words=words), as_text)


def _words_to_tell(shown: ShownPuzzle) -> Lexicon | None:
    return _words_of(_own(shown.puzzle)) if shown.tells_words else None


def _words_of(puzzle: Puzzle) -> Lexicon:
    return load_lexicon(puzzle.lexicon.partition("@")[0])


class _PuzzleWordHelp(WordHelp):
    """Knows the valid words if the reader may know them, but never similar words."""

    def __init__(self, shown: ShownPuzzle) -> None:
        self._shown: Final = shown

    async def load_words(self) -> Lexicon | None:
        return _words_to_tell(self._shown)

    async def near_words(self, word: str) -> str:  # noqa: ARG002 - the signature is the base class's
        return ""


def _own(puzzle: AnyPuzzle) -> Puzzle:
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"a {type(puzzle).__name__} is no puzzle of a game on a board")
    return puzzle


def _place_of_answer(state: GameState, answer: str | Mapping[str, str]) -> Place:
    if not isinstance(answer, str):
        return Place(state.players[SOLVER].user, to_placements(answer))
    kind, rest = split_step(StepKind, answer)
    if kind is not StepKind.LAY:
        raise Refusal("stale_button")
    draft = decode_draft(state, SOLVER, rest)
    if not draft.tiles:
        raise Refusal("stale_button")
    return evaluate_draft(state, SOLVER, draft).place


def _to_possible_answer(state: GameState, fit: WordPlacement, typed: str, speaker: Speaker) -> PossibleAnswer:
    return PossibleAnswer(
        f"{StepKind.LAY}{encode_placement(state, SOLVER, fit)}",
        f"{place_label(fit)} {fit.score.total}",
        move_as_typed(fit, speaker),
        fit.move.cell[1:],
        typed,
    )
