"""Finished games on a board, looked at again: what analyses them, and what is said of a player's moves."""

from collections.abc import Iterator
from typing import Final

from bot.analysis.game_analyses import AnalysisJob
from bot.families.crossword.analysis.stored_analysis import decode_analysis
from bot.families.crossword.analysis.table_words import end_of_game, words_of_game
from bot.families.crossword.turn_comparison_sketch import turn_comparison_sketch
from bot.families.crossword.turn_comparison_wording import (
    describe_turn_comparison,
    luck_text,
    share_text,
    turning_point_text,
)
from bot.families.family_analysis import CostlyMove, FamilyAnalysis, SeatReport
from bot.judges import WordChanges
from bot.pictures.sketches import Look
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalysis, SeatAnalysis
from engine.crossword.analysis.turn_facts import played_option, turn_facts
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.state import GameState
from engine.errors import DataError
from engine.lexicon import Lexicon
from engine.packed_game import UnpackedGame

VERSION: Final = 2
"""Of what is found: to be raised when the same game would be analysed otherwise."""


class CrosswordAnalysis(FamilyAnalysis):
    """Analyses games on a board."""

    # In a module that the bot itself never imports.
    job = AnalysisJob("bot.families.crossword.analysis.jobs", "analyse_packed_game", VERSION)

    def compose_seat_report(
        self, game: UnpackedGame, found: bytes, user: int, speaker: Speaker, look: Look
    ) -> SeatReport:
        """A player's costliest moves, with what is said of all of them."""
        end = game.end
        if not isinstance(end, GameState):
            raise TypeError("only games on a board are analysed")
        seat = next((place for place, one in enumerate(end.players) if one.user == user), None)
        if seat is None:
            raise DataError("the game has no such player")
        analysis, words = decode_analysis(found, game), words_of_game(game)
        # Who took over a seat does not answer for what was played there before.
        own = [one for one in analysis.turns if one.turn.seat == seat and one.turn.view.seats[seat].user == user]
        summary = analysis.seats[seat] if own else SeatAnalysis((), None, 0, None)
        moves = [_to_move(turn, end, words, speaker, look) for turn in summary.costliest if turn in own]
        lines = list(_game_lines(game, analysis, summary, words, speaker))
        return SeatReport(moves, lines, is_judged=bool(own))


def _to_move(turn: AnalysedTurn, end: GameState, words: Lexicon, speaker: Speaker, look: Look) -> CostlyMove:
    facts = turn_facts(turn, end.ruleset, words)
    heading = speaker.plain("analysis-turn-number", number=str(turn.turn.number + 1))
    sketch = turn_comparison_sketch(turn, facts, speaker, look, heading)
    return CostlyMove(heading, describe_turn_comparison(facts, speaker), sketch)


def _game_lines(
    game: UnpackedGame, analysis: GameAnalysis, own: SeatAnalysis, words: Lexicon, speaker: Speaker
) -> Iterator[str]:
    """The share of the best possible, the luck of the draws, the turning point, and whose words were counted."""
    end = game.end
    yield share_text(own, speaker)
    yield luck_text(own.luck, speaker)
    if analysis.turning_point is not None and isinstance(end, GameState):
        turn = analysis.turns[analysis.turning_point]
        option = played_option(ComputerView(turn.turn.view, end.ruleset, words), turn)
        name = speaker.plain_name(turn.turn.view.seats[turn.turn.seat].name)
        yield turning_point_text(turn.turn.number + 1, name, option, speaker)
    yield speaker.plain("dictionary-line", words=speaker.dictionary_label(lexicon_of_game(game)))


def lexicon_of_game(game: UnpackedGame) -> str:
    """The dictionary's name with the counts of the chat's words, as :mod:`bot.judges.dictionary` writes it.

    Raises:
        TypeError: it is no game on a board.
    """
    changes = WordChanges(frozenset(game.added), frozenset(game.removed))
    return changes.counted_lexicon(end_of_game(game).ruleset.lexicon)
