"""Analyses finished games on a board, and puts the results into words."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import structs

from bot.analysis.process import AnalysisJob
from bot.families.chat_family import CostlyMove, FamilyAnalysis, SeatReport
from bot.families.crossword.analysis_jobs import (
    ReviewRequest,
    decode_analysis,
    decode_costliest_puzzle,
    decode_reviewed_turn,
    end_of_game,
    words_of_game,
    words_of_table,
)
from bot.families.crossword.move_reviews import OwnMove
from bot.families.crossword.turn_comparison import (
    describe_turn_comparison,
    laid_tiles,
    luck_text,
    share_text,
    turn_comparison_sketch,
    turning_point_text,
)
from bot.families.services import ChatContext
from bot.judges import WordChanges
from bot.pictures import PictureStyle
from bot.tables.table_loader import require_game, require_game_of
from bot.telegram.ephemeral import PrivatePage
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from bot.wording.tables import below_table_name
from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalysis, SeatAnalysis
from engine.crossword.analysis.taken_turns import to_taken_turn
from engine.crossword.analysis.turn_facts import played_option, turn_facts
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.errors import DataError
from engine.lexicon import Lexicon
from engine.packed_game import UnpackedGame

VERSION: Final = 2  # the version of the results: raise it when the same game would be analysed differently


class CrosswordAnalysis(FamilyAnalysis):
    """Analyses games on a board."""

    job = AnalysisJob("bot.families.crossword.analysis_jobs", "analyse_packed_game", VERSION)

    def compose_seat_report(
        self, game: UnpackedGame, found: bytes, user: int, speaker: Speaker, style: PictureStyle
    ) -> SeatReport:
        """A player's costliest moves, with the figures of all of them."""
        end = end_of_game(game)
        seat = next((place for place, one in enumerate(end.players) if one.user == user), None)
        if seat is None:
            raise DataError("the game has no such player")
        analysis, words = decode_analysis(found, game), words_of_game(game)
        # Turns that were taken before a substitute got the seat do not count for the substitute.
        own = [one for one in analysis.turns if one.turn.seat == seat and one.turn.view.seats[seat].user == user]
        summary = analysis.seats[seat] if own else SeatAnalysis((), None, 0, None)
        moves = [_to_move(turn, end, words, speaker, style) for turn in summary.costliest if turn in own]
        lines = list(_game_lines(game, analysis, summary, words, speaker))
        turning = analysis.turning_point
        turning_point = None if turning is None else analysis.turns[turning].turn.number
        return SeatReport(moves, lines, is_judged=bool(own), turning_point=turning_point)

    def costliest_puzzle(self, found: bytes) -> Puzzle | None:
        """The puzzle that the analysis job found, if any."""
        return decode_costliest_puzzle(found)


def _to_move(turn: AnalysedTurn, end: GameState, words: Lexicon, speaker: Speaker, style: PictureStyle) -> CostlyMove:
    facts = turn_facts(turn, end.ruleset, words)
    heading = speaker.plain("analysis-turn-number", number=str(turn.turn.number + 1))
    sketch, seen = turn_comparison_sketch(turn, facts, speaker, style, heading), turn.turn.view
    played, better = laid_tiles(facts.played), laid_tiles(facts.best)
    return CostlyMove(heading, describe_turn_comparison(facts, speaker), sketch, seen, seen.rack, played, better)


def _game_lines(
    game: UnpackedGame, analysis: GameAnalysis, own: SeatAnalysis, words: Lexicon, speaker: Speaker
) -> Iterator[str]:
    yield share_text(own, speaker)
    yield luck_text(own.luck, speaker)
    if analysis.turning_point is not None:
        turn = analysis.turns[analysis.turning_point]
        option = played_option(ComputerView(turn.turn.view, end_of_game(game).ruleset, words), turn)
        name = speaker.plain_name(turn.turn.view.seats[turn.turn.seat].name)
        yield turning_point_text(turn.turn.number + 1, name, option, speaker)
    yield speaker.plain("dictionary-line", words=speaker.dictionary_label(lexicon_of_game(game)))


def lexicon_of_game(game: UnpackedGame) -> str:
    """The name of a game's dictionary (:mod:`bot.judges.word_judge`). Raises TypeError if the game has no board."""
    changes = WordChanges(frozenset(game.added), frozenset(game.removed))
    return changes.counted_lexicon(end_of_game(game).ruleset.lexicon)


def encode_review(move: OwnMove, context: ChatContext, folder: str) -> bytes | None:
    """The input of the job that reviews a move; ``None`` if the clock passed the turn, so that there is no move."""
    turn = to_taken_turn(move.view, move.event)
    if turn is None:
        return None
    turn = structs.replace(turn, withdrawn=move.withdrawn)
    changes = context.loaded.custom_words or WordChanges()
    return msgspec.json.encode(ReviewRequest(turn, _ruleset_of(context), changes.added, changes.removed, folder))


def compose_review(found: bytes, context: ChatContext) -> PrivatePage:
    """Compose the page with a review: takes some milliseconds, and may run in any thread."""
    turn, ruleset, speaker = decode_reviewed_turn(found), _ruleset_of(context), context.speaker
    changes = context.loaded.custom_words or WordChanges()
    facts = turn_facts(turn, ruleset, words_of_table(ruleset.lexicon, changes.added, changes.removed))
    heading = speaker.plain("analysis-turn-number", number=str(turn.turn.number + 1))
    sentence = describe_turn_comparison(facts, speaker)
    is_worse = facts.verdict == "worse"
    text = speaker.html("review-better" if is_worse else "review-best", turn=heading, sentence=sentence)
    text = below_table_name(context.loaded, context.chat_speaker, text)
    if not is_worse:
        return PrivatePage(text)
    source = speaker.html("dictionary-line", words=speaker.dictionary_label(context.loaded.lexicon))
    sketch = turn_comparison_sketch(turn, facts, speaker, context.style, heading)
    return PrivatePage(first_fitting_caption(join_lines(text, source), text), sketch=sketch)


def _ruleset_of(context: ChatContext) -> Ruleset:
    return require_game_of(GameState, require_game(context.loaded.table)).ruleset
