"""Pictures of crossword games for the gallery."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from bot.families.crossword.puzzle_family import CrosswordPuzzles
from bot.families.crossword.sketches import PlayPreview, board_sketch, own_board_sketch, to_play_preview
from bot.families.crossword.turn_comparison import turn_comparison_sketch, turn_heading
from bot.families.crossword.tutorial import greeting_sketch
from bot.families.crossword.typed_moves import places_used
from bot.families.puzzles import ShownPuzzle
from bot.languages import languages
from bot.pictures import PictureStyle, Sketch
from bot.wording.speaker import Speaker
from engine.crossword.actions import Place
from engine.crossword.analysis.game_analysis import AnalysedTurn
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.analysis.turn_facts import turn_facts
from engine.crossword.draft import RackTile
from engine.crossword.movegen import finder_for, legal_plays
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.premiums import Direction, geometry
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.crossword.word_placements import plays_of_tiles
from engine.lexicon import load_lexicon
from render.pointer import NO_POINTER, Extent, Pointer
from render.rack import RackArrangement
from tools.gallery.guide_positions import guide_pictures
from tools.gallery.pictures import GalleryPicture
from tools.gallery.sample_games import first_state_with_tiles, play_crossword, view_for_seat

_TURKISH_NAMES: Final = ("Kiraz", "Limon")
_PLACES: Final = 5
MakeSketch = Callable[[Speaker, PictureStyle], Sketch]
_ENGLISH_NAMES: Final = ("Cherry", "Lemon", "Mint", "Hazel")
_UKRAINIAN_NAMES: Final = ("Вишня", "Лимон", "М’ята")


def crossword_pictures() -> Iterator[GalleryPicture]:
    """Yield the gallery's pictures of crossword games, with the states that they show."""
    kelimelik = first_state_with_tiles(play_crossword("kelimelik", _TURKISH_NAMES, 16, clock="fast"), 34)
    late = first_state_with_tiles(play_crossword("tournament-en", _ENGLISH_NAMES, 4, clock="25min"), 60)
    wordbox = first_state_with_tiles(play_crossword("wordbox-uk", _UKRAINIAN_NAMES, 5), 46)
    *_, over = play_crossword("kelimelik", _TURKISH_NAMES, 3)
    tried = partial(board_sketch, view_for_seat(kelimelik), preview=_best_play_preview(kelimelik))
    ticked = RackArrangement(order=(4, 2, 0, 1, 6, 5, 3), ticked=(0, 3))
    for kind, description, state, sketch in (
        ("board", "Kelimelik, for two, with the bonus cell and clocks", kelimelik, _table_sketch(kelimelik)),
        ("board-four", "Tournament Scrabble, for four, late in the game", late, _table_sketch(late)),
        ("board-wordbox", "WordBox: 17 columns, coloured tiles, 4W arrows, EX", wordbox, _table_sketch(wordbox)),
        ("own", "Own board: a move laid so far, with its score", kelimelik, _laying_sketch(kelimelik)),
        ("own-four", "Own board: two tiles spelled, their best places numbered", late, _spelling_sketch(late)),
        ("own-wordbox", "Own board: tiles ticked for an exchange", wordbox, _own_board_sketch(wordbox, ticked)),
        ("preview", "A move tried out in private", kelimelik, tried),
    ):
        yield GalleryPicture(kind, description, state.ruleset.id, sketch)
    for language in languages().codes:
        yield GalleryPicture(
            f"greeting-{language}",
            "What greets a group: a word is being laid",
            "kelimelik",
            lambda speaker, style: greeting_sketch(style, speaker),
            language,
        )
    yield from guide_pictures()
    yield GalleryPicture("comparison", "A turn beside a better one", "kelimelik", _comparison_sketch(kelimelik))
    puzzle, family = shipped_puzzles("wordbox-en")[0], CrosswordPuzzles()
    yield GalleryPicture(
        "puzzle",
        "A puzzle: which move is the best?",
        "wordbox-en",
        lambda speaker, style: family.sketch(ShownPuzzle(puzzle, speaker, style)),
    )
    yield GalleryPicture("final", "The end of a game, with the course of the scores", "kelimelik", _table_sketch(over))


def _table_sketch(state: GameState) -> MakeSketch:
    return partial(board_sketch, view_for_seat(state))


def _own_board_sketch(state: GameState, arrangement: RackArrangement, **more: Any) -> MakeSketch:
    view = view_for_seat(state, state.turn)
    return partial(own_board_sketch, view, arrangement=arrangement, extent=Extent.BOARD, **more)


def _laying_sketch(state: GameState) -> MakeSketch:
    """Sketch the own board with the best play laid, and the pointer on the cell after it."""
    preview = _best_play_preview(state)
    used = places_used(state.players[state.turn].rack, preview.tiles.values())
    grid, (*_, before, end) = (
        geometry(state.ruleset.columns, len(state.ruleset.board.rows)),
        preview.play.words[0].cells,
    )
    way = Direction.DOWN if before[0] == end[0] else Direction.ACROSS
    line, place = grid.line(grid.indices[end], way)
    behind = Pointer(cell=grid.names[line[place + 1]], directions=(way,)) if place + 1 < len(line) else NO_POINTER
    return _own_board_sketch(state, RackArrangement(used=tuple(used)), pointer=behind, preview=preview)


def _spelling_sketch(state: GameState) -> MakeSketch:
    plays = plays_of_tiles(state, state.turn, [RackTile(0), RackTile(1)])[:_PLACES]
    places = Pointer(places=tuple(fit.place.tiles[0].cell for fit in plays))
    return _own_board_sketch(state, RackArrangement(used=(0, 1)), pointer=places)


def _best_play_preview(state: GameState) -> PlayPreview:
    words = load_lexicon(state.ruleset.lexicon)
    search = finder_for(state, words)
    rack = search.search_with(state.players[state.turn].rack, ())
    options = [option for anchor in search.find_anchors() for option in rack.plays_at(anchor)]
    best = max(options, key=lambda option: option.score)
    place = Place(state.players[state.turn].user, best.tiles)
    return to_play_preview(state.turn, place, lay_and_score(state, state.turn, place)[1])


def _comparison_sketch(state: GameState) -> MakeSketch:
    """Sketch the best play beside the best one that scores at most half as much."""
    words, view = load_lexicon(state.ruleset.lexicon), view_for_seat(state, state.turn)
    plays = sorted(legal_plays(state, state.turn, words), key=lambda play: -play.score)
    best, played = plays[0], next(play for play in plays if 2 * play.score <= plays[0].score)
    turn = AnalysedTurn(
        TakenTurn(state.number, state.turn, view, played),
        CandidateTurn(best.score, best),
        CandidateTurn(played.score, played),
        loss=best.score - played.score,
        half_width=0.0,
        loss_win=None,
        size="large",
        exact=False,
    )
    facts, name = turn_facts(turn, state.ruleset, words), view.seats[state.turn].name

    def sketch(speaker: Speaker, style: PictureStyle) -> Sketch:
        return turn_comparison_sketch(turn, facts, speaker, style, turn_heading(state.number + 1, name, speaker))

    return sketch
