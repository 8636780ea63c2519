"""A turn beside a better one and a puzzle, for the gallery; loaded with it alone, as neither is needed at start."""

from bot.families.crossword.puzzles.puzzle_family import CrosswordPuzzles
from bot.families.crossword.sample_boards import view_for_seat
from bot.families.crossword.turn_comparison_sketch import turn_comparison_sketch
from bot.families.crossword.turn_comparison_wording import turn_heading
from bot.families.gallery import DrawPicture, table_drawer
from bot.families.puzzle_family import ShownPuzzle
from bot.pictures.sketches import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import AnalysedTurn
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.analysis.turn_facts import turn_facts
from engine.crossword.movegen import legal_plays
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon


def comparison_drawer(texts: Texts, state: GameState) -> DrawPicture:
    """The best play beside one that scores half as much."""
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

    def sketch(speaker: Speaker, look: Look) -> Sketch:
        return turn_comparison_sketch(turn, facts, speaker, look, turn_heading(state.number + 1, name, speaker))

    return table_drawer(texts, view.ruleset, sketch)


def puzzle_drawer(texts: Texts, game: str) -> DrawPicture:
    """The first puzzle that ships for a game, as its solver sees it."""
    puzzle, family = shipped_puzzles(game)[0], CrosswordPuzzles()
    return table_drawer(texts, game, lambda speaker, look: family.sketch(ShownPuzzle(puzzle, speaker, look)))
