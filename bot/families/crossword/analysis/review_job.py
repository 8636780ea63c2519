"""The job that reviews a single move, in the analysis process."""

from pathlib import Path
from typing import Final

import msgspec

from bot.families.crossword.analysis.review_request import decode_review_request
from bot.families.crossword.analysis.table_words import words_of_table
from bot.families.crossword.computer_player import time_left_check
from bot.families.crossword.search.index_files import INDEX_FOLDER
from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.analysis.game_analysis import GameAnalyser

_SECONDS: Final = 1.5
"""Processor time for one move, without what the first one of a list needs to load its words."""
_searchers: Final[dict[str, BoardSearcher]] = {}
"""By folder; a process keeps the word graphs that it has loaded."""


def review_move(data: bytes) -> bytes:
    """Review a move.

    Args:
        data: a :class:`bot.families.crossword.analysis.review_request.ReviewRequest`.

    Returns:
        The analysed turn, encoded as beside it.
    """
    request = decode_review_request(data)
    search = _searchers.setdefault(request.folder, BoardSearcher(Path(request.folder) / INDEX_FOLDER))
    words = words_of_table(request.ruleset.lexicon, request.added, request.removed)
    analyser = GameAnalyser(words, search, lambda _: time_left_check(_SECONDS))
    return msgspec.json.encode(analyser.analyse_turn(request.turn, request.ruleset))
