"""What the analysis process is handed of a single move, and what it answers; of the others neither has anything."""

from typing import Final

from msgspec import Struct

from engine.crossword.analysis.game_analysis import AnalysedTurn
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.ruleset import Ruleset
from engine.encoding import make_decoder


class ReviewRequest(Struct, frozen=True):
    """A move that is to be reviewed."""

    turn: TakenTurn
    """With its player's view."""
    ruleset: Ruleset
    """The game's, resolved with the table's options."""
    added: frozenset[str]
    """The chat's words that count though the list lacks them."""
    removed: frozenset[str]
    """Words that do not count at the table though the list has them."""
    folder: str
    """The bot's data folder, where word indices are kept."""


decode_review_request: Final = make_decoder(ReviewRequest).decode
decode_reviewed_turn: Final = make_decoder(AnalysedTurn).decode
