"""The jobs of the analysis process: one analyses a finished game, the other reviews a move."""

import time
from pathlib import Path
from typing import Final

import msgspec

from bot.analysis.worker import AnalysisRequest
from bot.families.crossword.puzzle_search import find_costliest_puzzle
from bot.families.crossword.search.kernel import INDEX_FOLDER
from bot.families.crossword.search.searcher import BoardSearcher, time_left_check, turn_budget
from bot.families.crossword.stored_analysis import decode_review_request, encode_analysis, words_of_game, words_of_table
from engine.crossword.analysis.game_analysis import GameAnalyser
from engine.crossword.analysis.taken_turns import to_taken_game
from engine.crossword.players.computer_view import ComputerView
from engine.packed_game import unpack_game

_GAME_SECONDS: Final = 5.0  # processor time, after which each turn gets the least; with loading, a game takes up to ten
_LEAST_SECONDS: Final = 3.0  # the same if the word graph must be made first, which takes up to six seconds
_PUZZLE_SECONDS: Final = 3.0  # for finding a puzzle: trying a turn takes half a second, and few turns are worth it
_MOVE_SECONDS: Final = 1.5  # processor time for a move; loading the words comes on top for the first one
_searchers: Final[dict[str, BoardSearcher]] = {}  # by data folder; both jobs share them, with their word graphs


def analyse_packed_game(data: bytes) -> bytes:
    """Analyse a finished game and return the encoded analysis. Raises DataError if the game cannot be replayed."""
    began = time.thread_time()
    request = msgspec.msgpack.decode(data, type=AnalysisRequest)
    game, search = unpack_game(request.packed), _searcher_in(request.folder)
    taken, words = to_taken_game(game.tables, game.log), words_of_game(game)
    if taken.turns:
        first = ComputerView(taken.turns[0].view, taken.ruleset, words)
        search.find_best_plays(first.query, words)
    left = max(_LEAST_SECONDS, _GAME_SECONDS - (time.thread_time() - began))
    analysis = GameAnalyser(words, search, turn_budget(left)).analyse_turns(taken)
    puzzle = find_costliest_puzzle(taken, analysis, search, time_left_check(_PUZZLE_SECONDS))
    return encode_analysis(analysis, puzzle)


def review_move(data: bytes) -> bytes:
    """Review a move and return the analysed turn as JSON."""
    request = decode_review_request(data)
    words = words_of_table(request.ruleset.lexicon, request.added, request.removed)
    analyser = GameAnalyser(words, _searcher_in(request.folder), lambda _: time_left_check(_MOVE_SECONDS))
    return msgspec.json.encode(analyser.analyse_turn(request.turn, request.ruleset))


def _searcher_in(folder: str) -> BoardSearcher:
    return _searchers.setdefault(folder, BoardSearcher(Path(folder) / INDEX_FOLDER))
