"""Puzzles of crossword games: parses and grades answers, and makes the pages of :class:`PuzzleFamily`."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec import structs

from bot.families.board_page import LaidTiles
from bot.families.crossword import solution
from bot.families.crossword.board_page import judge_laid_tiles, to_placements
from bot.families.crossword.inline_results import move_as_typed
from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.own_board import LAYING_PAGES, WordHelp, page_of_step, shuffle_rack
from bot.families.crossword.placing import prefers_gcg_direction
from bot.families.crossword.puzzle_search import PuzzleJob
from bot.families.crossword.sketches import board_as_html
from bot.families.crossword.solution import puzzle_scene, puzzle_state, puzzle_view
from bot.families.crossword.typed_moves import (
    bare_word,
    centre_cell_fields,
    direction_name,
    place_label,
    places_used,
    read_typed_move,
    small_digits,
    spell_signs,
    tile_sign,
    with_preferred_direction,
)
from bot.families.own_board import HOME_STEP, OwnBoardPage, split_step
from bot.families.puzzles import AnyPuzzle, GradedAnswer, PossibleAnswer, PuzzleFamily, SearchJob, ShownPuzzle
from bot.pictures import Sketch
from bot.user_input.commands import load_vocabulary
from bot.wording.guide_texts import sample_words
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK
from engine.crossword.actions import Place
from engine.crossword.draft import Draft, RackTile, decode_draft, encode_draft, evaluate_draft
from engine.crossword.premiums import Direction, geometry
from engine.crossword.puzzles.puzzle import SOLVER, Puzzle, grade_answer, lexicon_version
from engine.crossword.puzzles.shipped_puzzles import puzzle_games, shipped_puzzles
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.crossword.word_placements import WordPlacement, ranked_placements
from engine.errors import DataError, Refusal
from engine.game import looks_like_action
from engine.lexicon import Lexicon, load_lexicon
from render.pointer import Extent

_AT_ONCE: Final = 5
_MOST_GAMES: Final = 12
_JOB_SECONDS: Final = 30  # how long other puzzle searches wait for one at most; making a puzzle takes about a second
_decoder: Final = msgspec.msgpack.Decoder(Puzzle)


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
            "bot.families.crossword.puzzle_search", "find_puzzles", msgspec.msgpack.encode(job), _JOB_SECONDS
        )

    def decode_found(self, answer: bytes) -> Sequence[Puzzle]:
        """The puzzles in an answer of :func:`bot.families.crossword.puzzle_search.find_puzzles`."""
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
            mix = [scene.message_button("button-mix", StepKind.SHUFFLE)] if len(set(scene.rack)) > 1 else []
            ways = [scene.message_button("own-board-move", StepKind.ROW), *word, *mix]
            # Three buttons side by side are too narrow for their labels on a small screen.
            rows = [ways[:2], ways[2:]] if ways[2:] else [ways]
            return scene.to_page("", rows, extent=Extent.WHOLE)
        return await page_of_step(scene, step, LAYING_PAGES, _PuzzleWordHelp(shown))

    def board(self, shown: ShownPuzzle, hints: int, *, is_solution: bool) -> GameView:
        """The view with the rack in the solver's order; a solution's play is the last one, and its rack empty."""
        puzzle = _own(shown.puzzle)
        if is_solution:
            return solution.solved_view(puzzle)
        scene = puzzle_scene(shown, puzzle)
        rack = tuple(scene.rack[place] for place in scene.order)
        return structs.replace(scene.view, rack=rack, hint=solution.hint_view(puzzle, hints))

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
        cells = geometry(state.ruleset.columns, len(state.ruleset.board.rows)).indices
        by_coordinate = sorted(fits, key=lambda fit: (cells[fit.move.cell], fit.move.direction is Direction.DOWN))
        return [_to_possible_answer(state, fit, spell_signs(typed.signs), speaker) for fit in by_coordinate]

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
            solution.play_text(puzzle, graded.play, shown.speaker),
            graded.play.score,
            blake2b(repr(laid).encode(), digest_size=4).hexdigest(),
        )

    def hint(self, shown: ShownPuzzle, number: int) -> str:
        """Hint ``number``: the line, the length, or the first letter."""
        return solution.hint_text(_own(shown.puzzle), number, shown.speaker)

    def best_play_text(self, shown: ShownPuzzle) -> str:
        """The best play's word, place and points."""
        puzzle = _own(shown.puzzle)
        return solution.scored_play_text(puzzle, puzzle.best, shown.speaker)

    def solution(self, shown: ShownPuzzle) -> OwnBoardPage:
        """The page with the best play on the board, and why it is the best."""
        puzzle = _own(shown.puzzle)
        return solution.solution_page(puzzle_scene(shown, puzzle), puzzle)


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
    way, cell = fit.move.direction, fit.move.cell
    faces = [put.tile for put in fit.place.tiles]
    tiles = tuple(
        RackTile(place, tile[-1] if tile.startswith(BLANK) else "")
        for place, tile in zip(places_used(state.players[SOLVER].rack, faces), faces, strict=True)
    )
    draft = Draft(fit.place.tiles[0].cell, way, tiles)
    return PossibleAnswer(
        f"{StepKind.LAY}{encode_draft(state, draft)}",
        f"{place_label(fit)} {fit.score.total}",
        move_as_typed(fit, speaker),
        cell[1:],
        typed,
    )
